//! The rules of each game, one file a game.

mod chains;
pub mod rush;
pub mod send_it;
