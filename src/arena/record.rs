//! The file of a run: JSON lines, one for the match and one for every game, never changed once written.

use super::duplicates::key;
use super::plan::{Entrant, Limits, Plan, Try};
use super::reason::{Reason, Verdict};
use crate::records::{EndLine, FORMAT, Header, TurnLine};
use crate::rules::{Ending, Player};
use crate::table::Table;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The version of the format of run files.
const RUN_FORMAT: u32 = 1;
/// How every run file begins.
const MARK: &[u8] = b"{\"tesuji-match\":";

/// A player, as the first line of a run file describes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerLine {
    /// The text that names it.
    pub player: String,
    /// What it calls itself.
    pub name: Option<String>,
    /// The version it says it has.
    pub version: Option<String>,
}

/// Limits in seconds: for the start, commands, answers, and how long a late answer is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // the fields are those of `Limits`
pub struct LimitsLine {
    pub start: f64,
    pub setup: f64,
    pub reply: f64,
    pub grace: f64,
}

impl From<Limits> for LimitsLine {
    fn from(limits: Limits) -> LimitsLine {
        let [start, setup, reply, grace] =
            [limits.start, limits.setup, limits.reply, limits.grace].map(|d| d.as_secs_f64());
        LimitsLine { start, setup, reply, grace }
    }
}

/// The first line of a run file: all that its games depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunHeader {
    /// The version of the format.
    #[serde(rename = "tesuji-match")]
    pub format: u32,
    /// The version of the program that judges.
    pub version: String,
    /// The game's name.
    pub game: String,
    /// The game's own size.
    pub size: String,
    /// The value of every rule option.
    pub rules: BTreeMap<String, String>,
    /// The komi, in the games that have one.
    pub komi: Option<f64>,
    /// The players.
    pub players: BTreeMap<Entrant, PlayerLine>,
    /// What all chance comes from.
    pub seed: u64,
    /// Where openings come from.
    pub openings: String,
    /// The turns after which a game is scored as it stands.
    pub max_turns: u32,
    /// The clock.
    pub clock: Option<String>,
    /// By how much a clock may be overstepped, in seconds.
    pub margin: f64,
    /// The limits on what players take, in seconds.
    pub limits: LimitsLine,
    /// How often a void game is played again.
    pub replays: u32,
    /// Whether programs are kept from game to game.
    pub reuse: bool,
    /// Whether faults of built-in bots give the game up.
    pub exec_resign: bool,
    /// The test that ends the match early.
    pub sprt: Option<String>,
}

impl RunHeader {
    /// The header of a match between players that have introduced themselves.
    pub(super) fn new(plan: &Plan, players: [PlayerLine; 2]) -> RunHeader {
        let variant = &plan.variant;
        RunHeader {
            format: RUN_FORMAT,
            version: crate::VERSION.to_string(),
            game: variant.game.name.to_string(),
            size: variant.size.to_string(),
            rules: variant.options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect(),
            komi: plan.komi(),
            players: Entrant::BOTH.into_iter().zip(players).collect(),
            seed: plan.seed,
            openings: plan.openings.to_string(),
            max_turns: plan.max_turns,
            clock: plan.clock.map(|clock| clock.to_string()),
            margin: plan.margin.as_secs_f64(),
            limits: LimitsLine::from(plan.limits),
            replays: plan.replays,
            reuse: plan.reuse,
            exec_resign: plan.exec_resigns,
            sprt: plan.sprt.map(|sprt| sprt.to_string()),
        }
    }

    /// In what another header differs: `KEY was …, is …`.
    fn differences(&self, other: &RunHeader) -> Vec<String> {
        let fields = |header: &RunHeader| match serde_json::to_value(header) {
            Ok(Value::Object(fields)) => fields,
            _ => Map::new(),
        };
        let (was, is) = (fields(self), fields(other));
        let differing = was.iter().filter(|&(key, value)| is.get(key) != Some(value));
        let shown = |value: Option<&Value>| value.map_or_else(String::new, Value::to_string);
        differing
            .map(|(key, value)| format!("{key} was {value}, is {}", shown(is.get(key))))
            .collect()
    }
}

/// Turns that were finished by `random`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fallbacks {
    /// How many.
    pub turns: u64,
    /// What was wrong in the first.
    pub first: String,
}

