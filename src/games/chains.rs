//! Chains of stones, as the games that capture use them.

use crate::board::{Board, MAX_NEIGHBOURS, Point};
use crate::rules::{Player, Stones};
use arrayvec::ArrayVec;

/// Some chains around a point, each by one of its stones.
pub(crate) type Chains = ArrayVec<Point, MAX_NEIGHBOURS>;

/// Whether all neighbours of the point are stones of the side: where it is empty, a one-point eye.
pub(crate) fn is_eye(board: &Board, stones: &Stones, point: Point, player: Player) -> bool {
    stones.near(point, player) == board.neighbours(point).len()
}

/// A side's chains around a point.
fn around<'a>(
    board: &'a Board,
    stones: &'a Stones,
    point: Point,
    player: Player,
) -> impl Iterator<Item = Point> + 'a {
    let near = board.neighbours(point);
    let is_new = move |index: usize| {
        !near[..index]
            .iter()
            .any(|&q| stones.at(q) == Some(player) && stones.same_chain(q, near[index]))
    };
    let own = (0..near.len()).filter(move |&index| stones.at(near[index]) == Some(player));
    own.filter(move |&index| is_new(index)).map(move |index| near[index])
}

/// Whether the chain of a stone lives without the liberty at an empty point next to it.
fn lives_without(board: &Board, stones: &Stones, stone: Point, point: Point) -> bool {
    let touching = board
        .neighbours(point)
        .iter()
        .filter(|&&near| stones.at(near) == stones.at(stone) && stones.same_chain(near, stone));
    stones.is_safe(stone) || stones.pseudo_liberties(stone) > touching.count()
}

/// The enemy chains that a side's stone on an empty point would leave dead.
pub(crate) fn dying(board: &Board, stones: &Stones, point: Point, player: Player) -> Chains {
    let enemies = around(board, stones, point, player.opponent());
    enemies.filter(|&stone| !lives_without(board, stones, stone, point)).collect()
}

/// Whether a side's stone on an empty point would have a liberty or be safe, before anything is captured.
pub(crate) fn would_live(board: &Board, stones: &Stones, point: Point, player: Player) -> bool {
    stones.touches_empty(board, point)
        || around(board, stones, point, player)
            .any(|stone| lives_without(board, stones, stone, point))
        || board.rings_of(point).any(|ring| {
            ring.points.iter().all(|&near| near == point || stones.at(near) == Some(player))
        })
}

/// A side's dead chains on or next to some points, each by one of its stones.
pub(crate) fn dead_near(
    board: &Board,
    stones: &Stones,
    player: Player,
    points: &[Point],
) -> Vec<Point> {
    let mut dead: Vec<Point> = Vec::new();
    for &point in points {
        for &near in std::iter::once(&point).chain(board.neighbours(point)) {
            let is_dead = stones.at(near) == Some(player) && stones.is_dead(near);
            if is_dead && !dead.iter().any(|&other| stones.same_chain(other, near)) {
                dead.push(near);
            }
        }
    }
    dead
}

/// Takes a side's dead chains off the board, looking only on and next to the points that have just
/// changed. Returns how many stones came off.
pub(crate) fn remove_dead(
    board: &Board,
    stones: &mut Stones,
    player: Player,
    changed: &[Point],
) -> u32 {
    let dead = dead_near(board, stones, player, changed);
    dead.into_iter().map(|stone| stones.capture(board, stone)).sum()
}

/// A stone of a dead chain anywhere on the board, where there is one.
pub(crate) fn any_dead(board: &Board, stones: &Stones) -> Option<Point> {
    board.points().find(|&point| stones.at(point).is_some() && stones.is_dead(point))
}
