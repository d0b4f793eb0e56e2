//! One playout through a tree of steps: down to a leaf, on at random to the end, and back up with what came of it.

use super::nodes::{Node, Nodes, Numbers, WIN};
use super::passing::Passing;
use super::worth::Scale;
use crate::rules::{Chance, FirstPlaced, Player, Playout, Rules};

/// How children are compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Weights {
    /// After about so many playouts of a step its own value counts as much as its AMAF value.
    pub(crate) amaf: f32,
    /// How many playouts what is expected of a step before it is tried counts for.
    pub(crate) prior: f32,
    /// The same where the playouts' policy has priors.
    pub(crate) known_prior: f32,
    /// A step's value is that of its parent before it is tried, more or less at most so much by its prior.
    pub(crate) prior_range: f32,
    /// The visits after which a leaf gets children.
    pub(crate) expand_at: u32,
    /// By how much a pass that is a turn of its own is expected to be worse than other steps, before it is tried and as long as the
    /// game is open.
    pub(crate) pass_doubt: f32,
    /// What a step is charged in a lost game, in points.
    pub(crate) price: f32,
    /// The same in a won one.
    pub(crate) price_when_won: f32,
    /// Whether steps that have no AMAF samples take part as if these were all lost: an error that others have made, and
    /// that a test shows to be one.
    pub(crate) amaf_of_nothing: bool,
}

impl Weights {
    /// What has been seen to win most in all games.
    pub(crate) const DEFAULT: Weights = Weights {
        amaf: 3000.0,
        prior: 5.0,
        known_prior: 60.0,
        prior_range: 0.5,
        expand_at: 4,
        pass_doubt: 0.1,
        price: 3.0,
        price_when_won: 0.25,
        amaf_of_nothing: false,
    };
}

/// What the playouts of a search have in common.
pub(super) struct Ground<'a> {
    pub(super) nodes: &'a Nodes,
    /// The node from which playouts go down, and its position.
    pub(super) root: &'a Node,
    pub(super) position: &'a dyn Rules,
    pub(super) weights: &'a Weights,
    pub(super) scale: Scale<'a>,
    pub(super) passing: Passing,
    /// Whether a pass at the root is known to lose: no playout is spent on it then.
    pub(super) pass_loses: bool,
}

/// What a thread needs for its playouts.
pub(super) struct Worker {
    playout: Box<dyn Playout>,
    placed: FirstPlaced,
    chance: Chance,
    priors: Vec<i8>,
}

impl Worker {
    pub(super) fn new(playout: Box<dyn Playout>, points: usize, chance: Chance) -> Worker {
        Worker { playout, placed: FirstPlaced::nobody(points), chance, priors: Vec::new() }
    }

    /// Gives a leaf a child for every legal step.
    pub(super) fn expand(&mut self, nodes: &Nodes, leaf: &Node, position: &dyn Rules) {
        let steps = position.steps();
        let priors = &mut self.priors;
        priors.clear();
        self.playout.priors(position, &steps, priors);
        let prior = |number| priors.get(number).copied().unwrap_or(0);
        nodes.expand(leaf, position.to_move(), &steps, prior);
    }

    /// One playout from the root.
    pub(super) fn visit(&mut self, ground: &Ground<'_>) {
        let Ground { nodes, root, weights, passing, .. } = *ground;
        let mut position = ground.position.boxed();
        let mut path = vec![root];
        let mut node = root;
        node.visit();
        loop {
            let mut children = nodes.children(node);
            if children.is_empty() {
                if position.is_over() || node.visits() < expand_at(nodes, weights) {
                    break;
                }
                self.expand(nodes, node, position.as_ref());
                children = nodes.children(node);
                if children.is_empty() {
                    break;
                }
            }
            if ground.pass_loses && path.len() == 1 {
                children = without_pass(children);
            }
            let first = self.chance.below(children.len());
            node = choose(node, children, first, weights, &passing);
            node.visit();
            path.push(node);
            position.apply(node.step());
        }
        self.placed.clear();
        let score = match position.is_over() {
            true => position.score(),
            false => {
                self.playout.set(position.as_ref());
                self.playout.noted(&mut self.chance, &mut self.placed).score
            }
        };
        self.note(nodes, &path, ground.scale.worth(&score));
    }

    /// Tells all nodes of a path, and their children that came later, what a playout was worth to each player.
    fn note(&mut self, nodes: &Nodes, path: &[&Node], worth: [u32; 2]) {
        for node in path.iter().rev() {
            let children = nodes.children(node);
            if let Some(mover) = children.first().map(Node::mover) {
                for child in children {
                    if child.point().is_some_and(|point| self.placed.is_of(point, mover)) {
                        child.gain_amaf(worth[mover.index()]);
                    }
                }
            }
            node.gain(worth[node.mover().index()]);
            if let Some(point) = node.point() {
                self.placed.note_earlier(point, node.mover());
            }
        }
    }
}

/// The visits after which a leaf gets children: more where memory runs short.
fn expand_at(nodes: &Nodes, weights: &Weights) -> u32 {
    let eighths = nodes.used() * 8 / nodes.room();
    match eighths {
        0..4 => weights.expand_at,
        4..6 => 4 * weights.expand_at,
        6..7 => 16 * weights.expand_at,
        _ => 64 * weights.expand_at,
    }
}

/// Some siblings but for a pass, if there are others.
fn without_pass(children: &[Node]) -> &[Node] {
    match children {
        [others @ .., pass] if pass.is_pass() && !others.is_empty() => others,
        all => all,
    }
}

