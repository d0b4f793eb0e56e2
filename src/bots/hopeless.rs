//! When a bot has thought for several turns that it has lost.

use super::Decision;
use crate::rules::Step;

/// The turns in which a bot saw hardly a chance to win.
///
/// They are remembered by the game that led to them, so that a turn that is taken back and decided anew is decided alike.
#[derive(Default)]
pub(super) struct Hopeless {
    /// The steps before the latest decision.
    made: Vec<Step>,
    /// The turns without hope, each with the number of steps before it.
    turns: Vec<(u32, usize)>,
}

impl Hopeless {
    /// Notes whether there is hope in a turn, and says in how many of the bot's turns there has been none, without a
    /// break up to this one.
    pub(super) fn note(&mut self, decision: &Decision<'_>, is_hopeless: bool) -> usize {
        let (turn, made) = (decision.position.turn(), decision.made);
        let common = self.made.iter().zip(made).take_while(|(one, other)| one == other).count();
        self.turns.retain(|&(earlier, before)| earlier < turn && before <= common);
        self.made = made.to_vec();
        if !is_hopeless {
            return 0;
        }
        self.turns.push((turn, made.len()));
        // Two turns make one of each side.
        let in_row =
            |&(index, (earlier, _)): &(usize, (u32, usize))| earlier + 2 * index as u32 == turn;
        self.turns.iter().rev().copied().enumerate().take_while(in_row).count()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Dice;
    use super::*;
    use crate::catalog;

    /// Go, in which both sides have placed stones in the order of the points.
    fn noted(hopeless: &mut Hopeless, stones: &[usize], is_hopeless: bool) -> usize {
        let mut position = catalog::game("go").unwrap().default_variant().start();
        let steps: Vec<_> = stones
            .iter()
            .map(|&n| Step::Place(position.board().points().nth(n).unwrap()))
            .collect();
        steps.iter().for_each(|&step| position.apply(step));
        let decision = Decision {
            position: position.as_ref(),
            dice: &mut Dice::new(1, 0, 0),
            time: None,
            made: &steps,
            stop: &|| false,
            may_resign: true,
            reporter: None,
        };
        hopeless.note(&decision, is_hopeless)
    }

    #[test]
    fn turns_without_hope_count_as_long_as_they_follow_one_another() {
        let hopeless = &mut Hopeless::default();
        assert_eq!(noted(hopeless, &[], true), 1);
        assert_eq!(noted(hopeless, &[0, 1], true), 2);
        assert_eq!(noted(hopeless, &[0, 1, 2, 3], false), 0);
        assert_eq!(noted(hopeless, &[0, 1, 2, 3, 4, 5], true), 1);
        assert_eq!(noted(hopeless, &[0, 1, 2, 3, 4, 5, 6, 7], true), 2);
    }

    #[test]
    fn a_turn_taken_back_is_decided_as_before() {
        let hopeless = &mut Hopeless::default();
        noted(hopeless, &[0, 1], true);
        assert_eq!(noted(hopeless, &[0, 1, 2, 3], true), 2);
        assert_eq!(noted(hopeless, &[0, 1, 2, 3], true), 2);
        assert_eq!(noted(hopeless, &[0, 1, 2, 3, 4, 5], false), 0);
        assert_eq!(noted(hopeless, &[0, 1, 2, 3], true), 2);
        assert_eq!(noted(hopeless, &[0, 1], true), 1);
    }

    #[test]
    fn what_was_thought_of_another_game_does_not_count() {
        let hopeless = &mut Hopeless::default();
        noted(hopeless, &[0, 1], true);
        noted(hopeless, &[0, 1, 2, 3], true);
        // The same turn after other stones; the first turn was the same.
        assert_eq!(noted(hopeless, &[0, 1, 3, 2, 4, 5], true), 1);
        assert_eq!(noted(hopeless, &[8, 9, 3, 2, 4, 5, 6, 7], true), 1);
    }
}
