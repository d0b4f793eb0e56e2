//! How games went on to their ends: passes that the other side did not answer with a pass, and turns that changed nothing any more.

use super::plan::Entrant;
use super::reason::Reason;
use super::record::{GameLine, RunHeader};
use crate::rules::{Player, Rules, Step};
use serde::Serialize;
use std::collections::BTreeMap;

/// What the turns of some games say about how games are brought to their ends.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Course {
    /// The passes of each player after which the other one went on.
    pub answered_passes: BTreeMap<Entrant, u64>,
    /// The games whose result stands on the board: those that nobody gave up or forfeited.
    pub played_out: u64,
    /// The turns of those.
    pub turns: u64,
    /// Those of them after which the board as it stood had the same winner to the end.
    pub after_winner: u64,
    /// Those after which it had the same score to the end.
    pub after_score: u64,
}

impl Course {
    /// The course of some games of a run.
    ///
    /// # Errors
    /// In one sentence, why a game cannot be replayed.
    pub(super) fn of<'a>(
        mut lines: impl Iterator<Item = &'a GameLine>,
        run: &RunHeader,
    ) -> Result<Course, String> {
        let mut course = Course::default();
        for entrant in Entrant::BOTH {
            course.answered_passes.insert(entrant, 0);
        }
        lines.try_for_each(|line| course.add(line, run))?;
        Ok(course)
    }

    fn add(&mut self, line: &GameLine, run: &RunHeader) -> Result<(), String> {
        let table = line.table(run)?;
        let turns = table.turns();
        for (index, pair) in turns.windows(2).enumerate().skip(line.opening) {
            let [pass, reply] = pair else { unreachable!("windows of two") };
            if pass.steps == [Step::Pass] && reply.steps != [Step::Pass] {
                let entrant = if index % 2 == 0 { line.black } else { line.white() };
                *self.answered_passes.entry(entrant).or_default() += 1;
            }
        }
        if is_played_out(line.reason) {
            let mut position = table.variant().start();
            position.frame_mut().komi = run.komi;
            let mut leads = vec![lead(position.as_ref())];
            for turn in turns {
                turn.steps.into_iter().for_each(|step| position.apply(step));
                leads.push(lead(position.as_ref()));
            }
            self.played_out += 1;
            self.turns += leads.len() as u64 - 1;
            self.after_score += unchanged(&leads);
            let winners: Vec<_> = leads.iter().map(|lead| lead.total_cmp(&0.0)).collect();
            self.after_winner += unchanged(&winners);
        }
        Ok(())
    }
}

/// Whether the result of a game that ended so is the one that stands on its board.
fn is_played_out(reason: Reason) -> bool {
    matches!(reason, Reason::Passes | Reason::Repetition | Reason::FullBoard | Reason::TurnLimit)
}

/// By how much Black leads as the board stands.
fn lead(position: &dyn Rules) -> f64 {
    position.score().lead(Player::Black)
}

/// How many of some things after the first one of them that is followed by its equals alone.
fn unchanged<T: PartialEq>(things: &[T]) -> u64 {
    let last = things.last();
    things.iter().rev().take_while(|&thing| Some(thing) == last).count() as u64 - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_count_from_the_one_after_which_nothing_changed() {
        assert_eq!(unchanged(&[1, 1, 1]), 2);
        assert_eq!(unchanged(&[1, 2, 1]), 0);
        assert_eq!(unchanged(&[3, 2, 2, 2]), 2);
        assert_eq!(unchanged(&[7]), 0);
    }
}
