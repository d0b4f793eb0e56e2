//! Sets of points as bits.

use super::{MAX_POINTS, Point};

const WORDS: usize = MAX_POINTS.div_ceil(64);

/// A set of points of one board. Cheap to make: it lives on the stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointSet {
    words: [u64; WORDS],
}

impl PointSet {
    /// The set without points.
    pub fn new() -> PointSet {
        PointSet { words: [0; WORDS] }
    }

    /// Whether the set holds the point.
    pub fn contains(&self, point: Point) -> bool {
        self.words[point.index() / 64] & (1 << (point.index() % 64)) != 0
    }

    /// Adds the point; says whether it was new.
    pub fn insert(&mut self, point: Point) -> bool {
        let word = &mut self.words[point.index() / 64];
        let bit = 1 << (point.index() % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// The number of points.
    #[allow(clippy::len_without_is_empty)] // it stands below
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set holds no point.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The points in rising order.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let rests = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
            let rests = rests.take_while(|&word| word != 0);
            rests.map(move |word| Point::new(64 * index + word.trailing_zeros() as usize))
        })
    }
}

impl Default for PointSet {
    fn default() -> PointSet {
        PointSet::new()
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::new();
        for point in points {
            set.insert(point);
        }
        set
    }
}
