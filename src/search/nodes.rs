//! The nodes of a search tree, and the memory they lie in.
//!
//! A node is a step together with what came of it. All its numbers are atomic, so that several threads search one tree
//! without locks; in one thread they cost what plain numbers cost, but for those that every playout counts up.

use crate::board::Point;
use crate::rules::{Player, Step};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// What a won playout is worth; a drawn one is worth half of it.
pub(super) const WIN: u32 = 8192;

/// Above so many samples the AMAF value stays as it is: it weighs nothing any more, and its sum must not overflow.
const MOST_AMAF: u32 = 1 << 18;

/// A step with what came of it: 32 bytes.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// The sum of what playouts through it were worth to its mover, [`WIN`] each at most.
    value: AtomicU64,
    /// The playouts through it; in several threads also those that are under way, which so count as lost.
    visits: AtomicU32,
    /// The same for playouts through its parent in which its mover was the first to place a stone on its point later.
    amaf_value: AtomicU32,
    amaf_visits: AtomicU32,
    /// Where its children begin: [`NONE`] in a leaf, [`BUSY`] while a thread makes them.
    first: AtomicU32,
    step: AtomicU32,
    /// The number of children (16 bits), the prior (8 bits) and the mover (8 bits).
    about: AtomicU32,
}

/// The node before all others has number 0 and is nobody's child.
const NONE: u32 = 0;
const BUSY: u32 = u32::MAX;

const PASS: u32 = u32::MAX;
/// Steps that move a stone have this bit, 15 bits for where from and 16 for where to.
const MOVE: u32 = 1 << 31;

fn packed(step: Step) -> u32 {
    match step {
        Step::Place(point) => point.index() as u32,
        Step::Move { from, to } => MOVE | (from.index() as u32) << 16 | to.index() as u32,
        Step::Pass => PASS,
    }
}

fn unpacked(step: u32) -> Step {
    match step {
        PASS => Step::Pass,
        moved if moved & MOVE != 0 => {
            let (from, to) = ((moved & !MOVE) >> 16, moved & 0xFFFF);
            Step::Move { from: Point::new(from as usize), to: Point::new(to as usize) }
        }
        point => Step::Place(Point::new(point as usize)),
    }
}

/// The numbers of a node, read together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Numbers {
    pub(super) value: u64,
    pub(super) visits: u32,
    pub(super) amaf_value: u32,
    pub(super) amaf_visits: u32,
}

impl Node {
    /// Makes it the node of a step that nothing is known of but a prior.
    fn begin(&self, step: Step, mover: Player, prior: i8) {
        self.value.store(0, Relaxed);
        for number in [&self.visits, &self.amaf_value, &self.amaf_visits] {
            number.store(0, Relaxed);
        }
        self.first.store(NONE, Relaxed);
        self.step.store(packed(step), Relaxed);
        let mover = u32::from(mover == Player::White);
        self.about.store(u32::from(prior.cast_unsigned()) << 16 | mover << 24, Relaxed);
    }

    pub(super) fn step(&self) -> Step {
        unpacked(self.step.load(Relaxed))
    }

    /// Whether its step is a pass or the end of a turn.
    #[inline]
    pub(super) fn is_pass(&self) -> bool {
        self.step.load(Relaxed) == PASS
    }

    /// The point on which its step places a stone.
    #[inline]
    pub(super) fn point(&self) -> Option<Point> {
        let step = self.step.load(Relaxed);
        (step & MOVE == 0).then(|| Point::new(step as usize))
    }

    #[inline]
    pub(super) fn mover(&self) -> Player {
        Player::BOTH[(self.about.load(Relaxed) >> 24) as usize & 1]
    }

    /// What the step promises before it is tried, from −128 to 127.
    #[inline]
    pub(super) fn prior(&self) -> i8 {
        ((self.about.load(Relaxed) >> 16) as u8).cast_signed()
    }

    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    #[inline]
    pub(super) fn numbers(&self) -> Numbers {
        Numbers {
            value: self.value.load(Relaxed),
            visits: self.visits.load(Relaxed),
            amaf_value: self.amaf_value.load(Relaxed),
            amaf_visits: self.amaf_visits.load(Relaxed),
        }
    }

    /// The mean of what playouts through it were worth to its mover, from 0 to 1; none where there were none.
    pub(super) fn mean(&self) -> Option<f64> {
        let Numbers { value, visits, .. } = self.numbers();
        (visits > 0).then(|| value as f64 / f64::from(visits) / f64::from(WIN))
    }

