//! The clocks of a game.

use crate::clock::{Clock, TimeControl, TurnTime};
use crate::rules::{Player, Rules, expected_turns};
use std::time::Duration;

/// The clocks of both sides.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    sides: [Clock; 2],
    /// By how much each side overstepped at most, in seconds.
    over: [f64; 2],
}

impl Clocks {
    pub(super) fn new(control: TimeControl) -> Clocks {
        Clocks { sides: [Clock::new(control); 2], over: [0.0; 2] }
    }

    /// What the side has left for its turn, or for all its turns.
    pub(super) fn left(&self, player: Player) -> Duration {
        Duration::from_secs_f64(self.sides[player.index()].left().max(0.0))
    }

    /// The turns that it has left in its period, or its periods; 0 before these.
    pub(super) fn count(&self, player: Player) -> u64 {
        self.sides[player.index()].count()
    }

    /// How long its next answer may take, with a margin that all its answers share.
    pub(super) fn allowed(&self, player: Player, margin: Duration) -> Duration {
        let allowed = self.sides[player.index()].left() + margin.as_secs_f64();
        Duration::from_secs_f64(allowed.max(0.0))
    }

    /// What the side to move of a position does well to spend on the rest of its turn, and how long it is waited for.
    pub(super) fn turn_time(&self, position: &dyn Rules, limit: Duration) -> TurnTime {
        let clock = &self.sides[position.to_move().index()];
        TurnTime { limit, ..clock.turn_time(expected_turns(position)) }
    }

    /// Charges a side's clock.
    pub(super) fn charge(&mut self, player: Player, spent: Duration) {
        let index = player.index();
        self.sides[index].charge(spent);
        self.over[index] = self.over[index].max(-self.sides[index].left());
    }

    /// Says that a side's turn is over.
    pub(super) fn end_turn(&mut self, player: Player) {
        self.sides[player.index()].end_turn();
    }

    /// By how much the side overstepped at most, in seconds.
    pub(super) fn over(&self, player: Player) -> f64 {
        self.over[player.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_is_shared_by_all_answers_of_a_turn() {
        let mut clocks = Clocks::new("2/turn".parse().unwrap());
        let seconds = Duration::from_secs_f64;
        clocks.charge(Player::Black, seconds(0.5));
        clocks.charge(Player::Black, seconds(1.6));
        assert!((clocks.over(Player::Black) - 0.1).abs() < 1e-9);
        assert_eq!(clocks.left(Player::Black), seconds(0.0));
        let allowed = clocks.allowed(Player::Black, seconds(0.3));
        assert!(allowed.abs_diff(seconds(0.2)) < seconds(1e-6));
        clocks.end_turn(Player::Black);
        assert_eq!(clocks.left(Player::Black), seconds(2.0));
        assert_eq!(clocks.over(Player::White), 0.0);
    }
}
