//! Replay of records that this program, or GoGui, wrote: every word is judged as if it were played.
//!
//! A wrong number or a wrong flag is reported and the replay goes on, unless it is strict. A word that is
//! not legal ends it: nobody knows what was meant.

use super::Options;
use super::report::{Broken, Captures, Report, TurnReport};
use crate::catalog::GAMES;
use crate::records::sgf::{Event, Sgf};
use crate::records::{Record, RecordError, TurnLine};
use crate::rules::{Ending, Player, Step, Variant, Word};
use crate::table::{Table, Turn};
use std::sync::Arc;

/// A game being replayed, with what has been found so far.
struct Replay {
    table: Table,
    turns: Vec<TurnReport>,
    /// The stones each side had captured before the latest turn.
    captured_before: [u32; 2],
    /// What was understood otherwise than it is written, or is missing.
    notes: Vec<String>,
    stopped: bool,
    /// Whether the end of the game is missing: what is written of it cannot be compared.
    cut_off: bool,
    strict: bool,
}

/// Replays a record of JSON lines.
pub(super) fn replay_record(text: &str, options: &Options) -> Result<Report, RecordError> {
    let (record, cut_off) = match options.lenient {
        true => Record::read_what_is_there(text)?,
        false => (Record::read(text)?, false),
    };
    let mut replay = Replay::new(Table::begin_record(&record.header)?, options.strict);
    if cut_off {
        replay.note_cut_off("its last line is not the result");
    }
    for line in &record.turns {
        replay.play_line(line);
        if replay.stopped {
            break;
        }
    }
    if !replay.stopped && replay.table.position().is_over() {
        replay.table.mark_line_dead(&record.end)?;
    }
    let written = record.end.result.clone();
    let differs = replay.end_differs(written.as_deref(), &record.end.reason);
    Ok(replay.report(written, differs))
}

/// Replays an SGF file.
pub(super) fn replay_sgf(text: &str, options: &Options) -> Result<Report, RecordError> {
    let (sgf, cut_off) = match options.lenient {
        true => Sgf::read_what_is_there(text)?,
        false => (Sgf::read(text)?, None),
    };
    let (table, note) = Table::begin_sgf(&sgf, playing(&sgf, options)?.as_ref())?;
    let mut replay = Replay::new(table, options.strict);
    replay.notes.extend(note);
    cut_off.into_iter().for_each(|how| replay.note_cut_off(&how));
    for event in &sgf.events {
        match event {
            Event::SetUp(set_up) => replay.table.set_up(set_up)?,
            Event::Move(player, at) => {
                let word = at.word(replay.table.board().shape())?;
                replay.play_move(*player, &word);
            }
        }
        if replay.stopped {
            break;
        }
    }
    if !replay.stopped && replay.table.position().is_over() {
        replay.table.mark_agreed_dead(&sgf.dead)?;
    }
    let differs = sgf.result.as_deref().and_then(|result| replay.result_differs(result));
    Ok(replay.report(sgf.result.clone(), differs))
}

/// The game of an SGF file that names none must be given: a guess could replay nonsense.
fn playing(sgf: &Sgf, options: &Options) -> Result<Arc<Variant>, RecordError> {
    match &options.playing {
        Some(variant) => Ok(variant.clone()),
        None if sgf.game.is_some() => Ok(GAMES[0].default_variant()),
        None => {
            Err(RecordError::Unplayable("the SGF names no game: say which with --game".to_string()))
        }
    }
}

impl Replay {
    fn new(table: Table, strict: bool) -> Replay {
        let captured_before = table.position().frame().tally.captures;
        let (turns, notes) = (Vec::new(), Vec::new());
        Replay { table, turns, notes, captured_before, stopped: false, cut_off: false, strict }
    }

    fn note_cut_off(&mut self, how: &str) {
        self.notes.push(format!("the file is cut off: {how}"));
        self.cut_off = true;
    }

    fn captured(&self) -> [u32; 2] {
        self.table.position().frame().tally.captures
    }

    fn play_line(&mut self, line: &TurnLine) {
        self.captured_before = self.captured();
        let illegal = self.table.play_line(line, None).err();
        let turn = self.table.last_turn().filter(|_| illegal.is_none());
        let faults = turn.as_ref().map_or(Vec::new(), |turn| line_faults(line, turn));
        self.stopped = illegal.is_some() || self.strict && !faults.is_empty();
        let word = match &turn {
            Some(turn) => Step::join(&turn.steps, self.table.board()),
            None => line.word.clone(),
        };
        let broken = illegal.map(|text| ("illegal", text)).into_iter().chain(faults);
        let broken = broken.map(|(rule, text)| broken_rule(rule, &line.word, &text)).collect();
        self.push(line.turn, line.color, word, broken);
    }

    /// Plays one move of an SGF file, which may be a part of a turn.
    fn play_move(&mut self, player: Player, word: &Word) {
        let goes_on = self.table.last_turn().is_some_and(|turn| turn.open);
        if !goes_on {
            self.captured_before = self.captured();
        }
        let steps = self.table.steps().len();
        let illegal = self.table.play(player, word).err();
        if illegal.is_none() && steps == self.table.steps().len() {
            // A selection, or a pass after the end: no step of the game.
            return;
        }
        self.stopped = illegal.is_some();
        let turn = self.table.last_turn().filter(|_| illegal.is_none());
        let text = match &turn {
            Some(turn) => Step::join(&turn.steps, self.table.board()),
            None => word.to_string(),
        };
        let number = turn.map_or(self.table.position().turn() + 1, |turn| turn.number);
        if goes_on && illegal.is_none() {
            self.turns.pop();
        }
        let broken =
            illegal.map(|refusal| broken_rule("illegal", &word.to_string(), &refusal.to_string()));
        self.push(number, player, text, broken.into_iter().collect());
    }

