//! Games on paper: records that can be written and read again without loss.

pub mod authors;
mod encoding;
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

impl EndLine {
    /// The end of a game that is not over.
    pub fn unfinished() -> EndLine {
        EndLine { reason: "unfinished".to_string(), ..EndLine::default() }
    }
}

/// What kind of record a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// JSON lines: [`Record`].
    Lines,
    /// [`sgf`].
    Sgf,
    /// The notation of Send It's authors: [`authors`].
    Sheet,
}

impl Kind {
    /// The kind that a text looks like, by how it begins. An SGF game may have anything before it.
    pub fn of(text: &str) -> Option<Kind> {
        match text.trim_start_matches('\u{feff}').trim_start().chars().next() {
            Some('{') => Some(Kind::Lines),
            Some('(') => Some(Kind::Sgf),
            _ if authors::Sheet::looks_like(text) => Some(Kind::Sheet),
            _ => sgf::begins_in(text).then_some(Kind::Sgf),
        }
    }
}

/// The text of a file. SGF files may be of any encoding whose characters are not all of several bytes.
///
/// # Errors
/// When another file is not UTF-8.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, RecordError> {
    if let Some(name) = encoding::wide(bytes) {
        return Err(RecordError::Wide(name));
    }
    match Kind::of(&String::from_utf8_lossy(bytes)) {
        Some(Kind::Sgf) => Ok(encoding::of_sgf(bytes)),
        _ => std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|_| RecordError::Encoding),
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
    /// The file's characters all have several bytes: the encoding that it is in.
    #[error("it is {0}: save it as UTF-8")]
    Wide(&'static str),
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
    /// The SGF stops before its game does: where.
    #[error("SGF: the file is cut off: {0}")]
    SgfCutOff(String),
    /// The SGF cannot be read.
    #[error("SGF: {0}")]
    Sgf(String),
    /// It can be read, but does not fit the games of this program.
    #[error("{0}")]
    Unplayable(String),
}
