//! Words as they are read: text without a board, so that reading and judging stay two things.

use super::Step;
use crate::board::{Board, Vertex, VertexError};
use std::fmt;
use std::str::FromStr;

/// One part of a word: a step that names vertices, which a board may or may not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordPart {
    /// A vertex alone.
    Vertex(Vertex),
    /// Two vertices: a stone and where it goes.
    Move(Vertex, Vertex),
    /// The end of the turn.
    Pass,
}

impl WordPart {
    /// The step this part is on a board.
    ///
    /// # Errors
    /// The first vertex that the board does not have.
    pub fn on(self, board: &Board) -> Result<Step, Vertex> {
        let point = |vertex| board.point(vertex).ok_or(vertex);
        Ok(match self {
            WordPart::Vertex(vertex) => Step::Place(point(vertex)?),
            WordPart::Move(from, to) => Step::Move { from: point(from)?, to: point(to)? },
            WordPart::Pass => Step::Pass,
        })
    }
}

/// One or more parts joined by `+`, read in any case. Never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word(Vec<WordPart>);

impl Word {
    /// The parts in the order of play.
    pub fn parts(&self) -> &[WordPart] {
        &self.0
    }

    /// The steps of the word on a board.
    ///
    /// # Errors
    /// The first vertex that the board does not have.
    pub fn on(&self, board: &Board) -> Result<Vec<Step>, Vertex> {
        self.0.iter().map(|part| part.on(board)).collect()
    }

    /// The vertex, where the word is one vertex alone: what a click on a board sends.
    pub fn click(&self) -> Option<Vertex> {
        match self.0[..] {
            [WordPart::Vertex(vertex)] => Some(vertex),
            _ => None,
        }
    }
}

impl From<WordPart> for Word {
    fn from(part: WordPart) -> Word {
        Word(vec![part])
    }
}

/// Why a text is no word.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordError {
    /// Two `+` in a row, or one at an end.
    #[error("\"{0}\" has an empty step: steps are joined by one +, as in C3+F7+pass")]
    EmptyStep(String),
    /// A part is neither a vertex, nor two joined by `-`, nor `pass`.
    #[error(transparent)]
    Vertex(#[from] VertexError),
}

impl FromStr for Word {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Word, WordError> {
        let part = |part: &str| match part.split_once('-') {
            _ if part.is_empty() => Err(WordError::EmptyStep(text.to_string())),
            _ if part.eq_ignore_ascii_case("pass") => Ok(WordPart::Pass),
            Some((from, to)) => Ok(WordPart::Move(from.parse()?, to.parse()?)),
            None => Ok(WordPart::Vertex(part.parse()?)),
        };
        text.split('+').map(part).collect::<Result<_, _>>().map(Word)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("+")?;
            }
            match part {
                WordPart::Vertex(vertex) => write!(f, "{vertex}")?,
                WordPart::Move(from, to) => write!(f, "{from}-{to}")?,
                WordPart::Pass => f.write_str("pass")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_in_any_case_and_written_canonically() {
        for (text, canonical) in [
            ("c3", "C3"),
            ("C3+f7+PASS", "C3+F7+pass"),
            ("d4+e1-c1+E3-C3+Pass", "D4+E1-C1+E3-C3+pass"),
            ("PASS", "pass"),
        ] {
            assert_eq!(text.parse::<Word>().unwrap().to_string(), canonical);
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused_whole() {
        for text in [
            "", "+", "C3+", "+C3", "C3++D4", "C3-", "-C3", "C3-D4-E5", "resign", "pass1", "D4x",
            "I5",
        ] {
            assert!(text.parse::<Word>().is_err(), "{text:?} was read");
        }
    }
}
