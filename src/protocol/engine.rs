//! One line in, one reply out.

use super::Failure;
use super::args::Args;
use super::commands::{self, Command};
use super::session::{Clock, Session, Settings};
use super::syntax::{self, Request};
use crate::bots::BotError;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// An engine that speaks the protocol: it answers lines one after another.
///
/// ```
/// use tesuji::protocol::{Engine, Settings};
///
/// let mut engine = Engine::new(Settings::default())?;
/// assert_eq!(engine.handle_line(b"1 play b D4").as_deref(), Some("=1 \n\n"));
/// assert_eq!(engine.handle_line(b"play b D4").as_deref(), Some("? illegal move\n\n"));
/// assert_eq!(engine.handle_line(b"# only a comment"), None);
/// # Ok::<(), tesuji::bots::BotError>(())
/// ```
pub struct Engine {
    session: Session,
}

/// A line that has been read and deserves a reply.
pub(super) struct Pending {
    request: Request,
    command: Option<&'static Command>,
}

impl Pending {
    /// Whether the reply may take longer than a moment.
    pub(super) fn is_slow(&self) -> bool {
        self.command.is_some_and(|command| command.slow)
    }
}

impl Engine {
    /// An engine at the start of a session.
    ///
    /// # Errors
    /// When there is no bot as the settings describe it.
    pub fn new(settings: Settings) -> Result<Engine, BotError> {
        Ok(Engine { session: Session::new(settings)? })
    }

    /// The whole reply to a line, its closing blank line included; `None` for a line that gets no
    /// reply. Never panics, and a failed command changes nothing.
    pub fn handle_line(&mut self, line: &[u8]) -> Option<String> {
        let pending = self.read(line)?;
        Some(self.answer(&pending))
    }

    /// Whether `quit` has been answered: nothing more is to be read.
    pub fn has_quit(&self) -> bool {
        self.session.quit
    }

    /// The clock as the client last told it.
    pub fn clock(&self) -> Clock {
        self.session.clock
    }

    pub(super) fn read(&self, line: &[u8]) -> Option<Pending> {
        let request = syntax::request(line)?;
        let command = commands::find(&self.session, &request.command);
        Some(Pending { request, command })
    }

    pub(super) fn answer(&mut self, pending: &Pending) -> String {
        let answer = self.run(pending);
        if let Err(failure) = &answer {
            log::debug!("{}: {failure}", pending.request.command);
        }
        syntax::reply(&pending.request.id, &answer)
    }

    fn run(&mut self, pending: &Pending) -> Result<String, Failure> {
        let Request { command: name, args, .. } = &pending.request;
        if name.is_empty() {
            return Err(Failure::NoCommand);
        }
        let command = pending.command.ok_or(Failure::UnknownCommand)?;
        let args = Args::read(command.name, command.params, args)?;
        log::trace!("{name}");
        // Commands change the session in their last step, so that a panic before leaves it as it
        // was; only the bot may be left half way.
        catch_unwind(AssertUnwindSafe(|| (command.run)(&mut self.session, &args))).unwrap_or_else(
            |_| {
                log::error!("{name}: the command panicked");
                self.session.seat.restart();
                Err(Failure::Internal)
            },
        )
    }
}
