//! Games that are the same up to a symmetry of the board.

use super::plan::Entrant;
use crate::board::Point;
use crate::rules::{Step, bytes_hash};
use crate::table::Table;

/// A key of the game so far, equal for games whose steps are the same up to a symmetry of the board that keeps
/// the first position, if the same player had Black: FNV-1a of 64 bits, the smallest of all symmetries, as 16
/// hexadecimal digits.
pub(super) fn key(table: &Table, black: Entrant) -> String {
    let first = table.first_position();
    let turns = table.turns();
    let steps = || turns.iter().flat_map(|turn| &turn.steps);
    let keeps_stones = |image: &Vec<Point>| {
        first.board().points().all(|point| first.stone(point) == first.stone(image[point.index()]))
    };
    let keys = first.board().symmetries().into_iter().filter(keeps_stones).map(|image| {
        let numbers = steps().flat_map(|&step| numbers(step, &image));
        let numbers = std::iter::once(black.index() as u16).chain(numbers);
        bytes_hash(numbers.flat_map(u16::to_le_bytes))
    });
    format!("{:016x}", keys.min().unwrap_or(0))
}

/// A step under a symmetry as numbers: no two steps have the same.
fn numbers(step: Step, image: &[Point]) -> [u16; 2] {
    let number = |point: Point| 1 + image[point.index()].index() as u16;
    match step {
        Step::Place(point) => [0, number(point)],
        Step::Move { from, to } => [number(from), number(to)],
        Step::Pass => [0, 0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use crate::rules::{Options, Size};

    fn key_of(game: &str, side: u16, words: &[&str], black: Entrant) -> String {
        let game = catalog::game(game).unwrap();
        let variant = game.variant(Size::side(side), Options::defaults(game)).unwrap();
        let mut table = Table::new(variant.start());
        for word in words {
            let player = table.position().to_move();
            table.play(player, &word.parse().unwrap()).unwrap();
        }
        key(&table, black)
    }

    #[test]
    fn games_that_are_turned_or_mirrored_are_the_same() {
        let first = key_of("rush", 5, &["A1", "C2"], Entrant::A);
        for same in [["A5", "C4"], ["E1", "C2"], ["E5", "C4"], ["A1", "B3"], ["E5", "D3"]] {
            assert_eq!(key_of("rush", 5, &same, Entrant::A), first, "{same:?}");
        }
        for other in [["C2", "A1"], ["A1", "C3"], ["A1", "D3"]] {
            assert_ne!(key_of("rush", 5, &other, Entrant::A), first, "{other:?}");
        }
        assert_ne!(key_of("rush", 5, &["A1", "C2"], Entrant::B), first, "the players are swapped");
    }

    #[test]
    fn a_symmetry_that_moves_stones_of_the_first_position_makes_another_game() {
        // The set-up has three stones of each colour around the board: a third of a turn keeps it, a sixth
        // swaps the colours.
        let first = key_of("sendit", 5, &["A1"], Entrant::A);
        assert_eq!(key_of("sendit", 5, &["J5"], Entrant::A), first);
        assert_ne!(key_of("sendit", 5, &["E1"], Entrant::A), first);
    }
}
