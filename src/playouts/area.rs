//! Playouts of Go and Rosette.
//!
//! Light policy: uniform over the empty points that are no suicide, do not take back a ko at once, and do not fill an own eye; a
//! pass where there are none. An eye is a point whose neighbours are all own; on the square at most one of its diagonal
//! neighbours is an enemy, none at the edge. Two passes end. The cap is three placements a point on the square, and one a point
//! on boards whose points have three neighbours: there captures go on for ever, since uniform play makes no eyes.
//!
//! Full policy: on the square an answer to the latest stone is looked for before that: one that saves a chain in atari or captures
//! one, or else one that makes a good shape. On boards whose points have three neighbours no stone is placed into atari, unless it
//! captures; answers lose there, and so does to prefer points by the stones on their rings.

use super::tactics::{Candidates, Shapes, atari_replies, escapes, is_careful};
use super::{Policy, Root, area_points, for_degree, pick};
use crate::board::{Board, Point};
use crate::rules::{Chance, Ended, Playout, PlayoutPolicy, Rules, Score, Step, Stones, Variant};
use std::sync::Arc;

/// The playouts of a game with Go's rules.
pub(crate) fn area(position: &dyn Rules, policy: PlayoutPolicy) -> Box<dyn Playout> {
    for_degree!(position.board(), Area, position, policy)
}

/// No cell.
const NONE: usize = usize::MAX;

struct Area<const D: usize> {
    variant: Arc<Variant>,
    /// Where playouts start.
    root: Root,
    komi: f64,
    stones: Stones,
    /// The empty cells.
    empty: Vec<u16>,
    policy: PlayoutPolicy,
    shapes: Option<Shapes>,
}

fn komi(position: &dyn Rules) -> f64 {
    position.frame().komi.unwrap_or(0.0)
}

impl<const D: usize> Area<D> {
    fn new(position: &dyn Rules, policy: PlayoutPolicy) -> Area<D> {
        let (root, komi) = (Root::new(position), komi(position));
        let (stones, empty) = (root.stones.clone(), root.empty.clone());
        let full = policy == PlayoutPolicy::Full;
        let shapes = full.then(|| Shapes::new(position.board())).flatten();
        let variant = position.variant().clone();
        Area { variant, root, komi, stones, empty, policy, shapes }
    }

    fn cap(&self) -> u32 {
        let points = self.variant.board.len() as u32;
        if D == 3 { points } else { 3 * points }
    }

    /// An answer to the latest stone, as its place among the empty cells.
    #[inline]
    fn reply(
        &mut self,
        board: &Board,
        chance: &mut Chance,
        last: usize,
        player: usize,
        ko: usize,
    ) -> Option<usize> {
        let (stones, links) = (&self.stones, board.links());
        if last == NONE || !stones.is_of(last, 1 - player) {
            return None;
        }
        let mut replies = Candidates::new();
        atari_replies::<D>(stones, links, last, player, &mut replies);
        let mut reply = sane_one::<D>(board, stones, &mut replies, chance, player, ko);
        if let (None, Some(shapes)) = (reply, &self.shapes) {
            replies.clear();
            shapes.replies(stones, last, &mut replies);
            replies.retain(|cell| escapes::<D>(stones, links, *cell, player));
            reply = sane_one::<D>(board, stones, &mut replies, chance, player, ko);
        }
        let reply = reply?;
        self.empty.iter().position(|&cell| usize::from(cell) == reply)
    }

    /// Puts a stone, makes its captures, and says which cell may not be taken back at once.
    #[inline]
    fn put(&mut self, board: &Board, cell: usize, player: usize) -> usize {
        let links = board.links();
        let stones = &mut self.stones;
        let surrounded = stones.near_cell(cell, 1 - player) == links.degree_of(cell);
        stones.put_cell::<D, false>(board, cell, player);
        let before = self.empty.len();
        let empty = &mut self.empty;
        if !stones.any_dead_near::<D>(links, cell) {
            return NONE;
        }
        for &near in &links.near(cell)[..D] {
            let near = usize::from(near);
            if stones.is_of(near, 1 - player) && stones.is_dead_cell(near) {
                stones.capture_chain::<D, false>(links, near, |taken| empty.push(taken as u16));
            }
        }
        if surrounded && empty.len() == before + 1 { usize::from(empty[before]) } else { NONE }
    }
}

