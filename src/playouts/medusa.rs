//! Playouts of Medusa.
//!
//! Light policy: a turn is a placement, uniform over the empty points that are no suicide and whose neighbours are not all own; after
//! it one point and one direction are drawn, and if a group move starts there it is made. A turn without such a placement
//! is a complete pass. Two of these end. The cap is three placements a point. A turn that is open at the start ends there.
//!
//! Full policy: the same, but no stone is placed into atari, unless it captures. To prefer points by the stones on their rosettes loses.

use super::tactics::is_careful;
use super::{Policy, Root, area_points, for_degree, pick};
use crate::board::{Board, Point};
use crate::rules::{Chance, Ended, Playout, PlayoutPolicy, Rules, Score, Step, Stones, Variant};
use std::sync::Arc;

/// The playouts of Medusa.
pub(crate) fn medusa(position: &dyn Rules, policy: PlayoutPolicy) -> Box<dyn Playout> {
    for_degree!(position.board(), Medusa, position, policy)
}

/// The marker stops so far from the middle on either side.
const MARKER_END: i32 = 9;

struct Medusa<const D: usize> {
    variant: Arc<Variant>,
    start: Start,
    cells: Cells<D>,
    empty: Vec<u16>,
    policy: PlayoutPolicy,
}

/// Where playouts start: after the open turn, if there is one.
struct Start {
    root: Root,
    marker: i32,
}

impl Start {
    fn new(position: &dyn Rules) -> Start {
        let frame = position.frame();
        let (mut root, mut marker) = (Root::new(position), frame.marker.map_or(0, i32::from));
        if !frame.turn_steps.is_empty() {
            if frame.placed_this_turn().next().is_none() {
                marker = moved(marker, root.player);
            }
            root.player = 1 - root.player;
        }
        Start { root, marker }
    }
}

/// The marker after a turn without a placement.
fn moved(marker: i32, player: usize) -> i32 {
    let towards = if player == 0 { 1 } else { -1 };
    (marker + towards).clamp(-MARKER_END, MARKER_END)
}

/// The stones, and a copy on which placements are tried out.
struct Cells<const D: usize> {
    stones: Stones,
    trial: Stones,
}

impl<const D: usize> Cells<D> {
    /// Whether a player without any plan would place a stone on an empty cell.
    #[inline]
    fn is_sane(&mut self, board: &Board, cell: usize, player: usize) -> bool {
        if self.stones.free_near(board.links(), cell) > 0 {
            return true;
        }
        if self.stones.near_cell(cell, player) == board.links().degree_of(cell) {
            return false;
        }
        let fate = self.stones.fate::<D>(board, cell, player);
        fate.lives || fate.captures && self.lives_by_turning(board, cell, player)
    }

    /// Whether a stone without a liberty lives because of the enemies that it turns over: they can complete a rosette.
    fn lives_by_turning(&mut self, board: &Board, cell: usize, player: usize) -> bool {
        self.trial.clone_from(&self.stones);
        place::<D>(&mut self.trial, board, cell, player);
        self.trial.is_of(cell, player)
    }
}

/// Places a stone and turns over what dies of it.
#[inline]
fn place<const D: usize>(stones: &mut Stones, board: &Board, cell: usize, player: usize) {
    stones.put_cell::<D, false>(board, cell, player);
    turn_enemies_over::<D>(stones, board, cell, player);
    if stones.is_dead_cell(cell) {
        stones.turn_chain_over::<D, false>(board, cell);
    }
}

/// Turns over the dead enemy chains around a cell.
#[inline]
fn turn_enemies_over<const D: usize>(
    stones: &mut Stones,
    board: &Board,
    cell: usize,
    player: usize,
) {
    for &near in &board.links().near(cell)[..D] {
        let near = usize::from(near);
        if stones.is_of(near, 1 - player) && stones.is_dead_cell(near) {
            stones.turn_chain_over::<D, false>(board, near);
        }
    }
}

impl<const D: usize> Medusa<D> {
    fn new(position: &dyn Rules, policy: PlayoutPolicy) -> Medusa<D> {
        let start = Start::new(position);
        let (stones, trial) = (start.root.stones.clone(), start.root.stones.clone());
        let (empty, variant) = (start.root.empty.clone(), position.variant().clone());
        Medusa { variant, start, cells: Cells { stones, trial }, empty, policy }
    }

    /// Draws a point and a direction, and makes the group move that starts there, if there is one.
    #[inline]
    fn move_drawn(
        &mut self,
        board: &Board,
        chance: &mut Chance,
        player: usize,
    ) -> Option<(usize, usize)> {
        let from = chance.below(board.len());
        let (links, direction) = (board.links(), chance.below(board.directions()));
        let stones = &mut self.cells.stones;
        let mut to = usize::from(links.ahead(from)[direction]);
        if !stones.is_of(from, player) || !stones.is_of(to, player) {
            return None;
        }
        while stones.is_of(to, player) {
            to = usize::from(links.ahead(to)[direction]);
        }
        if !stones.is_empty(to) {
            return None;
        }
        stones.take_cell::<D, false>(board, from);
        stones.put_cell::<D, false>(board, to, player);
        turn_enemies_over::<D>(stones, board, to, player);
        let place = self.empty.iter().position(|&cell| usize::from(cell) == to);
        self.empty[place.expect("it was empty")] = from as u16;
        Some((from, to))
    }
}

impl<const D: usize> Policy for Medusa<D> {
    fn begin(&mut self, position: &dyn Rules) {
        self.start = Start::new(position);
    }

    #[inline]
    fn play(&mut self, chance: &mut Chance, mut made: impl FnMut(usize, Option<Step>)) -> Ended {
        let variant = self.variant.clone();
        let board = &variant.board;
        self.cells.stones.clone_from(&self.start.root.stones);
        self.empty.clone_from(&self.start.root.empty);
        let Root { mut player, mut passes, .. } = self.start.root;
        let mut marker = self.start.marker;
        let (mut steps, mut placements, cap) = (0, 0, 3 * board.len() as u32);
        while passes < 2 && placements < cap {
            let cells = &mut self.cells;
            let full = self.policy == PlayoutPolicy::Full;
            let place_in_list = pick(&mut self.empty, chance, |cell| {
                cells.is_sane(board, cell, player)
                    && (!full || is_careful::<D>(board, &cells.stones, cell, player))
            });
            match place_in_list {
                Some(index) => {
                    let cell = usize::from(self.empty.swap_remove(index));
                    place::<D>(&mut self.cells.stones, board, cell, player);
                    made(player, Some(Step::Place(Point::new(cell))));
                    (passes, placements, steps) = (0, placements + 1, steps + 1);
                    if let Some((from, to)) = self.move_drawn(board, chance, player) {
                        let (from, to) = (Point::new(from), Point::new(to));
                        made(player, Some(Step::Move { from, to }));
                        steps += 1;
                    }
                }
                None => {
                    marker = moved(marker, player);
                    (passes, steps) = (passes + 1, steps + 1);
                }
            }
            made(player, None);
            player = 1 - player;
        }
        let points = area_points::<D>(board, &self.cells.stones, &self.empty);
        let [black, white] =
            [points[0] as i32 + marker.max(0), points[1] as i32 + (-marker).max(0)];
        let score = Score { black: black.into(), white: white.into() };
        Ended { score, steps, forced_ends: 0, capped: passes < 2 }
    }
}
