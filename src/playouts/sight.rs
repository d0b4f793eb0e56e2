//! Who sees a cell in Send It: whose stones come first on the lines through it.
//!
//! A line of points is a word of bits for each player, so that the first stone on either side of a cell is found without
//! walking. Walking costs a branch a step that nobody can predict: it took half of a playout's time.

use crate::board::Board;
use crate::rules::Stones;

/// The axes of a board at most.
const AXES: usize = 3;

/// A line of the board, and a cell's bit in it.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    line: u8,
    bit: u8,
}

/// Where each cell stands on the line of each axis. Never changes.
#[derive(Debug)]
pub(super) struct Places {
    of: Vec<[Place; AXES]>,
    axes: usize,
    lines: usize,
}

impl Places {
    pub(super) fn new(board: &Board) -> Places {
        let (links, axes) = (board.links(), board.directions() / 2);
        let mut of = vec![[Place::default(); AXES]; board.len()];
        let mut line = 0;
        let ahead = |cell: usize, direction: usize| usize::from(links.ahead(cell)[direction]);
        for first in 0..board.len() {
            let begins = |axis: &usize| ahead(first, axis + axes) == links.sentinel();
            for axis in (0..axes).filter(begins) {
                let (mut cell, mut bit) = (first, 0);
                while cell < board.len() {
                    of[cell][axis] = Place { line, bit };
                    (cell, bit) = (ahead(cell, axis), bit + 1);
                }
                line += 1;
            }
        }
        Places { of, axes, lines: line.into() }
    }
}

/// The stones of both players on each line.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    stones: Vec<[u32; 2]>,
}

impl Lines {
    pub(super) fn new(board: &Board, places: &Places, stones: &Stones) -> Lines {
        let mut lines = Lines { stones: vec![[0; 2]; places.lines] };
        for cell in 0..board.len() {
            for player in [0, 1] {
                if stones.is_of(cell, player) {
                    lines.put(places, cell, player);
                }
            }
        }
        lines
    }

    /// As `clone_from`, without new memory.
    #[inline]
    pub(super) fn copy_from(&mut self, source: &Lines) {
        self.stones.copy_from_slice(&source.stones);
    }

    #[inline]
    pub(super) fn put(&mut self, places: &Places, cell: usize, player: usize) {
        for place in &places.of[cell][..places.axes] {
            self.stones[usize::from(place.line)][player] |= 1 << place.bit;
        }
    }

    #[inline]
    pub(super) fn take(&mut self, places: &Places, cell: usize) {
        for place in &places.of[cell][..places.axes] {
            for side in &mut self.stones[usize::from(place.line)] {
                *side &= !(1 << place.bit);
            }
        }
    }

    /// Which players see a cell.
    #[inline]
    pub(super) fn seen_by(&self, places: &Places, cell: usize) -> [bool; 2] {
        let mut seen = [0, 0];
        for place in &places.of[cell][..places.axes] {
            let [black, white] = self.stones[usize::from(place.line)];
            let (occupied, own) = (black | white, 1_u32 << place.bit);
            let above = occupied & !(own | (own - 1));
            let below = occupied & (own - 1);
            let next = above & above.wrapping_neg();
            // Nothing where there is no stone: then all 32 bits are leading zeros.
            let last = ((1_u64 << 31) >> below.leading_zeros()) as u32;
            seen[0] |= black & (next | last);
            seen[1] |= white & (next | last);
        }
        seen.map(|bits| bits != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Point, Shape};
    use crate::rules::{Chance, Player};

    #[test]
    fn the_first_stone_of_some_line_is_seen() {
        for shape in [Shape::Hexhex { side: 5 }, Shape::Rectangle { columns: 7, rows: 7 }] {
            let board = Board::new(shape);
            let places = Places::new(&board);
            let mut stones = Stones::none_on(&board);
            let mut lines = Lines::new(&board, &places, &stones);
            let mut chance = Chance::new(2);
            for _ in 0..2_000 {
                let cell = chance.below(board.len());
                let player = chance.below(2);
                match stones.at(Point::new(cell)) {
                    None => {
                        stones.put(&board, Point::new(cell), Player::BOTH[player]);
                        lines.put(&places, cell, player);
                    }
                    Some(_) => {
                        stones.take(&board, Point::new(cell));
                        lines.take(&places, cell);
                    }
                }
                let point = Point::new(chance.below(board.len()));
                let walked = Player::BOTH.map(|player| {
                    (0..board.directions()).any(|direction| {
                        board.ray(point, direction).find_map(|p| stones.at(p)) == Some(player)
                    })
                });
                assert_eq!(lines.seen_by(&places, point.index()), walked, "{point:?}");
            }
        }
    }
}
