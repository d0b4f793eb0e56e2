//! The rules of each game once more, plain and slow, sharing nothing with the library: points are names,
//! boards are maps of characters, every question is answered by looking at the whole board.

use std::collections::{BTreeMap, BTreeSet};

pub(crate) type Cell = (i32, i32);

/// A colour is `b` or `w`.
pub(crate) fn other(side: char) -> char {
    if side == 'b' { 'w' } else { 'b' }
}

fn name((column, row): Cell) -> String {
    format!("{}{row}", "?ABCDEFGHJKLMNOPQRSTUVWXYZ".chars().nth(column as usize).unwrap())
}

/// What a twin can be asked.
pub(crate) trait Twin {
    fn to_move(&self) -> char;
    fn steps(&self) -> BTreeSet<String>;
    fn apply(&mut self, step: &str);
    fn over(&self) -> bool;
    fn score(&self) -> (usize, usize);
    fn rows(&self) -> Vec<String>;
    fn captures(&self) -> (u32, u32);
}

/// A board as a map of characters with a rim: `#` is no point, `.` is empty, `b` and `w` are stones.
#[derive(Clone, PartialEq)]
struct Field {
    cells: [[char; 27]; 27],
    directions: &'static [Cell],
}

impl Field {
    fn of_cells(on_board: impl Fn(i32, i32) -> bool, directions: &'static [Cell]) -> Field {
        let mut field = Field { cells: [['#'; 27]; 27], directions };
        for c in 1..=25 {
            for r in 1..=25 {
                if on_board(c, r) {
                    field.set((c, r), '.');
                }
            }
        }
        field
    }

    fn hexhex(n: i32) -> Field {
        let on_board = |c: i32, r: i32| c < 2 * n && r < 2 * n && (c - r).abs() < n;
        Field::of_cells(on_board, &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)])
    }

    fn rectangle(columns: i32, rows: i32) -> Field {
        Field::of_cells(|c, r| c <= columns && r <= rows, &[(1, 0), (-1, 0), (0, 1), (0, -1)])
    }

    fn at(&self, (c, r): Cell) -> char {
        self.cells[c as usize][r as usize]
    }

    fn set(&mut self, (c, r): Cell, what: char) {
        self.cells[c as usize][r as usize] = what;
    }

    fn near(&self, (c, r): Cell) -> Vec<Cell> {
        let all = self.directions.iter().map(|(dc, dr)| (c + dc, r + dr));
        all.filter(|&cell| self.at(cell) != '#').collect()
    }

    /// All cells that hold the character.
    fn of(&self, what: char) -> Vec<Cell> {
        let all = (1..=25).flat_map(|c| (1..=25).map(move |r| (c, r)));
        all.filter(|&cell| self.at(cell) == what).collect()
    }

    /// The group of a stone, grown until it grows no more.
    fn group(&self, cell: Cell) -> BTreeSet<Cell> {
        let mut group = BTreeSet::from([cell]);
        let mut edge = vec![cell];
        while let Some(stone) = edge.pop() {
            for next in self.near(stone) {
                if self.at(next) == self.at(cell) && group.insert(next) {
                    edge.push(next);
                }
            }
        }
        group
    }

    /// The stones of a side whose group has no liberty, anywhere.
    fn dead(&self, side: char) -> BTreeSet<Cell> {
        let mut dead = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for stone in self.of(side) {
            if seen.contains(&stone) {
                continue;
            }
            let group = self.group(stone);
            seen.extend(group.clone());
            if !group.iter().any(|&stone| self.near(stone).iter().any(|&c| self.at(c) == '.')) {
                dead.extend(group);
            }
        }
        dead
    }

    fn remove_dead(&mut self, side: char) -> u32 {
        let dead = self.dead(side);
        for &stone in &dead {
            self.set(stone, '.');
        }
        dead.len() as u32
    }

    fn rows(&self) -> Vec<String> {
        let row = |r| (1..=25).map(move |c| self.at((c, r))).filter(|&cell| cell != '#').collect();
        (1..=25).rev().map(row).filter(|row: &String| !row.is_empty()).collect()
    }
}

fn cell_of(field: &Field, step: &str) -> Cell {
    let cells = (1..=25).flat_map(|c| (1..=25).map(move |r| (c, r)));
    cells.into_iter().find(|&cell| field.at(cell) != '#' && name(cell) == step).expect("a point")
}

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
}

/// Rush.
pub(crate) struct Rush {
    field: Field,
    side: char,
}

impl Rush {
    pub(crate) fn new(columns: i32, rows: i32) -> Rush {
        Rush { field: Field::rectangle(columns, rows), side: 'b' }
    }

    fn connections(&self, cell: Cell) -> Vec<char> {
        let near = self.field.near(cell).into_iter().map(|c| self.field.at(c));
        near.filter(|&stone| stone != '.').collect()
    }

    fn placements(&self) -> Vec<Cell> {
        let empty = self.field.of('.').into_iter();
        let legal = |&cell: &Cell| {
            let connections = self.connections(cell);
            connections.len() < 2 || connections.contains(&other(self.side))
        };
        empty.filter(legal).collect()
    }
}

impl Twin for Rush {
    fn to_move(&self) -> char {
        self.side
    }

    fn steps(&self) -> BTreeSet<String> {
        self.placements().into_iter().map(name).collect()
    }

    fn apply(&mut self, step: &str) {
        let cell = cell_of(&self.field, step);
        let again = self.connections(cell).len() >= 2;
        self.field.set(cell, self.side);
        if !again || self.placements().is_empty() {
            self.side = other(self.side);
        }
    }

    fn over(&self) -> bool {
        self.field.of('.').is_empty()
    }

    fn score(&self) -> (usize, usize) {
        (self.field.of('b').len(), self.field.of('w').len())
    }

    fn rows(&self) -> Vec<String> {
        self.field.rows()
    }

    fn captures(&self) -> (u32, u32) {
        (0, 0)
    }
}
