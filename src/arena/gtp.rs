//! Players that are programs speaking GTP.

use super::channel::{Channel, Limit, Reply, excerpt};
use super::clocks::Clocks;
use super::contestant::{Chosen, Contestant, word, words};
use super::plan::{Entrant, Limits, Plan, PlayerSpec, Try};
use super::reason::{Fault, Reason};
use crate::board::Shape;
use crate::clock::TimeControl;
use crate::rules::{Player, Step, game_of_text};
use crate::table::Table;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// The commands that every program is taken to know, whether it lists them or not.
const GTP: [&str; 6] = ["boardsize", "clear_board", "komi", "play", "genmove", "quit"];

/// What a program has said of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Introduction {
    /// Its answer to `name`.
    pub name: Option<String>,
    /// Its answer to `version`.
    pub version: Option<String>,
    /// Whether whole turns can be sent to it and asked of it.
    pub speaks_words: bool,
    /// Whether its position can be compared with the referee's.
    pub shows_position: bool,
    /// Whether its seed can be set by a command.
    pub takes_seed: bool,
    /// Whether it can be told the clock.
    pub takes_time: bool,
    /// Whether fractions of seconds can be told to it.
    pub takes_fractions: bool,
    /// Whether it says the result of finished games.
    pub counts: bool,
}

/// A program that plays.
pub(super) struct Gtp {
    channel: Channel,
    commands: BTreeSet<String>,
    limits: Limits,
    /// How far a clock may be overstepped.
    margin: Duration,
}

