//! Playouts of Send It.
//!
//! Policy: uniform over the legal drops, pushes included, on points that the adversary could drop on too (the others are safely
//! the player's) and that leave no own stones without a liberty; the turn ends when there are none or its drops are
//! used up. Two passes end. The cap is three drops a point.

use super::{for_degree, pick, traced};
use crate::board::{Board, Point, Shape};
use crate::rules::{Chance, Ended, Playout, Rules, Score, Step, Stones, Variant};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// The playouts of Send It.
pub(crate) fn send_it(position: &dyn Rules) -> Box<dyn Playout> {
    for_degree!(position.board(), SendIt, position)
}

/// The drops of a turn at most.
const DROPS: usize = 4;
/// The first turn, counted from 0, with four drops in sight.
const FIRST_FREE_TURN: u32 = 2;

struct SendIt<const D: usize> {
    variant: Arc<Variant>,
    root: Start,
    board: Cells<D>,
    candidates: Vec<u16>,
}

struct Start {
    stones: Stones,
    candidates: Vec<u16>,
    player: usize,
    turn: u32,
    passes: u32,
    drops: ArrayVec<u16, DROPS>,
}

impl Start {
    fn new(position: &dyn Rules) -> Start {
        let frame = position.frame();
        let pushes = matches!(position.board().shape(), Shape::Rectangle { .. });
        let stones = frame.stones.clone();
        // On the square a drop may be made on enemy stones too.
        let cells = (0..position.board().len()).filter(|&cell| pushes || stones.is_empty(cell));
        Start {
            candidates: cells.map(|cell| cell as u16).collect(),
            stones,
            player: position.to_move().index(),
            turn: frame.turn,
            passes: frame.tally.consecutive_passes,
            drops: frame.placed_this_turn().map(|point| point.index() as u16).collect(),
        }
    }
}

/// The stones, with the questions of Send It to them.
struct Cells<const D: usize> {
    stones: Stones,
    pushes: bool,
    suicide_allowed: bool,
    /// For tests of pushes, which are tried out.
    trial: Stones,
}

impl<const D: usize> Cells<D> {
    /// Which players see a cell: in some direction the first stone met is theirs. Looks no further than until both are
    /// known to.
    #[inline]
    fn seen_by(&self, board: &Board, cell: usize) -> [bool; 2] {
        let links = board.links();
        let mut seen = [0, 1].map(|player| self.stones.near_cell(cell, player) > 0);
        for direction in 0..D {
            if seen[0] && seen[1] {
                break;
            }
            let steps = links.steps(direction);
            let mut at = usize::from(steps[cell]);
            while self.stones.is_empty(at) {
                at = usize::from(steps[at]);
            }
            for (player, seen) in seen.iter_mut().enumerate() {
                *seen |= self.stones.is_of(at, player);
            }
        }
        seen
    }

    /// Whether a drop would join a stone of the same turn.
    #[inline]
    fn joins_drop(&self, board: &Board, cell: usize, player: usize, drops: &[u16]) -> bool {
        if drops.is_empty() || self.stones.near_cell(cell, player) == 0 {
            return false;
        }
        let near = board.links().near(cell)[..D].iter().map(|&near| usize::from(near));
        let mut own = near.filter(|&near| self.stones.is_of(near, player));
        own.any(|near| {
            let first = self.stones.first(near);
            drops.iter().any(|&drop| {
                self.stones.is_of(drop.into(), player) && self.stones.first(drop.into()) == first
            })
        })
    }

    /// Where a drop on an enemy stone pushes it: to its only liberty, when it has no neighbour of its own colour.
    fn pushed_to(&self, board: &Board, cell: usize, player: usize) -> Option<usize> {
        let enemy = 1 - player;
        let alone = self.stones.near_cell(cell, enemy) == 0;
        if !alone || self.stones.free_near(board.links(), cell) != 1 {
            return None;
        }
        let near = &board.links().near(cell)[..D];
        near.iter().map(|&near| usize::from(near)).find(|&near| self.stones.is_empty(near))
    }

    /// Whether a drop on an empty cell leaves own stones without a liberty.
    #[inline]
    fn kills_own(&mut self, board: &Board, cell: usize, player: usize) -> bool {
        if self.stones.free_near(board.links(), cell) > 0 {
            return false;
        }
        let fate = self.stones.fate::<D>(board, cell, player);
        !fate.lives && !fate.captures
    }

    /// Whether a player without any plan would drop a stone on a cell.
    #[inline]
    fn is_sane(
        &mut self,
        board: &Board,
        cell: usize,
        player: usize,
        drops: &[u16],
        sight: bool,
    ) -> bool {
        if self.stones.is_of(cell, player) {
            return false;
        }
        let pushed_to = match self.stones.is_empty(cell) {
            true => None,
            false => match self.pushed_to(board, cell, player) {
                Some(to) => Some(to),
                None => return false,
            },
        };
        let seen = self.seen_by(board, cell);
        // Where the adversary cannot drop a stone the point is safe; a pushed stone is none of that.
        let adversary = 1 - player;
        let safe = pushed_to.is_none()
            && (!seen[adversary]
                || !self.suicide_allowed && self.kills_own(board, cell, adversary));
        if safe || sight && !seen[player] || self.joins_drop(board, cell, player, drops) {
            return false;
        }
        match pushed_to {
            None => !self.kills_own(board, cell, player),
            Some(to) => {
                std::mem::swap(&mut self.trial, &mut self.stones);
                self.stones.clone_from(&self.trial);
                let before = self.stones.counts()[player];
                self.drop_stone(board, cell, player, Some(to), |_| {});
                let lost = self.stones.counts()[player] <= before;
                std::mem::swap(&mut self.trial, &mut self.stones);
                !lost
            }
        }
    }