    /// Notes that a playout goes through it.
    #[inline]
    pub(super) fn visit(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    /// Notes what a playout through it was worth to its mover.
    #[inline]
    pub(super) fn gain(&self, worth: u32) {
        self.value.fetch_add(u64::from(worth), Relaxed);
    }

    /// Notes what a playout was worth in which its step came later. A sample that another thread overwrites is lost.
    #[inline]
    pub(super) fn gain_amaf(&self, worth: u32) {
        let visits = self.amaf_visits.load(Relaxed);
        if visits < MOST_AMAF {
            self.amaf_visits.store(visits + 1, Relaxed);
            self.amaf_value.store(self.amaf_value.load(Relaxed) + worth, Relaxed);
        }
    }

    fn copy_from(&self, source: &Node) {
        self.value.store(source.value.load(Relaxed), Relaxed);
        let pairs = [
            (&self.visits, &source.visits),
            (&self.amaf_value, &source.amaf_value),
            (&self.amaf_visits, &source.amaf_visits),
            (&self.step, &source.step),
            (&self.about, &source.about),
        ];
        pairs.into_iter().for_each(|(to, from)| to.store(from.load(Relaxed), Relaxed));
        self.first.store(NONE, Relaxed);
    }

    /// Hangs children below it.
    fn adopt(&self, first: u32, count: usize) {
        let about = self.about.load(Relaxed) & 0xFFFF_0000;
        self.about.store(about | count as u32, Relaxed);
        self.first.store(first, Ordering::Release);
    }
}

/// The nodes of a chunk, which is what memory is taken by: a quarter of a megabyte.
const CHUNK: usize = 1 << 13;
/// The bytes of a chunk.
const CHUNK_BYTES: usize = CHUNK * size_of::<Node>();

/// The memory of a tree: never more than its budget. Siblings lie side by side.
pub(super) struct Nodes {
    chunks: Vec<OnceLock<Box<[Node]>>>,
    /// Where the next siblings go.
    next: Mutex<usize>,
    /// The same, to be read without waiting.
    used: AtomicUsize,
}

impl Nodes {
    /// An empty tree of a budget in bytes, with its root. One chunk is the least.
    pub(super) fn new(budget: usize, root_mover: Player) -> Nodes {
        let chunks = (budget / CHUNK_BYTES).max(1);
        let nodes = Nodes {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            next: Mutex::new(1),
            used: AtomicUsize::new(1),
        };
        nodes.root().begin(Step::Pass, root_mover, 0);
        nodes
    }

    /// How many nodes have room.
    pub(super) fn room(&self) -> usize {
        self.chunks.len() * CHUNK
    }

    /// How many nodes there are, those included that lie behind the last siblings of a chunk.
    #[inline]
    pub(super) fn used(&self) -> usize {
        self.used.load(Relaxed)
    }

    /// The node without a parent.
    pub(super) fn root(&self) -> &Node {
        &self.chunk(0)[0]
    }

    fn chunk(&self, number: usize) -> &[Node] {
        self.chunks[number].get_or_init(|| (0..CHUNK).map(|_| Node::default()).collect())
    }

    /// The children of a node; none of a leaf.
    #[inline]
    pub(super) fn children(&self, node: &Node) -> &[Node] {
        let first = node.first.load(Ordering::Acquire);
        if first == NONE || first == BUSY {
            return &[];
        }
        let count = (node.about.load(Relaxed) & 0xFFFF) as usize;
        let (chunk, place) = (first as usize / CHUNK, first as usize % CHUNK);
        &self.chunk(chunk)[place..place + count]
    }

    /// Places for some siblings, where there is room.
    fn allocate(&self, count: usize) -> Option<usize> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let same_chunk = *next % CHUNK + count <= CHUNK;
        let first = if same_chunk { *next } else { next.next_multiple_of(CHUNK) };
        if count > CHUNK || first + count > self.room() {
            return None;
        }
        *next = first + count;
        self.used.store(*next, Relaxed);
        Some(first)
    }

