//! The one file that names every game.

use crate::games::{go, medusa, rosette, rush, send_it};
use crate::rules::{Frame, Game, Rules, TextError, game_of_text};

/// Every game there is. The first is the one played where none is named.
pub static GAMES: &[&Game] = &[
    &send_it::SEND_IT,
    &send_it::SEND_IT_SQUARE,
    &rush::RUSH,
    &medusa::MEDUSA,
    &rosette::ROSETTE,
    &go::GO,
];

/// No game has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no game \"{0}\"; games are {list}", list = names().join(", "))]
pub struct UnknownGame(String);

/// The game of that name, in any case.
///
/// # Errors
/// When there is none; the error lists those there are.
pub fn game(name: &str) -> Result<&'static Game, UnknownGame> {
    let found = GAMES.iter().find(|game| game.name.eq_ignore_ascii_case(name));
    found.copied().ok_or_else(|| UnknownGame(name.to_string()))
}

/// The names of all games.
pub fn names() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.name).collect()
}

/// The position that a line of text describes (see [`Frame::read`]).
///
/// # Errors
/// When the text cannot be read, or no game can stand so.
pub fn read_position(text: &str) -> Result<Box<dyn Rules>, TextError> {
    let name = game_of_text(text)?;
    let game = game(name).map_err(|error| TextError::Form(error.to_string()))?;
    let frame = Frame::read(game, text)?;
    Ok((game.restore)(frame)?)
}
