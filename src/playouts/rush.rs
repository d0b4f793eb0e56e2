//! Playouts of Rush.
//!
//! Light policy: uniform over the legal placements. Full policy: of a few placements drawn so, the one that gains most: what
//! is gained is a stone, another placement, and points that only one side may take. Every game ends when the board is full; a position that no game leads to may
//! leave neither side a placement, and is cut off there.

use super::{Policy, Root, pick};
use crate::board::{Links, Point};
use crate::rules::{Chance, Ended, Playout, PlayoutPolicy, Rules, Score, Step, Stones, Variant};
use std::sync::Arc;

/// The playouts of Rush.
pub(crate) fn rush(position: &dyn Rules, policy: PlayoutPolicy) -> Box<dyn Playout> {
    let (root, variant) = (Root::new(position), position.variant().clone());
    let (stones, empty) = (root.stones.clone(), root.empty.clone());
    Box::new(Rush { variant, root, stones, empty, policy })
}

struct Rush {
    variant: Arc<Variant>,
    root: Root,
    stones: Stones,
    empty: Vec<u16>,
    policy: PlayoutPolicy,
}

/// How many placements the full policy compares.
const DRAWN: usize = 16;

/// Whether a player may place a stone on an empty cell.
#[inline]
fn is_legal(stones: &Stones, cell: usize, player: usize) -> bool {
    let enemies = stones.near_cell(cell, 1 - player);
    stones.near_cell(cell, player) + enemies <= 1 || enemies > 0
}

/// What an empty cell with so many own and enemy neighbours is worth, in half points, where `next` is 1 if the player places
/// next and −1 if the enemy does. One that makes its taker place again is his who may take it, or the next one's.
#[inline]
pub(crate) fn worth(own: usize, enemy: usize, next: i32) -> i32 {
    match (own, enemy) {
        (own, enemy) if own + enemy < 2 => 0,
        (0, _) => 2,
        (_, 0) => -2,
        _ => next,
    }
}

/// What a legal placement gains, in half points.
#[inline]
fn gain(stones: &Stones, links: &Links, cell: usize, player: usize) -> i32 {
    let near = |cell| (stones.near_cell(cell, player), stones.near_cell(cell, 1 - player));
    let (own, enemy) = near(cell);
    let next = if own + enemy >= 2 { 1 } else { -1 };
    let mut gain = 2 + AGAIN * next - worth(own, enemy, 1);
    for &beside in &links.near(cell)[..4] {
        let beside = usize::from(beside);
        if stones.is_empty(beside) {
            let (own, enemy) = near(beside);
            gain += worth(own + 1, enemy, next) - worth(own, enemy, 1);
        }
    }
    gain
}

/// Of a legal placement and others drawn at random the one that gains most, as places in the list.
#[inline]
fn best_drawn(
    stones: &Stones,
    links: &Links,
    empty: &[u16],
    picked: usize,
    chance: &mut Chance,
    player: usize,
) -> usize {
    let gain_at = |place: usize| gain(stones, links, empty[place].into(), player);
    let mut best = (gain_at(picked), picked);
    for _ in 1..DRAWN {
        let place = chance.below(empty.len());
        if is_legal(stones, empty[place].into(), player) {
            best = best.max((gain_at(place), place));
        }
    }
    best.1
}

/// What another placement is worth, in half points: there are other points that the next one takes.
const AGAIN: i32 = 2;

/// The part of a prior that half a point stands for.
const PRIOR: i32 = 12;

impl Policy for Rush {
    fn begin(&mut self, position: &dyn Rules) {
        self.root = Root::new(position);
    }

    #[inline]
    fn play(&mut self, chance: &mut Chance, mut made: impl FnMut(usize, Option<Step>)) -> Ended {
        let links = self.variant.board.links();
        let full = self.policy == PlayoutPolicy::Full;
        let Rush { stones, empty, root, .. } = self;
        // Chains are of no use to Rush: its copy is the cells alone.
        stones.clone_cells_from(&root.stones);
        empty.clone_from(&root.empty);
        let (mut player, mut steps, mut forced_ends) = (root.player, 0, 0);
        // Whether the turn before ended because no placement was left.
        let mut stuck = false;
        while !empty.is_empty() {
            let picked = pick(empty, chance, |cell| is_legal(stones, cell, player));
            let place = match full {
                true => {
                    picked.map(|picked| best_drawn(stones, links, empty, picked, chance, player))
                }
                false => picked,
            };
            let Some(place) = place else {
                if stuck {
                    break;
                }
                // No placement is left: the turn ends.
                (stuck, forced_ends) = (true, forced_ends + 1);
                made(player, None);
                player = 1 - player;
                continue;
            };
            stuck = false;
            let cell = usize::from(empty.swap_remove(place));
            let again = stones.near_cell(cell, 0) + stones.near_cell(cell, 1) >= 2;
            stones.put_alone::<4>(links, cell, player);
            made(player, Some(Step::Place(Point::new(cell))));
            steps += 1;
            if !again {
                made(player, None);
                player = 1 - player;
            }
        }
        let [black, white] = stones.counts().map(f64::from);
        Ended { score: Score { black, white }, steps, forced_ends, capped: !empty.is_empty() }
    }

    fn priors(&self, position: &dyn Rules, steps: &[Step], priors: &mut Vec<i8>) {
        if self.policy == PlayoutPolicy::Light {
            return;
        }
        let (stones, links) = (&position.frame().stones, position.board().links());
        let player = position.to_move().index();
        priors.extend(steps.iter().map(|step| match step {
            Step::Place(point) => {
                let gain = gain(stones, links, point.index(), player);
                (gain * PRIOR).clamp(-127, 127) as i8
            }
            _ => 0,
        }));
    }
}
