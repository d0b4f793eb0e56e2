//! Go, Rosette and Medusa: stones, the empty points that are nearer to one side, and chains.

use super::{POINT, safety, sign};
use crate::board::Point;
use crate::rules::{Player, Rules};

/// Go.
pub(crate) fn area(position: &dyn Rules, player: Player) -> i32 {
    nearness(position, player) + safety(position, player)
}

/// Rosette: six stones around a centre live for ever.
pub(crate) fn rosette(position: &dyn Rules, player: Player) -> i32 {
    area(position, player) + rings(position, player)
}

/// Medusa: the marker counts as well.
pub(crate) fn medusa(position: &dyn Rules, player: Player) -> i32 {
    let marker = i32::from(position.frame().marker.unwrap_or(0));
    rosette(position, player) + POINT * sign(Player::Black, player) * marker
}

/// The stones of a player and the empty points that are nearer to them than to the opponent's, less those of the opponent.
fn nearness(position: &dyn Rules, player: Player) -> i32 {
    let (board, stones) = (position.board(), &position.frame().stones);
    // Who came first to each point, and when: both sides spread by turns, over empty points.
    let mut owner = vec![0i32; board.len()];
    let mut distance = vec![u32::MAX; board.len()];
    let mut edge: Vec<Point> = Vec::with_capacity(board.len());
    for point in board.points() {
        if let Some(stone) = stones.at(point) {
            owner[point.index()] = sign(stone, player);
            distance[point.index()] = 0;
            edge.push(point);
        }
    }
    let mut next = 0;
    while let Some(&point) = edge.get(next) {
        next += 1;
        let (from, reached) = (owner[point.index()], distance[point.index()] + 1);
        for &near in board.neighbours(point) {
            let near_index = near.index();
            if distance[near_index] > reached {
                distance[near_index] = reached;
                owner[near_index] = from;
                edge.push(near);
            } else if distance[near_index] == reached && owner[near_index] != from {
                owner[near_index] = 0;
            }
        }
    }
    owner.into_iter().sum::<i32>() * POINT
}

/// Rings on which only one side has stones: the more of them the better.
fn rings(position: &dyn Rules, player: Player) -> i32 {
    let (board, stones) = (position.board(), &position.frame().stones);
    let worth = |ring: &crate::board::Ring| {
        let count =
            |side| ring.points.iter().filter(|&&p| stones.at(p) == Some(side)).count() as i32;
        let (own, enemy) = (count(player), count(player.opponent()));
        match (own, enemy) {
            (own, 0) => own * own,
            (0, enemy) => -enemy * enemy,
            _ => 0,
        }
    };
    board.rings().iter().map(worth).sum()
}
