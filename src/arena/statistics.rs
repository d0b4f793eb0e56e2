//! What results say about players: scores with honest error bars, Elo, and the chance to be the better one.
//!
//! The unit of all error bars is the pair: its two games share their opening, so they are no independent
//! trials. A game whose partner does not count is a unit of its own.

use libm::{erfc, log10, sqrt};

/// The normal distribution's quantile for intervals that hold the truth in 95 of 100 cases.
const Z: f64 = 1.959_963_984_540_054;

/// The points of one unit: of how many games, 1 for a win and ½ for a draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// The points made in its games.
    pub points: f64,
    /// The number of its games: 1 or 2.
    pub games: u32,
}

/// A share of the possible points with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share itself, from 0 to 1.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// The 95 % interval.
    pub interval: [f64; 2],
}

impl Share {
    /// The share of the points made in some units; none where there are no games.
    ///
    /// The interval is 1.96 standard errors to either side, cut off at 0 and 1, the variance being that of the units (the
    /// ratio estimator where they differ in size). Where all units are alike their variance says nothing: then
    /// a unit counts as one trial, the interval is Wilson's, and the error that of equal players.
    pub fn of(units: &[Unit]) -> Option<Share> {
        let games: f64 = units.iter().map(|unit| f64::from(unit.games)).sum();
        if games == 0.0 {
            return None;
        }
        let value = units.iter().map(|unit| unit.points).sum::<f64>() / games;
        let count = units.len() as f64;
        let squares: f64 =
            units.iter().map(|unit| (unit.points - value * f64::from(unit.games)).powi(2)).sum();
        if count < 2.0 || squares < 1e-12 {
            return Some(Share::wilson(value, count));
        }
        let error = sqrt(squares * count / (count - 1.0)) / games;
        let interval = [(value - Z * error).max(0.0), (value + Z * error).min(1.0)];
        Some(Share { value, error, interval })
    }

    /// Wilson's interval of a share in so many trials, with the error that a share of one half has in them.
    fn wilson(value: f64, trials: f64) -> Share {
        let weight = 1.0 + Z * Z / trials;
        let centre = (value + Z * Z / (2.0 * trials)) / weight;
        let spread = value * (1.0 - value) / trials + Z * Z / (4.0 * trials * trials);
        let half = Z * sqrt(spread) / weight;
        // At the ends the interval's end is theirs, but for rounding.
        let low = if value > 0.0 { (centre - half).max(0.0) } else { 0.0 };
        let high = if value < 1.0 { (centre + half).min(1.0) } else { 1.0 };
        let interval = [low, high];
        Share { value, error: 0.5 / sqrt(trials), interval }
    }

    /// How likely it is that the true share is above one half, as the normal distribution has it: the
    /// likelihood of superiority.
    pub fn superiority(&self) -> f64 {
        0.5 * erfc((0.5 - self.value) / self.error / std::f64::consts::SQRT_2)
    }
}

/// The difference in Elo points at which a share is expected; none at 0 and 1, where it has no bound.
pub fn elo(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| 400.0 * log10(share / (1.0 - share)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(counts: [u32; 5]) -> Vec<Unit> {
        let unit = |index: usize| Unit { points: index as f64 / 2.0, games: 2 };
        let units = counts.iter().enumerate();
        units.flat_map(|(index, &count)| vec![unit(index); count as usize]).collect()
    }

    #[test]
    fn the_error_is_that_of_pairs() {
        let share = Share::of(&pairs([0, 0, 50, 0, 0])).unwrap();
        assert_eq!(share.value, 0.5);
        let share = Share::of(&pairs([10, 20, 40, 20, 10])).unwrap();
        assert!((share.value - 0.5).abs() < 1e-12);
        // The variance of a pair's share of its points is (20·0.25 + 40·0.0625) / 99.
        assert!((share.error - (7.5_f64 / 99.0 / 100.0).sqrt()).abs() < 1e-12);
        assert!((share.superiority() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_clean_sweep_is_no_certainty() {
        let share = Share::of(&pairs([0, 0, 0, 0, 10])).unwrap();
        assert_eq!(share.value, 1.0);
        assert!((0.6..0.8).contains(&share.interval[0]), "{share:?}");
        assert_eq!(share.interval[1], 1.0);
        assert!(share.superiority() > 0.99);
        assert_eq!(Share::of(&pairs([10, 0, 0, 0, 0])).unwrap().interval[0], 0.0);
        assert_eq!(elo(share.value), None);
        let one_game = Share::of(&[Unit { points: 1.0, games: 1 }]).unwrap();
        assert!((one_game.superiority() - 0.841).abs() < 1e-3, "{one_game:?}");
    }

    #[test]
    fn games_without_a_partner_count_alone() {
        let mut units = pairs([1, 2, 3, 2, 1]);
        units.push(Unit { points: 1.0, games: 1 });
        let share = Share::of(&units).unwrap();
        assert!((share.value - 10.0 / 19.0).abs() < 1e-12);
        assert_eq!(Share::of(&[]), None);
    }

    #[test]
    fn elo_is_logistic() {
        assert_eq!(elo(0.5), Some(0.0));
        assert!((elo(10.0 / 11.0).unwrap() - 400.0).abs() < 1e-9);
    }
}
