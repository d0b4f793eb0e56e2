//! What a search thinks of a position, while somebody watches.

use super::{Stop, mcts};
use crate::board::Board;
use crate::rules::{Chance, PlayoutPolicy, Rules, Step};
use crate::search::{Limits, Prospect, Search};
use std::time::{Duration, Instant};

/// Hears what a bot thinks while it decides.
pub struct Reporter<'a> {
    /// The time between two reports.
    pub every: Duration,
    /// Is told of all steps that have been tried, the one tried most first.
    pub report: &'a mut dyn FnMut(&[Prospect]),
}

impl Reporter<'_> {
    /// The same, for a shorter while.
    pub(super) fn again(&mut self) -> Reporter<'_> {
        Reporter { every: self.every, report: &mut *self.report }
    }
}

/// A search without an end.
pub struct Analysis {
    search: Search,
    chance: Chance,
}

impl Analysis {
    /// A search of a position, which is not over, by the bot that a text describes if that is one that searches so, otherwise
    /// by `mcts` as it is.
    pub fn new(position: &dyn Rules, spec: &str, seed: u64) -> Analysis {
        let search = Search::new(position, mcts::settings_of(spec));
        Analysis { search, chance: Chance::new(seed) }
    }

    /// Thinks until a moment, or until it is told to stop.
    pub fn think(&mut self, until: Instant, stop: Stop<'_>) {
        let limits = Limits { playouts: None, until: Some(until), stop, when_decided: false };
        self.search.run(&limits, &mut self.chance);
    }

    /// All steps that have been tried, the one tried most first.
    pub fn prospects(&self) -> Vec<Prospect> {
        self.search.prospects()
    }
}

/// Whose every point will be at the end of the game, if both sides play at random: from −1, White's, to 1, Black's, in the order
/// of the points. An open turn ends as it stands, where it may.
pub fn expected_owners(position: &dyn Rules, seed: u64) -> Vec<f64> {
    const GAMES: u32 = 100;
    let mut first = position.boxed();
    if !first.turn_steps().is_empty() && first.may_end() {
        first.apply(Step::Pass);
    }
    let position = first.as_ref();
    let mut playout = position.variant().playout(position, PlayoutPolicy::Full);
    let mut chance = Chance::new(seed);
    let mut owners = vec![0.0; position.board().len()];
    for _ in 0..GAMES {
        let turns = if position.is_over() { Vec::new() } else { playout.traced(&mut chance).1 };
        let counting = after_turns(position, &turns).counting();
        for (points, sign) in counting.iter().zip([1.0, -1.0]) {
            points.iter().for_each(|point| owners[point.index()] += sign);
        }
    }
    owners.iter().map(|sum| sum / f64::from(GAMES)).collect()
}

/// The position after some turns, or where the rules have ended the game before or allow no more of them.
fn after_turns(position: &dyn Rules, turns: &[Vec<Step>]) -> Box<dyn Rules> {
    let mut position = position.boxed();
    for turn in turns {
        let number = position.turn();
        for step in turn.iter().copied().chain([Step::Pass]) {
            if position.is_over() || position.turn() == number && position.judge(step).is_err() {
                return position;
            }
            if position.turn() == number {
                position.apply(step);
            }
        }
    }
    position
}

/// The text of some turns as words, separated by spaces: a pass is written where one ended a turn.
pub fn words(turns: &[Vec<Step>], board: &Board) -> String {
    turns.iter().map(|turn| Step::join(turn, board)).collect::<Vec<_>>().join(" ")
}
