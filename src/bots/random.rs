//! The bot `random`: the weakest player that still finishes its games.

use super::{Bot, Choice, Decision, parameters};
use crate::rules::Step;

struct Random;

/// Makes the bot; it takes no parameters.
pub(super) fn make(parameters: &str) -> Result<Box<dyn Bot>, String> {
    parameters::none(parameters)?;
    Ok(Box::new(Random))
}

impl Bot for Random {
    /// One step: a sensible stone, or else the end of the turn, or else any legal step. Group moves compete
    /// with the end of the turn.
    fn choose(&mut self, decision: &mut Decision<'_>) -> Choice {
        let position = decision.position;
        let steps = position.steps();
        let mut sensible: Vec<_> =
            steps.iter().copied().filter(|&step| position.is_sensible(step)).collect();
        let ending = position.may_end().then_some(Step::Pass);
        if sensible.iter().all(|step| matches!(step, Step::Move { .. })) {
            sensible.extend(ending);
        }
        let step = decision.dice.pick(&sensible).or(ending).or_else(|| decision.dice.pick(&steps));
        Choice::Steps(step.into_iter().collect())
    }
}
