//! Stones on a board, with all that captures need to know of them, kept up to date stone by stone.
//!
//! A *chain* is a group of connected stones of one colour. Its *pseudo-liberties* are its pairs of a stone and an empty
//! neighbour: a liberty counts once for each stone that touches it, so they are 0 exactly when there is no liberty, and a
//! stone more or less anywhere changes them by simple counting.

mod cells;

use super::Player;
use crate::board::{Board, Point, PointSet};

/// Which stone stands on every point, the chains they form, and a key for comparing whole arrangements. Five bytes a
/// point, and one more cell, the sentinel beyond the edge.
pub struct Stones {
    /// For each cell its colour (2 bits) and how many black (3 bits) and white neighbours (3 bits) it has.
    cells: Box<[u8]>,
    /// For each stone the first stone of its chain; for that one [`FIRST`] with the chain's pseudo-liberties,
    /// and [`SAFE`] where the chain lives without any.
    chains: Box<[u16]>,
    /// For each stone the next one of its chain, the last leading to the first.
    next: Box<[u16]>,
    key: u64,
    counts: [u32; 2],
}

/// The bits of a cell that tell its colour, by [`Player::index`]; none for an empty one.
const COLOURS: [u8; 2] = [0x40, 0x80];
const COLOUR: u8 = 0xC0;
/// The sentinel's colour, which is nobody's.
const WALL: u8 = 0xC0;
/// One more neighbour of a colour.
const NEIGHBOUR: [u8; 2] = [0x01, 0x08];
/// The first stone of a chain.
const FIRST: u16 = 0x8000;
/// A chain that lives whatever its liberties: it has all six stones around a dark point or centre.
const SAFE: u16 = 0x4000;
/// The bits of a chain that count pseudo-liberties: at most six for each of 625 stones.
const LIBERTIES: u16 = 0x3FFF;
/// What stands for the chain of an empty cell and of the sentinel: more liberties than counting with their neighbours
/// ever takes from them.
const NO_CHAIN: u16 = FIRST | 0x1000;

impl Clone for Stones {
    fn clone(&self) -> Stones {
        let Stones { cells, chains, next, key, counts } = self;
        let (cells, chains, next) = (cells.clone(), chains.clone(), next.clone());
        Stones { cells, chains, next, key: *key, counts: *counts }
    }

    /// Without new memory, where the boards are of one size.
    fn clone_from(&mut self, source: &Stones) {
        self.cells.clone_from(&source.cells);
        self.chains.clone_from(&source.chains);
        self.next.clone_from(&source.next);
        (self.key, self.counts) = (source.key, source.counts);
    }
}

impl PartialEq for Stones {
    /// Equal stones on equal points; which stone of a chain comes first does not matter.
    fn eq(&self, other: &Stones) -> bool {
        let same = |(one, other): (&u8, &u8)| one & COLOUR == other & COLOUR;
        self.cells.len() == other.cells.len() && self.cells.iter().zip(&other.cells).all(same)
    }
}

impl Eq for Stones {}

impl std::fmt::Debug for Stones {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let glyph = |index| self.at(Point::new(index)).map_or('.', Player::letter);
        f.write_str(&(0..self.sentinel()).map(glyph).collect::<String>())
    }
}

impl Stones {
    /// No stone on any point of the board.
    pub fn none_on(board: &Board) -> Stones {
        let cells = board.len() + 1;
        let mut stones = Stones {
            cells: vec![0; cells].into(),
            chains: vec![NO_CHAIN; cells].into(),
            next: vec![0; cells].into(),
            key: 0,
            counts: [0, 0],
        };
        stones.mend_sentinel();
        stones
    }

    fn sentinel(&self) -> usize {
        self.cells.len() - 1
    }

    /// Gives the sentinel back what counting with its neighbours has done to it.
    fn mend_sentinel(&mut self) {
        let sentinel = self.sentinel();
        self.cells[sentinel] = WALL;
        self.chains[sentinel] = NO_CHAIN;
    }

