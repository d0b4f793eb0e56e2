//! The bot `greedy`: it makes the step after which its position looks best, and looks no further.

use super::effort::passing_wins;
use super::{Bot, Choice, Decision, parameters};
use crate::rules::Step;

struct Greedy;

/// Makes the bot; it takes no parameters.
pub(super) fn make(parameters: &str) -> Result<Box<dyn Bot>, String> {
    parameters::none(parameters)?;
    Ok(Box::new(Greedy))
}

impl Bot for Greedy {
    /// One step. A pass that wins the game is made. Of equally good steps the dice decide, but nothing is made that does not
    /// improve on the end of the turn.
    fn choose(&mut self, decision: &mut Decision<'_>) -> Choice {
        let position = decision.position;
        if passing_wins(position) {
            return Choice::Steps(vec![Step::Pass]);
        }
        let (player, estimate) = (position.to_move(), position.variant().game.estimate);
        let value = |step: Step| {
            let mut after = position.boxed();
            after.apply(step);
            estimate(after.as_ref(), player)
        };
        let steps = position.steps();
        let values: Vec<_> = steps.iter().map(|&step| value(step)).collect();
        let best = values.iter().max().copied().unwrap_or(0);
        let ending = steps.iter().zip(&values).find(|(step, _)| **step == Step::Pass);
        if let Some((&pass, &value)) = ending
            && value >= best
        {
            return Choice::Steps(vec![pass]);
        }
        let equals = steps.iter().zip(&values).filter(|(_, value)| **value == best);
        let equals: Vec<_> = equals.map(|(step, _)| *step).collect();
        Choice::Steps(decision.dice.pick(&equals).into_iter().collect())
    }
}
