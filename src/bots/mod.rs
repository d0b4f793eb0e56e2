//! Players that choose steps: the trait [`Bot`], the table of those there are, and the seat that
//! asks one for whole turns.

mod dice;
mod random;
mod seat;

pub use dice::Dice;
pub use seat::{Decided, Seat};

use crate::rules::{Rules, Step};

/// What a bot is asked, and what it may use to answer.
#[non_exhaustive]
pub struct Decision<'a> {
    /// The position, perhaps in the middle of the bot's own turn. It is never over.
    pub position: &'a dyn Rules,
    /// The only source of chance, so that the same seed gives the same game.
    pub dice: &'a mut Dice,
}

/// A bot's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The next steps: at least one, at most the rest of the turn. The bot is asked again as long as
    /// its turn is open.
    Steps(Vec<Step>),
    /// The bot gives the game up.
    Resign,
}

/// A player.
pub trait Bot: Send {
    /// Chooses what to do for the side to move.
    fn choose(&mut self, decision: &mut Decision<'_>) -> Choice;
}

/// A kind of bot: the row that makes it known.
#[derive(Clone, Copy, Debug)]
pub struct BotRow {
    /// The name in commands.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// Makes one from what follows the name and a colon, `""` where nothing does.
    pub make: fn(&str) -> Result<Box<dyn Bot>, String>,
}

/// The bots there are. The first is the one that plays where none is named.
pub static BOTS: &[BotRow] = &[BotRow {
    name: "random",
    help: "uniform among the stones that neither kill own stones nor fill points that are safely its own; \
           ends the turn or passes when there are none",
    make: random::make,
}];

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

/// Makes the bot that a text describes, `NAME` or `NAME:PARAMETERS`, from the rows of a table.
///
/// # Errors
/// When the table has no such bot, or the bot does not take the parameters.
pub fn bot(rows: &[BotRow], spec: &str) -> Result<Box<dyn Bot>, BotError> {
    let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
    let Some(row) = rows.iter().find(|row| row.name == name) else {
        let possible: Vec<_> = rows.iter().map(|row| row.name).collect();
        return Err(BotError::Unknown { name: name.to_string(), possible: possible.join(", ") });
    };
    (row.make)(parameters).map_err(|reason| BotError::Parameters { name: row.name, reason })
}