    /// The memory that a copy takes besides the value itself, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.cells.len() * (size_of::<u8>() + 2 * size_of::<u16>())
    }

    /// The stone on a point.
    pub fn at(&self, point: Point) -> Option<Player> {
        match self.cells[point.index()] & COLOUR {
            0 => None,
            colour if colour == COLOURS[0] => Some(Player::Black),
            _ => Some(Player::White),
        }
    }

    /// Puts a stone on a point, or takes it off, whatever stands there.
    pub fn set(&mut self, board: &Board, point: Point, stone: Option<Player>) {
        if self.at(point) == stone {
            return;
        }
        if self.at(point).is_some() {
            self.take(board, point);
        }
        if let Some(player) = stone {
            self.put(board, point, player);
        }
    }

    /// The number of stones of a side.
    pub fn count(&self, player: Player) -> u32 {
        self.counts[player.index()]
    }

    /// The points on which a side has stones.
    pub fn of(&self, player: Player) -> PointSet {
        let colour = COLOURS[player.index()];
        let cells = self.cells[..self.sentinel()].iter().enumerate();
        cells
            .filter(|(_, cell)| **cell & COLOUR == colour)
            .map(|(index, _)| Point::new(index))
            .collect()
    }

    /// A key that equal arrangements share and, but for a chance of 2⁻⁶⁴, others do not: the
    /// exclusive or of `mix(2 · point + player + 1)` over all stones, Black 0 and White 1.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// How many neighbours of a point are stones of a side.
    pub fn near(&self, point: Point, player: Player) -> usize {
        self.near_cell(point.index(), player.index())
    }

    /// Whether the point has an empty neighbour.
    pub fn touches_empty(&self, board: &Board, point: Point) -> bool {
        self.free_near(board.links(), point.index()) > 0
    }

    /// The stones of the chain of a stone, this one first.
    pub fn chain(&self, stone: Point) -> impl Iterator<Item = Point> + '_ {
        let first = stone.index();
        let mut at = Some(first);
        std::iter::from_fn(move || {
            let stone = at?;
            let next = usize::from(self.next[stone]);
            at = (next != first).then_some(next);
            Some(Point::new(stone))
        })
    }

    /// Whether two stones are of one chain.
    pub fn same_chain(&self, one: Point, other: Point) -> bool {
        self.first(one.index()) == self.first(other.index())
    }

    /// Whether the chain of a stone has neither a liberty nor all six stones around a dark point or centre.
    pub fn is_dead(&self, stone: Point) -> bool {
        self.is_dead_cell(stone.index())
    }

    /// Whether the chain of a stone has all six stones around a dark point or centre.
    pub fn is_safe(&self, stone: Point) -> bool {
        self.is_safe_cell(stone.index())
    }

    /// The pseudo-liberties of the chain of a stone.
    pub fn pseudo_liberties(&self, stone: Point) -> usize {
        self.liberties(stone.index())
    }

    /// The key after a stone more on an empty point, where that captures some chains.
    pub fn key_after(&self, point: Point, player: Player, captured: &[Point]) -> u64 {
        let enemy = player.opponent().index();
        let gone = captured.iter().flat_map(|&stone| self.chain(stone));
        let gone = gone.fold(0, |key, stone| key ^ stone_key(stone.index(), enemy));
        self.key ^ stone_key(point.index(), player.index()) ^ gone
    }

    /// Puts a stone on an empty point. Captures are not made.
    pub fn put(&mut self, board: &Board, point: Point, player: Player) {
        let (point, player) = (point.index(), player.index());
        match board.links().degree() {
            3 => self.put_cell::<3, true>(board, point, player),
            4 => self.put_cell::<4, true>(board, point, player),
            _ => self.put_cell::<6, true>(board, point, player),
        }
    }

    /// Takes a stone off. What is left of its chain may be several.
    pub fn take(&mut self, board: &Board, point: Point) {
        match board.links().degree() {
            3 => self.take_cell::<3, true>(board, point.index()),
            4 => self.take_cell::<4, true>(board, point.index()),
            _ => self.take_cell::<6, true>(board, point.index()),
        }
    }

    /// Takes a whole chain off. Returns how many stones came off.
    pub fn capture(&mut self, board: &Board, stone: Point) -> u32 {
        let links = board.links();
        match links.degree() {
            3 => self.capture_chain::<3, true>(links, stone.index(), |_| {}),
            4 => self.capture_chain::<4, true>(links, stone.index(), |_| {}),
            _ => self.capture_chain::<6, true>(links, stone.index(), |_| {}),
        }
    }

    /// Turns a whole chain over to the other side.
    pub fn turn_over(&mut self, board: &Board, stone: Point) {
        match board.links().degree() {
            3 => self.turn_chain_over::<3, true>(board, stone.index()),
            4 => self.turn_chain_over::<4, true>(board, stone.index()),
            _ => self.turn_chain_over::<6, true>(board, stone.index()),
        }
    }
}

