//! Random games to the end, for search and for measuring.

use super::{Chance, Rules, Score, Step};

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ended {
    /// The points of each side, counted as the rules count a finished game.
    pub score: Score,
    /// The steps made: placements, moves, and passes that were turns of their own.
    pub steps: u32,
    /// Turns that ended because no step was left although the player had to go on.
    pub forced_ends: u32,
    /// Whether the game was cut off at its cap.
    pub capped: bool,
}

/// Plays a game on at random, again and again from the same position, by its game's policy.
///
/// Policies are light: uniform over steps that are not plainly senseless. Each is described where it is written.
/// Repetition is not looked at, but every playout ends: by its rules, or at a cap.
pub trait Playout: Send {
    /// Takes the position from which playouts start. It is one of the same game and board.
    fn set(&mut self, position: &dyn Rules);

    /// Plays one game to its end.
    fn run(&mut self, chance: &mut Chance) -> Ended;

    /// The same, with the steps of each turn, passes left out. A last turn that is cut off counts.
    fn traced(&mut self, chance: &mut Chance) -> (Ended, Vec<Vec<Step>>);
}
