//! Players at the board: what the referee asks of them, and the bots of this program.

use super::clocks::Clocks;
use super::plan::{Entrant, Plan, Try};
use super::reason::{Fault, Reason};
use crate::bots::{Asked, BOTS, Decided, ExecPolicy, Seat};
use crate::rules::{Player, Step, Word};
use crate::table::Table;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// What a player answers when it is its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Some steps, the first of which at least it wants to make now.
    Word(Word),
    /// It gives the game up.
    Resign,
}

/// An answer and the time it took.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    pub(super) answer: Answer,
    pub(super) spent: Duration,
}

/// A player, as the referee sees it.
pub(super) trait Contestant {
    /// Begins a game.
    fn begin(&mut self, plan: &Plan, attempt: Try, entrant: Entrant) -> Result<(), Fault>;

    /// Chooses the next steps of the open turn, for the side to move.
    fn choose(&mut self, table: &Table, clocks: Option<&Clocks>) -> Result<Chosen, Fault>;

    /// Whether its answers may select a stone first and say in the next one where it goes.
    fn clicks(&self) -> bool;

    /// Learns the steps that a side has made.
    fn watch(&mut self, player: Player, steps: &[Step], table: &Table) -> Result<(), Fault>;

    /// Shows that its position is the referee's, where it can.
    fn agree(&mut self, table: &Table) -> Result<(), Fault>;

    /// What it thinks the result of a finished game is, where it says.
    fn claim(&mut self) -> Result<Option<String>, Fault>;

    /// What was wrong with a bot whose turns `random` has finished, since this was last asked.
    fn fallbacks(&mut self) -> Vec<String>;

    /// The time spent on waiting for it so far.
    fn waited(&self) -> Duration;

    /// What went to it and came from it lately; empty where there is no line to it.
    fn log(&mut self) -> String;

    /// Ends its part in good order.
    fn quit(self: Box<Self>);
}

/// A bot of this program.
pub(super) struct BuiltIn {
    seat: Seat,
    /// The margin of its clock, and how long it is waited for beyond.
    slack: (Duration, Duration),
    waited: Duration,
}

impl BuiltIn {
    /// The bot that a text describes.
    ///
    /// # Errors
    /// When there is none.
    pub(super) fn new(spec: &str, plan: &Plan) -> Result<BuiltIn, Fault> {
        let policy = ExecPolicy { timeout: plan.limits.reply, resigns: plan.exec_resigns };
        let seat = Seat::new(BOTS.to_vec(), spec, plan.seed, policy)
            .map_err(|error| Fault::new(Reason::NoStart, error.to_string()))?;
        let slack = (plan.margin, plan.limits.grace);
        Ok(BuiltIn { seat, slack, waited: Duration::ZERO })
    }
}

impl Contestant for BuiltIn {
    fn begin(&mut self, plan: &Plan, attempt: Try, entrant: Entrant) -> Result<(), Fault> {
        self.seat.reseed(attempt.seed(plan.seed, entrant));
        self.seat.take_faults();
        Ok(())
    }

    fn choose(&mut self, table: &Table, clocks: Option<&Clocks>) -> Result<Chosen, Fault> {
        let position = table.position();
        let (margin, grace) = self.slack;
        let time = clocks.map(|clocks| {
            let player = position.to_move();
            let limit = clocks.allowed(player, margin) + grace;
            clocks.turn_time(position, limit)
        });
        let started = Instant::now();
        let made = table.steps();
        let asked = Asked { made: &made, time, ..Asked::new(position, table.entries()) };
        let seat = &mut self.seat;
        // A bot that panics loses its game, not the run.
        let decided = catch_unwind(AssertUnwindSafe(|| seat.decide(&asked)));
        let spent = started.elapsed();
        self.waited += spent;
        let answer = match decided {
            Ok(Decided::Turn(steps)) => {
                let word = Step::join(&steps, table.board());
                Answer::Word(word.parse().expect("the text of steps is a word"))
            }
            Ok(Decided::Resign) => match self.seat.take_faults().pop() {
                Some(fault) => return Err(Fault::new(Reason::BotFault, fault)),
                None => Answer::Resign,
            },
            Err(_) => {
                self.seat.restart();
                return Err(Fault::new(Reason::BotFault, "the bot panicked"));
            }
        };
        Ok(Chosen { answer, spent })
    }

    fn clicks(&self) -> bool {
        false
    }

    fn watch(&mut self, _: Player, _: &[Step], _: &Table) -> Result<(), Fault> {
        Ok(())
    }

    fn agree(&mut self, _: &Table) -> Result<(), Fault> {
        Ok(())
    }

    fn claim(&mut self) -> Result<Option<String>, Fault> {
        Ok(None)
    }

    fn fallbacks(&mut self) -> Vec<String> {
        self.seat.take_faults()
    }

    fn waited(&self) -> Duration {
        self.waited
    }

    fn log(&mut self) -> String {
        String::new()
    }

    fn quit(self: Box<Self>) {}
}

/// The words by which a program is told some steps: one for all of them, or one for each vertex.
pub(super) fn words(steps: &[Step], whole: bool, table: &Table) -> Vec<String> {
    let board = table.board();
    if whole && !steps.is_empty() {
        return vec![Step::join(steps, board)];
    }
    let vertices = steps.iter().flat_map(|&step| match step {
        Step::Move { from, to } => vec![Step::Place(from), Step::Place(to)],
        step => vec![step],
    });
    vertices.map(|step| step.text(board)).collect()
}

/// The word that a text is, or whether it is meant for the other side.
pub(super) fn word(text: &str, asked: Player) -> Result<Answer, Fault> {
    if text.eq_ignore_ascii_case("resign") {
        return Ok(Answer::Resign);
    }
    let garbage = |reason: String| {
        let shown = super::channel::excerpt(text, 80);
        Fault::new(Reason::Garbage, format!("\"{shown}\" is no word: {reason}"))
    };
    let mut parts = text.split_whitespace();
    let first = parts.next().unwrap_or("");
    match (first.parse::<Player>(), parts.next()) {
        (Ok(player), Some(_)) if player != asked => {
            let detail = format!("\"{text}\" is for {player}, and {asked} was asked");
            Err(Fault::new(Reason::WrongColour, detail))
        }
        (_, Some(_)) => Err(garbage("words have no spaces".to_string())),
        (_, None) => first.parse().map(Answer::Word).map_err(|error| garbage(format!("{error}"))),
    }
}