/// A line for one try at a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    /// The number of the game, from 0.
    pub game: u64,
    /// 0, and one more each time the game was void.
    pub attempt: u32,
    /// The player that had Black.
    pub black: Entrant,
    /// The result as SGF writes it, `Void` where there is none.
    pub result: String,
    /// The player that won; none in a draw, and where the game is void.
    pub winner: Option<Entrant>,
    /// Why it ended.
    pub reason: Reason,
    /// What becomes of it.
    pub verdict: Verdict,
    /// The player that did something wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_fault: Option<Entrant>,
    /// In one sentence, what happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The seeds of the players.
    pub seeds: BTreeMap<Entrant, u64>,
    /// The number of turns that were played before the players were asked.
    pub opening: usize,
    /// The canonical words of all turns.
    pub words: Vec<String>,
    /// Whether the last turn was still open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// How long each turn took, in seconds; none for those of the opening.
    pub seconds: Vec<Option<f64>>,
    /// Equal for games that are the same up to a symmetry of the board.
    pub key: String,
    /// What players did wrong once the rules had ended the game, which changes nothing any more.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub after_end: BTreeMap<Entrant, String>,
    /// The results that the players reported after the end.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub claims: BTreeMap<Entrant, String>,
    /// The turns that `random` has finished for bots that had failed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fallbacks: BTreeMap<Entrant, Fallbacks>,
    /// By how much each player overstepped its clock at most, in seconds.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub over: BTreeMap<Entrant, f64>,
    /// How long the game took, in seconds.
    pub wall: f64,
    /// How much of that was spent on waiting for the players.
    pub engines: f64,
}

impl GameLine {
    /// The player that had White.
    pub fn white(&self) -> Entrant {
        self.black.opponent()
    }

    /// Whether the try settles its game: it is not void, or the last one that there is to be.
    pub(super) fn is_settling(&self, replays: u32) -> bool {
        self.verdict != Verdict::Void || self.attempt >= replays
    }

    /// Whether a player did something that a sound one does not.
    pub fn is_faulty(&self) -> bool {
        self.verdict != Verdict::Counts || !self.fallbacks.is_empty() || !self.after_end.is_empty()
    }

    /// Whether a player reported a result that is not the referee's.
    pub fn is_disputed(&self) -> bool {
        self.claims.values().any(|claim| !same_result(claim, &self.result))
    }

    /// Whether a player reported another winner than the referee's.
    pub fn winner_is_disputed(&self) -> bool {
        let winner = |result: &str| read_result(result).map(|(winner, _)| winner);
        self.claims.values().any(|claim| winner(claim) != winner(&self.result))
    }

    /// The game on a table, for records.
    ///
    /// # Errors
    /// In one sentence, why it cannot be replayed.
    pub fn table(&self, run: &RunHeader) -> Result<Table, String> {
        let bot = |player: Player| {
            let entrant = if player == Player::Black { self.black } else { self.white() };
            run.players.get(&entrant).map(|line| line.player.clone())
        };
        let header = Header {
            format: FORMAT,
            game: run.game.clone(),
            size: run.size.clone(),
            rules: run.rules.clone(),
            komi: run.komi,
            position: None,
            seed: None,
            bots: BTreeMap::new(),
            versions: BTreeMap::new(),
        };
        let mut table = Table::begin_record(&header).map_err(|error| error.to_string())?;
        for (index, word) in self.words.iter().enumerate() {
            let color = table.position().to_move();
            let seconds = self.seconds.get(index).copied().flatten();
            let open = self.open && index + 1 == self.words.len();
            let turn = index as u32 + 1;
            let line = TurnLine { turn, color, word: word.clone(), seconds, open };
            let by = bot(color).filter(|_| index >= self.opening);
            let played = table.play_line(&line, by.as_ref());
            played.map_err(|error| format!("game {}, turn {turn}: {error}", self.game))?;
        }
        let (result, reason) = (Some(self.result.clone()), self.reason.to_string());
        table.note_end(EndLine { result, reason, dead: Vec::new() });
        Ok(table)
    }
}

impl GameLine {
    /// Judges the game once more: every word, how it ended and what it was worth.
    ///
    /// # Errors
    /// In one sentence, what is not as the line says.
    pub fn verify(&self, run: &RunHeader) -> Result<(), String> {
        let table = self.table(run)?;
        let contradicts = |what: &str, found: String, written: &str| match found == written {
            true => Ok(()),
            false => Err(format!("game {}: the {what} is {found}, not {written}", self.game)),
        };
        contradicts("key", key(&table, self.black), &self.key)?;
        self.check_players(run)?;
        let ending = table.position().ending().map(Ending::name);
        match self.reason {
            Reason::Passes | Reason::Repetition | Reason::FullBoard => {
                contradicts("end", ending.unwrap_or("open").to_string(), self.reason.row().name)?;
            }
            // An opening may be longer than the limit.
            Reason::TurnLimit if self.words.len() != self.opening.max(run.max_turns as usize) => {
                let turns = self.words.len();
                return Err(format!(
                    "game {}: it has {turns} turns, not {}",
                    self.game, run.max_turns
                ));
            }
            Reason::TurnLimit => {}
            // Who won is not on the board.
            _ => return Ok(()),
        }
        contradicts("result", table.score().to_string(), &self.result)
    }

