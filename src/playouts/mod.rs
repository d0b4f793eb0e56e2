//! Random playouts of each game: light policies, played on numbers, without listing all steps first.
//!
//! Every playout picks a candidate at random and tests it, the cheap tests first; what fails goes to the end of the list
//! of candidates and is not picked again in the same step. So the choice is uniform over all that pass, and each is
//! tested at most once.

mod area;
mod medusa;
mod rush;
mod send_it;
mod sight;
mod tactics;

pub(crate) use area::area;
pub(crate) use medusa::medusa;
pub(crate) use rush::{rush, worth as worth_in_rush};
pub(crate) use send_it::send_it;

use crate::board::{Board, Point, PointSet};
use crate::rules::{Chance, Ended, FirstPlaced, Playout, Rules, Step, Stones};

/// The empty cells of a board in no order.
fn empty_cells(board: &Board, stones: &Stones) -> Vec<u16> {
    (0..board.len()).filter(|&cell| stones.is_empty(cell)).map(|cell| cell as u16).collect()
}

/// Where playouts start, as most games need it.
struct Root {
    stones: Stones,
    empty: Vec<u16>,
    player: usize,
    passes: u32,
}

impl Root {
    fn new(position: &dyn Rules) -> Root {
        let frame = position.frame();
        Root {
            empty: empty_cells(position.board(), &frame.stones),
            stones: frame.stones.clone(),
            player: position.to_move().index(),
            passes: frame.tally.consecutive_passes,
        }
    }
}

/// Picks one of the cells that pass a test, all equally likely, and says where in the list it stands.
#[inline]
fn pick(
    cells: &mut [u16],
    chance: &mut Chance,
    mut passes: impl FnMut(usize) -> bool,
) -> Option<usize> {
    let mut left = cells.len();
    while left > 0 {
        let place = chance.below(left);
        if passes(usize::from(cells[place])) {
            return Some(place);
        }
        left -= 1;
        cells.swap(place, left);
    }
    None
}

/// The points of each player: stones, and empty points in regions that only it borders.
fn area_points<const D: usize>(board: &Board, stones: &Stones, empty: &[u16]) -> [u32; 2] {
    let mut points = stones.counts();
    let mut seen = PointSet::new();
    let mut region = Vec::new();
    for &cell in empty {
        let mut borders = [0, 1].map(|player| stones.near_cell(cell.into(), player) > 0);
        let mut size = 1;
        if stones.free_near(board.links(), cell.into()) > 0 {
            if !seen.insert(Point::new(cell.into())) {
                continue;
            }
            (borders, size) = spread::<D>(board, stones, cell, &mut seen, &mut region);
        }
        for player in [0, 1] {
            if borders[player] && !borders[1 - player] {
                points[player] += size;
            }
        }
    }
    points
}

/// Who borders the region of an empty cell, and how large it is.
fn spread<const D: usize>(
    board: &Board,
    stones: &Stones,
    start: u16,
    seen: &mut PointSet,
    region: &mut Vec<u16>,
) -> ([bool; 2], u32) {
    region.clear();
    region.push(start);
    let (mut borders, mut next) = ([false; 2], 0);
    while let Some(&cell) = region.get(next) {
        next += 1;
        for (player, borders) in borders.iter_mut().enumerate() {
            *borders |= stones.near_cell(cell.into(), player) > 0;
        }
        for &near in &board.links().near(cell.into())[..D] {
            if stones.is_empty(near.into()) && seen.insert(Point::new(near.into())) {
                region.push(near);
            }
        }
    }
    (borders, region.len() as u32)
}

/// What a game's playouts are made of.
trait Policy: Send {
    /// Takes the position from which playouts start.
    fn begin(&mut self, position: &dyn Rules);

    /// What each step promises, as [`Playout::priors`] says.
    fn priors(&self, _position: &dyn Rules, _steps: &[Step], _priors: &mut Vec<i8>) {}

    /// Plays one game to its end. What is made is handed on, with the player: a step, or none where a turn is over.
    fn play(&mut self, chance: &mut Chance, made: impl FnMut(usize, Option<Step>)) -> Ended;
}

impl<P: Policy> Playout for P {
    fn set(&mut self, position: &dyn Rules) {
        self.begin(position);
    }

    fn run(&mut self, chance: &mut Chance) -> Ended {
        self.play(chance, |_, _| {})
    }

    fn noted(&mut self, chance: &mut Chance, placed: &mut FirstPlaced) -> Ended {
        self.play(chance, |player, made| {
            if let Some(Step::Place(point)) = made {
                placed.note(point, player);
            }
        })
    }

    fn priors(&self, position: &dyn Rules, steps: &[Step], priors: &mut Vec<i8>) {
        Policy::priors(self, position, steps, priors);
    }

    fn traced(&mut self, chance: &mut Chance) -> (Ended, Vec<Vec<Step>>) {
        let mut turns = vec![Vec::new()];
        let ended = self.play(chance, |_, made| match made {
            Some(step) => turns.last_mut().expect("there is always a turn").push(step),
            None => turns.push(Vec::new()),
        });
        // After the last turn another one seems to begin.
        turns.pop_if(|turn| turn.is_empty());
        (ended, turns)
    }
}

/// Evaluates to a boxed playout for the degree of a board.
macro_rules! for_degree {
    ($board:expr, $playout:ident, $($argument:expr),+) => {
        match $board.links().degree() {
            3 => Box::new($playout::<3>::new($($argument),+)) as Box<dyn $crate::rules::Playout>,
            4 => Box::new($playout::<4>::new($($argument),+)),
            _ => Box::new($playout::<6>::new($($argument),+)),
        }
    };
}
use for_degree;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_that_passes_is_equally_likely() {
        let mut chance = Chance::new(5);
        let mut cells: Vec<u16> = (0..10).collect();
        let mut counts = [0; 10];
        for _ in 0..30_000 {
            let place = pick(&mut cells, &mut chance, |cell| cell % 3 == 0).unwrap();
            counts[usize::from(cells[place])] += 1;
        }
        for (cell, count) in counts.into_iter().enumerate() {
            let expected = if cell % 3 == 0 { 7_200..7_800 } else { 0..1 };
            assert!(expected.contains(&count), "{counts:?}");
        }
        assert_eq!(pick(&mut cells, &mut chance, |_| false), None);
        assert_eq!(cells.len(), 10);
    }
}
