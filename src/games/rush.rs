//! Rush (Mark Steere, 2007), on any odd number of columns by any odd number of rows.
//!
//! A placement makes as many connections as its point has occupied neighbours. Two or more, of which one is
//! to an enemy stone, oblige the player to place again. Nothing is ever captured and nobody passes.

use crate::board::{Point, PointSet, Shape, Vertex};
use crate::rules::{
    DeadStones, Ending, Frame, Game, Memory, Player, Refusal, Rules, Sizes, Spare, Step, Variant,
    refuse,
};
use crate::{estimates, playouts};
use std::sync::Arc;

/// Rush.
pub static RUSH: Game = Game {
    name: "rush",
    title: "Rush",
    author: "Mark Steere, 2007",
    sizes: Sizes { min: 3, max: 25, step: 2, default: 19, rectangular: true },
    options: &[],
    komi: None,
    memory: Memory::None,
    dead_stones: DeadStones::Unknown,
    spare: Spare::None,
    out_of_turn: false,
    shape: |size| Shape::Rectangle { columns: size.columns, rows: size.rows },
    start: |variant| Box::new(Rush::new(variant)),
    restore: |frame| Ok(Box::new(Rush::restore(frame)?)),
    exact_from: Some(12),
    estimate: estimates::rush,
    playout: playouts::rush,
};

/// A position of Rush.
#[derive(Clone, Debug)]
pub struct Rush {
    frame: Frame,
}

impl Rush {
    /// The empty board.
    pub fn new(variant: Arc<Variant>) -> Rush {
        Rush { frame: Frame::empty(variant) }
    }

    /// The position a frame read from text describes.
    ///
    /// # Errors
    /// Why no game can stand so.
    pub fn restore(frame: Frame) -> Result<Rush, Refusal> {
        let mut rush = Rush { frame };
        let frame = &rush.frame;
        frame.check_alternation(0)?;
        frame.check_no_group_moves()?;
        if frame.tally != Default::default() {
            return refuse("Rush has neither passes nor captures: their counts are 0");
        }
        if frame.repetition.latest_first().next().is_some() {
            return refuse("Rush has no rule of repetition: seen is -");
        }
        rush.check_stone_count()?;
        rush.check_open_turn()?;
        rush.end_when_full();
        Ok(rush)
    }

    /// Every completed turn has brought at least one stone of its side, the first of each side exactly one:
    /// there are no two stones to connect to before.
    fn check_stone_count(&self) -> Result<(), Refusal> {
        let frame = &self.frame;
        for player in Player::BOTH {
            let turns = frame.turns_of(player);
            let open = if player == self.to_move() { frame.turn_steps.len() as u32 } else { 0 };
            let placed = frame.stones.count(player).checked_sub(open);
            let fits = match (player, turns) {
                (_, 0) => placed == Some(0),
                (_, 1) => placed == Some(1),
                _ => placed.is_some_and(|placed| placed >= turns),
            };
            if !fits {
                return refuse(format!(
                    "the stones of {player} do not fit {turns} turns and {open} steps"
                ));
            }
        }
        Ok(())
    }

    /// The stones of an open turn stand, and each obliged the player to place again: connections are
    /// never lost. A turn that starts, or goes on, has a legal placement.
    fn check_open_turn(&self) -> Result<(), Refusal> {
        let placed: Vec<_> = self.frame.placed_this_turn().collect();
        if placed.len() != self.frame.turn_steps.len() {
            return refuse("the steps of a Rush turn are placements");
        }
        let standing = |&point: &Point| self.stone(point) == Some(self.to_move());
        let mut distinct = placed.clone();
        distinct.sort_unstable();
        distinct.dedup();
        if !placed.iter().all(standing) || distinct.len() != placed.len() {
            return refuse("the steps of the open turn are different stones of the side to move");
        }
        if placed.iter().any(|&point| self.connections(point) < 2) {
            return refuse("a turn with these steps would have ended by itself");
        }
        if !self.is_full() && !self.any_placement_is_legal() {
            return refuse(format!(
                "{} has no legal placement, which no game leads to",
                self.to_move()
            ));
        }
        Ok(())
    }

    fn is_full(&self) -> bool {
        let stones: u32 = Player::BOTH.iter().map(|&player| self.frame.stones.count(player)).sum();
        stones as usize == self.board().len()
    }

    /// The occupied neighbours of a point.
    fn connections(&self, point: Point) -> usize {
        Player::BOTH.iter().map(|&player| self.frame.stones.near(point, player)).sum()
    }

    /// At most one connection, or one of them with an enemy stone.
    fn is_placement_legal(&self, point: Point) -> bool {
        self.stone(point).is_none()
            && (self.connections(point) <= 1
                || self.frame.stones.near(point, self.to_move().opponent()) > 0)
    }

    fn legal_placements(&self) -> impl Iterator<Item = Point> + '_ {
        self.board().points().filter(|&point| self.is_placement_legal(point))
    }

    fn any_placement_is_legal(&self) -> bool {
        self.legal_placements().next().is_some()
    }

    fn end_when_full(&mut self) {
        if self.is_full() {
            self.frame.ending = Some(Ending::FullBoard);
        }
    }

    fn end_turn(&mut self) {
        self.frame.end_turn();
        self.end_when_full();
        debug_assert!(
            self.is_over() || self.any_placement_is_legal(),
            "the author states that a turn always starts with a legal placement"
        );
    }
}

impl Rules for Rush {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn steps_in_play(&self) -> Vec<Step> {
        self.legal_placements().map(Step::Place).collect()
    }

    fn judge_in_play(&self, step: Step) -> Result<(), Refusal> {
        let point = match step {
            Step::Place(point) => point,
            Step::Move { .. } => return refuse("Rush has no group moves: a step is a placement"),
            Step::Pass => return refuse("Rush has no passing: a turn ends by itself"),
        };
        let at = self.board().vertex(point);
        if self.stone(point).is_some() {
            return refuse(format!("{at} is occupied"));
        }
        if !self.is_placement_legal(point) {
            let connections = self.connections(point);
            return refuse(format!(
                "{at} makes {connections} connections, all with stones of {}: two or more need an enemy \
                 stone among them",
                self.to_move()
            ));
        }
        Ok(())
    }

    fn apply(&mut self, step: Step) {
        let Step::Place(point) = step else { unreachable!("Rush has placements only") };
        let again = self.connections(point) >= 2;
        let mover = self.to_move();
        let (board, stones) = self.frame.board_and_stones();
        stones.put(board, point, mover);
        self.frame.make(step);
        if !again || !self.any_placement_is_legal() {
            self.end_turn();
        }
    }

    fn counting(&self) -> [PointSet; 2] {
        Player::BOTH.map(|player| self.frame.stones.of(player))
    }

    /// Nothing dies in Rush, and a point among own stones alone is no legal placement.
    fn is_sensible(&self, step: Step) -> bool {
        matches!(step, Step::Place(_))
    }

    fn steps_left(&self) -> Option<u32> {
        None
    }

    fn end_vertices(&self) -> Vec<Vertex> {
        Vec::new()
    }

    fn boxed(&self) -> Box<dyn Rules> {
        Box::new(self.clone())
    }
}