    /// Whether colours, seeds, verdict and winner are those that follow from the rest of the line.
    fn check_players(&self, run: &RunHeader) -> Result<(), String> {
        let attempt = Try { game: self.game, attempt: self.attempt };
        let seeds = Entrant::BOTH.map(|entrant| (entrant, attempt.seed(run.seed, entrant)));
        let winner = match read_result(&self.result) {
            Some(('B', _)) => Some(self.black),
            Some(('W', _)) => Some(self.white()),
            _ => None,
        };
        // A reason that makes games void makes the last try a forfeit.
        let verdicts = match self.reason.row().verdict {
            Verdict::Void => vec![Verdict::Void, Verdict::Forfeit],
            verdict => vec![verdict],
        };
        let blamed = self.verdict != Verdict::Forfeit
            || self.at_fault.is_some() && self.winner == self.at_fault.map(Entrant::opponent);
        let checks = [
            (
                "the colours are not those of its number",
                self.black == attempt.entrant(Player::Black),
            ),
            ("the seeds are not those of its number", self.seeds == BTreeMap::from(seeds)),
            ("the verdict is not that of its reason", verdicts.contains(&self.verdict)),
            ("the winner is not that of its result", self.winner == winner),
            ("a forfeit is lost by who is at fault", blamed),
        ];
        match checks.iter().find(|(_, holds)| !holds) {
            Some((what, _)) => Err(format!("game {}: {what}", self.game)),
            None => Ok(()),
        }
    }
}

/// The winner that a result names, a space for a draw, and the points where it has them.
fn read_result(text: &str) -> Option<(char, Option<f64>)> {
    let text = text.trim().to_ascii_uppercase();
    match text.as_str() {
        "0" | "DRAW" | "JIGO" => Some((' ', Some(0.0))),
        _ => {
            let (winner, points) = text.split_once('+')?;
            Some((winner.chars().next()?, points.parse::<f64>().ok()))
        }
    }
}

/// Whether two texts are the same result, `W+6` and `W+6.0` for example.
fn same_result(one: &str, other: &str) -> bool {
    match (read_result(one), read_result(other)) {
        (Some(one), Some(other)) => one == other,
        _ => false,
    }
}

/// Why a run file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RunFileError {
    /// The system refuses it.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another run writes it.
    #[error("{} is in use: another run writes it", .0.display())]
    Locked(PathBuf),
    /// It is of another match.
    #[error(
        "{} holds another match: {}; the same match goes on only unchanged, another one needs another --out",
        path.display(), differences.join("; ")
    )]
    Changed {
        /// The file.
        path: PathBuf,
        /// In what the matches differ.
        differences: Vec<String>,
    },
    /// A line cannot be read.
    #[error("{}, line {line}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

/// What a run file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Its first line.
    pub header: RunHeader,
    /// The games, in the order in which they ended.
    pub games: Vec<GameLine>,
}

impl Run {
    /// Reads a run file, which may be written at the same time.
    ///
    /// # Errors
    /// When it cannot be read, or a line of it is damaged.
    pub fn read(path: &Path) -> Result<Run, RunFileError> {
        let io = |error| RunFileError::Io { path: path.to_path_buf(), error };
        let text = std::fs::read(path).map_err(io)?;
        let run = parse(path, &text)?.map(|(run, _)| run);
        run.ok_or_else(|| damaged(path, 1, "no match has begun here: the first line is missing"))
    }

    /// The seed of the match in a file; none where no match has begun in it.
    ///
    /// # Errors
    /// When it cannot be read, or is no run.
    pub fn seed(path: &Path) -> Result<Option<u64>, RunFileError> {
        match std::fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(RunFileError::Io { path: path.to_path_buf(), error }),
            Ok(bytes) => Ok(begun(path, &bytes)?.map(|(run, _)| run.header.seed)),
        }
    }
}

fn damaged(path: &Path, line: usize, reason: impl Into<String>) -> RunFileError {
    RunFileError::Damaged { path: path.to_path_buf(), line, reason: reason.into() }
}

/// As [`parse`], but what is not even the beginning of a run is an error.
fn begun(path: &Path, bytes: &[u8]) -> Result<Option<(Run, usize)>, RunFileError> {
    let parsed = parse(path, bytes)?;
    if parsed.is_none() && !MARK.starts_with(bytes) && !bytes.starts_with(MARK) {
        return Err(damaged(path, 1, "it is no run of matches"));
    }
    Ok(parsed)
}