/// One of some points that a player without any plan would place a stone on.
fn sane_one<const D: usize>(
    board: &Board,
    stones: &Stones,
    candidates: &mut Candidates,
    chance: &mut Chance,
    player: usize,
    ko: usize,
) -> Option<usize> {
    while !candidates.is_empty() {
        let cell = candidates.swap_remove(chance.below(candidates.len()));
        if is_sane::<D>(board, stones, cell, player, ko) {
            return Some(cell);
        }
    }
    None
}

/// Whether a player without any plan would place a stone on an empty cell.
#[inline]
fn is_sane<const D: usize>(
    board: &Board,
    stones: &Stones,
    cell: usize,
    player: usize,
    ko: usize,
) -> bool {
    if stones.free_near(board.links(), cell) > 0 {
        return true;
    }
    if cell == ko {
        return false;
    }
    let own = stones.near_cell(cell, player);
    if own == board.links().degree_of(cell) && is_eye::<D>(board, stones, cell, player) {
        return false;
    }
    let fate = stones.fate::<D>(board, cell, player);
    fate.lives || fate.captures
}

/// Whether a cell all of whose neighbours are own is an eye.
fn is_eye<const D: usize>(board: &Board, stones: &Stones, cell: usize, player: usize) -> bool {
    if D == 3 {
        return true;
    }
    let diagonals = board.links().diagonals(cell);
    let enemies =
        diagonals.iter().filter(|&&corner| stones.is_of(corner.into(), 1 - player)).count();
    let at_edge = diagonals.iter().any(|&corner| usize::from(corner) == board.links().sentinel());
    if at_edge { enemies == 0 } else { enemies <= 1 }
}

impl<const D: usize> Policy for Area<D> {
    fn begin(&mut self, position: &dyn Rules) {
        (self.root, self.komi) = (Root::new(position), komi(position));
    }

    #[inline]
    fn play(&mut self, chance: &mut Chance, mut made: impl FnMut(usize, Option<Step>)) -> Ended {
        let variant = self.variant.clone();
        let board = &variant.board;
        self.stones.clone_from(&self.root.stones);
        self.empty.clone_from(&self.root.empty);
        let (mut player, mut passes) = (self.root.player, self.root.passes);
        let (mut ko, mut steps, mut placements) = (NONE, 0, 0);
        let cap = self.cap();
        let full = self.policy == PlayoutPolicy::Full;
        let mut last = NONE;
        while passes < 2 && placements < cap {
            let reply =
                if full && D != 3 { self.reply(board, chance, last, player, ko) } else { None };
            let stones = &self.stones;
            let place = reply.or_else(|| {
                pick(&mut self.empty, chance, |cell| {
                    is_sane::<D>(board, stones, cell, player, ko)
                        && (!full || D != 3 || is_careful::<D>(board, stones, cell, player))
                })
            });
            (ko, last) = (NONE, NONE);
            match place {
                Some(place) => {
                    let cell = usize::from(self.empty.swap_remove(place));
                    ko = self.put(board, cell, player);
                    last = cell;
                    (passes, placements) = (0, placements + 1);
                    made(player, Some(Step::Place(Point::new(cell))));
                }
                None => passes += 1,
            }
            steps += 1;
            made(player, None);
            player = 1 - player;
        }
        let [black, white] = area_points::<D>(board, &self.stones, &self.empty).map(f64::from);
        let score = Score { black, white: white + self.komi };
        Ended { score, steps, forced_ends: 0, capped: passes < 2 }
    }
}
