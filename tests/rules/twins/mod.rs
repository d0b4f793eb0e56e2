//! The rules of each game once more, plain and slow, sharing nothing with the library: points are names,
//! boards are maps of characters, every question is answered by looking at the whole board.

mod area;
mod medusa;
mod rush;
mod send_it;

pub(crate) use area::Area;
pub(crate) use medusa::Medusa;
pub(crate) use rush::Rush;
pub(crate) use send_it::SendIt;

use std::collections::BTreeSet;

pub(crate) type Cell = (i32, i32);

/// A colour is `b` or `w`.
pub(crate) fn other(side: char) -> char {
    if side == 'b' { 'w' } else { 'b' }
}

fn name((column, row): Cell) -> String {
    const COLUMNS: &str = "? A B C D E F G H J K L M N O P Q R S T U V W X Y Z AA AB";
    format!("{}{row}", COLUMNS.split(' ').nth(column as usize).unwrap())
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

    /// The number of the turn, passes in a row, and the steps of the open turn, in games that count them.
    fn turn(&self) -> Option<(u32, u32, usize)> {
        None
    }

    /// The marker, in games that have one.
    fn marker(&self) -> Option<i32> {
        None
    }
}

const HEXAGONAL: [Cell; 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)];

fn moved((c, r): Cell, (dc, dr): Cell) -> Cell {
    (c + dc, r + dr)
}

fn kagome_middles(n: i32) -> Vec<Cell> {
    let all = (1..2 * n).flat_map(|c| (1..2 * n).map(move |r| (c, r)));
    all.filter(|(c, r)| c % 2 == n % 2 && r % 2 == n % 2 && (c - r).abs() < n).collect()
}

/// The centre of hexagon (i, j) stands at (2i − j, i + j), shifted so that the board begins at 1.
fn honeycomb_middles(n: i32) -> Vec<Cell> {
    let all = (1..2 * n).flat_map(|i| (1..2 * n).map(move |j| (i, j)));
    let centres: Vec<_> =
        all.filter(|(i, j)| (i - j).abs() < n).map(|(i, j)| (2 * i - j, i + j)).collect();
    let left = centres.iter().map(|&(c, _)| c).min().unwrap();
    let low = centres.iter().map(|&(_, r)| r).min().unwrap();
    centres.into_iter().map(|(c, r)| (c - left + 2, r - low + 2)).collect()
}

/// A board as a map of characters with a rim: `#` is no point, `.` is empty, `b` and `w` are stones.
#[derive(Clone, PartialEq)]
struct Field {
    cells: [[char; 30]; 30],
    directions: &'static [Cell],
}

impl Field {
    fn of_cells(on_board: impl Fn(i32, i32) -> bool, directions: &'static [Cell]) -> Field {
        let mut field = Field { cells: [['#'; 30]; 30], directions };
        for c in 1..=28 {
            for r in 1..=28 {
                if on_board(c, r) {
                    field.set((c, r), '.');
                }
            }
        }
        field
    }

    fn hexhex(n: i32) -> Field {
        let on_board = |c: i32, r: i32| c < 2 * n && r < 2 * n && (c - r).abs() < n;
        Field::of_cells(on_board, &HEXAGONAL)
    }

    /// A hexhex without the cells whose column and row have the parity of the side.
    fn kagome(n: i32) -> Field {
        let mut field = Field::hexhex(n);
        for dark in kagome_middles(n) {
            field.set(dark, '#');
        }
        field
    }

    /// All neighbours of the centres.
    fn honeycomb(n: i32) -> Field {
        let around: BTreeSet<_> = honeycomb_middles(n)
            .into_iter()
            .flat_map(|centre| HEXAGONAL.map(|d| moved(centre, d)))
            .collect();
        Field::of_cells(|c, r| around.contains(&(c, r)), &HEXAGONAL)
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
        let all = (1..=28).flat_map(|c| (1..=28).map(move |r| (c, r)));
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
        let row = |r| (1..=28).map(move |c| self.at((c, r))).filter(|&cell| cell != '#').collect();
        (1..=28).rev().map(row).filter(|row: &String| !row.is_empty()).collect()
    }
}

/// Stones and one-sided empty regions.
fn area(field: &Field, side: char) -> usize {
    let mut points = field.of(side).len();
    let mut seen = BTreeSet::new();
    for start in field.of('.') {
        if seen.contains(&start) {
            continue;
        }
        // An empty region is grown like a group.
        let region = field.group(start);
        let borders: BTreeSet<char> =
            region.iter().flat_map(|&cell| field.near(cell)).map(|cell| field.at(cell)).collect();
        if borders.contains(&side) && !borders.contains(&other(side)) {
            points += region.len();
        }
        seen.extend(region);
    }
    points
}

fn cell_of(field: &Field, step: &str) -> Cell {
    let cells = (1..=28).flat_map(|c| (1..=28).map(move |r| (c, r)));
    cells.into_iter().find(|&cell| field.at(cell) != '#' && name(cell) == step).expect("a point")
}
