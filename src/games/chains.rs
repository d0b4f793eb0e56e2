//! Connected groups of stones and their liberties, shared by the games that capture.

use crate::board::{Board, Point, PointSet};
use crate::rules::{Player, Stones};

/// The group of the stone at `start`: the stones of its colour connected to it.
///
/// # Panics
/// When `start` is empty.
pub(crate) fn group(board: &Board, stones: &Stones, start: Point) -> Vec<Point> {
    let player = stones.at(start).expect("a group has a stone");
    let mut seen = PointSet::new();
    seen.insert(start);
    let mut group = vec![start];
    let mut next = 0;
    while let Some(&stone) = group.get(next) {
        next += 1;
        for &neighbour in board.neighbours(stone) {
            if stones.at(neighbour) == Some(player) && seen.insert(neighbour) {
                group.push(neighbour);
            }
        }
    }
    group
}

/// Whether a group lives: it has a liberty, or all six stones around a dark point or centre (a
/// rosette), on the boards that have such.
pub(crate) fn lives(board: &Board, stones: &Stones, group: &[Point]) -> bool {
    has_liberty(board, stones, group) || has_rosette(board, stones, group)
}

fn has_rosette(board: &Board, stones: &Stones, group: &[Point]) -> bool {
    // Six stones of one colour around a middle touch each other: they are one group.
    let complete = |stone: &Point| {
        let own = stones.at(*stone);
        board.rings_of(*stone).any(|ring| ring.points.iter().all(|&point| stones.at(point) == own))
    };
    group.iter().any(complete)
}

/// Whether some stone of a group has an empty neighbour.
fn has_liberty(board: &Board, stones: &Stones, group: &[Point]) -> bool {
    group.iter().any(|&stone| touches_empty(board, stones, stone))
}

/// Whether the point has an empty neighbour.
pub(crate) fn touches_empty(board: &Board, stones: &Stones, point: Point) -> bool {
    board.neighbours(point).iter().any(|&neighbour| stones.at(neighbour).is_none())
}

/// Whether all neighbours of the point are stones of the side: where it is empty, a one-point eye.
pub(crate) fn is_eye(board: &Board, stones: &Stones, point: Point, player: Player) -> bool {
    board.neighbours(point).iter().all(|&neighbour| stones.at(neighbour) == Some(player))
}

/// Takes a side's dead groups off the board, looking only at groups on or next to
/// the points that have just changed. Returns how many stones came off.
pub(crate) fn remove_dead(
    board: &Board,
    stones: &mut Stones,
    player: Player,
    changed: &[Point],
) -> u32 {
    let dead = dead_near(board, stones, player, changed);
    for &stone in &dead {
        stones.set(stone, None);
    }
    dead.len() as u32
}

/// The stones of a side's dead groups (those that do not [live](lives)), among those on or next to
/// some points.
pub(crate) fn dead_near(
    board: &Board,
    stones: &Stones,
    player: Player,
    points: &[Point],
) -> Vec<Point> {
    let mut dead = Vec::new();
    let mut looked_at = PointSet::new();
    for &point in points {
        for &near in std::iter::once(&point).chain(board.neighbours(point)) {
            if stones.at(near) != Some(player) || looked_at.contains(near) {
                continue;
            }
            if touches_empty(board, stones, near) {
                continue;
            }
            let group = group(board, stones, near);
            let alive = lives(board, stones, &group);
            for &stone in &group {
                looked_at.insert(stone);
                if !alive {
                    dead.push(stone);
                }
            }
        }
    }
    dead
}

/// A stone of a dead group anywhere on the board, where there is one.
pub(crate) fn any_dead(board: &Board, stones: &Stones) -> Option<Point> {
    let all: Vec<_> = board.points().collect();
    Player::BOTH.iter().find_map(|&side| dead_near(board, stones, side, &all).first().copied())
}