/// The child that promises most to its mover; of equals the first from a place on.
fn choose<'a>(
    parent: &Node,
    children: &'a [Node],
    first: usize,
    weights: &Weights,
    passing: &Passing,
) -> &'a Node {
    let of_parent = parent.numbers();
    let mean = mean_for(parent, children[0].mover(), &of_parent);
    let (later, earlier) = (&children[first..], &children[..first]);
    let mut best = (f32::NEG_INFINITY, &children[first]);
    for child in later.iter().chain(earlier) {
        let promise = match child.is_pass() {
            false => promise(child, mean, weights),
            true if passing.has_its_share(child, parent) => continue,
            true => {
                let expected = mean - passing.doubt(child, parent, mean);
                promise(child, expected, weights) + passing.price(mean)
            }
        };
        if promise > best.0 {
            best = (promise, child);
        }
    }
    best.1
}

/// The mean value of a node to a player.
pub(super) fn mean_for(node: &Node, player: Player, numbers: &Numbers) -> f32 {
    let mean = match numbers.visits {
        0 | 1 => 0.5,
        visits => numbers.value as f32 / (visits - 1) as f32 / WIN as f32,
    };
    if node.mover() == player { mean } else { 1.0 - mean }
}

/// What a child promises to its mover: its mean value, mixed with its AMAF value as long as that rests on more samples.
#[inline]
fn promise(child: &Node, parent: f32, weights: &Weights) -> f32 {
    let Numbers { value, visits, amaf_value, amaf_visits } = child.numbers();
    let visits = visits as f32 + weights.prior;
    let expected = parent + f32::from(child.prior()) * (weights.prior_range / 128.0);
    let mean = (value as f32 * (1.0 / WIN as f32) + expected * weights.prior) / visits;
    let samples = amaf_visits as f32;
    let mut promise = mean;
    if amaf_visits > 0 {
        // Exactly 0 without samples: passes, ends of turns and moves of stones never have any.
        let weight = samples / (samples + visits + visits * samples / weights.amaf);
        let amaf = amaf_value as f32 * (1.0 / WIN as f32) / samples;
        promise += weight * (amaf - mean);
    } else if weights.amaf_of_nothing {
        promise -= mean * (weights.amaf / (3.0 * visits + weights.amaf)).sqrt();
    }
    promise
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;
    use crate::rules::Step;

    /// The children of a root: those of a pass and of two points.
    fn three(nodes: &Nodes) -> &[Node] {
        let steps = [Step::Pass, Step::Place(Point::new(0)), Step::Place(Point::new(1))];
        nodes.expand(nodes.root(), Player::Black, &steps, |_| 0);
        nodes.children(nodes.root())
    }

    #[test]
    fn without_samples_the_amaf_value_weighs_nothing() {
        let nodes = Nodes::new(0, Player::White);
        let weights = Weights::DEFAULT;
        let [pass, place, _] = three(&nodes) else { panic!("three children") };
        for child in [pass, place] {
            (0..3).for_each(|_| child.visit());
            child.gain(WIN);
        }
        let before = promise(pass, 0.5, &weights);
        assert_eq!(before, promise(place, 0.5, &weights));
        (0..50).for_each(|_| place.gain_amaf(0));
        assert_eq!(promise(pass, 0.5, &weights), before);
        assert!(promise(place, 0.5, &weights) < before);
        let wrong = Weights { amaf_of_nothing: true, ..weights };
        assert!(promise(pass, 0.5, &wrong) < before);
    }

    #[test]
    fn the_amaf_value_weighs_less_the_more_is_known() {
        let nodes = Nodes::new(0, Player::White);
        let [_, one, other] = three(&nodes) else { panic!("three children") };
        let weights = Weights::DEFAULT;
        for (child, visits) in [(one, 10), (other, 10_000)] {
            (0..visits).for_each(|_| child.visit());
            (0..1000).for_each(|_| child.gain_amaf(WIN));
        }
        // Both have lost all playouts of their own.
        assert!(promise(one, 0.0, &weights) > 0.8);
        assert!(promise(other, 0.0, &weights) < 0.3);
    }

    #[test]
    fn a_step_that_has_not_been_tried_is_expected_to_do_as_its_siblings_and_its_prior() {
        let nodes = Nodes::new(0, Player::White);
        let steps = [0, 127, -128].map(|n: i32| Step::Place(Point::new((n + 128) as usize)));
        let priors = [0, 127, -128];
        nodes.expand(nodes.root(), Player::Black, &steps, |number| priors[number]);
        let root = nodes.root();
        (0..11).for_each(|_| root.visit());
        // The root's value is White's: Black has won 8 of 10, the eleventh being under way.
        root.gain(2 * WIN);
        let mean = mean_for(root, Player::Black, &root.numbers());
        assert!((mean - 0.8).abs() < 1e-6, "{mean}");
        let promises: Vec<_> = nodes
            .children(root)
            .iter()
            .map(|child| promise(child, mean, &Weights::DEFAULT))
            .collect();
        assert!((promises[0] - 0.8).abs() < 1e-6);
        assert!(promises[1] > 1.0 && promises[2] < 0.4, "{promises:?}");
        let passing = Passing::new(100, &Weights::DEFAULT);
        let chosen = choose(root, nodes.children(root), 2, &Weights::DEFAULT, &passing);
        assert_eq!(chosen.prior(), 127);
    }
}
