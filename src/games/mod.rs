//! The rules of each game, one file a game.

mod area;
mod chains;
pub mod go;
pub mod medusa;
pub mod rosette;
pub mod rush;
pub mod send_it;
