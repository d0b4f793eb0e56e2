//! Playouts of Send It.
//!
//! Policy: uniform over the legal drops, pushes included, on points that the adversary could drop on too (the others are safely
//! the player's) and that leave no own stones without a liberty; the turn ends when there are none or its drops are
//! used up. Two passes end. The cap is three drops a point.

use super::sight::{Lines, Places};
use super::{Policy, for_degree};
use crate::board::{Board, Point, Shape};
use crate::rules::{Chance, Ended, Playout, PlayoutPolicy, Rules, Score, Step, Stones, Variant};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// The playouts of Send It.
pub(crate) fn send_it(position: &dyn Rules, _: PlayoutPolicy) -> Box<dyn Playout> {
    for_degree!(position.board(), SendIt, position)
}

/// Some chains, each by its first stone.
type Chains = ArrayVec<usize, DROPS>;

/// The drops of a turn at most.
const DROPS: usize = 4;
/// The first turn, counted from 0, with four drops in sight.
const FIRST_FREE_TURN: u32 = 2;

struct SendIt<const D: usize> {
    variant: Arc<Variant>,
    root: Start,
    board: Cells<D>,
    candidates: Vec<u16>,
    /// The candidates before this place may still be dropped on in the open turn.
    live: usize,
}

struct Start {
    stones: Stones,
    lines: Lines,
    candidates: Vec<u16>,
    player: usize,
    turn: u32,
    passes: u32,
    drops: ArrayVec<u16, DROPS>,
}

