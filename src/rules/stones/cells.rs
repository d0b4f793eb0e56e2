//! The stones cell by cell: what the games' rules are made of, and what playouts use directly.
//!
//! Cells are numbers and players their indexes. `D` is the degree of the board. Where `KEYS` is false the key is not kept.

use super::{COLOUR, COLOURS, FIRST, LIBERTIES, NEIGHBOUR, NO_CHAIN, SAFE, Stones, stone_key};
use crate::board::{Board, Links, Point};

/// What would become of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fate {
    /// Its chain has a liberty, or lives without one.
    pub(crate) lives: bool,
    /// An enemy chain has lost its last liberty.
    pub(crate) captures: bool,
}

impl Stones {
    /// Whether a cell has this player's stone.
    #[inline]
    pub(crate) fn is_of(&self, cell: usize, player: usize) -> bool {
        self.cells[cell] & COLOUR == COLOURS[player]
    }

    #[inline]
    pub(crate) fn is_empty(&self, cell: usize) -> bool {
        self.cells[cell] & COLOUR == 0
    }

    /// How many neighbours of a cell are stones of a player.
    #[inline]
    pub(crate) fn near_cell(&self, cell: usize, player: usize) -> usize {
        usize::from(self.cells[cell] >> (3 * player) & 7)
    }

    /// How many neighbours of a cell are empty.
    #[inline]
    pub(crate) fn free_near(&self, links: &Links, cell: usize) -> usize {
        links.degree_of(cell) - self.near_cell(cell, 0) - self.near_cell(cell, 1)
    }

    /// The first stone of the chain of a stone.
    #[inline]
    pub(crate) fn first(&self, cell: usize) -> usize {
        let chain = self.chains[cell];
        if chain & FIRST != 0 { cell } else { usize::from(chain) }
    }

    /// The pseudo-liberties of the chain of a stone.
    #[inline]
    pub(crate) fn liberties(&self, cell: usize) -> usize {
        usize::from(self.chains[self.first(cell)] & LIBERTIES)
    }

    /// The colour of a cell in two bits: 0 for an empty one, 1 for Black, 2 for White, 3 for the sentinel.
    #[inline]
    pub(crate) fn colour(&self, cell: usize) -> usize {
        usize::from(self.cells[cell] >> 6)
    }

    /// The only liberty of the chain of a stone; none where it has another number of them.
    #[inline]
    pub(crate) fn only_liberty<const D: usize>(
        &self,
        links: &Links,
        stone: usize,
    ) -> Option<usize> {
        // A liberty touches at most as many stones as it has neighbours.
        if self.liberties(stone) > D {
            return None;
        }
        let (mut cell, mut only) = (stone, None);
        loop {
            for &near in &links.near(cell)[..D] {
                let near = usize::from(near);
                if self.is_empty(near) && only != Some(near) {
                    if only.is_some() {
                        return None;
                    }
                    only = Some(near);
                }
            }
            cell = usize::from(self.next[cell]);
            if cell == stone {
                return only;
            }
        }
    }

