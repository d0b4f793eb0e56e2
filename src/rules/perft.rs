//! Counting step sequences: the test of rules that finds what single positions do not.

use super::Rules;

/// The number of different sequences of `depth` single steps from a position. A finished game has
/// no steps.
pub fn perft(position: &dyn Rules, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let steps = position.steps();
    if depth == 1 {
        return steps.len() as u64;
    }
    steps
        .into_iter()
        .map(|step| {
            let mut next = position.boxed();
            next.apply(step);
            perft(next.as_ref(), depth - 1)
        })
        .sum()
}
