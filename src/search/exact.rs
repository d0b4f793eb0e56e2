//! The exact end of games that fill their board: the best lead that both sides can force.

use crate::rules::{Player, Rules, Step};
use std::collections::HashMap;

/// What is known of a position: its lead is no smaller than the first and no larger than the second, in half points for
/// Black.
type Bounds = (i32, i32);

/// More than any lead.
const MOST: i32 = i32::MAX / 2;

/// Searches positions to the end of their games.
pub(crate) struct Exact<'a> {
    known: HashMap<u64, Bounds>,
    /// The positions that may still be looked at.
    left: u64,
    stop: &'a dyn Fn() -> bool,
}

/// Positions between two questions whether to stop.
const BATCH: u64 = 256;

impl<'a> Exact<'a> {
    /// A search that looks at so many positions at most, and no longer than until it is told to stop.
    pub(crate) fn new(positions: u64, stop: &'a dyn Fn() -> bool) -> Exact<'a> {
        Exact { known: HashMap::new(), left: positions, stop }
    }

    /// The rest of the turn by which the side to move forces the best lead, if the game allows so few more steps that it can be
    /// found; the first of equals.
    pub(crate) fn turn(&mut self, position: &dyn Rules) -> Option<Vec<Step>> {
        let most = position.variant().game.exact_from?;
        if position.board().len() as u32 - stones(position) > most {
            return None;
        }
        let turn = position.turn();
        let mut position = position.boxed();
        let mut steps = Vec::new();
        while position.turn() == turn && !position.is_over() {
            let step = self.step(position.as_ref())?;
            position.apply(step);
            steps.push(step);
        }
        Some(steps)
    }

    fn step(&mut self, position: &dyn Rules) -> Option<Step> {
        let (mut alpha, mut beta) = (-MOST, MOST);
        let mut best = None;
        for (step, after) in children(position) {
            let lead = self.lead(after.as_ref(), alpha, beta)?;
            let better = match position.to_move() {
                Player::Black => lead > alpha,
                Player::White => lead < beta,
            };
            if better || best.is_none() {
                best = Some(step);
                match position.to_move() {
                    Player::Black => alpha = alpha.max(lead),
                    Player::White => beta = beta.min(lead),
                }
            }
        }
        best
    }

    /// The lead that Black can force, exact between the bounds; none where it is not found in time.
    fn lead(&mut self, position: &dyn Rules, mut alpha: i32, mut beta: i32) -> Option<i32> {
        if position.is_over() {
            return Some(lead(position));
        }
        self.left = self.left.checked_sub(1)?;
        if self.left.is_multiple_of(BATCH) && (self.stop)() {
            return None;
        }
        let key = position.frame().state_key();
        let (low, high) = self.known.get(&key).copied().unwrap_or((-MOST, MOST));
        if low >= beta || low == high {
            return Some(low);
        }
        if high <= alpha {
            return Some(high);
        }
        let (window, is_black) = ((alpha, beta), position.to_move() == Player::Black);
        let mut best = if is_black { -MOST } else { MOST };
        for (_, after) in children(position) {
            let lead = self.lead(after.as_ref(), alpha, beta)?;
            if is_black {
                best = best.max(lead);
                alpha = alpha.max(best);
            } else {
                best = best.min(lead);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        let bounds = match best {
            best if best <= window.0 => (low, best),
            best if best >= window.1 => (best, high),
            best => (best, best),
        };
        self.known.insert(key, bounds);
        Some(best)
    }
}

fn stones(position: &dyn Rules) -> u32 {
    Player::BOTH.iter().map(|&player| position.frame().stones.count(player)).sum()
}

/// Black's lead in half points.
fn lead(position: &dyn Rules) -> i32 {
    (2.0 * position.score().lead(Player::Black)) as i32
}

/// The positions after every step, those first that look best.
fn children(position: &dyn Rules) -> Vec<(Step, Box<dyn Rules>)> {
    let (mover, estimate) = (position.to_move(), position.variant().game.estimate);
    let mut children: Vec<_> = position
        .steps()
        .into_iter()
        .map(|step| {
            let mut after = position.boxed();
            after.apply(step);
            (estimate(after.as_ref(), mover), step, after)
        })
        .collect();
    children.sort_by_key(|(estimate, ..)| -estimate);
    children.into_iter().map(|(_, step, after)| (step, after)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use crate::rules::{Chance, Options, Size};

    /// A position of Rush with so many empty points, after random steps.
    fn late(seed: u64, side: u16, empty: u32) -> Option<Box<dyn Rules>> {
        let rush = catalog::game("rush").unwrap();
        let variant = rush.variant(Size::side(side), Options::defaults(rush)).unwrap();
        let mut position = variant.start();
        let mut chance = Chance::new(seed);
        while variant.board.len() as u32 - stones(position.as_ref()) > empty {
            let steps = position.steps();
            position.apply(*steps.get(chance.below(steps.len().max(1)))?);
        }
        (!position.is_over()).then_some(position)
    }

    /// The same by looking at everything.
    fn plain(position: &dyn Rules) -> i32 {
        if position.is_over() {
            return lead(position);
        }
        let leads = position.steps().into_iter().map(|step| {
            let mut after = position.boxed();
            after.apply(step);
            plain(after.as_ref())
        });
        let lead = if position.to_move() == Player::Black { leads.max() } else { leads.min() };
        lead.expect("a game that goes on has steps")
    }

    #[test]
    fn the_lead_is_that_of_a_plain_search() {
        for seed in 0..40 {
            let Some(position) = late(seed, 5, 7) else { continue };
            let mut exact = Exact::new(u64::MAX, &|| false);
            let best = plain(position.as_ref());
            assert_eq!(exact.lead(position.as_ref(), -MOST, MOST), Some(best), "{position:?}");
            let mut after = position.boxed();
            let turn = exact.turn(position.as_ref()).unwrap();
            turn.iter().for_each(|&step| after.apply(step));
            assert_ne!(after.turn(), position.turn());
            assert_eq!(plain(after.as_ref()), best, "seed {seed}: {turn:?}");
        }
    }

    #[test]
    fn it_gives_up_where_it_may_not_look_at_enough_and_where_too_much_is_open() {
        let position = late(1, 7, 12).unwrap();
        assert!(Exact::new(3, &|| false).turn(position.as_ref()).is_none());
        assert!(Exact::new(u64::MAX, &|| true).turn(position.as_ref()).is_none());
        let open = late(1, 7, 30).unwrap();
        assert!(Exact::new(u64::MAX, &|| false).turn(open.as_ref()).is_none());
    }
}
