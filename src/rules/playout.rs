//! Random games to the end, for search and for measuring.

use super::{Chance, Player, Rules, Score, Step};
use crate::board::Point;

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

/// How much playouts know of their game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayoutPolicy {
    /// Uniform over steps that are not plainly senseless.
    #[default]
    Light,
    /// With what has been seen to win games.
    Full,
}

/// How many turns the side to move would still make, its next one included, if both sides played at random: the mean of a few
/// games.
pub fn expected_turns(position: &dyn Rules) -> f64 {
    const GAMES: usize = 8;
    let mut playout = position.variant().playout(position, PlayoutPolicy::Light);
    let mut chance = Chance::new(1);
    let turns: usize = (0..GAMES).map(|_| playout.traced(&mut chance).1.len()).sum();
    turns as f64 / (2 * GAMES) as f64
}

/// Plays a game on at random, again and again from the same position, by its game's policy.
///
/// Each policy is described where it is written.
/// Repetition is not looked at, but every playout ends: by its rules, or at a cap.
pub trait Playout: Send {
    /// Takes the position from which playouts start. It is one of the same game and board.
    fn set(&mut self, position: &dyn Rules);

    /// Plays one game to its end.
    fn run(&mut self, chance: &mut Chance) -> Ended;

    /// The same; who was the first to place a stone on a point is noted, where nobody has been noted for it.
    fn noted(&mut self, chance: &mut Chance, placed: &mut FirstPlaced) -> Ended;

    /// What each step of a position promises before it is tried, from −128 to 127, in the order of the steps; nothing
    /// where the policy knows nothing.
    fn priors(&self, position: &dyn Rules, steps: &[Step], priors: &mut Vec<i8>);

    /// The same, with the steps of each turn, passes left out. A last turn that is cut off counts.
    fn traced(&mut self, chance: &mut Chance) -> (Ended, Vec<Vec<Step>>);
}

/// Who was the first to place a stone on each point in the rest of a game.
#[derive(Clone, Debug)]
pub struct FirstPlaced(Vec<u8>);

/// Nobody has placed a stone there.
const NOBODY: u8 = 2;

impl FirstPlaced {
    /// Nobody has placed a stone on any point of a board of so many.
    pub fn nobody(points: usize) -> FirstPlaced {
        FirstPlaced(vec![NOBODY; points])
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.fill(NOBODY);
    }

    /// Notes a stone that is placed after all noted ones: it is the first on its point only where there is none.
    #[inline]
    pub(crate) fn note(&mut self, point: Point, player: usize) {
        let first = &mut self.0[point.index()];
        if *first == NOBODY {
            *first = player as u8;
        }
    }

    /// Notes a stone that was placed before all noted ones.
    #[inline]
    pub(crate) fn note_earlier(&mut self, point: Point, player: Player) {
        self.0[point.index()] = player as u8;
    }

    /// Whether the first stone on a point was this player's.
    #[inline]
    pub(crate) fn is_of(&self, point: Point, player: Player) -> bool {
        self.0[point.index()] == player as u8
    }
}
