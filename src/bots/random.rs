//! The bot `random`: the weakest player that still finishes its games.

use super::{Bot, Choice, Decision};
use crate::rules::Step;

struct Random;

/// Makes the bot; it takes no parameters.
pub(super) fn make(parameters: &str) -> Result<Box<dyn Bot>, String> {
    match parameters {
        "" => Ok(Box::new(Random)),
        _ => Err(format!("it takes no parameters, not \"{parameters}\"")),
    }
}

impl Bot for Random {
    /// One step: a sensible stone, or else the end of the turn, or else any legal step.
    fn choose(&mut self, decision: &mut Decision<'_>) -> Choice {
        let position = decision.position;
        let steps = position.steps();
        let sensible: Vec<_> =
            steps.iter().copied().filter(|&step| position.is_sensible(step)).collect();
        let ending = position.may_end().then_some(Step::Pass);
        let step = decision.dice.pick(&sensible).or(ending).or_else(|| decision.dice.pick(&steps));
        Choice::Steps(step.into_iter().collect())
    }
}
