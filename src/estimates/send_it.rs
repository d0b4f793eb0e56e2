//! Send It: stones and controlled points, and chains.

use super::{lead, safety};
use crate::rules::{Player, Rules};

/// Send It.
pub(crate) fn send_it(position: &dyn Rules, player: Player) -> i32 {
    lead(position, player) + safety(position, player)
}