impl Gtp {
    /// Starts a program.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn start(words: &[String], seed: u64, plan: &Plan) -> Result<Gtp, Fault> {
        let command = PlayerSpec::command(words, seed);
        let channel = Channel::start(&command, plan.limits.grace)?;
        let (limits, margin) = (plan.limits, plan.margin);
        Ok(Gtp { channel, commands: BTreeSet::new(), limits, margin })
    }

    /// Asks a program that has just been started what it can do.
    fn greet(&mut self) -> Result<(), Fault> {
        if !self.commands.is_empty() {
            return Ok(());
        }
        self.commands = match self.ask_at_start("list_commands")? {
            Reply::Success(list) => list.split_whitespace().map(str::to_string).collect(),
            Reply::Failure(_) => BTreeSet::new(),
        };
        self.commands.extend(GTP.map(str::to_string));
        Ok(())
    }

    fn ask_at_start(&mut self, command: &str) -> Result<Reply, Fault> {
        let limit = Limit { within: self.limits.start, overstepped: Reason::NoStart };
        self.channel.ask(command, limit).map_err(|fault| during(fault, Reason::NoStart))
    }

    /// What the program says of itself, once it has taken the game.
    ///
    /// # Errors
    /// When it does not answer, or refuses the game.
    pub(super) fn introduction(&mut self, plan: &Plan) -> Result<Introduction, Fault> {
        self.greet()?;
        let introduction = Introduction {
            name: self.say("name")?,
            version: self.say("version")?,
            speaks_words: self.speaks_words(),
            shows_position: self.lists("tesuji-position"),
            takes_seed: self.lists("tesuji-seed"),
            takes_time: self.lists("time_settings") && self.lists("time_left"),
            takes_fractions: self.takes_fractions(),
            counts: self.lists("final_score"),
        };
        self.choose_game(plan)?;
        Ok(introduction)
    }

    /// The answer to a command, where the program lists it and does not fail.
    fn say(&mut self, command: &str) -> Result<Option<String>, Fault> {
        if !self.lists(command) {
            return Ok(None);
        }
        match self.ask_at_start(command)? {
            Reply::Success(text) => Ok(Some(excerpt(&text, 60))),
            Reply::Failure(_) => Ok(None),
        }
    }

    fn lists(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    fn speaks_words(&self) -> bool {
        self.lists("tesuji-unit")
    }

    fn ask(&mut self, command: &str) -> Result<Reply, Fault> {
        let limit = Limit { within: self.limits.setup, overstepped: Reason::Late };
        self.channel.ask(command, limit)
    }

    /// Sends a command without which there is no game.
    fn must(&mut self, command: &str) -> Result<(), Fault> {
        match self.ask(command).map_err(|fault| during(fault, Reason::NoGame))? {
            Reply::Success(_) => Ok(()),
            Reply::Failure(text) => {
                let shown = excerpt(&text, 120);
                Err(Fault::new(Reason::NoGame, format!("{command} was refused: {shown}")))
            }
        }
    }

    /// Sends a command if the program lists it; it may refuse, as what it does not want to know.
    fn tell(&mut self, name: &str, arguments: &str) -> Result<(), Fault> {
        match self.lists(name) {
            true => self.ask(&format!("{name} {arguments}")).map(|_| ()),
            false => Ok(()),
        }
    }

    /// Sends a command if the program lists it.
    fn may(&mut self, name: &str, arguments: &str) -> Result<(), Fault> {
        if self.lists(name) { self.must(format!("{name} {arguments}").trim_end()) } else { Ok(()) }
    }

    /// Says which game is played, on which board.
    fn choose_game(&mut self, plan: &Plan) -> Result<(), Fault> {
        let variant = &plan.variant;
        if self.lists("tesuji-game") {
            self.must(&format!("tesuji-game {} {}", variant.game.name, variant.size))?;
            let defaults = crate::rules::Options::defaults(variant.game);
            for (key, value) in variant.options.iter().filter(|&(k, v)| defaults.get(k) != v) {
                self.must(&format!("tesuji-rules {key} {value}"))?;
            }
            return Ok(());
        }
        let shape = variant.board.shape();
        let (columns, rows) = (shape.columns(), shape.rows());
        match shape {
            Shape::Rectangle { .. } if columns != rows && self.lists("rectangular_boardsize") => {
                self.must(&format!("rectangular_boardsize {columns} {rows}"))
            }
            Shape::Rectangle { .. } if columns != rows => {
                self.must(&format!("boardsize {columns} {rows}"))
            }
            _ => self.must(&format!("boardsize {columns}")),
        }
    }

    fn settle_clock(&mut self, control: TimeControl) -> Result<(), Fault> {
        let fine = self.takes_fractions();
        let number = |time: Duration| number(time, fine);
        match control {
            TimeControl::Turns { main, period, turns } => {
                let main = if main.is_zero() { "0".to_string() } else { number(main) };
                self.tell("time_settings", &format!("{main} {} {turns}", number(period)))
            }
            TimeControl::Periods { main, period, periods } => {
                let settings = format!("byoyomi {} {} {periods}", number(main), number(period));
                self.tell("kata-time_settings", &settings)
            }
            TimeControl::Total { main, increment } => {
                let fischer = self.lists("kata-time_settings") && !increment.is_zero();
                match fischer {
                    true => {
                        let settings = format!("fischer {} {}", number(main), number(increment));
                        self.tell("kata-time_settings", &settings)
                    }
                    // Where there is no word for increments they come as a surprise with `time_left`: to
                    // call them periods would make some programs spend all they have on the first.
                    false => self.tell("time_settings", &format!("{} 0 0", number(main))),
                }
            }
        }
    }

    fn tell_clock(&mut self, player: Player, clocks: &Clocks) -> Result<(), Fault> {
        let stones = clocks.count(player);
        let left = number(clocks.left(player), self.takes_fractions());
        self.tell("time_left", &format!("{} {left} {stones}", player.letter()))
    }

    /// GTP's times are whole seconds; some programs read fractions.
    fn takes_fractions(&self) -> bool {
        self.speaks_words() || self.lists("kata-time_settings")
    }

    /// The limit of an answer to genmove.
    fn limit(&self, player: Player, clocks: Option<&Clocks>) -> Limit {
        match clocks {
            Some(clocks) => {
                let within = clocks.allowed(player, self.margin);
                Limit { within, overstepped: Reason::Time }
            }
            None => Limit { within: self.limits.reply, overstepped: Reason::Late },
        }
    }
}

/// A time as commands take it. Programs that only know whole seconds never get less than one, which
/// some would take for no limit at all.
fn number(time: Duration, fractions: bool) -> String {
    match fractions {
        true => format!("{:.3}", time.as_secs_f64()),
        false => time.as_secs().max(1).to_string(),
    }
}

