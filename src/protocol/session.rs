//! What a session of the protocol holds besides the game on the table.

use super::watch::Watch;
use crate::bots::{self, BOTS, BotError, BotRow, ExecPolicy, Seat, drawn_seed};
use crate::catalog;
use crate::clock::TimeControl;
use crate::rules::{Rules, Variant};
use crate::table::Table;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// How much of a turn `genmove` answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// One vertex or `pass`.
    Point,
    /// One step.
    Step,
    /// The rest of the turn.
    Turn,
    /// As `Point`, made safe for managers that ask the colours strictly in turn.
    Alternate,
}

impl Unit {
    /// All units with what each is for.
    pub const ALL: [(Unit, &'static str, &'static str); 4] = [
        (Unit::Point, "point", "one vertex or pass"),
        (Unit::Step, "step", "one step"),
        (Unit::Turn, "turn", "the rest of the turn"),
        (
            Unit::Alternate,
            "alternate",
            "as point, for managers that ask the colours strictly in turn",
        ),
    ];

    /// Whether it answers clicks: vertices alone.
    pub fn is_clicks(self) -> bool {
        matches!(self, Unit::Point | Unit::Alternate)
    }

    /// The names of all units.
    pub fn names() -> Vec<&'static str> {
        Unit::ALL.iter().map(|(_, name, _)| *name).collect()
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = Unit::ALL.iter().find(|(unit, ..)| unit == self);
        f.write_str(row.map_or("", |(_, name, _)| name))
    }
}

/// No unit has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no unit \"{0}\"; units are {list}", list = Unit::names().join(", "))]
pub struct UnknownUnit(String);

impl FromStr for Unit {
    type Err = UnknownUnit;

    fn from_str(text: &str) -> Result<Unit, UnknownUnit> {
        let row = Unit::ALL.iter().find(|(_, name, _)| *name == text);
        row.map(|(unit, ..)| *unit).ok_or_else(|| UnknownUnit(text.to_string()))
    }
}

/// What a session starts with.
pub struct Settings {
    /// The game with its size and options.
    pub variant: Arc<Variant>,
    /// The komi, where it is not the game's default.
    pub komi: Option<f64>,
    /// The bots that can be chosen.
    pub bots: Vec<BotRow>,
    /// The bot that plays.
    pub bot: String,
    /// How much of a turn `genmove` answers.
    pub unit: Unit,
    /// The seed; drawn where there is none.
    pub seed: Option<u64>,
    /// How programs that play as bots are treated.
    pub exec: ExecPolicy,
    /// Whether commands may choose bots that start programs.
    pub programs: bool,
    /// Whether commands may read and write files.
    pub files: bool,
}

impl Default for Settings {
    /// The first game of the catalog at its default size, played by the default bot, in points.
    fn default() -> Settings {
        Settings {
            variant: catalog::GAMES[0].default_variant(),
            komi: None,
            bots: BOTS.to_vec(),
            bot: bots::DEFAULT.to_string(),
            unit: Unit::Point,
            seed: None,
            exec: ExecPolicy::default(),
            programs: true,
            files: true,
        }
    }
}

/// The state of a session: all that commands read and change.
pub(super) struct Session {
    pub(super) table: Table,
    pub(super) seat: Seat,
    pub(super) unit: Unit,
    /// How time is limited, where it is.
    time: Option<TimeControl>,
    /// What arrives on the input while a command runs.
    pub(super) watch: Arc<Watch>,
    pub(super) programs: bool,
    pub(super) files: bool,
    /// Whether `quit` has been answered.
    pub(super) quit: bool,
}

impl Session {
    pub(super) fn new(settings: Settings) -> Result<Session, BotError> {
        let seed = settings.seed.unwrap_or_else(drawn_seed);
        let mut table = Table::new(settings.variant.start());
        settings.komi.into_iter().for_each(|komi| table.set_komi(komi));
        Ok(Session {
            table,
            seat: Seat::new(settings.bots, &settings.bot, seed, settings.exec)?,
            unit: settings.unit,
            time: None,
            watch: Arc::default(),
            programs: settings.programs,
            files: settings.files,
            quit: false,
        })
    }

    /// The position on the table.
    pub(super) fn position(&self) -> &dyn Rules {
        self.table.position()
    }

    /// The game with its size and options.
    pub(super) fn variant(&self) -> &Arc<Variant> {
        self.table.variant()
    }

    /// Puts another bot on the seat.
    ///
    /// # Errors
    /// In one sentence, why not; the old one stays then.
    pub(super) fn set_bot(&mut self, spec: &str) -> Result<(), String> {
        if !self.programs && self.seat.runs_programs(spec) {
            return Err("this session was started with --no-exec".to_string());
        }
        self.seat.set_bot(spec).map_err(|error| error.to_string())?;
        self.table.forget_plan();
        Ok(())
    }

    /// Sets how time is limited, and starts the clocks anew.
    pub(super) fn set_time(&mut self, time: Option<TimeControl>) {
        self.time = time;
        self.table.start_clocks(time);
    }

    /// Begins a new game on a table.
    pub(super) fn begin(&mut self, table: Table) {
        self.table = table;
        self.table.start_clocks(self.time);
        self.seat.new_game();
    }

    /// Begins a new game of the same kind, with the komi as it was set.
    pub(super) fn begin_again(&mut self, variant: &Arc<Variant>) {
        let komi = self.position().frame().komi;
        self.begin(Table::new(variant.start()));
        komi.into_iter().for_each(|komi| self.table.set_komi(komi));
    }
}
