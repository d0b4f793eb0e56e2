//! Send It once more, plain and slow.

use super::{Cell, Field, Twin, cell_of, name, other};
use std::collections::{BTreeMap, BTreeSet};

/// Send It, on the hexagon and on the square.
pub(crate) struct SendIt {
    field: Field,
    push: bool,
    suicide: bool,
    side: char,
    turn: u32,
    drops: Vec<Cell>,
    passes: u32,
    taken: BTreeMap<char, u32>,
    starts: Vec<(Field, char)>,
    over: bool,
}

impl SendIt {
    pub(crate) fn hexagon(n: i32, set_up: bool, suicide: bool) -> SendIt {
        let mut field = Field::hexhex(n);
        if set_up {
            let d = n - 3;
            for cell in [(n - d, n), (n, n - d), (n + d, n + d)] {
                field.set(cell, 'b');
            }
            for cell in [(n + d, n), (n, n + d), (n - d, n - d)] {
                field.set(cell, 'w');
            }
        }
        SendIt::from(field, false, suicide)
    }

    pub(crate) fn square(n: i32, set_up: bool, suicide: bool) -> SendIt {
        let mut field = Field::rectangle(n, n);
        if set_up {
            for (cell, side) in
                [((3, n - 2), 'b'), ((n - 2, 3), 'b'), ((3, 3), 'w'), ((n - 2, n - 2), 'w')]
            {
                field.set(cell, side);
            }
        }
        SendIt::from(field, true, suicide)
    }

    fn from(field: Field, push: bool, suicide: bool) -> SendIt {
        let mut game = SendIt {
            field,
            push,
            suicide,
            side: 'b',
            turn: 1,
            drops: Vec::new(),
            passes: 0,
            taken: BTreeMap::from([('b', 0), ('w', 0)]),
            starts: Vec::new(),
            over: false,
        };
        game.note_start();
        game
    }

    fn note_start(&mut self) {
        let start = (self.field.clone(), self.side);
        self.starts.push(start.clone());
        self.over = self.starts.iter().filter(|&former| *former == start).count() >= 3;
    }

    fn sees(&self, side: char, (c, r): Cell) -> bool {
        self.field.directions.iter().any(|(dc, dr)| {
            let mut k = 1;
            loop {
                match self.field.at((c + k * dc, r + k * dr)) {
                    '#' => return false,
                    '.' => k += 1,
                    stone => return stone == side,
                }
            }
        })
    }

    fn pushed(&self, side: char, cell: Cell) -> Option<Cell> {
        let enemy = other(side);
        let near = self.field.near(cell);
        let alone = !near.iter().any(|&c| self.field.at(c) == enemy);
        let liberties: Vec<_> = near.into_iter().filter(|&c| self.field.at(c) == '.').collect();
        let can = self.push && self.field.at(cell) == enemy && alone && liberties.len() == 1;
        can.then(|| liberties[0])
    }

    /// The field after a drop, before own groups are removed; and the stones captured.
    fn dropped(&self, side: char, cell: Cell) -> Option<(Field, u32)> {
        let mut field = self.field.clone();
        if let Some(to) = self.pushed(side, cell) {
            field.set(to, other(side));
        } else if self.field.at(cell) != '.' {
            return None;
        }
        field.set(cell, side);
        let captured = field.remove_dead(other(side));
        Some((field, captured))
    }

    fn may_drop(&self, side: char, cell: Cell, free_turn: bool, drops: &[Cell]) -> bool {
        if free_turn && !self.sees(side, cell) {
            return false;
        }
        let Some((field, _)) = self.dropped(side, cell) else { return false };
        let group = field.group(cell);
        let mut standing = drops.iter().filter(|&&d| self.field.at(d) == side);
        if standing.any(|d| *d != cell && group.contains(d)) {
            return false;
        }
        self.suicide || field.dead(side).is_empty()
    }

    fn drops_now(&self) -> Vec<Cell> {
        let most = [1, 3, 4][self.turn.min(3) as usize - 1];
        if self.over || self.drops.len() >= most {
            return Vec::new();
        }
        let cells = ['.', 'b', 'w'].into_iter().flat_map(|what| self.field.of(what));
        cells.filter(|&cell| self.may_drop(self.side, cell, self.turn >= 3, &self.drops)).collect()
    }

    fn end_turn(&mut self) {
        self.passes = if self.drops.is_empty() { self.passes + 1 } else { 0 };
        self.drops.clear();
        self.side = other(self.side);
        self.turn += 1;
        if self.passes == 2 {
            self.over = true;
        } else {
            self.note_start();
        }
    }

    fn controlled(&self, side: char) -> usize {
        let empty = self.field.of('.').into_iter();
        empty.filter(|&cell| !self.may_drop(other(side), cell, true, &[])).count()
    }
}

impl Twin for SendIt {
    fn to_move(&self) -> char {
        self.side
    }

    fn steps(&self) -> BTreeSet<String> {
        let mut steps: BTreeSet<_> = self.drops_now().into_iter().map(name).collect();
        if self.turn >= 3 && !self.over {
            steps.insert("pass".to_string());
        }
        steps
    }

    fn apply(&mut self, step: &str) {
        if step == "pass" {
            return self.end_turn();
        }
        let cell = cell_of(&self.field, step);
        let (field, captured) = self.dropped(self.side, cell).expect("a legal drop");
        self.field = field;
        *self.taken.get_mut(&self.side).unwrap() += captured;
        let lost = self.field.remove_dead(self.side);
        *self.taken.get_mut(&other(self.side)).unwrap() += lost;
        self.drops.push(cell);
        if self.drops_now().is_empty() {
            self.end_turn();
        }
    }

    fn over(&self) -> bool {
        self.over
    }

    fn score(&self) -> (usize, usize) {
        let points = |side| self.field.of(side).len() + self.controlled(side);
        (points('b'), points('w'))
    }

    fn rows(&self) -> Vec<String> {
        self.field.rows()
    }

    fn captures(&self) -> (u32, u32) {
        (self.taken[&'b'], self.taken[&'w'])
    }

    fn turn(&self) -> Option<(u32, u32, usize)> {
        // A turn with a drop is no pass any more.
        let passes = if self.drops.is_empty() { self.passes } else { 0 };
        Some((self.turn, passes, self.drops.len()))
    }
}
