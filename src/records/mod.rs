//! Games on paper: records that can be written and read again without loss.

pub mod authors;
mod json_lines;
pub mod sgf;

use crate::rules::Player;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The version of the format that [`Record::write`] writes.
pub const FORMAT: u32 = 1;

/// A game: what it was played by, its turns, and how it ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// What was fixed before the first turn.
    pub header: Header,
    /// The turns in order.
    pub turns: Vec<TurnLine>,
    /// How it ended.
    pub end: EndLine,
}

/// The first line of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format: [`FORMAT`].
    #[serde(rename = "tesuji-record")]
    pub format: u32,
    /// The game's name.
    pub game: String,
    /// The game's own size.
    pub size: String,
    /// The value of every rule option.
    pub rules: BTreeMap<String, String>,
    /// The points White gets for moving second, in the games where the command `komi` sets them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub komi: Option<f64>,
    /// The first position, where it is not the start of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The seed of the program that wrote the record.
    pub seed: Option<u64>,
    /// The bot of each side that the program itself played, by `b` and `w`.
    pub bots: BTreeMap<Player, String>,
    /// The programs that took part, each with its version.
    pub versions: BTreeMap<String, String>,
}

/// A line for one turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnLine {
    /// The number of the turn, from 1.
    pub turn: u32,
    /// `b` or `w`.
    pub color: Player,
    /// The canonical word of the whole turn.
    pub word: String,
    /// How long its decisions took, in seconds, where it was measured.
    pub seconds: Option<f64>,
    /// Whether the turn was still open when the record was written.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

impl TurnLine {
    /// What the line says wrongly of the turn that its word has played: its number, and whether it is open.
    pub fn contradictions(&self, number: u32, open: bool) -> Vec<String> {
        let wrong_number =
            (self.turn != number).then(|| format!("this is turn {number}, not {}", self.turn));
        let wrong_end = match (open, self.open) {
            (true, false) => Some("the word does not end the turn".to_string()),
            (false, true) => Some("the word ends the turn, which is written as open".to_string()),
            _ => None,
        };
        wrong_number.into_iter().chain(wrong_end).collect()
    }
}

/// The last line of a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndLine {
    /// The result, `B+n`, `W+n` or `0`, or `B+Resign` or `W+Resign`; none for a game that is not over.
    pub result: Option<String>,
    /// Why the game ended, `resignation` too, or `unfinished`.
    pub reason: String,
    /// The stones that both sides called dead when the result was counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dead: Vec<String>,
}

/// The text of a file. SGF files may be of any encoding, where only names and comments can be lost.
///
/// # Errors
/// When another file is not UTF-8.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, RecordError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) if bytes.trim_ascii_start().starts_with(b"(") => Ok(String::from_utf8_lossy(bytes)),
        Err(_) => Err(RecordError::Encoding),
    }
}

/// Why a text is no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The text does not look like any record.
    #[error(
        "it is neither a tesuji record, whose first line is JSON, nor SGF, which begins with (;"
    )]
    UnknownFormat,
    /// The file is no text.
    #[error("it is not UTF-8")]
    Encoding,
    /// A line of a JSON record cannot be read.
    #[error("line {line}: {reason}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The record stops before its last line.
    #[error("the record is cut off: its last line is not the result")]
    CutOff,
    /// The SGF cannot be read.
    #[error("SGF: {0}")]
    Sgf(String),
    /// It can be read, but does not fit the games of this program.
    #[error("{0}")]
    Unplayable(String),
}