impl Start {
    fn new(position: &dyn Rules, places: &Places) -> Start {
        let frame = position.frame();
        let pushes = matches!(position.board().shape(), Shape::Rectangle { .. });
        let stones = frame.stones.clone();
        // On the square a drop may be made on enemy stones too.
        let cells = (0..position.board().len()).filter(|&cell| pushes || stones.is_empty(cell));
        Start {
            candidates: cells.map(|cell| cell as u16).collect(),
            lines: Lines::new(position.board(), places, &stones),
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
    lines: Lines,
    places: Places,
    pushes: bool,
    suicide_allowed: bool,
}

impl<const D: usize> Cells<D> {
    /// Which players see a cell: in some direction the first stone met is theirs.
    #[inline]
    fn seen_by(&self, cell: usize) -> [bool; 2] {
        self.lines.seen_by(&self.places, cell)
    }

    /// Makes a drop with its captures; the cells that become empty by these are handed on.
    #[inline]
    fn make(
        &mut self,
        board: &Board,
        cell: usize,
        player: usize,
        pushed_to: Option<usize>,
        mut taken: impl FnMut(usize),
    ) {
        let Cells { stones, lines, places, .. } = self;
        if let Some(to) = pushed_to {
            lines.take(places, cell);
            lines.put(places, to, 1 - player);
        }
        lines.put(places, cell, player);
        drop_stone::<D>(stones, board, cell, player, pushed_to, |cell| {
            lines.take(places, cell);
            taken(cell);
        });
    }

    /// Whether a drop would join one of some chains, each by its first stone.
    #[inline]
    fn joins(&self, board: &Board, cell: usize, player: usize, chains: &Chains) -> bool {
        if chains.is_empty() || self.stones.near_cell(cell, player) == 0 {
            return false;
        }
        let near = board.links().near(cell)[..D].iter().map(|&near| usize::from(near));
        let mut own = near.filter(|&near| self.stones.is_of(near, player));
        own.any(|near| chains.contains(&self.stones.first(near)))
    }

    /// The chains of the stones that have been dropped in the open turn.
    fn chains_of(&self, drops: &[u16], player: usize) -> Chains {
        let standing = drops.iter().map(|&drop| usize::from(drop));
        let standing = standing.filter(|&drop| self.stones.is_of(drop, player));
        standing.map(|drop| self.stones.first(drop)).collect()
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
    fn kills_own(&self, board: &Board, cell: usize, player: usize) -> bool {
        if self.stones.free_near(board.links(), cell) > 0 {
            return false;
        }
        let fate = self.stones.fate::<D>(board, cell, player);
        !fate.lives && !fate.captures
    }

    /// What a player without any plan thinks of a drop on a cell.
    #[inline]
    fn judge(
        &self,
        board: &Board,
        cell: usize,
        player: usize,
        chains: &Chains,
        sight: bool,
    ) -> Opinion {
        if self.stones.is_of(cell, player) {
            return Opinion::NotNow;
        }
        let pushed_to = match self.stones.is_empty(cell) {
            true => None,
            false => match self.pushed_to(board, cell, player) {
                Some(to) => Some(to),
                None => return Opinion::NotNow,
            },
        };
        if self.joins(board, cell, player, chains) {
            return Opinion::NotThisTurn;
        }
        let seen = self.seen_by(cell);
        let adversary = 1 - player;
        if pushed_to.is_none() && !seen[adversary] {
            return Opinion::NotThisTurn;
        }
        // Where the adversary may not drop for another reason the point is safe too; a pushed stone is none of that.
        let safe =
            !self.suicide_allowed && pushed_to.is_none() && self.kills_own(board, cell, adversary);
        let kills = || match pushed_to {
            None => self.kills_own(board, cell, player),
            Some(to) => self.push_kills_own(board, cell, player, to),
        };
        if safe || sight && !seen[player] || kills() { Opinion::NotNow } else { Opinion::Sane }
    }

    /// Whether a push leaves own stones without a liberty: it is tried out.
    fn push_kills_own(&self, board: &Board, cell: usize, player: usize, to: usize) -> bool {
        let mut trial = self.stones.clone();
        let before = trial.counts()[player];
        drop_stone::<D>(&mut trial, board, cell, player, Some(to), |_| {});
        trial.counts()[player] <= before
    }
}

/// What is thought of a drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opinion {
    /// It is one to choose from.
    Sane,
    /// It is not, as the stones stand.
    NotNow,
    /// It is not, and will not be whatever the player drops before in this turn: it would join a stone of the turn, or
    /// the adversary does not see it, and sees less with every stone of the player's.
    NotThisTurn,
}

/// Makes a drop with its captures; the cells that become empty by these are handed on.
#[inline]
fn drop_stone<const D: usize>(
    stones: &mut Stones,
    board: &Board,
    cell: usize,
    player: usize,
    pushed_to: Option<usize>,
    mut taken: impl FnMut(usize),
) {
    if let Some(to) = pushed_to {
        stones.take_cell::<D, false>(board, cell);
        stones.put_cell::<D, false>(board, to, 1 - player);
    }
    stones.put_cell::<D, false>(board, cell, player);
    for side in [1 - player, player] {
        for around in [Some(cell), pushed_to].into_iter().flatten() {
            if !stones.any_dead_near::<D>(board.links(), around) && !stones.is_dead_cell(around) {
                continue;
            }
            let near = &board.links().near(around)[..D];
            for &near in std::iter::once(&(around as u16)).chain(near) {
                let near = usize::from(near);
                if stones.is_of(near, side) && stones.is_dead_cell(near) {
                    stones.capture_chain::<D, false>(board.links(), near, &mut taken);
                }
            }
        }
    }
}

impl<const D: usize> SendIt<D> {
    fn new(position: &dyn Rules) -> SendIt<D> {
        let places = Places::new(position.board());
        let root = Start::new(position, &places);
        let pushes = matches!(position.board().shape(), Shape::Rectangle { .. });
        let stones = root.stones.clone();
        let suicide_allowed = position.variant().options.get("suicide") == "allowed";
        SendIt {
            variant: position.variant().clone(),
            candidates: root.candidates.clone(),
            board: Cells { stones, lines: root.lines.clone(), places, pushes, suicide_allowed },
            live: 0,
            root,
        }
    }

    /// Picks a sane drop, all equally likely, as its place among the candidates. Those that are none in this turn
    /// any more go behind the live ones.
    #[inline]
    fn pick(
        &mut self,
        board: &Board,
        chance: &mut Chance,
        player: usize,
        drops: &[u16],
        sight: bool,
    ) -> Option<usize> {
        let chains = self.board.chains_of(drops, player);
        let mut left = self.live;
        while left > 0 {
            let place = chance.below(left);
            let cell = usize::from(self.candidates[place]);
            let opinion = self.board.judge(board, cell, player, &chains, sight);
            if opinion == Opinion::Sane {
                return Some(place);
            }
            left -= 1;
            self.candidates.swap(place, left);
            // What pushed stones leave behind may be seen again.
            if opinion == Opinion::NotThisTurn && !self.board.pushes {
                self.live -= 1;
                self.candidates.swap(left, self.live);
            }
        }
        None
    }

    /// Makes the drop at a place in the list of candidates, and keeps the list.
    #[inline]
    fn make(&mut self, board: &Board, place: usize, player: usize) -> usize {
        let cell = usize::from(self.candidates[place]);
        let (candidates, live) = (&mut self.candidates, &mut self.live);
        let stones = &self.board.stones;
        if self.board.pushes {
            let empty = stones.is_empty(cell);
            let to = if empty { None } else { self.board.pushed_to(board, cell, player) };
            self.board.make(board, cell, player, to, |_| {});
        } else {
            *live -= 1;
            candidates.swap(place, *live);
            candidates.swap_remove(*live);
            let taken = |cell: usize| {
                candidates.push(cell as u16);
                let last = candidates.len() - 1;
                candidates.swap(*live, last);
                *live += 1;
            };
            self.board.make(board, cell, player, None, taken);
        }
        cell
    }

    /// The points of each side: stones, and empty points on which the adversary could not drop a stone.
    fn score(&self, board: &Board) -> Score {
        let mut points = self.board.stones.counts();
        for place in 0..self.candidates.len() {
            let cell = usize::from(self.candidates[place]);
            if !self.board.stones.is_empty(cell) {
                continue;
            }
            let seen = self.board.seen_by(cell);
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

impl<const D: usize> Policy for SendIt<D> {
    fn begin(&mut self, position: &dyn Rules) {
        self.root = Start::new(position, &self.board.places);
    }

    #[inline]
    fn play(&mut self, chance: &mut Chance, mut made: impl FnMut(usize, Option<Step>)) -> Ended {
        let variant = self.variant.clone();
        let board = &variant.board;
        self.board.stones.clone_from(&self.root.stones);
        self.board.lines.copy_from(&self.root.lines);
        self.candidates.clone_from(&self.root.candidates);
        let Start { mut player, mut turn, mut passes, .. } = self.root;
        let mut drops = self.root.drops.clone();
        let (mut steps, mut dropped, cap) = (0, 0, 3 * board.len() as u32);
        self.live = self.candidates.len();
        while passes < 2 && dropped < cap {
            let quota = [1, 3, DROPS][turn.min(FIRST_FREE_TURN) as usize];
            let sight = turn >= FIRST_FREE_TURN;
            let place = match drops.len() < quota {
                true => self.pick(board, chance, player, &drops, sight),
                false => None,
            };
            match place {
                Some(place) => {
                    let cell = self.make(board, place, player);
                    drops.push(cell as u16);
                    (dropped, steps) = (dropped + 1, steps + 1);
                    made(player, Some(Step::Place(Point::new(cell))));
                }
                None => {
                    made(player, None);
                    let is_pass = drops.is_empty();
                    passes = if is_pass { passes + 1 } else { 0 };
                    steps += u32::from(is_pass);
                    drops.clear();
                    self.live = self.candidates.len();
                    turn += 1;
                    player = 1 - player;
                }
            }
        }
        let score = self.score(board);
        Ended { score, steps, forced_ends: 0, capped: passes < 2 }
    }
}