fn stone_key(cell: usize, player: usize) -> u64 {
    mix(2 * cell as u64 + player as u64 + 1)
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
    use rand_pcg::Pcg64;
    use rand_pcg::rand_core::RngCore;

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
        first.set(&board, a, Some(Player::Black));
        first.set(&board, b, Some(Player::White));
        first.set(&board, a, Some(Player::White));
        let mut second = Stones::none_on(&board);
        second.set(&board, b, Some(Player::White));
        second.set(&board, a, Some(Player::White));
        assert_eq!(first, second);
        assert_eq!(first.key(), second.key());
        assert_eq!(first.count(Player::White), 2);
        first.set(&board, a, None);
        assert_ne!(first.key(), second.key());
    }

    /// The stones connected to one, found by walking.
    fn walked(board: &Board, stones: &Stones, start: Point) -> Vec<Point> {
        let mut found = vec![start];
        let mut next = 0;
        while let Some(&stone) = found.get(next) {
            next += 1;
            for &near in board.neighbours(stone) {
                if stones.at(near) == stones.at(start) && !found.contains(&near) {
                    found.push(near);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// Everything that is kept is what the stones alone say.
    fn check(board: &Board, stones: &Stones) {
        let mut counts = [0; 2];
        let mut key = 0;
        for point in board.points() {
            for player in Player::BOTH {
                let near =
                    board.neighbours(point).iter().filter(|&&q| stones.at(q) == Some(player));
                assert_eq!(stones.near(point, player), near.count());
            }
            let empty = |p: &Point| {
                board.neighbours(*p).iter().filter(|&&q| stones.at(q).is_none()).count()
            };
            assert_eq!(stones.touches_empty(board, point), empty(&point) > 0);
            let Some(player) = stones.at(point) else { continue };
            counts[player.index()] += 1;
            key ^= stone_key(point.index(), player.index());
            let mut chain: Vec<_> = stones.chain(point).collect();
            assert_eq!(chain[0], point);
            chain.sort_unstable();
            assert_eq!(chain, walked(board, stones, point));
            assert_eq!(stones.liberties(point.index()), chain.iter().map(empty).sum::<usize>());
            let mut liberties: Vec<_> = chain.iter().flat_map(|&p| board.neighbours(p)).collect();
            liberties.retain(|&&p| stones.at(p).is_none());
            liberties.sort_unstable();
            liberties.dedup();
            let only = if let [only] = liberties[..] { Some(only.index()) } else { None };
            let (links, cell) = (board.links(), point.index());
            let found = match links.degree() {
                3 => stones.only_liberty::<3>(links, cell),
                4 => stones.only_liberty::<4>(links, cell),
                _ => stones.only_liberty::<6>(links, cell),
            };
            assert_eq!(found, only);
            let complete = |p: &Point| {
                board
                    .rings_of(*p)
                    .any(|ring| ring.points.iter().all(|&q| stones.at(q) == Some(player)))
            };
            assert_eq!(stones.is_safe_cell(point.index()), chain.iter().any(complete));
            for other in board.points().filter(|&q| stones.at(q).is_some()) {
                assert_eq!(stones.same_chain(point, other), chain.contains(&other));
            }
        }
        assert_eq!(
            (stones.count(Player::Black), stones.count(Player::White)),
            (counts[0], counts[1])
        );
        assert_eq!(stones.key(), key);
    }

    #[test]
    fn chains_liberties_and_keys_follow_from_the_stones() {
        for shape in [
            Shape::Rectangle { columns: 4, rows: 5 },
            Shape::Hexhex { side: 3 },
            Shape::Kagome { side: 4 },
            Shape::Honeycomb { side: 2 },
        ] {
            let board = Board::new(shape);
            let mut stones = Stones::none_on(&board);
            let mut chance = Pcg64::new(7, 7);
            for _ in 0..3_000 {
                let point = Point::new(chance.next_u32() as usize % board.len());
                let player = Player::BOTH[chance.next_u32() as usize % 2];
                match (stones.at(point), chance.next_u32() % 8) {
                    (None, _) => stones.put(&board, point, player),
                    (Some(_), 0) => stones.take(&board, point),
                    (Some(_), 1) => _ = stones.capture(&board, point),
                    (Some(_), 2) => stones.turn_over(&board, point),
                    (Some(_), 3) => stones.set(&board, point, Some(player)),
                    _ => {}
                }
                check(&board, &stones);
            }
            let copy = stones.clone();
            assert_eq!(copy, stones);
            check(&board, &copy);
            let mut other = Stones::none_on(&board);
            other.clone_from(&stones);
            check(&board, &other);
        }
    }
}
