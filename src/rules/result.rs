//! How games end and what they are worth.

use super::Player;
use std::fmt;

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Both players passed in succession.
    Passes,
    /// The same position stood at the start of a turn for the third time.
    Repetition,
    /// No point is left.
    FullBoard,
}

impl Ending {
    /// All of them.
    pub const ALL: [Ending; 3] = [Ending::Passes, Ending::Repetition, Ending::FullBoard];

    /// What has happened, for people.
    pub fn sentence(self) -> &'static str {
        match self {
            Ending::Passes => "both sides have passed",
            Ending::Repetition => "the same position for the third time",
            Ending::FullBoard => "the board is full",
        }
    }

    /// The word for it in texts.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Passes => "passes",
            Ending::Repetition => "repetition",
            Ending::FullBoard => "full-board",
        }
    }
}

/// The points of each side. Displayed as a result: `B+n`, `W+n`, or `0` for a draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Black's points.
    pub black: f64,
    /// White's points, komi included where the game has one.
    pub white: f64,
}

impl Score {
    /// The points of one side.
    pub fn of(&self, player: Player) -> f64 {
        match player {
            Player::Black => self.black,
            Player::White => self.white,
        }
    }

    /// By how many points one side is ahead; below 0 where it is behind.
    pub fn lead(&self, player: Player) -> f64 {
        self.of(player) - self.of(player.opponent())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lead = self.black - self.white;
        if lead > 0.0 {
            write!(f, "B+{lead}")
        } else if lead < 0.0 {
            write!(f, "W+{}", -lead)
        } else {
            f.write_str("0")
        }
    }
}