    /// The stones of the chain of a stone, this one first.
    #[inline]
    pub(crate) fn chain_cells(&self, stone: usize) -> impl Iterator<Item = usize> + '_ {
        self.chain(Point::new(stone)).map(Point::index)
    }

    #[inline]
    pub(crate) fn is_dead_cell(&self, cell: usize) -> bool {
        self.chains[self.first(cell)] & (SAFE | LIBERTIES) == 0
    }

    /// Whether any chain around a cell is dead: a quick look that most placements do not get past.
    #[inline]
    pub(crate) fn any_dead_near<const D: usize>(&self, links: &Links, cell: usize) -> bool {
        let near = links.near(cell);
        near[..D].iter().fold(false, |any, &near| any | self.is_dead_cell(near.into()))
    }

    /// Whether the chain of a stone lives whatever its liberties.
    #[inline]
    pub(crate) fn is_safe_cell(&self, cell: usize) -> bool {
        self.chains[self.first(cell)] & SAFE != 0
    }

    /// The number of stones of each player.
    #[inline]
    pub(crate) fn counts(&self) -> [u32; 2] {
        self.counts
    }

    /// As `clone_from`, for games that do not look at chains.
    pub(crate) fn clone_cells_from(&mut self, source: &Stones) {
        self.cells.clone_from(&source.cells);
        self.counts = source.counts;
    }

    /// What a stone on a cell without an empty neighbour would meet: whether its chain would live before anything is
    /// captured, and whether it would leave an enemy chain dead.
    #[inline]
    pub(crate) fn fate<const D: usize>(&self, board: &Board, cell: usize, player: usize) -> Fate {
        let near = board.links().near(cell);
        let firsts: [usize; D] = std::array::from_fn(|k| self.first(near[k].into()));
        let mut fate = Fate { lives: false, captures: false };
        for (k, &first) in firsts.iter().enumerate() {
            // The chain loses a pseudo-liberty for each of its stones around the cell.
            let touching = firsts.iter().filter(|&&other| other == first).count() as u16;
            let dead = self.chains[first] & (SAFE | LIBERTIES) == touching;
            match self.is_of(near[k].into(), player) {
                true => fate.lives |= !dead,
                false => fate.captures |= dead,
            }
        }
        fate.lives = fate.lives || self.completes_ring(board, cell, player);
        fate
    }

    /// Whether a player's stone on an empty cell would be the sixth around a dark point or centre.
    #[inline]
    fn completes_ring(&self, board: &Board, cell: usize, player: usize) -> bool {
        let rings = &mut board.rings_of(Point::new(cell));
        !board.rings().is_empty()
            && rings.any(|ring| {
                let stands =
                    |point: &Point| point.index() == cell || self.is_of(point.index(), player);
                ring.points.iter().all(stands)
            })
    }

    /// Puts a stone on an empty cell and joins the chains it touches. Captures are not made.
    #[inline]
    pub(crate) fn put_cell<const D: usize, const KEYS: bool>(
        &mut self,
        board: &Board,
        cell: usize,
        player: usize,
    ) {
        let links = board.links();
        self.count_stone::<KEYS>(cell, player);
        self.chains[cell] = FIRST | self.free_near(links, cell) as u16;
        self.cells[cell] |= COLOURS[player];
        self.next[cell] = cell as u16;
        let near = links.near(cell);
        for &neighbour in &near[..D] {
            let neighbour = usize::from(neighbour);
            self.cells[neighbour] = self.cells[neighbour].wrapping_add(NEIGHBOUR[player]);
            // What stands for the chain of an empty cell counts too, which costs less than to ask.
            let first = self.first(neighbour);
            self.chains[first] -= 1;
        }
        self.mend_sentinel();
        if self.near_cell(cell, player) > 0 {
            for &neighbour in &near[..D] {
                if self.is_of(neighbour.into(), player) {
                    self.join(cell, neighbour.into());
                }
            }
            self.mark_safe(board, cell);
        }
    }

    /// Puts a stone on an empty cell and counts it as a neighbour of those around it, no more: enough for games that do
    /// not look at chains.
    #[inline]
    pub(crate) fn put_alone<const D: usize>(&mut self, links: &Links, cell: usize, player: usize) {
        self.counts[player] += 1;
        self.cells[cell] |= COLOURS[player];
        for &neighbour in &links.near(cell)[..D] {
            let neighbour = usize::from(neighbour);
            self.cells[neighbour] = self.cells[neighbour].wrapping_add(NEIGHBOUR[player]);
        }
    }

    /// Takes the chain of a stone off the board. The cells are handed on one by one. Returns how many there were.
    #[inline]
    pub(crate) fn capture_chain<const D: usize, const KEYS: bool>(
        &mut self,
        links: &Links,
        stone: usize,
        mut taken: impl FnMut(usize),
    ) -> u32 {
        let player = usize::from(self.cells[stone] & COLOUR == COLOURS[1]);
        let first_of_all = self.first(stone);
        let (mut cell, mut count) = (stone, 0);
        loop {
            // What this does to the chain that is being taken off does not matter any more.
            self.lift::<D>(links, cell, player);
            if KEYS {
                self.key ^= stone_key(cell, player);
            }
            count += 1;
            taken(cell);
            cell = usize::from(self.next[cell]);
            if cell == stone {
                break;
            }
        }
        self.counts[player] -= count;
        self.chains[first_of_all] = NO_CHAIN;
        self.mend_sentinel();
        count
    }

    /// Turns the chain of a stone over to the other player, and joins it with the chains it touches there.
    pub(crate) fn turn_chain_over<const D: usize, const KEYS: bool>(
        &mut self,
        board: &Board,
        stone: usize,
    ) {
        let links = board.links();
        let player = usize::from(self.cells[stone] & COLOUR == COLOURS[1]);
        let change = NEIGHBOUR[1 - player].wrapping_sub(NEIGHBOUR[player]);
        let (mut cell, mut count) = (stone, 0);
        loop {
            self.cells[cell] ^= COLOUR;
            for &neighbour in &links.near(cell)[..D] {
                let neighbour = usize::from(neighbour);
                self.cells[neighbour] = self.cells[neighbour].wrapping_add(change);
            }
            if KEYS {
                self.key ^= stone_key(cell, player) ^ stone_key(cell, 1 - player);
            }
            count += 1;
            cell = usize::from(self.next[cell]);
            if cell == stone {
                break;
            }
        }
        self.counts[player] -= count;
        self.counts[1 - player] += count;
        self.mend_sentinel();
        self.join_turned::<D>(board, stone, count);
    }

    /// Joins a chain of so many stones that has just changed sides with what it touches there.
    fn join_turned<const D: usize>(&mut self, board: &Board, stone: usize, count: u32) {
        let player = usize::from(self.cells[stone] & COLOUR == COLOURS[1]);
        // The stones of the chain are the next ones only as long as nothing is joined.
        let mut turned = Vec::with_capacity(count as usize);
        let mut cell = stone;
        for _ in 0..count {
            turned.push(cell);
            cell = usize::from(self.next[cell]);
        }
        for &cell in &turned {
            for &neighbour in &board.links().near(cell)[..D] {
                if self.is_of(neighbour.into(), player) {
                    self.join(cell, neighbour.into());
                }
            }
        }
        turned.into_iter().for_each(|cell| self.mark_safe(board, cell));
    }

    /// Takes one stone off, and finds the chains that are left of its own.
    pub(crate) fn take_cell<const D: usize, const KEYS: bool>(
        &mut self,
        board: &Board,
        cell: usize,
    ) {
        let links = board.links();
        let player = usize::from(self.cells[cell] & COLOUR == COLOURS[1]);
        let mut left = Vec::new();
        let mut other = usize::from(self.next[cell]);
        while other != cell {
            left.push(other);
            other = usize::from(self.next[other]);
        }
        // The rest is taken off in thought, each stone alone, and put together again.
        self.lift::<D>(links, cell, player);
        self.mend_sentinel();
        for &stone in &left {
            self.chains[stone] = FIRST | self.free_near(links, stone) as u16;
            self.next[stone] = stone as u16;
        }
        for &stone in &left {
            for &neighbour in &links.near(stone)[..D] {
                if self.is_of(neighbour.into(), player) {
                    self.join(stone, neighbour.into());
                }
            }
        }
        left.into_iter().for_each(|stone| self.mark_safe(board, stone));
        if KEYS {
            self.key ^= stone_key(cell, player);
        }
        self.counts[player] -= 1;
    }

    /// Makes a cell empty, for itself and for what is around it.
    #[inline]
    fn lift<const D: usize>(&mut self, links: &Links, cell: usize, player: usize) {
        self.cells[cell] &= !COLOUR;
        for &neighbour in &links.near(cell)[..D] {
            let neighbour = usize::from(neighbour);
            self.cells[neighbour] = self.cells[neighbour].wrapping_sub(NEIGHBOUR[player]);
            let first = self.first(neighbour);
            self.chains[first] += 1;
        }
        self.chains[cell] = NO_CHAIN;
    }

    #[inline]
    fn count_stone<const KEYS: bool>(&mut self, cell: usize, player: usize) {
        self.counts[player] += 1;
        if KEYS {
            self.key ^= stone_key(cell, player);
        }
    }

    /// Makes one chain of those of two stones, if they are not one already: the stones of the shorter get the first
    /// stone of the longer.
    #[inline]
    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.first(one), self.first(other));
        if one == other {
            return;
        }
        let (mut in_one, mut in_other) =
            (usize::from(self.next[one]), usize::from(self.next[other]));
        while in_one != one && in_other != other {
            in_one = usize::from(self.next[in_one]);
            in_other = usize::from(self.next[in_other]);
        }
        let (short, long) = if in_one == one { (one, other) } else { (other, one) };
        let chain = self.chains[short];
        self.chains[long] = (self.chains[long] + (chain & LIBERTIES)) | (chain & SAFE);
        let mut cell = short;
        loop {
            self.chains[cell] = long as u16;
            cell = usize::from(self.next[cell]);
            if cell == short {
                break;
            }
        }
        self.next.swap(short, long);
    }

    /// Notes that the chain of a stone lives, where the stone completes six around a dark point or centre.
    #[inline]
    fn mark_safe(&mut self, board: &Board, cell: usize) {
        if board.rings().is_empty() {
            return;
        }
        let colour = self.cells[cell] & COLOUR;
        let own = |point: &Point| self.cells[point.index()] & COLOUR == colour;
        if board.rings_of(Point::new(cell)).any(|ring| ring.points.iter().all(own)) {
            let first = self.first(cell);
            self.chains[first] |= SAFE;
        }
    }
}
