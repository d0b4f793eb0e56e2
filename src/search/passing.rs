//! How a search compares passes with other steps: what brings decided games to their ends.
//!
//! In an open game a pass is hardly ever good, and has few placements behind it by which the other steps would become known: it is
//! doubted at first, and never has all playouts. In a decided game steps are charged, which a pass is not. Where the game
//! is lost, a step that does not change that costs some points, so that it is made only as long as it might. Where it is won
//! it costs less than a point: the score decides first. (A point there lost ten games in a hundred of Rosette: a
//! side that passes too early gives away much more than one that goes on too long, and the game ends anyway when the side that has lost
//! it passes.)

use super::nodes::Node;
use super::tree::Weights;
use super::worth::{chance_to_win, point_value};

/// A game is as good as decided from this chance to win on, or below the rest.
const DECIDED: f32 = 0.97;

/// A pass that is a turn of its own has so many playouts at most for one through other steps.
const PASSES_FOR_OTHERS: u32 = 4;

/// What is thought of passes on one board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passing {
    doubt: f32,
    lost: f32,
    won: f32,
}

impl Passing {
    pub(super) fn new(points: usize, weights: &Weights) -> Passing {
        let point = point_value(points);
        let (lost, won) = (point * weights.price, point * weights.price_when_won);
        Passing { doubt: weights.pass_doubt, lost, won }
    }

    /// What other steps are charged, as what a pass has ahead of them, where the side to move has such a mean value.
    pub(super) fn price(&self, mean: f32) -> f32 {
        let [lost, won] = decided(mean);
        self.lost * lost + self.won * won
    }

    /// By how much a pass is expected to be worse than its siblings.
    pub(super) fn doubt(&self, pass: &Node, parent: &Node, mean: f32) -> f32 {
        let [lost, won] = decided(mean);
        if is_turn(pass, parent) { self.doubt * (1.0 - lost - won) } else { 0.0 }
    }

    /// Whether a pass has had its share of the playouts through its parent.
    pub(super) fn has_its_share(&self, pass: &Node, parent: &Node) -> bool {
        let visits = pass.visits();
        let of_others = parent.visits().saturating_sub(visits);
        is_turn(pass, parent) && visits > PASSES_FOR_OTHERS * of_others
    }
}

/// How decided a game is in which the side to move has such a mean value: how lost and how won, from 0 to 1.
fn decided(mean: f32) -> [f32; 2] {
    let chance = chance_to_win(mean.into()) as f32;
    [1.0 - chance, chance].map(|chance| ((chance - DECIDED) / (1.0 - DECIDED)).max(0.0))
}

/// Whether a pass is a turn of its own: the side that makes it has not made the step before.
fn is_turn(pass: &Node, parent: &Node) -> bool {
    pass.mover() != parent.mover()
}

#[cfg(test)]
mod tests {
    use super::super::nodes::Nodes;
    use super::*;
    use crate::board::Point;
    use crate::rules::{Player, Step};

    fn passing() -> Passing {
        Passing::new(81, &Weights::DEFAULT)
    }

    #[test]
    fn steps_cost_nothing_in_an_open_game_and_most_in_a_lost_one() {
        for mean in [0.05, 0.3, 0.5, 0.95] {
            assert_eq!(passing().price(mean), 0.0, "{mean}");
        }
        let [lost, nearly_lost, won] = [0.0, 0.02, 1.0].map(|mean| passing().price(mean));
        assert!(lost > nearly_lost && nearly_lost > won && won > 0.0, "{lost} {nearly_lost} {won}");
        // A won game is not shortened for less than a point of the score, and a lost one never given up for a chance in a hundred.
        assert!(won < point_value(81) && lost < 0.01);
    }

    #[test]
    fn a_pass_is_doubted_and_limited_where_it_is_a_turn_and_not_where_it_ends_one() {
        for (root_mover, is_turn) in [(Player::White, true), (Player::Black, false)] {
            let nodes = Nodes::new(0, root_mover);
            let steps = [Step::Place(Point::new(0)), Step::Pass];
            nodes.expand(nodes.root(), Player::Black, &steps, |_| 0);
            let (root, pass) = (nodes.root(), &nodes.children(nodes.root())[1]);
            assert_eq!(passing().doubt(pass, root, 0.5) > 0.0, is_turn);
            assert_eq!(passing().doubt(pass, root, 0.0), 0.0);
            for _ in 0..10 {
                root.visit();
                pass.visit();
            }
            assert_eq!(passing().has_its_share(pass, root), is_turn);
            (0..3).for_each(|_| root.visit());
            assert!(!passing().has_its_share(pass, root));
        }
    }
}
