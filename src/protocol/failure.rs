//! What a failed command says. The texts are part of the protocol: clients compare them.

use crate::board::Vertex;
use crate::rules::SizeError;

/// Why a command failed. It has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The command is not listed.
    #[error("unknown command")]
    UnknownCommand,
    /// The word can be read but not played.
    #[error("illegal move")]
    IllegalMove,
    /// The game has no board of that size.
    #[error("unacceptable size: {0}")]
    UnacceptableSize(String),
    /// There are not as many entries to take back.
    #[error("cannot undo")]
    CannotUndo,
    /// A file cannot be loaded.
    #[error("cannot load file: {0}")]
    CannotLoad(String),
    /// A file cannot be written.
    #[error("cannot save file: {0}")]
    CannotSave(String),
    /// A text describes no possible position.
    #[error("cannot set position: {0}")]
    CannotSetPosition(String),
    /// Handicap stones are placed on an empty board only.
    #[error("board not empty")]
    BoardNotEmpty,
    /// As many handicap stones cannot be placed.
    #[error("invalid number of stones: {0}")]
    NumberOfStones(String),
    /// Handicap stones cannot be placed there.
    #[error("bad vertex list: {0}")]
    BadVertexList(String),
    /// The rules are fixed once something has been played, and in a position that was set.
    #[error("cannot set rules: the game is not at its start; clear_board first")]
    CannotSetRules,
    /// The line holds nothing but an id.
    #[error("syntax error")]
    NoCommand,
    /// The arguments cannot be read.
    #[error("syntax error: {0}")]
    Syntax(String),
    /// The command panicked; details are in the log.
    #[error("internal error")]
    Internal,
}

impl Failure {
    /// One example of every failure, for the tests that the specification shows all of them.
    pub fn examples() -> Vec<Failure> {
        let vertex = Vertex::new(1, 1).to_string();
        vec![
            Failure::UnknownCommand,
            Failure::IllegalMove,
            Failure::UnacceptableSize(vertex.clone()),
            Failure::CannotUndo,
            Failure::CannotLoad(vertex.clone()),
            Failure::CannotSave(vertex.clone()),
            Failure::CannotSetPosition(vertex.clone()),
            Failure::BoardNotEmpty,
            Failure::NumberOfStones(vertex.clone()),
            Failure::BadVertexList(vertex.clone()),
            Failure::CannotSetRules,
            Failure::NoCommand,
            Failure::Syntax(vertex),
        ]
    }
}

impl From<SizeError> for Failure {
    fn from(error: SizeError) -> Failure {
        Failure::UnacceptableSize(error.to_string())
    }
}
