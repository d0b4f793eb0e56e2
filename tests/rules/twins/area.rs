//! Go and Rosette once more, plain and slow.

use super::{Cell, Field, HEXAGONAL, Twin, area, cell_of, honeycomb_middles, moved, name, other};
use std::collections::BTreeSet;

/// Go's rules, on a square or on the corners of a honeycomb, where six stones around a centre are safe.
pub(crate) struct Area {
    field: Field,
    rings: Vec<Vec<Cell>>,
    /// Whether a position with the other side to move is another one.
    situational: bool,
    side: char,
    passes: u32,
    turns: u32,
    taken: (u32, u32),
    /// Every position so far with the side to move.
    former: Vec<(Field, char)>,
}

impl Area {
    pub(crate) fn go(n: i32) -> Area {
        Area::new(Field::rectangle(n, n), Vec::new(), false)
    }

    pub(crate) fn rosette(n: i32) -> Area {
        let ring = |centre| HEXAGONAL.map(|direction| moved(centre, direction)).to_vec();
        let rings = honeycomb_middles(n).into_iter().map(ring).collect();
        Area::new(Field::honeycomb(n), rings, true)
    }

    fn new(field: Field, rings: Vec<Vec<Cell>>, situational: bool) -> Area {
        let former = vec![(field.clone(), 'b')];
        Area { field, rings, situational, side: 'b', passes: 0, turns: 0, taken: (0, 0), former }
    }

    /// The stones of a side in groups without a liberty and without a rosette.
    fn dead(&self, field: &Field, side: char) -> BTreeSet<Cell> {
        let safe = |stone: &Cell| {
            let group = field.group(*stone);
            self.rings.iter().any(|ring| ring.iter().all(|cell| group.contains(cell)))
        };
        field.dead(side).into_iter().filter(|stone| !safe(stone)).collect()
    }

    /// The field after a placement, or `None` where it is suicide or repeats; and the stones captured.
    fn after(&self, cell: Cell) -> Option<(Field, u32)> {
        let mut field = self.field.clone();
        field.set(cell, self.side);
        let captured = self.dead(&field, other(self.side));
        for &stone in &captured {
            field.set(stone, '.');
        }
        let next = other(self.side);
        let repeats = |(former, side): &(Field, char)| {
            *former == field && (!self.situational || *side == next)
        };
        let legal = self.dead(&field, self.side).is_empty() && !self.former.iter().any(repeats);
        legal.then_some((field, captured.len() as u32))
    }
}

impl Twin for Area {
    fn to_move(&self) -> char {
        self.side
    }

    fn steps(&self) -> BTreeSet<String> {
        if self.over() {
            return BTreeSet::new();
        }
        let empty = self.field.of('.').into_iter();
        let legal = empty.filter(|&cell| self.after(cell).is_some()).map(name);
        legal.chain(["pass".to_string()]).collect()
    }

    fn apply(&mut self, step: &str) {
        if step == "pass" {
            self.passes += 1;
        } else {
            let (field, captured) =
                self.after(cell_of(&self.field, step)).expect("a legal placement");
            self.field = field;
            self.passes = 0;
            match self.side {
                'b' => self.taken.0 += captured,
                _ => self.taken.1 += captured,
            }
        }
        self.turns += 1;
        self.side = other(self.side);
        self.former.push((self.field.clone(), self.side));
    }

    fn over(&self) -> bool {
        self.passes == 2
    }

    fn score(&self) -> (usize, usize) {
        (area(&self.field, 'b'), area(&self.field, 'w'))
    }

    fn rows(&self) -> Vec<String> {
        self.field.rows()
    }

    fn captures(&self) -> (u32, u32) {
        self.taken
    }

    fn turn(&self) -> Option<(u32, u32, usize)> {
        Some((self.turns + 1, self.passes, 0))
    }
}
