//! Counting with stones that both sides call dead.

use super::Table;
use crate::board::{PointSet, Vertex};
use crate::rules::{DeadStones, Player, Rules, Score};

impl Table {
    /// Marks the groups of some stones as dead, for counting.
    ///
    /// # Errors
    /// The first vertex on which no stone stands; nothing is changed then.
    pub fn mark_dead(&mut self, vertices: &[Vertex]) -> Result<(), Vertex> {
        let position = self.position();
        let mut dead = self.state().dead.clone();
        for &vertex in vertices {
            let stone = position.board().point(vertex);
            let stone = stone.filter(|&stone| position.stone(stone).is_some()).ok_or(vertex)?;
            for stone in position.frame().stones.chain(stone) {
                dead.insert(stone);
            }
        }
        self.state_mut().dead = dead;
        Ok(())
    }

    /// The stones that are marked as dead.
    pub fn dead_stones(&self) -> impl Iterator<Item = Vertex> + '_ {
        self.state().dead.iter().map(|stone| self.board().vertex(stone))
    }

    /// Marks no stone as dead.
    pub fn clear_dead(&mut self) {
        self.state_mut().dead = PointSet::new();
    }

    /// The groups that are marked as dead, or those that are not, in the order of their points.
    pub fn groups(&self, dead: bool) -> Vec<Vec<Vertex>> {
        let position = self.position();
        let mut seen = PointSet::new();
        let mut groups = Vec::new();
        for stone in position.board().points().filter(|&point| position.stone(point).is_some()) {
            if seen.contains(stone) {
                continue;
            }
            let mut group: Vec<_> = position.frame().stones.chain(stone).collect();
            group.sort_unstable();
            group.iter().for_each(|&stone| _ = seen.insert(stone));
            if self.state().dead.contains(stone) == dead {
                groups
                    .push(group.into_iter().map(|stone| position.board().vertex(stone)).collect());
            }
        }
        groups
    }

    /// The points of each side, with the stones marked as dead counted as the game counts such.
    pub fn score(&self) -> Score {
        self.counted().score()
    }

    /// The position that is counted: without the stones marked as dead, or with them turned over.
    pub fn counted(&self) -> Box<dyn Rules> {
        let mut counted = self.position().boxed();
        for stone in self.state().dead.iter() {
            let (board, stones) = counted.frame_mut().board_and_stones();
            let turned = match self.variant().game.dead_stones {
                DeadStones::Reversed => stones.at(stone).map(Player::opponent),
                DeadStones::Removed | DeadStones::Unknown => None,
            };
            stones.set(board, stone, turned);
        }
        counted
    }
}