    fn push(&mut self, turn: u32, color: Player, word: String, broken: Vec<Broken>) {
        let (before, after) = (self.captured_before, self.captured());
        let taken = [after[0] - before[0], after[1] - before[1]];
        let found = taken[color.index()];
        let own = taken[color.opponent().index()];
        let captures = Captures { found, own, written: None, agree: true };
        let (unplaced, notes) = (Vec::new(), Vec::new());
        self.turns.push(TurnReport { turn, color, word, captures, broken, unplaced, notes });
    }

    /// What differs from the end that a record has written.
    fn end_differs(&self, result: Option<&str>, reason: &str) -> Option<String> {
        let ending = self.table.position().ending();
        let found = ending.map(|_| self.table.score().to_string());
        let found_reason = ending.map_or("unfinished", |ending| ending.name());
        // A game may also end by what no position shows: by resignation, say, or as it stands at a turn limit.
        let by_rule = Ending::ALL.iter().any(|ending| ending.name() == reason);
        let score = self.table.score();
        let elsewhere = ending.is_none()
            && match result.map(claim) {
                Some(Claim::Winner(_)) => true,
                Some(Claim::Lead(lead)) => !by_rule && lead == score.black - score.white,
                _ => false,
            };
        if self.stopped
            || self.cut_off
            || elsewhere
            || found.as_deref() == result && found_reason == reason
        {
            return None;
        }
        let shown = |result: Option<&str>| result.unwrap_or("no result").to_string();
        let (found, result) = (shown(found.as_deref()), shown(result));
        Some(format!("the replay gives {found} ({found_reason}), written is {result} ({reason})"))
    }

    /// What differs from the result that an SGF file has written.
    fn result_differs(&self, written: &str) -> Option<String> {
        let score = self.table.score();
        let lead = score.black - score.white;
        let over = self.table.position().is_over();
        let agree = match claim(written) {
            _ if self.stopped || self.cut_off => true,
            Claim::Lead(written) => over && written == lead,
            // A game that is not over may have been given up, or decided by a clock.
            Claim::Winner(player) => {
                !over || (lead > 0.0) == (player == Player::Black) && lead != 0.0
            }
            Claim::Unknown => true,
            Claim::Nonsense => false,
        };
        match over {
            _ if agree => None,
            true => Some(format!("the replay gives {score}, written is {written}")),
            false => Some(format!("the game is not over, written is {written}")),
        }
    }

    fn report(self, written_result: Option<String>, result_differs: Option<String>) -> Report {
        let variant = self.table.variant();
        let score = self.table.score();
        Report {
            game: variant.game.name.to_string(),
            size: variant.size.to_string(),
            rows: self.table.position().frame().rows(),
            notes: self.notes,
            turns: self.turns,
            stopped: self.stopped,
            diagram: Vec::new(),
            has_diagram: false,
            score: score.to_string(),
            points: [score.black, score.white],
            written_result,
            result_differs,
        }
    }
}

/// What a written result says.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Claim {
    /// Black's lead in points, 0 for a draw.
    Lead(f64),
    /// Who has won, whatever the points: by resignation, time or forfeit, or without a word of it.
    Winner(Player),
    /// That nobody knows, or that the game does not count.
    Unknown,
    /// Nothing that can be read.
    Nonsense,
}

/// Reads a result as SGF defines it, with as many decimals as anybody likes and in any case.
fn claim(result: &str) -> Claim {
    let result = result.trim().to_lowercase();
    if ["0", "draw", "jigo"].contains(&result.as_str()) {
        return Claim::Lead(0.0);
    }
    if ["", "?", "void"].contains(&result.as_str()) {
        return Claim::Unknown;
    }
    let winner = match result.split_once('+') {
        Some(("b", how)) => Some((Player::Black, 1.0, how)),
        Some(("w", how)) => Some((Player::White, -1.0, how)),
        _ => None,
    };
    match winner {
        Some((player, _, "" | "r" | "resign" | "t" | "time" | "f" | "forfeit")) => {
            Claim::Winner(player)
        }
        Some((_, sign, points)) => match points.parse::<f64>() {
            Ok(points) if points.is_finite() && points >= 0.0 => Claim::Lead(sign * points),
            _ => Claim::Nonsense,
        },
        None => Claim::Nonsense,
    }
}

/// What a line says wrongly of the turn it has played.
fn line_faults(line: &TurnLine, turn: &Turn) -> Vec<(&'static str, String)> {
    line.contradictions(turn.number, turn.open).into_iter().map(|text| ("line", text)).collect()
}

fn broken_rule(rule: &'static str, word: &str, text: &str) -> Broken {
    Broken { rule, stone: word.to_string(), with: None, text: format!("{word}: {text}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_sgf_defines_them() {
        for (result, expected) in [
            ("B+7", Claim::Lead(7.0)),
            ("w+0.50", Claim::Lead(-0.5)),
            ("Draw", Claim::Lead(0.0)),
            ("0", Claim::Lead(0.0)),
            ("B+", Claim::Winner(Player::Black)),
            ("W+R", Claim::Winner(Player::White)),
            ("w+Resign", Claim::Winner(Player::White)),
            ("B+Time", Claim::Winner(Player::Black)),
            ("?", Claim::Unknown),
            ("Void", Claim::Unknown),
            ("banana", Claim::Nonsense),
            ("B+inf", Claim::Nonsense),
            ("B+-7", Claim::Nonsense),
            ("7", Claim::Nonsense),
        ] {
            assert_eq!(claim(result), expected, "{result}");
        }
    }
}