/// A fault at a time when it means that there is no game, whatever it was.
fn during(fault: Fault, phase: Reason) -> Fault {
    let reason = if fault.reason == Reason::Banner { Reason::Banner } else { phase };
    Fault { reason, ..fault }
}

impl Contestant for Gtp {
    fn begin(&mut self, plan: &Plan, attempt: Try, entrant: Entrant) -> Result<(), Fault> {
        self.greet()?;
        self.choose_game(plan)?;
        if let Some(komi) = plan.komi() {
            self.may("komi", &komi.to_string())?;
        }
        self.may("tesuji-unit", "turn")?;
        self.may("tesuji-seed", &attempt.seed(plan.seed, entrant).to_string())?;
        if let Some(control) = plan.clock {
            self.settle_clock(control).map_err(|fault| during(fault, Reason::NoGame))?;
        }
        self.must("clear_board")
    }

    fn choose(&mut self, table: &Table, clocks: Option<&Clocks>) -> Result<Chosen, Fault> {
        let player = table.position().to_move();
        if let Some(clocks) = clocks {
            self.tell_clock(player, clocks)?;
        }
        let limit = self.limit(player, clocks);
        let command = format!("genmove {}", player.letter());
        let started = Instant::now();
        let reply = self.channel.ask(&command, limit)?;
        let spent = started.elapsed();
        match reply {
            Reply::Success(text) => Ok(Chosen { answer: word(&text, player)?, spent }),
            Reply::Failure(text) => {
                let detail = format!("{command} was refused: {}", excerpt(&text, 120));
                Err(Fault::new(Reason::RefusedGenmove, detail))
            }
        }
    }

    fn clicks(&self) -> bool {
        !self.speaks_words()
    }

    fn watch(&mut self, player: Player, steps: &[Step], table: &Table) -> Result<(), Fault> {
        for word in words(steps, self.speaks_words(), table) {
            let command = format!("play {} {word}", player.letter());
            if let Reply::Failure(text) = self.ask(&command)? {
                let detail = format!("{command} was refused: {}", excerpt(&text, 120));
                return Err(Fault::new(Reason::RefusedWord, detail));
            }
        }
        Ok(())
    }

    fn agree(&mut self, table: &Table) -> Result<(), Fault> {
        if !self.lists("tesuji-position") {
            return Ok(());
        }
        let ours = table.position().frame().comparable_text();
        let theirs = match self.ask("tesuji-position")? {
            // What is no position at all tells nothing about it: the late second reply to the command before, say.
            Reply::Success(text) if game_of_text(&text).is_err() => {
                let detail = format!("\"{}\" is no position", excerpt(&text, 80));
                return Err(Fault::new(Reason::Garbage, detail));
            }
            Reply::Success(text) => text.split(" ;").next().unwrap_or("").to_string(),
            Reply::Failure(text) => format!("none: {text}"),
        };
        match differing(&theirs, &ours) {
            None => Ok(()),
            Some((theirs, ours)) => {
                let detail = format!("its position has {theirs}, the referee's {ours}");
                Err(Fault::new(Reason::Desync, detail))
            }
        }
    }

    fn claim(&mut self) -> Result<Option<String>, Fault> {
        if !self.lists("final_score") {
            return Ok(None);
        }
        match self.ask("final_score")? {
            Reply::Success(text) => Ok(Some(excerpt(&text, 40))),
            Reply::Failure(_) => Ok(None),
        }
    }

    fn fallbacks(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn waited(&self) -> Duration {
        self.channel.waited()
    }

    fn log(&mut self) -> String {
        self.channel.log()
    }

    fn quit(self: Box<Self>) {
        self.channel.quit();
    }
}

/// The first field in which two positions differ, as each has it.
fn differing(theirs: &str, ours: &str) -> Option<(String, String)> {
    if theirs == ours {
        return None;
    }
    let pairs = ours.split(' ').zip(theirs.split(' ').map(Some).chain(std::iter::repeat(None)));
    let first = pairs.into_iter().find(|(ours, theirs)| *theirs != Some(*ours));
    let (ours, theirs) = first.unwrap_or(("nothing more", Some("more")));
    Some((excerpt(theirs.unwrap_or("nothing"), 700), ours.to_string()))
}
