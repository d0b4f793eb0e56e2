//! Steps.

use crate::board::{Board, Point};

/// The smallest thing a player does.
///
/// One type serves all games: a game that has no group moves never offers one. So words are read,
/// written, stored and sent without knowing the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Puts a stone on a point: a drop, a placement, or a push.
    Place(Point),
    /// Moves a stone of a group.
    Move {
        /// Where the stone stands.
        from: Point,
        /// Where it goes.
        to: Point,
    },
    /// Ends the turn; as its first step, passes.
    Pass,
}

impl Step {
    /// The canonical text of the step on its board: `C3`, `E1-C1`, `pass`.
    pub fn text(self, board: &Board) -> String {
        match self {
            Step::Place(point) => board.vertex(point).to_string(),
            Step::Move { from, to } => format!("{}-{}", board.vertex(from), board.vertex(to)),
            Step::Pass => "pass".to_string(),
        }
    }

    /// The canonical text of some steps of one turn, joined by `+`.
    pub fn join(steps: &[Step], board: &Board) -> String {
        steps.iter().map(|step| step.text(board)).collect::<Vec<_>>().join("+")
    }
}
