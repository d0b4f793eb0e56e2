//! Players that choose steps: the trait [`Bot`], the table of those there are, and the seat that
//! asks one for whole turns.

mod analysis;
mod dice;
mod effort;
mod exec;
mod greedy;
mod hopeless;
mod mcts;
mod parameters;
mod random;
mod seat;
mod uct;

pub use crate::clock::TurnTime;
pub use crate::search::Prospect;
pub use analysis::{Analysis, Reporter, expected_owners, words};
pub use dice::{Dice, drawn_seed};
pub use parameters::{parameter, with_parameter};
pub use seat::{Asked, Decided, Seat};

use crate::rules::{Rules, Step};
use std::time::Duration;

/// What a bot is asked, and what it may use to answer.
#[non_exhaustive]
pub struct Decision<'a> {
    /// The position, perhaps in the middle of the bot's own turn. It is never over.
    pub position: &'a dyn Rules,
    /// The only source of chance, so that the same seed gives the same game.
    pub dice: &'a mut Dice,
    /// The time for the decision, where a clock runs.
    pub time: Option<TurnTime>,
    /// The steps made before, the oldest first, as far as they are known: a bot that thinks ahead finds its place
    /// by them.
    pub made: &'a [Step],
    /// Whether somebody wants the answer now, the best one so far.
    pub stop: Stop<'a>,
    /// Whether a bot that is told nothing about it may give up a game that it has as good as lost, to spare somebody the rest.
    pub may_resign: bool,
    /// Hears what the bot thinks meanwhile, where somebody listens.
    pub reporter: Option<Reporter<'a>>,
}

/// Says whether somebody wants an answer now.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// A bot's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The next steps: at least one, at most the rest of the turn. The bot is asked again as long as
    /// its turn is open.
    Steps(Vec<Step>),
    /// The bot gives the game up.
    Resign,
    /// The bot could not answer, for this reason: `random` finishes its turn.
    Fault(String),
}

/// How faults of bots are treated, of programs above all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExecPolicy {
    /// How long a program that plays as a bot may take for an answer, where no clock runs.
    pub timeout: Duration,
    /// Whether a fault of any bot gives the game up, instead of leaving the turn to `random`.
    pub resigns: bool,
}

impl Default for ExecPolicy {
    /// A minute for an answer, and turns left to `random`.
    fn default() -> ExecPolicy {
        ExecPolicy { timeout: Duration::from_secs(60), resigns: false }
    }
}

/// A player.
pub trait Bot: Send {
    /// Chooses what to do for the side to move.
    fn choose(&mut self, decision: &mut Decision<'_>) -> Choice;
}

/// Makes a bot from its parameters; an error says what they should be. The time is that which a program may
/// take for an answer.
pub type MakeBot = fn(&str, Duration) -> Result<Box<dyn Bot>, String>;

/// A kind of bot: the row that makes it known.
#[derive(Clone, Copy, Debug)]
pub struct BotRow {
    /// The name in commands.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// Makes one from what follows the name and a colon, `""` where nothing does.
    pub make: MakeBot,
    /// Whether it starts a program that the text names.
    pub runs_programs: bool,
    /// Whether its answers take a moment only, so that nobody needs to interrupt it.
    pub answers_at_once: bool,
}

/// The bot that plays where none is named: the one that wins most, as it is.
pub const DEFAULT: &str = mcts::NAME;

/// The bots there are.
pub static BOTS: &[BotRow] = &[
    BotRow {
        name: "random",
        help: "uniform among the stones that neither kill own stones nor fill points that are safely its own; \
           ends the turn or passes when there are none",
        make: |parameters, _| random::make(parameters),
        runs_programs: false,
        answers_at_once: true,
    },
    BotRow {
        name: "greedy",
        help: "looks one step ahead, at captures, safety, territory or control; quick, and a good first opponent",
        make: |parameters, _| greedy::make(parameters),
        runs_programs: false,
        answers_at_once: true,
    },
    BotRow {
        name: "uct",
        help: "uct:playouts=5000 searches a tree of steps with random playouts, so many a turn, or as its clock allows; it knows \
           nothing of any game",
        make: |parameters, _| uct::make(parameters),
        runs_programs: false,
        answers_at_once: false,
    },
    BotRow {
        name: mcts::NAME,
        help: "mcts:playouts=10000 searches a tree of steps with what is known of points whenever they are played, and with playouts that \
           know their game; further parameters are time= (seconds a turn, instead of playouts=), threads=, memory= (megabytes), \
           policy=full or light, resign= (percent; 0 for never), seed=",
        make: |parameters, _| mcts::make(parameters),
        runs_programs: false,
        answers_at_once: false,
    },
    BotRow {
        name: EXEC,
        help: "exec:COMMAND LINE starts a program that is sent positions and answers steps as JSON lines",
        make: exec::make,
        runs_programs: true,
        answers_at_once: false,
    },
];

/// The name of the bot whose parameters are a command line.
const EXEC: &str = "exec";

/// Why there is no bot for a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BotError {
    /// No bot has that name.
    #[error("there is no bot \"{name}\"; bots are {possible}")]
    Unknown {
        /// The name.
        name: String,
        /// The bots there are.
        possible: String,
    },
    /// The bot does not take these parameters.
    #[error("bot {name}: {reason}")]
    Parameters {
        /// The bot.
        name: &'static str,
        /// What it expects.
        reason: String,
    },
}

/// The row of the bot that a text describes, where the table has it.
pub fn row<'r>(rows: &'r [BotRow], spec: &str) -> Option<&'r BotRow> {
    let name = spec.split(':').next().unwrap_or("");
    rows.iter().find(|row| row.name == name)
}

/// Makes the bot that a text describes, `NAME` or `NAME:PARAMETERS`, from the rows of a table.
///
/// # Errors
/// When the table has no such bot, or the bot does not take the parameters.
pub fn bot(rows: &[BotRow], spec: &str, timeout: Duration) -> Result<Box<dyn Bot>, BotError> {
    let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
    let row = row(rows, spec).ok_or_else(|| {
        let possible: Vec<_> = rows.iter().map(|row| row.name).collect();
        BotError::Unknown { name: name.to_string(), possible: possible.join(", ") }
    })?;
    (row.make)(parameters, timeout)
        .map_err(|reason| BotError::Parameters { name: row.name, reason })
}
