//! Playouts of Rush.
//!
//! Policy: uniform over the legal placements. Every game ends when the board is full; a position that no game leads to may
//! leave neither side a placement, and is cut off there.

use super::{Policy, Root, pick};
use crate::board::Point;
use crate::rules::{Chance, Ended, Playout, PlayoutPolicy, Rules, Score, Step, Stones, Variant};
use std::sync::Arc;

/// The playouts of Rush.
pub(crate) fn rush(position: &dyn Rules, _: PlayoutPolicy) -> Box<dyn Playout> {
    let (root, variant) = (Root::new(position), position.variant().clone());
    let (stones, empty) = (root.stones.clone(), root.empty.clone());
    Box::new(Rush { variant, root, stones, empty })
}

struct Rush {
    variant: Arc<Variant>,
    root: Root,
    stones: Stones,
    empty: Vec<u16>,
}

impl Policy for Rush {
    fn begin(&mut self, position: &dyn Rules) {
        self.root = Root::new(position);
    }

    #[inline]
    fn play(&mut self, chance: &mut Chance, mut made: impl FnMut(usize, Option<Step>)) -> Ended {
        let links = self.variant.board.links();
        let Rush { stones, empty, root, .. } = self;
        // Chains are of no use to Rush: its copy is the cells alone.
        stones.clone_cells_from(&root.stones);
        empty.clone_from(&root.empty);
        let (mut player, mut steps, mut forced_ends) = (root.player, 0, 0);
        // Whether the turn before ended because no placement was left.
        let mut stuck = false;
        while !empty.is_empty() {
            let place = pick(empty, chance, |cell| {
                stones.near_cell(cell, 0) + stones.near_cell(cell, 1) <= 1
                    || stones.near_cell(cell, 1 - player) > 0
            });
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
}
