//! Random play for tests: the same on every machine.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::RngCore;
use tesuji::rules::{Rules, Step};

/// A generator for a test, from the test's own number.
pub(crate) fn generator(seed: u64) -> Pcg64 {
    Pcg64::new(u128::from(seed), 54)
}

/// A number from 0 to `bound - 1`.
pub(crate) fn below(rng: &mut Pcg64, bound: usize) -> usize {
    (rng.next_u64() % bound as u64) as usize
}

/// A legal step; passes are rare, so that boards fill up. `None` when the game is over.
pub(crate) fn step(position: &dyn Rules, rng: &mut Pcg64) -> Option<Step> {
    let steps = position.steps();
    let stones: Vec<_> = steps.iter().copied().filter(|&step| step != Step::Pass).collect();
    let pass = steps.contains(&Step::Pass) && (stones.is_empty() || below(rng, 12) == 0);
    if pass {
        return Some(Step::Pass);
    }
    (!stones.is_empty()).then(|| stones[below(rng, stones.len())])
}
