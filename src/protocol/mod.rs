//! The text protocol: lines in, replies out. It knows no game by name.
//!
//! The written specification is `protocol/README.md`, whose examples are run as tests.

mod alternate;
mod args;
mod commands;
mod engine;
mod failure;
mod serve;
mod session;
mod syntax;
pub mod transcript;
mod watch;

pub use commands::{Command, commands, reference};
pub use engine::Engine;
pub use failure::Failure;
pub use serve::{serve, serve_live};
pub use session::{Settings, Unit};
