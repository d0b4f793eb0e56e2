//! What the end of a game is worth to each side, in the values of a search.
//!
//! A value is a chance to win, of which a small part depends on the lead instead. So of several turns that win, or lose, the one
//! with the better score is made, and a turn that gains nothing can be told from one that does: what a step is charged is measured in
//! points. The lead counts most near the one that is expected, however large that is.

use super::nodes::WIN;
use crate::rules::{Chance, Player, Playout, Score};
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

/// The part of a value that depends on the lead.
const LEAD_PART: f64 = 1.0 / 64.0;

/// How many playouts say what lead is expected before a search begins.
const FIRST_LEADS: i64 = 16;

/// Leads are summed in such parts of a point.
const PARTS: f64 = 1024.0;

/// The leads of some playouts, from Black's view.
pub(super) struct Leads {
    sum: AtomicI64,
    count: AtomicI64,
}

impl Leads {
    /// Those of a few playouts.
    pub(super) fn of(playout: &mut dyn Playout, chance: &mut Chance) -> Leads {
        let leads = Leads { sum: AtomicI64::new(0), count: AtomicI64::new(0) };
        (0..FIRST_LEADS).for_each(|_| leads.note(&playout.run(chance).score));
        leads
    }

    fn note(&self, score: &Score) {
        self.sum.fetch_add((score.lead(Player::Black) * PARTS) as i64, Relaxed);
        self.count.fetch_add(1, Relaxed);
    }

    fn mean(&self) -> f64 {
        self.sum.load(Relaxed) as f64 / PARTS / self.count.load(Relaxed) as f64
    }

    /// Lets what is noted from now on count for more than what was noted before, since the position may change.
    pub(super) fn age(&mut self) {
        let mean = self.mean();
        self.sum = AtomicI64::new((mean * PARTS) as i64 * FIRST_LEADS);
        self.count = AtomicI64::new(FIRST_LEADS);
    }
}

/// How results and leads become values in one search.
pub(super) struct Scale<'a> {
    /// The lead that is expected, from Black's view.
    expected: f64,
    spread: f64,
    leads: &'a Leads,
}

impl Scale<'_> {
    /// The scale of a board of so many points, for a search whose leads were so far as noted.
    pub(super) fn new(points: usize, leads: &Leads) -> Scale<'_> {
        Scale { expected: leads.mean(), spread: spread(points), leads }
    }

    /// What the end of a game is worth to each player, by [`Player::index`]: 0 to [`WIN`].
    pub(super) fn worth(&self, score: &Score) -> [u32; 2] {
        self.leads.note(score);
        Player::BOTH.map(|player| self.worth_to(player, score))
    }

    /// What it is worth to one player.
    pub(super) fn worth_to(&self, player: Player, score: &Score) -> u32 {
        let lead = score.lead(player);
        let result = match lead {
            lead if lead > 0.0 => 1.0,
            0.0 => 0.5,
            _ => 0.0,
        };
        let expected = if player == Player::Black { self.expected } else { -self.expected };
        let more = (lead - expected) / self.spread;
        let by_lead = 0.5 + 0.5 * more / (1.0 + more.abs());
        (((1.0 - LEAD_PART) * result + LEAD_PART * by_lead) * f64::from(WIN)) as u32
    }
}

/// The points by which a lead is from the expected one where half of what leads are worth is reached: about as many as playouts
/// differ by.
fn spread(points: usize) -> f64 {
    (points as f64).sqrt()
}

/// What one point more than expected adds to a value, on a board of so many points.
pub(super) fn point_value(points: usize) -> f32 {
    (LEAD_PART / 2.0 / spread(points)) as f32
}

/// The chance to win that a value means, where the lead is about the expected one.
pub(super) fn chance_to_win(value: f64) -> f64 {
    ((value - LEAD_PART / 2.0) / (1.0 - LEAD_PART)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leads(lead: f64) -> Leads {
        let leads = Leads { sum: AtomicI64::new(0), count: AtomicI64::new(0) };
        leads.note(&Score { black: lead, white: 0.0 });
        leads
    }

    /// What a lead of Black's is worth to it.
    fn to_black(scale: &Scale<'_>, lead: f64) -> f64 {
        f64::from(scale.worth_to(Player::Black, &Score { black: lead, white: 0.0 }))
    }

    #[test]
    fn a_win_is_worth_more_than_a_draw_and_a_large_one_more_than_a_small_one() {
        for expected in [-30.0, 0.0, 8.0] {
            let leads = leads(expected);
            let scale = Scale::new(100, &leads);
            let values = [
                (0.0, 100.0),
                (49.0, 55.0),
                (49.0, 50.0),
                (50.0, 50.0),
                (50.0, 49.5),
                (50.0, 42.0),
                (100.0, 0.0),
            ];
            let values =
                values.map(|(black, white)| scale.worth_to(Player::Black, &Score { black, white }));
            assert!(values.windows(2).all(|two| two[0] < two[1]), "{values:?}");
            let most = f64::from(WIN) * LEAD_PART;
            assert!(f64::from(values[2]) < most && f64::from(values[4]) > f64::from(WIN) - most);
            let white = scale.worth_to(Player::White, &Score { black: 42.0, white: 50.0 });
            let turned = Scale { expected: -scale.expected, ..scale };
            let black = turned.worth_to(Player::Black, &Score { black: 50.0, white: 42.0 });
            assert_eq!(white, black);
        }
    }

    #[test]
    fn a_point_is_worth_what_steps_are_charged_by() {
        let leads = leads(20.0);
        let scale = Scale::new(81, &leads);
        let worth = |lead| to_black(&scale, lead);
        let point = f64::from(point_value(81)) * f64::from(WIN);
        // The next point is worth a little less than the first part of it.
        let ratio = (worth(21.0) - worth(20.0)) / point;
        assert!((0.8..=1.0).contains(&ratio), "{ratio}");
        assert!(point > 2.0, "{point}: too little to be told from nothing");
    }

    #[test]
    fn values_are_read_as_chances() {
        let leads = leads(5.0);
        let scale = Scale::new(100, &leads);
        let worth = |lead| to_black(&scale, lead);
        assert!(chance_to_win(worth(5.0) / f64::from(WIN)) > 0.99);
        assert_eq!(chance_to_win(0.0), 0.0);
        assert!((chance_to_win(0.5) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn the_expected_lead_follows_the_playouts() {
        let mut leads = leads(-3.0);
        (0..100).for_each(|_| leads.note(&Score { black: 9.0, white: 0.0 }));
        leads.age();
        let before = leads.mean();
        assert!(before > 8.0);
        (0..16).for_each(|_| leads.note(&Score { black: 0.0, white: 1.0 }));
        assert!((leads.mean() - (before - 1.0) / 2.0).abs() < 0.01);
    }
}
