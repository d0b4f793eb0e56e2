//! The turns that are played before the players are asked, so that games differ.

use super::plan::Plan;
use crate::bots::{Asked, BOTS, Decided, ExecPolicy, Seat};
use crate::rules::{Step, Variant, Word, bytes_hash};
use crate::table::Table;
use std::fmt;

/// Where openings come from. Both games of a pair have the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// So many turns of the bot `random`, drawn anew for every pair.
    Random(u32),
    /// The lines of a file in their order, and again from the first when all have been played.
    Listed(Vec<Vec<Word>>),
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Random(turns) => write!(f, "random {turns}"),
            Openings::Listed(lines) => {
                let text: Vec<_> = lines.iter().map(|line| line_text(line)).collect();
                write!(f, "listed {} ({:016x})", lines.len(), bytes_hash(text.join("\n").bytes()))
            }
        }
    }
}

fn line_text(words: &[Word]) -> String {
    words.iter().map(Word::to_string).collect::<Vec<_>>().join(" ")
}

/// A line of a file of openings cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// There is no opening.
    #[error("it has no opening: an opening is a line of words, as in D3 A1+E1+J9")]
    Empty,
    /// One is wrong.
    #[error("line {line}: {reason}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

impl Openings {
    /// Reads openings for a game: a line each, the words of whole turns with spaces between them. What follows
    /// a `#` is a remark.
    ///
    /// # Errors
    /// The first line that is no opening of the game, or that there is none.
    pub fn read(text: &str, variant: &std::sync::Arc<Variant>) -> Result<Openings, OpeningError> {
        let mut openings = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("").trim();
            if !line.is_empty() {
                let words = opening(line, Table::new(variant.start()));
                openings
                    .push(words.map_err(|reason| OpeningError::Line { line: index + 1, reason })?);
            }
        }
        if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(Openings::Listed(openings)) }
    }

    /// The opening of a pair.
    pub(super) fn of(&self, pair: u64, plan: &Plan) -> Vec<Word> {
        match self {
            Openings::Random(turns) => random(*turns, pair, plan),
            Openings::Listed(lines) => lines[(pair % lines.len() as u64) as usize].clone(),
        }
    }
}

/// The words of a line, each of which must be a whole turn.
fn opening(line: &str, mut table: Table) -> Result<Vec<Word>, String> {
    let mut words = Vec::new();
    for text in line.split_whitespace() {
        let word: Word = text.parse().map_err(|error| format!("{error}"))?;
        let player = table.position().to_move();
        let played = table.play(player, &word);
        played.map_err(|refusal| format!("{text} of {player} is illegal: {refusal}"))?;
        if table.last_turn().is_none_or(|turn| turn.open || turn.steps.is_empty()) {
            return Err(format!("{text} is not the whole turn: pass ends one, as in {text}+pass"));
        }
        words.push(word);
    }
    if table.position().is_over() {
        return Err("the game is over at its end".to_string());
    }
    Ok(words)
}

/// Random turns, the same for the same seed and pair; fewer where a game would end in them.
fn random(turns: u32, pair: u64, plan: &Plan) -> Vec<Word> {
    let mut seat = Seat::new(BOTS.to_vec(), "random", plan.seed, ExecPolicy::default())
        .expect("there is always the bot random");
    // Every pair is a game of the seat, whose chance depends on its number.
    seat.skip_games(pair);
    let mut position = plan.table().position().boxed();
    let mut words = Vec::new();
    for turn in 0..turns {
        let Decided::Turn(steps) = seat.decide(&Asked::new(position.as_ref(), turn as usize))
        else {
            break;
        };
        let word = Step::join(&steps, position.board());
        steps.into_iter().for_each(|step| position.apply(step));
        if position.is_over() {
            break;
        }
        words.push(word.parse().expect("the text of steps is a word"));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use std::sync::Arc;

    fn variant() -> Arc<Variant> {
        catalog::game("sendit").unwrap().default_variant()
    }

    #[test]
    fn openings_are_lines_of_whole_turns() {
        let text = "# remarks\nD4 A1+E1+J9  # and more\n\nd5 A1+E1+J9 E5+pass\n";
        let Openings::Listed(lines) = Openings::read(text, &variant()).unwrap() else {
            panic!("they are listed")
        };
        let lines: Vec<_> = lines.iter().map(|line| line_text(line)).collect();
        assert_eq!(lines, ["D4 A1+E1+J9", "D5 A1+E1+J9 E5+pass"]);
    }

    #[test]
    fn what_is_wrong_with_an_opening_is_named_with_its_line() {
        let error = |text: &str| Openings::read(text, &variant()).unwrap_err().to_string();
        assert!(error("# nothing\n").starts_with("it has no opening"));
        assert!(error("D4\nD4 A1\n").contains("line 2: A1 is not the whole turn"));
        assert!(error("C8\n").starts_with("line 1: C8 of Black is illegal: C8 is occupied"));
        assert!(error("D4 A1+E1+J9 pass pass\n").contains("the game is over"));
        assert!(error("I4\n").starts_with("line 1: \"I4\" is no vertex"));
    }
}
