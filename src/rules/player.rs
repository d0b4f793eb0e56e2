//! The two players.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A side. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Player {
    /// The side that moves first.
    #[serde(rename = "b")]
    Black,
    /// The other side.
    #[serde(rename = "w")]
    White,
}

impl Player {
    /// Both sides, Black first.
    pub const BOTH: [Player; 2] = [Player::Black, Player::White];

    /// The other side.
    pub fn opponent(self) -> Player {
        match self {
            Player::Black => Player::White,
            Player::White => Player::Black,
        }
    }

    /// 0 for Black, 1 for White: the side's place in pairs of numbers.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The side's letter in texts: `b` or `w`.
    pub fn letter(self) -> char {
        match self {
            Player::Black => 'b',
            Player::White => 'w',
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Black => "Black",
            Player::White => "White",
        })
    }
}

/// The text names no side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a colour is b, w, black or white")]
pub struct PlayerError;

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Player, PlayerError> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Player::Black),
            "w" | "white" => Ok(Player::White),
            _ => Err(PlayerError),
        }
    }
}
