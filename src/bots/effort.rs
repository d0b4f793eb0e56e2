//! How much a bot thinks about a turn, and how that is shared among the turn's steps.

use super::{Decision, Stop};
use crate::rules::{Chance, Rules, Step, lead_after_pass};
use crate::search::{Exact, Limits};
use std::time::{Duration, Instant};

/// How much is thought about a turn: whatever of it is used up first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Effort {
    /// So many playouts, where somebody has named a number.
    pub(super) playouts: Option<u64>,
    /// So long, where somebody has named a time.
    pub(super) time: Option<Duration>,
    /// So many playouts where neither is named and no clock runs.
    pub(super) otherwise: u64,
}

/// Every further step of a turn gets at least one part in so many of the turn's playouts.
const LEAST_SHARE: u64 = 32;

/// The positions that an exact search looks at in half of the time that a playout takes, about.
const POSITIONS: u64 = 2;

/// What is left for a turn.
#[derive(Clone, Copy)]
pub(super) struct Budget<'a> {
    playouts: Option<Playouts>,
    until: Option<Instant>,
    stop: Stop<'a>,
}

/// The playouts of a whole turn, and those of them that are left.
#[derive(Clone, Copy)]
struct Playouts {
    all: u64,
    left: u64,
}

impl<'a> Budget<'a> {
    /// What the effort and the clock of a decision allow. In the middle of a turn it is what would be left if the steps before
    /// had been decided with it: they are all that tells how much is left, so that an answer can be repeated.
    pub(super) fn new(effort: Effort, decision: &Decision<'a>) -> Budget<'a> {
        let advice = decision.time.map(|time| time.advice);
        let time = advice.into_iter().chain(effort.time).min();
        let all = effort.playouts.or(time.is_none().then_some(effort.otherwise));
        let steps = decision.position.turn_steps().len() as u32;
        let left = |all: u64| all.checked_shr(steps).unwrap_or(0);
        Budget {
            playouts: all.map(|all| Playouts { all, left: left(all) }),
            until: time.map(|time| Instant::now() + time),
            stop: decision.stop,
        }
    }

    /// Whether a clock says when it is used up: then what is decided with it cannot be repeated anyway.
    pub(super) fn is_timed(&self) -> bool {
        self.until.is_some()
    }

    /// The rest of a turn that an exact search finds with half of what is left, where the game is near enough to its end.
    pub(super) fn exact_turn(&self, position: &dyn Rules) -> Option<Vec<Step>> {
        let (now, stop) = (Instant::now(), self.stop);
        let half = self.until.map(|end| now + end.saturating_duration_since(now) / 2);
        let positions = self.playouts.map_or(u64::MAX, |playouts| POSITIONS * playouts.left);
        let stop = || stop() || half.is_some_and(|half| Instant::now() >= half);
        Exact::new(positions, &stop).turn(position)
    }

    /// What a search may use: half of what is left, or all of it.
    fn limits(&self, all_of_it: bool) -> Limits<'a> {
        let share = |Playouts { all, left }: Playouts| {
            let share = if all_of_it { left } else { left / 2 };
            share.max(all / LEAST_SHARE).max(1)
        };
        let now = Instant::now();
        let half = |end: Instant| now + end.saturating_duration_since(now) / 2;
        Limits {
            playouts: self.playouts.map(share),
            until: self.until.map(|end| if all_of_it { end } else { half(end) }),
            stop: self.stop,
            when_decided: all_of_it,
        }
    }

    fn spend(&mut self, playouts: u64) {
        if let Some(Playouts { left, .. }) = &mut self.playouts {
            *left = left.saturating_sub(playouts);
        }
    }
}

/// A search that can decide a turn step by step.
pub(super) trait Thinker {
    /// The position whose step is to be decided.
    fn position(&self) -> &dyn Rules;

    /// Thinks, and says how many playouts that were.
    fn think(&mut self, limits: &Limits<'_>, chance: &mut Chance) -> u64;

    /// The step that it would make.
    fn best(&self, chance: &mut Chance) -> Step;

    /// Makes a step.
    fn advance(&mut self, step: Step);
}

/// Whether a pass ends the game and wins it, as the board stands.
pub(super) fn passing_wins(position: &dyn Rules) -> bool {
    lead_after_pass(position).is_some_and(|lead| lead > 0.0)
}

/// Decides the rest of a turn.
pub(super) fn decide_turn(
    thinker: &mut impl Thinker,
    mut budget: Budget<'_>,
    chance: &mut Chance,
) -> Vec<Step> {
    if passing_wins(thinker.position()) {
        return vec![Step::Pass];
    }
    let turn = thinker.position().turn();
    let mut steps = Vec::new();
    while thinker.position().turn() == turn && !thinker.position().is_over() {
        let legal = thinker.position().steps();
        let step = match legal[..] {
            [only] => only,
            _ => decide_step(thinker, &mut budget, chance),
        };
        steps.push(step);
        thinker.advance(step);
    }
    steps
}

/// Decides one step: with half of what is left for the turn, and with all of it where the step ends the turn.
fn decide_step(thinker: &mut impl Thinker, budget: &mut Budget<'_>, chance: &mut Chance) -> Step {
    budget.spend(thinker.think(&budget.limits(false), chance));
    let step = thinker.best(chance);
    if !ends_turn(thinker.position(), step) {
        return step;
    }
    budget.spend(thinker.think(&budget.limits(true), chance));
    thinker.best(chance)
}

/// Whether a step ends the turn of a position, by itself or as a pass.
fn ends_turn(position: &dyn Rules, step: Step) -> bool {
    let mut after = position.boxed();
    after.apply(step);
    after.turn() != position.turn() || after.is_over()
}

#[cfg(test)]
mod tests {
    use super::super::{Asked, BOTS, Decided, ExecPolicy, Seat};
    use super::*;
    use crate::catalog::GAMES;
    use crate::rules::{Options, Size};

    fn seat(spec: &str) -> Seat {
        Seat::new(BOTS.to_vec(), spec, 3, ExecPolicy::default()).unwrap()
    }

    /// In games of `random`, which passes only when it has nothing left to do, and whose games are therefore ended by either side.
    #[test]
    fn a_pass_that_wins_is_made_by_all_who_think() {
        let mut seen = 0;
        for game in GAMES {
            let side = game.sizes.sides().find(|&side| side >= 4).unwrap();
            let variant = game.variant(Size::side(side), Options::defaults(game)).unwrap();
            let (mut position, mut random) = (variant.start(), seat("random"));
            for history in 0.. {
                if position.is_over() {
                    break;
                }
                let asked = Asked::new(position.as_ref(), history);
                let Decided::Turn(steps) = random.decide(&asked) else { panic!("a turn") };
                if passing_wins(position.as_ref()) {
                    seen += 1;
                    for spec in ["greedy", "uct:playouts=1", "mcts:playouts=1"] {
                        let pass = Decided::Turn(vec![Step::Pass]);
                        assert_eq!(seat(spec).decide(&asked), pass, "{} {spec}", game.name);
                    }
                    let mut after = position.boxed();
                    after.apply(Step::Pass);
                    assert!(after.is_over() && after.score().lead(position.to_move()) > 0.0);
                }
                steps.into_iter().for_each(|step| position.apply(step));
            }
        }
        assert!(seen >= 3, "only {seen} games came to such a pass");
    }
}
