//! Rush: stones, and the points that only one side may take or that are the next one's.

use super::{POINT, sign};
use crate::playouts::worth_in_rush;
use crate::rules::{Player, Rules};

/// Rush.
pub(crate) fn rush(position: &dyn Rules, player: Player) -> i32 {
    let (board, stones) = (position.board(), &position.frame().stones);
    let lead = stones.count(player) as i32 - stones.count(player.opponent()) as i32;
    let next = sign(position.to_move(), player);
    let empty = board.points().filter(|&point| stones.at(point).is_none());
    let worth = empty.map(|point| {
        let [own, enemy] = [player, player.opponent()].map(|side| stones.near(point, side));
        worth_in_rush(own, enemy, next)
    });
    POINT * lead + POINT / 2 * (next + worth.sum::<i32>())
}
