//! What every game keeps of a position, whatever its rules.

use super::stones::mix;
use super::{Ending, Memory, Player, Repetition, Step, Stones, Variant};
use crate::board::{Board, MAX_POINTS, Point, PointSet};
use std::sync::Arc;

/// Counts that go through a whole game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Passes in an unbroken row up to now.
    pub consecutive_passes: u32,
    /// Passes of each side, by [`Player::index`].
    pub passes: [u32; 2],
    /// Stones each side took off the board; a side's self-captures go to the other side.
    pub captures: [u32; 2],
}

/// The part of a position that all games share.
#[derive(Clone, Debug)]
pub struct Frame {
    variant: Arc<Variant>,
    /// The stones on the board.
    pub stones: Stones,
    /// The side whose step comes next.
    pub to_move: Player,
    /// The number of completed turns.
    pub turn: u32,
    /// The steps made in the open turn, in the order of play.
    pub turn_steps: Vec<Step>,
    /// Passes and captures.
    pub tally: Tally,
    /// The points White gets for moving second, in the games where the command `komi` sets them.
    pub komi: Option<f64>,
    /// The marker of games that have one: above 0 on Black's side, below on White's.
    pub marker: Option<i8>,
    /// The stones that may not move any more in the open turn.
    pub frozen: PointSet,
    /// The positions at the start of every turn so far, the current one's included.
    pub repetition: Repetition,
    /// Why the game is over, once it is.
    pub ending: Option<Ending>,
}

impl Frame {
    /// The frame of an empty board with Black to move; nothing is remembered for repetition yet.
    pub fn empty(variant: Arc<Variant>) -> Frame {
        Frame {
            stones: Stones::none_on(&variant.board),
            to_move: Player::Black,
            turn: 0,
            turn_steps: Vec::new(),
            tally: Tally::default(),
            komi: variant.game.komi,
            marker: None,
            frozen: PointSet::new(),
            repetition: Repetition::default(),
            ending: None,
            variant,
        }
    }

    /// The game with its size and options.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The board's graph.
    pub fn board(&self) -> &Board {
        &self.variant.board
    }

    /// The board's graph, and the stones to be changed.
    pub fn board_and_stones(&mut self) -> (&Board, &mut Stones) {
        (&self.variant.board, &mut self.stones)
    }

    /// The key by which the game's rule of repetition compares this position with others.
    pub fn position_key(&self) -> u64 {
        self.key_with(self.stones.key(), self.to_move)
    }

    /// The key of a position with stones of that key and that side to move. Where the side counts,
    /// the stones' key is combined by exclusive or with `mix(2⁶⁴ − 1)` for White to move and
    /// with `mix(2³² + marker)` for a marker.
    pub fn key_with(&self, stones: u64, to_move: Player) -> u64 {
        if self.variant.game.memory != Memory::StonesAndSide {
            return stones;
        }
        stones ^ self.side_key(to_move)
    }

    /// The key of all that decides how the game can go on, but for the memory of positions: the stones, whose part is
    /// kept stone by stone, and the side, the marker, the frozen stones, the steps of the open turn in any order, passes
    /// in a row, and whether it is one of the first two turns. It is the same whatever path led here.
    pub fn state_key(&self) -> u64 {
        // Each kind of thing has numbers of its own, beyond those of stones, side and marker.
        let number = |kind: u64, number: usize| mix((kind << 40) + number as u64);
        let step = |step: &Step| match *step {
            Step::Place(point) => number(2, point.index()),
            Step::Move { from, to } => number(3, from.index() * MAX_POINTS + to.index()),
            Step::Pass => 0,
        };
        let steps = self.turn_steps.iter().fold(0, |key, made| key ^ step(made));
        let frozen = self.frozen.iter().fold(0, |key, stone| key ^ number(4, stone.index()));
        let passes = number(5, self.tally.consecutive_passes as usize);
        let phase = number(6, self.turn.min(2) as usize);
        self.stones.key() ^ self.side_key(self.to_move) ^ steps ^ frozen ^ passes ^ phase
    }

    /// The part of a key that is not of stones: the side to move and, where the game has one, the marker.
    fn side_key(&self, to_move: Player) -> u64 {
        let side = if to_move == Player::White { mix(u64::MAX) } else { 0 };
        let marker =
            self.marker.map_or(0, |marker| mix((1u64 << 32).wrapping_add_signed(marker.into())));
        side ^ marker
    }

    /// Adds a step to the open turn, which is then no pass.
    pub fn make(&mut self, step: Step) {
        self.tally.consecutive_passes = 0;
        self.turn_steps.push(step);
    }

    /// Counts stones that `by` has taken off the board.
    pub fn captured(&mut self, by: Player, stones: u32) {
        self.tally.captures[by.index()] += stones;
    }

    /// Hands the turn over. A turn without a step was a pass.
    pub fn end_turn(&mut self) {
        if self.turn_steps.is_empty() {
            self.tally.passes[self.to_move.index()] += 1;
            self.tally.consecutive_passes += 1;
        }
        self.turn_steps.clear();
        self.frozen = PointSet::new();
        self.turn += 1;
        self.to_move = self.to_move.opponent();
    }

    /// At the start of a turn, in the games without a ko rule: two passes end the game, otherwise
    /// the third time of the same position does.
    pub fn end_by_passes_or_repetition(&mut self) {
        if self.tally.consecutive_passes >= 2 {
            self.ending = Some(Ending::Passes);
            return;
        }
        self.repetition.remember(self.position_key());
        self.end_by_repetition();
    }

    /// The repetition half of [`Frame::end_by_passes_or_repetition`], for a remembered position.
    pub fn end_by_repetition(&mut self) {
        if self.repetition.count(self.position_key()) >= 3 {
            self.ending = Some(Ending::Repetition);
        }
    }

    /// The points of the stones placed in the open turn, in the order of play.
    pub fn placed_this_turn(&self) -> impl DoubleEndedIterator<Item = Point> + '_ {
        self.turn_steps.iter().filter_map(|step| match step {
            Step::Place(point) => Some(*point),
            _ => None,
        })
    }
}
