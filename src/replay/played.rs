//! Replay of records that this program, or GoGui, wrote: every word is judged as if it were played.

use super::report::{Broken, Captures, Report, TurnReport};
use crate::records::sgf::Sgf;
use crate::records::{Record, RecordError};
use crate::rules::{Step, Variant, Word};
use crate::table::Table;

/// Replays a record of JSON lines.
pub(super) fn replay_record(text: &str) -> Result<Report, RecordError> {
    let record = Record::read(text)?;
    let mut table = Table::begin_record(&record.header)?;
    let mut turns = Vec::new();
    let mut stopped = false;
    for line in &record.turns {
        let before = captured(&table);
        let outcome = table.play_line(line).and_then(|()| check_line(&table, line.turn, line.open));
        let word = match table.turns().last() {
            Some(turn) if outcome.is_ok() => Step::join(&turn.steps, table.board()),
            _ => line.word.clone(),
        };
        stopped = outcome.is_err();
        let broken = outcome.err().map(|text| illegal(&line.word, &text));
        turns.push(turn_report(line.turn, line.color, word, before, &table, broken));
        if stopped {
            break;
        }
    }
    let written = record.end.result.clone();
    let mut report = report(&table, turns, stopped, written.clone());
    if !stopped {
        report.result_differs = end_differs(&table, written.as_deref(), &record.end.reason);
    }
    Ok(report)
}

fn check_line(table: &Table, number: u32, open: bool) -> Result<(), String> {
    let turns = table.turns();
    let turn = turns.last().ok_or("nothing was played")?;
    if turn.number != number {
        return Err(format!("this is turn {}, not {number}", turn.number));
    }
    match (turn.open, open) {
        (true, false) => Err("the word does not end the turn".to_string()),
        (false, true) => Err("the word ends the turn, which is written as open".to_string()),
        _ => Ok(()),
    }
}

fn end_differs(table: &Table, result: Option<&str>, reason: &str) -> Option<String> {
    let position = table.position();
    let ending = position.ending();
    let found = ending.map(|_| position.score().to_string());
    let found_reason = ending.map_or("unfinished", |ending| ending.name());
    let agree = found.as_deref() == result && found_reason == reason;
    (!agree).then(|| {
        let (found, result) =
            (found.as_deref().unwrap_or("no result"), result.unwrap_or("no result"));
        format!("the replay gives {found} by {found_reason}, written is {result} by {reason}")
    })
}

/// Replays an SGF file.
pub(super) fn replay_sgf(sgf: &Sgf, playing: &Variant) -> Result<Report, RecordError> {
    let mut table = Table::begin_sgf(sgf, playing)?;
    let mut turns: Vec<TurnReport> = Vec::new();
    let mut stopped = false;
    let mut before = captured(&table);
    for (player, word) in sgf.words() {
        let open = table.turns().last().is_some_and(|turn| turn.open);
        if !open {
            before = captured(&table);
        }
        let outcome = table.play(player, &word);
        stopped = outcome.is_err();
        let broken = outcome.err().map(|refusal| illegal(&word.to_string(), &refusal.to_string()));
        let number = table.turns().last().map_or(1, |turn| turn.number);
        let text = shown_word(&table, &word, stopped);
        if open && !stopped {
            turns.pop();
        }
        turns.push(turn_report(number, player.letter(), text, before, &table, broken));
        if stopped {
            break;
        }
    }
    let mut report = report(&table, turns, stopped, sgf.result.clone());
    let found = table.position().is_over().then(|| table.position().score().to_string());
    if let (Some(found), Some(written), false) = (found, &sgf.result, stopped) {
        let differs = found != *written;
        report.result_differs =
            differs.then(|| format!("the replay gives {found}, written is {written}"));
    }
    Ok(report)
}

fn shown_word(table: &Table, word: &Word, stopped: bool) -> String {
    match table.turns().last() {
        Some(turn) if !stopped => Step::join(&turn.steps, table.board()),
        _ => word.to_string(),
    }
}

fn illegal(word: &str, text: &str) -> Broken {
    Broken { rule: "illegal", stone: word.to_string(), with: None, text: format!("{word}: {text}") }
}

fn captured(table: &Table) -> [u32; 2] {
    table.position().frame().tally.captures
}

fn turn_report(
    turn: u32,
    color: char,
    word: String,
    before: [u32; 2],
    table: &Table,
    broken: Option<Broken>,
) -> TurnReport {
    let after = captured(table);
    let taken = [after[0] - before[0], after[1] - before[1]];
    let [found, own] = if color == 'b' { taken } else { [taken[1], taken[0]] };
    TurnReport {
        turn,
        color,
        word,
        captures: Captures { found, own, written: None, agree: true },
        broken: broken.into_iter().collect(),
        unplaced: Vec::new(),
        notes: Vec::new(),
    }
}

fn report(table: &Table, turns: Vec<TurnReport>, stopped: bool, written: Option<String>) -> Report {
    let variant = table.variant();
    let score = table.position().score();
    Report {
        game: variant.game.name.to_string(),
        size: variant.size.to_string(),
        turns,
        stopped,
        rows: table.position().frame().rows(),
        diagram: Vec::new(),
        has_diagram: false,
        score: score.to_string(),
        points: [score.black, score.white],
        written_result: written,
        result_differs: None,
    }
}