    /// Gives a leaf children, unless another thread does so now or there is no room.
    pub(super) fn expand(
        &self,
        leaf: &Node,
        mover: Player,
        steps: &[Step],
        prior: impl Fn(usize) -> i8,
    ) {
        if leaf.first.compare_exchange(NONE, BUSY, Relaxed, Relaxed).is_err() {
            return;
        }
        let Some(first) = self.allocate(steps.len()) else {
            leaf.first.store(NONE, Relaxed);
            return;
        };
        let places = &self.chunk(first / CHUNK)[first % CHUNK..];
        for (number, (&step, node)) in steps.iter().zip(places).enumerate() {
            node.begin(step, mover, prior(number));
        }
        leaf.adopt(first as u32, steps.len());
    }

    /// The tree below a node, alone, in new memory of the same budget. Where it does not fit, what lies deepest
    /// is forgotten.
    pub(super) fn rooted_at(&self, node: &Node) -> Nodes {
        let copy = Nodes::new(self.chunks.len() * CHUNK_BYTES, node.mover());
        copy.root().copy_from(node);
        let mut open = std::collections::VecDeque::from([(node, copy.root())]);
        while let Some((from, to)) = open.pop_front() {
            let children = self.children(from);
            if children.is_empty() {
                continue;
            }
            let Some(first) = copy.allocate(children.len()) else { continue };
            let places = &copy.chunk(first / CHUNK)[first % CHUNK..];
            for (child, place) in children.iter().zip(places) {
                place.copy_from(child);
                open.push_back((child, place));
            }
            to.adopt(first as u32, children.len());
        }
        copy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_takes_32_bytes_and_steps_are_kept_exactly() {
        assert_eq!(size_of::<Node>(), 32);
        let point = Point::new;
        for step in [
            Step::Pass,
            Step::Place(point(0)),
            Step::Place(point(624)),
            Step::Move { from: point(0), to: point(624) },
            Step::Move { from: point(624), to: point(0) },
        ] {
            assert_eq!(unpacked(packed(step)), step);
            for (mover, prior) in [(Player::Black, -128), (Player::White, 127), (Player::White, -1)]
            {
                let node = Node::default();
                node.begin(step, mover, prior);
                node.adopt(7, 626);
                assert_eq!((node.step(), node.mover(), node.prior()), (step, mover, prior));
                let placed = if let Step::Place(point) = step { Some(point) } else { None };
                assert_eq!(node.point(), placed);
            }
        }
    }

    /// Gives a leaf so many children, whose visits are 1, 2, 3 …
    fn grow<'a>(nodes: &'a Nodes, leaf: &'a Node, count: usize) -> &'a [Node] {
        let steps: Vec<_> = (0..count).map(|n| Step::Place(Point::new(n))).collect();
        nodes.expand(leaf, leaf.mover().opponent(), &steps, |_| 0);
        let children = nodes.children(leaf);
        children
            .iter()
            .zip(1..)
            .for_each(|(child, visits)| (0..visits).for_each(|_| child.visit()));
        children
    }

    #[test]
    fn memory_never_exceeds_its_budget_and_what_does_not_fit_stays_a_leaf() {
        let nodes = Nodes::new(2 * CHUNK_BYTES + 1, Player::White);
        assert_eq!(nodes.room(), 2 * CHUNK);
        let first = grow(&nodes, nodes.root(), 600);
        let expanded = first.iter().filter(|child| !grow(&nodes, child, 600).is_empty()).count();
        // Siblings do not lie in two chunks.
        assert_eq!(expanded + 1, 2 * (CHUNK / 600));
        assert!(nodes.used() <= nodes.room());
        assert!(nodes.children(&first[expanded]).is_empty());
        assert!(nodes.children(&first[expanded - 1]).len() == 600);
    }

    #[test]
    fn a_subtree_moves_to_new_memory_whole() {
        let nodes = Nodes::new(4 * CHUNK_BYTES, Player::White);
        let child = &grow(&nodes, nodes.root(), 5)[3];
        let grandchild = &grow(&nodes, child, 4)[2];
        grow(&nodes, grandchild, 3);
        let moved = nodes.rooted_at(child);
        assert_eq!(moved.root().numbers(), child.numbers());
        assert_eq!(moved.root().mover(), child.mover());
        let children = moved.children(moved.root());
        let visits = |nodes: &[Node]| nodes.iter().map(Node::visits).collect::<Vec<_>>();
        assert_eq!(visits(children), [1, 2, 3, 4]);
        assert_eq!(visits(moved.children(&children[2])), [1, 2, 3]);
        assert!(moved.children(&children[1]).is_empty());
        assert_eq!(moved.used(), 1 + 4 + 3);
    }
}
