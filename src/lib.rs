//! **tesuji** plays board games whose turn is more than one stone, over a text protocol modelled on GTP.
//!
//! The layers, each using only those below it (a test checks it):
//!
//! - [`measure`]: what the rules cost
//! - [`arena`]: matches between engines
//! - [`protocol`]: the text protocol; [`protocol::Engine`] answers a line, [`protocol::serve`] a stream
//! - [`replay`]: games on paper, replayed and judged
//! - [`table`]: a game in progress, with its history
//! - [`bots`]: players that choose steps
//! - `search`: Monte-Carlo tree search over steps
//! - [`records`]: games on paper: JSON lines, SGF, the notation of Send It's authors
//! - [`catalog`]: the one file that names every game
//! - [`games`]: the rules of each game
//! - `estimates`: what a position is worth at a glance, in each game
//! - `playouts`: random games to the end, of each game
//! - [`rules`]: the vocabulary of rules: players, steps, words, positions, results
//! - [`board`]: the graph of points
//! - [`clock`]: time controls, and how a side's time is charged and shared
//! - `program`: programs that run beside this one

pub mod arena;
pub mod board;
pub mod bots;
pub mod catalog;
pub mod clock;
mod estimates;
pub mod games;
pub mod measure;
mod playouts;
mod program;
pub mod protocol;
pub mod records;
pub mod replay;
pub mod rules;
mod search;
pub mod table;

/// The program's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
