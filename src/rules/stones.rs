//! Stones on a board.

use super::Player;
use crate::board::{Board, Point, PointSet};

/// Which stone stands on every point, with a key for comparing whole arrangements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stones {
    cells: Box<[Option<Player>]>,
    key: u64,
    counts: [u32; 2],
}

impl Stones {
    /// No stone on any point of the board.
    pub fn none_on(board: &Board) -> Stones {
        Stones { cells: vec![None; board.len()].into(), key: 0, counts: [0, 0] }
    }

    /// The stone on a point.
    pub fn at(&self, point: Point) -> Option<Player> {
        self.cells[point.index()]
    }

    /// Puts a stone on a point, or takes it off.
    pub fn set(&mut self, point: Point, stone: Option<Player>) {
        let before = std::mem::replace(&mut self.cells[point.index()], stone);
        if let Some(player) = before {
            self.key ^= stone_key(point, player);
            self.counts[player.index()] -= 1;
        }
        if let Some(player) = stone {
            self.key ^= stone_key(point, player);
            self.counts[player.index()] += 1;
        }
    }

    /// The number of stones of a side.
    pub fn count(&self, player: Player) -> u32 {
        self.counts[player.index()]
    }

    /// The points on which a side has stones.
    pub fn of(&self, player: Player) -> PointSet {
        let occupied = self.cells.iter().enumerate().filter(|(_, stone)| **stone == Some(player));
        occupied.map(|(index, _)| Point::new(index)).collect()
    }

    /// A key that equal arrangements share and, but for a chance of 2⁻⁶⁴, others do not: the
    /// exclusive or of `mix(2 · point + player + 1)` over all stones, Black 0 and White 1.
    pub fn key(&self) -> u64 {
        self.key
    }
}

fn stone_key(point: Point, player: Player) -> u64 {
    mix(2 * point.index() as u64 + player.index() as u64 + 1)
}

/// Scatters a number over 64 bits: the output of SplitMix64 for the seed 0 at that place. Only 0 goes
/// to 0, which is therefore no use as a key.
pub(super) fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;

    #[test]
    fn mix_is_splitmix64() {
        // The published first outputs of SplitMix64 seeded with 0.
        assert_eq!(mix(1), 0xE220_A839_7B1D_CDAF);
        assert_eq!(mix(2), 0x6E78_9E6A_A1B9_65F4);
    }

    #[test]
    fn the_key_depends_on_the_stones_alone_not_on_their_history() {
        let board = Board::new(Shape::Rectangle { columns: 3, rows: 3 });
        let [a, b] = [0, 1].map(|n| board.points().nth(n).unwrap());
        let mut first = Stones::none_on(&board);
        first.set(a, Some(Player::Black));
        first.set(b, Some(Player::White));
        first.set(a, Some(Player::White));
        let mut second = Stones::none_on(&board);
        second.set(b, Some(Player::White));
        second.set(a, Some(Player::White));
        assert_eq!(first, second);
        assert_eq!(first.count(Player::White), 2);
        first.set(a, None);
        assert_ne!(first.key(), second.key());
    }
}
