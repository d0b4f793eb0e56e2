//! Medusa once more, plain and slow.

use super::{Cell, Field, HEXAGONAL, Twin, area, cell_of, kagome_middles, moved, name, other};
use std::collections::BTreeSet;

/// Medusa. What may not move any more is kept as the stones themselves.
pub(crate) struct Medusa {
    field: Field,
    rings: Vec<Vec<Cell>>,
    side: char,
    turn: u32,
    placed: bool,
    moved: usize,
    frozen: BTreeSet<Cell>,
    marker: i32,
    passes: u32,
    starts: Vec<(Field, char, i32)>,
    over: bool,
}

impl Medusa {
    pub(crate) fn new(n: i32, komi: i32) -> Medusa {
        let ring = |dark| HEXAGONAL.map(|direction| moved(dark, direction)).to_vec();
        let mut game = Medusa {
            field: Field::kagome(n),
            rings: kagome_middles(n).into_iter().map(ring).collect(),
            side: 'b',
            turn: 1,
            placed: false,
            moved: 0,
            frozen: BTreeSet::new(),
            marker: -komi,
            passes: 0,
            starts: Vec::new(),
            over: false,
        };
        game.note_start();
        game
    }

    fn note_start(&mut self) {
        let start = (self.field.clone(), self.side, self.marker);
        self.starts.push(start.clone());
        self.over = self.starts.iter().filter(|&former| *former == start).count() >= 3;
    }

    fn has_liberty(&self, group: &BTreeSet<Cell>) -> bool {
        group
            .iter()
            .any(|&stone| self.field.near(stone).iter().any(|&cell| self.field.at(cell) == '.'))
    }

    fn has_rosette(&self, group: &BTreeSet<Cell>) -> bool {
        self.rings.iter().any(|ring| ring.iter().all(|cell| group.contains(cell)))
    }

    fn lives(&self, group: &BTreeSet<Cell>) -> bool {
        self.has_liberty(group) || self.has_rosette(group)
    }

    /// Turns the dead enemy groups next to a cell over, all together.
    fn capture(&mut self, cell: Cell) {
        let enemy = other(self.side);
        let groups = self.field.near(cell).into_iter().filter(|&c| self.field.at(c) == enemy);
        let dead: BTreeSet<Cell> = groups
            .map(|stone| self.field.group(stone))
            .filter(|group| !self.lives(group))
            .flatten()
            .collect();
        for stone in dead {
            self.field.set(stone, self.side);
        }
    }

    fn place(&mut self, cell: Cell) {
        self.field.set(cell, self.side);
        self.capture(cell);
        let own = self.field.group(cell);
        if !self.lives(&own) {
            for stone in own {
                self.field.set(stone, other(self.side));
            }
        }
        self.placed = true;
    }

    fn make_move(&mut self, from: Cell, to: Cell) {
        let left = self.field.group(from);
        self.field.set(from, '.');
        self.field.set(to, self.side);
        self.capture(to);
        self.frozen.extend(left.into_iter().filter(|&stone| stone != from));
        self.frozen.extend(self.field.group(to));
        self.moved += 1;
    }

    fn moves(&self) -> Vec<(Cell, Cell)> {
        let mut moves = Vec::new();
        for from in self.field.of(self.side) {
            let group = self.field.group(from);
            if group.len() < 2 || !group.is_disjoint(&self.frozen) {
                continue;
            }
            for direction in HEXAGONAL {
                let mut to = moved(from, direction);
                if self.field.at(to) != self.side {
                    continue;
                }
                while self.field.at(to) == self.side {
                    to = moved(to, direction);
                }
                if self.field.at(to) == '.' {
                    moves.push((from, to));
                }
            }
        }
        moves
    }

    fn end_turn(&mut self) {
        let towards = if self.side == 'b' { 1 } else { -1 };
        if !self.placed {
            self.marker = (self.marker + towards).clamp(-9, 9);
        }
        self.passes = if self.placed || self.moved > 0 { 0 } else { self.passes + 1 };
        (self.placed, self.moved) = (false, 0);
        self.frozen.clear();
        self.side = other(self.side);
        self.turn += 1;
        if self.passes == 2 {
            self.over = true;
        } else {
            self.note_start();
        }
    }
}

impl Twin for Medusa {
    fn to_move(&self) -> char {
        self.side
    }

    fn steps(&self) -> BTreeSet<String> {
        if self.over {
            return BTreeSet::new();
        }
        let fresh = !self.placed && self.moved == 0;
        let placements = self.field.of('.').into_iter().filter(|_| fresh).map(name);
        let moves =
            self.moves().into_iter().map(|(from, to)| format!("{}-{}", name(from), name(to)));
        placements.chain(moves).chain(["pass".to_string()]).collect()
    }

    fn apply(&mut self, step: &str) {
        match step.split_once('-') {
            _ if step == "pass" => return self.end_turn(),
            Some((from, to)) => {
                self.make_move(cell_of(&self.field, from), cell_of(&self.field, to));
            }
            None => self.place(cell_of(&self.field, step)),
        }
        if self.moves().is_empty() {
            self.end_turn();
        }
    }

    fn over(&self) -> bool {
        self.over
    }

    fn score(&self) -> (usize, usize) {
        let marker = |side: i32| (side * self.marker).max(0) as usize;
        (area(&self.field, 'b') + marker(1), area(&self.field, 'w') + marker(-1))
    }

    fn rows(&self) -> Vec<String> {
        self.field.rows()
    }

    fn captures(&self) -> (u32, u32) {
        (0, 0)
    }

    fn turn(&self) -> Option<(u32, u32, usize)> {
        let open = usize::from(self.placed) + self.moved;
        Some((self.turn, if open > 0 { 0 } else { self.passes }, open))
    }

    fn marker(&self) -> Option<i32> {
        Some(self.marker)
    }
}
