//! The sequential probability ratio test on pairs of games: it ends a match as soon as its question is answered.

use libm::{exp10, log};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// A test between two hypotheses about the Elo difference of the players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference if the first hypothesis is true, in Elo points.
    pub elo0: f64,
    /// The difference if the second is true.
    pub elo1: f64,
    /// The chance to accept the second although the first is true.
    pub alpha: f64,
    /// The chance to accept the first although the second is true.
    pub beta: f64,
}

/// The text is no test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is no test: it is two Elo differences of at most 1000, the smaller one first, and perhaps two risks between 0 and 0.5, as \
     in 0,20 or 0,20,0.05,0.05"
)]
pub struct SprtError(String);

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let numbers: Option<Vec<f64>> = text
            .split(',')
            .map(|number| number.trim().parse().ok().filter(|number: &f64| number.is_finite()))
            .collect();
        let sprt = match numbers.as_deref() {
            Some(&[elo0, elo1]) => Some(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }),
            Some(&[elo0, elo1, alpha, beta]) => Some(Sprt { elo0, elo1, alpha, beta }),
            _ => None,
        };
        let is_risk = |risk: f64| risk > 0.0 && risk < 0.5;
        let is_elo = |elo: f64| elo.abs() <= 1_000.0;
        sprt.filter(|sprt| is_elo(sprt.elo0) && is_elo(sprt.elo1))
            .filter(|sprt| sprt.elo0 < sprt.elo1 && is_risk(sprt.alpha) && is_risk(sprt.beta))
            .ok_or_else(|| SprtError(text.to_string()))
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{},{}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The logarithm of the likelihood ratio of the two hypotheses.
    pub llr: f64,
    /// At or below it the first is accepted.
    pub lower: f64,
    /// At or above it the second is.
    pub upper: f64,
    /// The pairs that have been looked at.
    pub pairs: u64,
    /// Those in which the first player made 0, ½, 1, 1½ and 2 points.
    pub counts: [u64; 5],
    /// The hypothesis that is accepted: 0 or 1.
    pub accepted: Option<u8>,
}

impl Sprt {
    /// The bounds of the logarithm of the likelihood ratio.
    fn bounds(&self) -> (f64, f64) {
        (log(self.beta / (1.0 - self.alpha)), log((1.0 - self.beta) / self.alpha))
    }

    /// Where the test stands at its beginning.
    pub fn begin(&self) -> SprtState {
        let (lower, upper) = self.bounds();
        SprtState { llr: 0.0, lower, upper, pairs: 0, counts: [0; 5], accepted: None }
    }

    /// Where the test stands after a pair more, which scored 0, ½, 1, 1½ or 2 points, given twice. The first pair that
    /// decides it is the last that counts: what comes later changes nothing.
    pub fn add(&self, state: &mut SprtState, pair: usize) {
        if state.accepted.is_some() {
            return;
        }
        state.counts[pair] += 1;
        state.pairs += 1;
        state.llr = self.llr(state.counts);
        state.accepted = match state.llr {
            llr if llr >= state.upper => Some(1),
            llr if llr <= state.lower => Some(0),
            _ => None,
        };
    }

    /// The logarithm of the ratio of the likelihoods of pair results under the two hypotheses, each with the
    /// distribution of its expected score under which the results are likeliest. A result that has not come up yet
    /// counts as a thousandth.
    pub fn llr(&self, counts: [u64; 5]) -> f64 {
        let counts = counts.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [under0, under1] = [self.elo0, self.elo1].map(|elo| likeliest(shares, expected(elo)));
        let terms = (0..5).map(|index| counts[index] * log(under1[index] / under0[index]));
        terms.sum()
    }
}

/// The share of points expected at a difference in Elo points.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + exp10(-elo / 400.0))
}

/// The share of its points that each pair result is.
const POINTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The distribution of pair results of a given mean under which observed shares are likeliest: each share over
/// 1 + x · (points − mean), with the x that makes the mean right.
fn likeliest(shares: [f64; 5], mean: f64) -> [f64; 5] {
    let excess = |x: f64| -> f64 {
        (0..5).map(|i| shares[i] * (POINTS[i] - mean) / (1.0 + x * (POINTS[i] - mean))).sum()
    };
    // The excess falls from +∞ to −∞ between the two values of x at which a divisor becomes 0.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = 0.5 * (low + high);
    std::array::from_fn(|i| shares[i] / (1.0 + x * (POINTS[i] - mean)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_read_as_they_are_written() {
        let sprt: Sprt = "0,20".parse().unwrap();
        assert_eq!(sprt.to_string(), "0,20,0.05,0.05");
        assert_eq!(sprt.to_string().parse::<Sprt>().unwrap(), sprt);
        for text in
            ["", "0", "20,0", "0,0", "0,20,0.05", "0,20,0,0.05", "0,20,0.5,0.05", "0,inf", "a,b"]
        {
            assert!(text.parse::<Sprt>().is_err(), "{text:?} was read");
        }
    }

    #[test]
    fn the_likeliest_distribution_has_the_mean_and_is_one() {
        let shares = [0.1, 0.2, 0.4, 0.2, 0.1];
        for mean in [0.1, 0.4, 0.5, 0.6, 0.9] {
            let found = likeliest(shares, mean);
            let sum: f64 = found.iter().sum();
            let found_mean: f64 =
                found.iter().zip(POINTS).map(|(share, points)| share * points).sum();
            assert!((sum - 1.0).abs() < 1e-9 && (found_mean - mean).abs() < 1e-9, "{found:?}");
        }
        assert_eq!(
            likeliest(shares, 0.5).map(|share| (share * 1e9).round()),
            shares.map(|s| s * 1e9)
        );
    }

    #[test]
    fn a_decision_stands_whatever_comes_later() {
        let sprt: Sprt = "0,200".parse().unwrap();
        let after = |pairs: Vec<usize>| {
            let mut state = sprt.begin();
            pairs.into_iter().for_each(|pair| sprt.add(&mut state, pair));
            state
        };
        let wins = after(vec![4; 50]);
        assert_eq!(wins.accepted, Some(1));
        assert!(wins.pairs < 50);
        let then_losses = after([vec![4; 50], vec![0; 50]].concat());
        assert_eq!(then_losses, wins);
        assert_eq!(after(vec![0; 50]).accepted, Some(0));
        assert_eq!(after(vec![2, 3]).accepted, None);
    }
}