    /// Makes a drop with its captures; the cells that become empty by these are handed on.
    #[inline]
    fn drop_stone(
        &mut self,
        board: &Board,
        cell: usize,
        player: usize,
        pushed_to: Option<usize>,
        mut taken: impl FnMut(usize),
    ) {
        let stones = &mut self.stones;
        if let Some(to) = pushed_to {
            stones.take_cell::<D, false>(board, cell);
            stones.put_cell::<D, false>(board, to, 1 - player);
        }
        stones.put_cell::<D, false>(board, cell, player);
        let mut capture = |stones: &mut Stones, around: usize, side: usize| {
            let near = board.links().near(around);
            for &near in std::iter::once(&(around as u16)).chain(&near[..D]) {
                let near = usize::from(near);
                if stones.is_of(near, side) && stones.is_dead_cell(near) {
                    stones.capture_chain::<D, false>(board.links(), near, &mut taken);
                }
            }
        };
        let changed = [Some(cell), pushed_to];
        for side in [1 - player, player] {
            changed.into_iter().flatten().for_each(|around| capture(stones, around, side));
        }
    }
}

impl<const D: usize> SendIt<D> {
    fn new(position: &dyn Rules) -> SendIt<D> {
        let root = Start::new(position);
        let pushes = matches!(position.board().shape(), Shape::Rectangle { .. });
        let (stones, trial) = (root.stones.clone(), root.stones.clone());
        let suicide_allowed = position.variant().options.get("suicide") == "allowed";
        SendIt {
            variant: position.variant().clone(),
            candidates: root.candidates.clone(),
            board: Cells { stones, pushes, suicide_allowed, trial },
            root,
        }
    }

    #[inline]
    fn play(&mut self, chance: &mut Chance, mut made: impl FnMut(Option<Step>)) -> Ended {
        let variant = self.variant.clone();
        let board = &variant.board;
        self.board.stones.clone_from(&self.root.stones);
        self.candidates.clone_from(&self.root.candidates);
        let Start { mut player, mut turn, mut passes, .. } = self.root;
        let mut drops = self.root.drops.clone();
        let (mut steps, mut dropped, cap) = (0, 0, 3 * board.len() as u32);
        while passes < 2 && dropped < cap {
            let quota = [1, 3, DROPS][turn.min(FIRST_FREE_TURN) as usize];
            let mut more = drops.len() < quota;
            if more {
                let sight = turn >= FIRST_FREE_TURN;
                let cells = &mut self.board;
                let place = pick(&mut self.candidates, chance, |cell| {
                    cells.is_sane(board, cell, player, &drops, sight)
                });
                more = place.is_some();
                if let Some(place) = place {
                    let cell = self.make(board, place, player);
                    drops.push(cell as u16);
                    (dropped, steps) = (dropped + 1, steps + 1);
                    made(Some(Step::Place(Point::new(cell))));
                }
            }
            if !more {
                made(None);
                let is_pass = drops.is_empty();
                passes = if is_pass { passes + 1 } else { 0 };
                steps += u32::from(is_pass);
                drops.clear();
                turn += 1;
                player = 1 - player;
            }
        }
        let score = self.score(board);
        Ended { score, steps, forced_ends: 0, capped: passes < 2 }
    }

    /// Makes the drop at a place in the list of candidates, and keeps the list.
    #[inline]
    fn make(&mut self, board: &Board, place: usize, player: usize) -> usize {
        let cell = usize::from(self.candidates[place]);
        let candidates = &mut self.candidates;
        if self.board.pushes {
            let empty = self.board.stones.is_empty(cell);
            let to = if empty { None } else { self.board.pushed_to(board, cell, player) };
            self.board.drop_stone(board, cell, player, to, |_| {});
        } else {
            candidates.swap_remove(place);
            let taken = |cell: usize| candidates.push(cell as u16);
            self.board.drop_stone(board, cell, player, None, taken);
        }
        cell
    }

    /// The points of each side: stones, and empty points on which the adversary could not drop a stone.
    fn score(&mut self, board: &Board) -> Score {
        let mut points = self.board.stones.counts();
        for place in 0..self.candidates.len() {
            let cell = usize::from(self.candidates[place]);
            if !self.board.stones.is_empty(cell) {
                continue;
            }
            let seen = self.board.seen_by(board, cell);
            for player in [0, 1] {
                let adversary = 1 - player;
                let could_drop = seen[adversary]
                    && (self.board.suicide_allowed
                        || !self.board.kills_own(board, cell, adversary));
                points[player] += u32::from(!could_drop);
            }
        }
        Score { black: points[0].into(), white: points[1].into() }
    }
}

impl<const D: usize> Playout for SendIt<D> {
    fn set(&mut self, position: &dyn Rules) {
        self.root = Start::new(position);
    }

    fn run(&mut self, chance: &mut Chance) -> Ended {
        self.play(chance, |_| {})
    }

    fn traced(&mut self, chance: &mut Chance) -> (Ended, Vec<Vec<Step>>) {
        traced(|made| self.play(chance, made))
    }

    fn bytes(&self) -> usize {
        self.root.stones.bytes()
    }
}