/// The run in a file's bytes, and how many of them are whole lines: the last one may have been cut off when
/// the runner was killed. None where there is not even a first line.
fn parse(path: &Path, bytes: &[u8]) -> Result<Option<(Run, usize)>, RunFileError> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n').enumerate();
    let Some((_, first)) = lines.next() else { return Ok(None) };
    let header: RunHeader = serde_json::from_slice(first).map_err(|error| {
        damaged(path, 1, format!("it is no run of matches: {}", sentence(&error)))
    })?;
    if header.format != RUN_FORMAT {
        let reason =
            format!("format {} is not {RUN_FORMAT}, the one this program reads", header.format);
        return Err(damaged(path, 1, reason));
    }
    let games = lines.map(|(index, line)| {
        serde_json::from_slice(line).map_err(|error| damaged(path, index + 1, sentence(&error)))
    });
    let games = games.collect::<Result<Vec<GameLine>, _>>()?;
    check_order(path, &games)?;
    Ok(Some((Run { header, games }, whole)))
}

/// What is wrong, without the place: the library counts the lines of what it is given, which is one.
fn sentence(error: &serde_json::Error) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    error.to_string().replace(&place, "")
}

/// The tries at a game follow one another, and only a void one has a successor.
fn check_order(path: &Path, games: &[GameLine]) -> Result<(), RunFileError> {
    let mut latest: BTreeMap<u64, &GameLine> = BTreeMap::new();
    for (index, line) in games.iter().enumerate() {
        let follows = match latest.insert(line.game, line) {
            None => line.attempt == 0,
            Some(before) => before.verdict == Verdict::Void && line.attempt == before.attempt + 1,
        };
        if !follows {
            let (game, attempt) = (line.game, line.attempt);
            let reason =
                format!("try {attempt} at game {game} does not follow on what is there of it");
            return Err(damaged(path, index + 2, reason));
        }
    }
    Ok(())
}

/// A run file that is being written. Nobody else can write it as long as this is there.
pub(super) struct RunFile {
    file: File,
    path: PathBuf,
}

impl Drop for RunFile {
    /// Lets others use the file. Closing it would not be enough: a program that another thread is about to start holds a
    /// copy of the file for a moment.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

impl RunFile {
    /// Opens a run file, or makes it, for this process alone, with the run that it holds already.
    ///
    /// # Errors
    /// When it is in use, cannot be read or written, or a line of it is damaged.
    pub(super) fn open(path: &Path) -> Result<(RunFile, Option<Run>), RunFileError> {
        let io = |error| RunFileError::Io { path: path.to_path_buf(), error };
        if path.metadata().is_ok_and(|about| !about.is_file()) {
            return Err(io(io::Error::other("it is no regular file")));
        }
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(io)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => RunFileError::Locked(path.to_path_buf()),
            TryLockError::Error(error) => io(error),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;
        let parsed = begun(path, &bytes)?;
        // A line that was cut off goes: its game is played again.
        let whole = parsed.as_ref().map_or(0, |(_, whole)| *whole);
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(io)?;
        }
        file.seek(SeekFrom::Start(whole as u64)).map_err(io)?;
        Ok((RunFile { file, path: path.to_path_buf() }, parsed.map(|(run, _)| run)))
    }

    /// Removes a file in which no match has begun.
    pub(super) fn discard(self) {
        if self.file.metadata().is_ok_and(|about| about.len() == 0) {
            let _ = std::fs::remove_file(&self.path);
        }
    }

    /// Refuses to go on with a match that has changed.
    ///
    /// # Errors
    /// In what the matches differ.
    pub(super) fn check(&self, was: &RunHeader, is: &RunHeader) -> Result<(), RunFileError> {
        let differences = was.differences(is);
        match differences.is_empty() {
            true => Ok(()),
            false => Err(RunFileError::Changed { path: self.path.clone(), differences }),
        }
    }

    /// Writes one line, and waits until it is on the disk.
    ///
    /// # Errors
    /// When the system does not take it.
    pub(super) fn append(&mut self, line: &impl Serialize) -> Result<(), RunFileError> {
        let io = |error| RunFileError::Io { path: self.path.clone(), error };
        let text = serde_json::to_string(line).map_err(io::Error::from).map_err(io)? + "\n";
        self.file.write_all(text.as_bytes()).map_err(io)?;
        self.file.sync_data().map_err(io)
    }

    /// Writes the first line of a new file, and waits until the file's name is on the disk too.
    ///
    /// # Errors
    /// When the system does not take it.
    pub(super) fn begin(&mut self, header: &RunHeader) -> Result<(), RunFileError> {
        self.append(header)?;
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        // Not every system can sync folders, and the lines are safe without.
        if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_compared_by_what_they_say() {
        for (one, other) in [("W+6", "w+6.0"), ("0", "Draw"), ("B+Resign", "b+resign")] {
            assert!(same_result(one, other), "{one} {other}");
        }
        for (one, other) in [("W+6", "B+6"), ("W+6", "W+7"), ("0", "W+1"), ("", "0"), ("W", "W+1")]
        {
            assert!(!same_result(one, other), "{one} {other}");
        }
    }
}
