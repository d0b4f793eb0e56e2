//! Chance that is the same on every machine.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::RngCore;

/// A source of chance for one decision.
#[derive(Clone, Debug)]
pub struct Dice(Pcg64);

impl Dice {
    /// The dice of one decision: they depend on the seed, the number of games since seeding and the
    /// length of the game's history, and on nothing else.
    pub fn new(seed: u64, games: u64, history: usize) -> Dice {
        let state = u128::from(seed) << 64 | u128::from(games);
        Dice(Pcg64::new(state, history as u128))
    }

    /// A number from 0 to `bound - 1`, all equally likely.
    ///
    /// # Panics
    /// When the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "there is no number below 0");
        let bound = bound as u64;
        // Numbers from the last, incomplete run of `bound` would favour the small ones.
        let complete = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.0.next_u64();
            if number < complete {
                return (number % bound) as usize;
            }
        }
    }

    /// One of some things, all equally likely; `None` where there are none.
    pub fn pick<T: Copy>(&mut self, things: &[T]) -> Option<T> {
        if things.is_empty() { None } else { Some(things[self.below(things.len())]) }
    }
}

/// A seed that nobody has chosen, from the randomness that the standard library gives its hash tables. Small,
/// so that every reader of JSON keeps it exactly.
pub fn drawn_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    RandomState::new().build_hasher().finish() >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_the_same_on_every_machine() {
        let mut dice = Dice::new(1, 0, 0);
        let rolls: Vec<_> = (0..8).map(|_| dice.below(100)).collect();
        assert_eq!(rolls, [92, 44, 77, 77, 21, 19, 48, 40]);
    }

    #[test]
    fn dice_differ_by_seed_by_game_and_by_length_of_history() {
        let roll = |seed, games, history| Dice::new(seed, games, history).below(1 << 40);
        let rolls = [roll(1, 0, 0), roll(2, 0, 0), roll(1, 1, 0), roll(1, 0, 1)];
        for (index, first) in rolls.iter().enumerate() {
            assert!(!rolls[index + 1..].contains(first), "{rolls:?}");
        }
    }

    #[test]
    fn every_number_comes_up_about_equally_often() {
        let mut dice = Dice::new(7, 0, 0);
        let mut counts = [0; 5];
        for _ in 0..50_000 {
            counts[dice.below(5)] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }
}
