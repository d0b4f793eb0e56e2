//! The memory that repetition rules need: the positions at the start of each turn so far.

use std::sync::Arc;

/// The keys of former positions, latest first. Copies share their common past, so that keeping
/// one in every position costs a pointer.
#[derive(Clone, Debug, Default)]
pub struct Repetition {
    latest: Option<Arc<Link>>,
}

#[derive(Debug)]
struct Link {
    key: u64,
    earlier: Repetition,
}

impl Repetition {
    /// Adds a position's key.
    pub fn remember(&mut self, key: u64) {
        let earlier = std::mem::take(self);
        self.latest = Some(Arc::new(Link { key, earlier }));
    }

    /// How often a key has been remembered.
    pub fn count(&self, key: u64) -> usize {
        self.latest_first().filter(|&k| k == key).count()
    }

    /// The keys, for many questions whether one of them is among them.
    pub fn recall(&self) -> Recall<'_> {
        let mut marks = [0; MARKS / 64];
        for key in self.latest_first() {
            let mark = key as usize % MARKS;
            marks[mark / 64] |= 1 << (mark % 64);
        }
        Recall { repetition: self, marks }
    }

    /// All keys, the latest first.
    pub fn latest_first(&self) -> impl Iterator<Item = u64> + '_ {
        let links = std::iter::successors(self.latest.as_deref(), |l| l.earlier.latest.as_deref());
        links.map(|link| link.key)
    }
}

/// The marks by which most keys are known not to be there, without a search.
const MARKS: usize = 8192;

/// A memory that answers quickly.
pub struct Recall<'a> {
    repetition: &'a Repetition,
    marks: [u64; MARKS / 64],
}

impl Recall<'_> {
    /// Whether a key has been remembered.
    pub fn contains(&self, key: u64) -> bool {
        let mark = key as usize % MARKS;
        self.marks[mark / 64] & 1 << (mark % 64) != 0 && self.repetition.count(key) > 0
    }
}

impl Drop for Repetition {
    /// Takes a long chain apart link by link: dropping it recursively would exhaust the stack.
    fn drop(&mut self) {
        let mut link = self.latest.take();
        while let Some(mut owned) = link.and_then(Arc::into_inner) {
            link = owned.earlier.latest.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_share_the_past_and_part_ways() {
        let mut first = Repetition::default();
        first.remember(1);
        let mut second = first.clone();
        first.remember(2);
        second.remember(1);
        assert_eq!(first.latest_first().collect::<Vec<_>>(), [2, 1]);
        assert_eq!((first.count(1), second.count(1)), (1, 2));
        let recall = first.recall();
        assert!(recall.contains(1) && recall.contains(2));
        // A key with the mark of another one is not taken for it.
        assert!(!recall.contains(3) && !recall.contains(1 + MARKS as u64));
    }

    #[test]
    fn a_long_memory_is_dropped_without_recursion() {
        let mut memory = Repetition::default();
        for key in 0..1_000_000 {
            memory.remember(key);
        }
        drop(memory);
    }
}
