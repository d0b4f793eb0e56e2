//! What a position is worth at a glance: for each game its own look at captures, safety, territory or control, and connection.
//!
//! An estimate is in sixteenths of a point, from the view of one player, and takes the opponent to move next.

mod area;
mod rush;
mod send_it;

pub(crate) use area::{area, medusa, rosette};
pub(crate) use rush::rush;
pub(crate) use send_it::send_it;

use crate::board::{Board, Point, PointSet};
use crate::rules::{Player, Rules, Stones};

/// One point of the score.
const POINT: i32 = 16;

/// 1 for the player's own things, −1 for the opponent's.
fn sign(owner: Player, player: Player) -> i32 {
    if owner == player { 1 } else { -1 }
}

/// How the chains of a player stand who does not move next: what may be captured counts against its owner, own chains more than
/// the opponent's, which can still be saved.
fn safety(position: &dyn Rules, player: Player) -> i32 {
    let (board, stones) = (position.board(), &position.frame().stones);
    let mut seen = PointSet::new();
    let mut sum = 0;
    for stone in board.points() {
        let Some(owner) = stones.at(stone) else { continue };
        if seen.contains(stone) || stones.is_safe(stone) {
            continue;
        }
        let mut size = 0;
        for other in stones.chain(stone) {
            seen.insert(other);
            size += 1;
        }
        let risk = match (liberties(board, stones, stone), owner == player) {
            (1, true) => POINT,
            (2, true) => POINT / 4,
            (1, false) => POINT / 2,
            (2, false) => POINT / 8,
            _ => 0,
        };
        sum -= sign(owner, player) * size * risk;
    }
    sum
}

/// The liberties of the chain of a stone, 3 standing for more.
fn liberties(board: &Board, stones: &Stones, stone: Point) -> usize {
    let mut found = arrayvec::ArrayVec::<Point, 3>::new();
    for stone in stones.chain(stone) {
        for &near in board.neighbours(stone) {
            if stones.at(near).is_none() && !found.contains(&near) {
                found.push(near);
                if found.is_full() {
                    return 3;
                }
            }
        }
    }
    found.len()
}

/// The lead of a player in points of the score, captures and marker included.
fn lead(position: &dyn Rules, player: Player) -> i32 {
    (position.score().lead(player) * f64::from(POINT)) as i32
}
