//! Chance for playouts: as quick as the games it decides.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::RngCore;

/// A source of chance whose numbers are the same on every machine.
#[derive(Clone, Debug)]
pub struct Chance(Pcg64Mcg);

impl Chance {
    /// The source for a seed.
    pub fn new(seed: u64) -> Chance {
        // Two seeds that are near each other must not begin alike.
        let scattered = u128::from(super::stones::mix(seed.wrapping_add(1)));
        Chance(Pcg64Mcg::new(scattered << 64 | u128::from(seed)))
    }

    /// A number from 0 to `bound - 1`. They are equally likely but for a bias below `bound` · 2⁻³², which no number of
    /// playouts shows.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        (((self.0.next_u64() >> 32) * bound as u64) >> 32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_is_the_same_on_every_machine() {
        let mut chance = Chance::new(1);
        let numbers: Vec<_> = (0..8).map(|_| chance.below(1000)).collect();
        assert_eq!(numbers, [410, 977, 851, 922, 209, 807, 960, 823]);
    }

    #[test]
    fn every_number_comes_up_about_equally_often() {
        let mut chance = Chance::new(3);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[chance.below(7)] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }
}
