//! One line in, one reply out.

use super::Failure;
use super::args::Args;
use super::commands::{self, Command, Run};
use super::session::{Session, Settings};
use super::syntax::{self, Request};
use super::watch::Watch;
use crate::bots::BotError;
use crate::rules::Player;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

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
        let mut reply = String::new();
        self.answer(&pending, &mut |text| reply += text);
        Some(reply)
    }

    /// Whether `quit` has been answered: nothing more is to be read.
    pub fn has_quit(&self) -> bool {
        self.session.quit
    }

    /// The seconds that a side has left on its clock, where there is one.
    pub fn time_left(&self, player: Player) -> Option<f64> {
        self.session.table.clock(player).map(|clock| clock.left())
    }

    /// What arrives on the input while commands run, to be told by whoever reads it.
    pub(super) fn watch(&self) -> Arc<Watch> {
        self.session.watch.clone()
    }

    pub(super) fn read(&self, line: &[u8]) -> Option<Pending> {
        let request = syntax::request(line)?;
        let command = commands::find(&self.session, &request.command);
        Some(Pending { request, command })
    }

    /// Hands on the reply: whole, or, where a command says something before it is done, line by line.
    pub(super) fn answer(&mut self, pending: &Pending, say: &mut dyn FnMut(&str)) {
        let id = &pending.request.id;
        let mut has_begun = false;
        let answer = self.run(pending, &mut |line| {
            if !has_begun {
                say(&syntax::beginning(id));
                has_begun = true;
            }
            if !line.is_empty() {
                say(&format!("{line}\n"));
            }
        });
        if let Err(failure) = &answer {
            log::debug!("{}: {failure}", pending.request.command);
        }
        match (has_begun, answer) {
            (false, answer) => say(&syntax::reply(id, &answer)),
            (true, Ok(text)) => say(&syntax::end(&text)),
            // The reply has begun as a success and cannot become a failure any more.
            (true, Err(_)) => say(&syntax::end("")),
        }
    }

    fn run(&mut self, pending: &Pending, say: &mut dyn FnMut(&str)) -> Result<String, Failure> {
        let Request { command: name, args, .. } = &pending.request;
        if name.is_empty() {
            return Err(Failure::NoCommand);
        }
        let command = pending.command.ok_or(Failure::UnknownCommand)?;
        let args = Args::read(command.name, command.params, args)?;
        log::trace!("{name}");
        // Commands change the session in their last step, so that a panic before leaves it as it
        // was; only the bot may be left half way.
        let session = &mut self.session;
        let run = AssertUnwindSafe(|| match command.run {
            Run::Once(run) => run(session, &args),
            Run::Talking(run) => run(session, &args, say),
        });
        catch_unwind(run).unwrap_or_else(|_| {
            log::error!("{name}: the command panicked");
            self.session.seat.restart();
            Err(Failure::Internal)
        })
    }
}
