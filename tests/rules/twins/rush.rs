//! Rush once more, plain and slow.

use super::{Cell, Field, Twin, cell_of, name, other};
use std::collections::BTreeSet;

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
