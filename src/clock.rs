//! Clocks: how much time a player has, charged by the turn.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How a player's time is limited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeControl {
    /// So much for the whole game, and so much more after every turn: `60`, `60+0.5`.
    Total {
        /// At the start of the game.
        main: Duration,
        /// After each turn.
        increment: Duration,
    },
    /// So much, and then so many turns in every further period: Canadian overtime. Nothing, and then one turn in a period,
    /// is so much for every turn: `2/turn`.
    Turns {
        /// Before the first period.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The turns to be made in each.
        turns: u64,
    },
    /// So much, and then some periods, of which one is lost whenever a turn takes longer: Japanese byo-yomi.
    Periods {
        /// Before the first period.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// How many there are.
        periods: u64,
    },
}

impl TimeControl {
    /// So much for every turn.
    pub fn per_turn(time: Duration) -> TimeControl {
        TimeControl::Turns { main: Duration::ZERO, period: time, turns: 1 }
    }
}

/// The text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is no clock: it is seconds a turn, as in 2/turn, seconds for the game, as in 60, or seconds and an \
     increment after every turn, as in 60+0.5"
)]
pub struct TimeControlError(String);

/// The longest time that anything is waited for: about four months.
const LONGEST: f64 = 1e7;

/// A time in seconds; none where the text is no number from 0 to ten million.
pub fn seconds(text: &str) -> Option<Duration> {
    text.parse().ok().and_then(duration)
}

/// So many seconds; none where they are not from 0 to ten million.
pub fn duration(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok().filter(|time| time.as_secs_f64() <= LONGEST)
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let above_zero = |text: &str| seconds(text).filter(|time| !time.is_zero());
        let control = match (text.strip_suffix("/turn"), text.split_once('+')) {
            (Some(turn), _) => above_zero(turn).map(TimeControl::per_turn),
            (None, Some((main, increment))) => above_zero(main)
                .zip(seconds(increment))
                .map(|(main, increment)| TimeControl::Total { main, increment }),
            (None, None) => {
                above_zero(text).map(|main| TimeControl::Total { main, increment: Duration::ZERO })
            }
        };
        control.ok_or_else(|| TimeControlError(text.to_string()))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Turns { main, period, turns: 1 } if main.is_zero() => {
                write!(f, "{}/turn", period.as_secs_f64())
            }
            TimeControl::Total { main, increment } if increment.is_zero() => {
                write!(f, "{}", main.as_secs_f64())
            }
            TimeControl::Total { main, increment } => {
                write!(f, "{}+{}", main.as_secs_f64(), increment.as_secs_f64())
            }
            TimeControl::Turns { main, period, turns } => {
                let (main, period) = (main.as_secs_f64(), period.as_secs_f64());
                write!(f, "{main}, then {turns} turns in {period}")
            }
            TimeControl::Periods { main, period, periods } => {
                let (main, period) = (main.as_secs_f64(), period.as_secs_f64());
                write!(f, "{main}, then {periods} times {period}")
            }
        }
    }
}

/// How much time there is for the rest of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnTime {
    /// What it is wise to spend.
    pub advice: Duration,
    /// After which nobody waits any longer.
    pub limit: Duration,
}

impl TurnTime {
    /// What is left after some of it.
    pub(crate) fn after(self, spent: Duration) -> TurnTime {
        let (advice, limit) = (self.advice.saturating_sub(spent), self.limit.saturating_sub(spent));
        TurnTime { advice, limit }
    }
}

/// What is never planned with, in seconds: when no more is left a side answers at once, so that a clock for many turns survives
/// what each of them costs besides thinking.
const RESERVE: f64 = 0.3;
/// The turns at least among which what is left is shared.
const LEAST_TURNS: f64 = 8.0;
/// The part of the turns of random games that real ones take.
const REAL_TURNS: f64 = 0.6;

/// The clock of one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Clock {
    control: TimeControl,
    /// What is left of the turn's or the game's time, or of that before the periods, in seconds. Below 0 the side lives on
    /// somebody's patience.
    main: f64,
    /// What is left of the period, in seconds, once it has begun.
    period: Option<f64>,
    /// The turns left in the period, or the periods left.
    count: u64,
}

impl Clock {
    /// The clock at the start of a game.
    pub(crate) fn new(control: TimeControl) -> Clock {
        let (main, count) = match control {
            TimeControl::Total { main, .. } => (main, 0),
            TimeControl::Turns { main, turns, .. } => (main, turns),
            TimeControl::Periods { main, periods, .. } => (main, periods),
        };
        let mut clock = Clock { control, main: main.as_secs_f64(), period: None, count };
        clock.begin_period();
        clock
    }

    fn period_length(&self) -> Option<f64> {
        match self.control {
            TimeControl::Turns { period, .. } | TimeControl::Periods { period, .. } => {
                Some(period.as_secs_f64())
            }
            _ => None,
        }
    }

    /// Begins the periods when the time before them is used up.
    fn begin_period(&mut self) {
        if let (Some(length), None, true) = (self.period_length(), self.period, self.main <= 0.0) {
            self.period = Some(length + self.main);
            self.main = 0.0;
        }
    }

    /// What is left before the flag falls, in seconds; below 0 after that.
    pub(crate) fn left(&self) -> f64 {
        match (self.control, self.period) {
            (TimeControl::Turns { .. }, Some(period)) => period,
            (TimeControl::Turns { period, .. }, None) => self.main + period.as_secs_f64(),
            (TimeControl::Periods { period: length, .. }, period) => {
                // Those that have not begun.
                let further = self.count - u64::from(period.is_some()).min(self.count);
                self.main + period.unwrap_or(0.0) + further as f64 * length.as_secs_f64()
            }
            (TimeControl::Total { .. }, _) => self.main,
        }
    }

    /// The turns left in its period, or the periods left; 0 before these.
    pub(crate) fn count(&self) -> u64 {
        if self.period.is_some() { self.count } else { 0 }
    }

    /// Charges it with the time of a decision.
    pub(crate) fn charge(&mut self, spent: Duration) {
        let spent = spent.as_secs_f64();
        match &mut self.period {
            Some(period) => *period -= spent,
            None => self.main -= spent,
        }
        self.begin_period();
        if let TimeControl::Periods { period: length, .. } = self.control {
            while self.count > 1 && self.period.is_some_and(|period| period < 0.0) {
                self.count -= 1;
                self.period = self.period.map(|period| period + length.as_secs_f64());
            }
        }
    }

    /// Says that the side's turn is over.
    pub(crate) fn end_turn(&mut self) {
        match self.control {
            TimeControl::Total { increment, .. } => self.main += increment.as_secs_f64(),
            TimeControl::Turns { turns, .. } if self.period.is_some() => {
                self.count = self.count.saturating_sub(1);
                if self.count == 0 {
                    (self.period, self.count) = (self.period_length(), turns);
                }
            }
            TimeControl::Periods { .. } if self.period.is_some() => {
                self.period = self.period_length();
            }
            TimeControl::Turns { .. } | TimeControl::Periods { .. } => {}
        }
    }

    /// Sets it as somebody else's clock shows: the seconds left and, in a period, the turns left in it or the periods left.
    pub(crate) fn set(&mut self, left: Duration, count: u64) {
        let left = left.as_secs_f64();
        match self.period_length() {
            Some(_) if count > 0 => {
                (self.main, self.period, self.count) = (0.0, Some(left), count);
            }
            _ => (self.main, self.period) = (left, None),
        }
    }

    /// What a side does well to spend at most on the rest of its turn, if random games would go on for so many turns of its own.
    pub(crate) fn advice(&self, turns: f64) -> Duration {
        let turns = (turns * REAL_TURNS).max(LEAST_TURNS);
        let spare = (self.main - RESERVE).max(0.0);
        let seconds = match (self.control, self.period) {
            (TimeControl::Total { increment, .. }, _) => {
                (spare / turns + increment.as_secs_f64()).min(self.main / 2.0)
            }
            (TimeControl::Turns { .. }, Some(period)) => period / self.count.max(1) as f64,
            (TimeControl::Turns { period, turns: in_period, .. }, None) => {
                let later = period.as_secs_f64() / in_period.max(1) as f64;
                (spare / turns).max(later.min(spare))
            }
            // What is not used of a period is lost.
            (TimeControl::Periods { .. }, Some(period)) => period,
            (TimeControl::Periods { period, .. }, None) => {
                (spare / turns).max(period.as_secs_f64().min(spare))
            }
        };
        Duration::from_secs_f64(seconds.max(0.0))
    }

    /// The time for the rest of a turn.
    pub(crate) fn turn_time(&self, turns: f64) -> TurnTime {
        let limit = Duration::from_secs_f64(self.left().max(0.0));
        TurnTime { advice: self.advice(turns).min(limit), limit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_they_are_written() {
        for text in ["2/turn", "0.5/turn", "60", "60+0.5"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("60+0".parse::<TimeControl>().unwrap().to_string(), "60");
        for text in [
            "", "0", "-1", "1/move", "nan", "inf", "5+", "+5", "0/turn", "5+-1", "1e400", "1e19",
            "1+1e9",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text:?} was read");
        }
    }

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    #[test]
    fn a_turn_has_its_own_time_and_all_its_answers_share_it() {
        let mut clock = Clock::new("2/turn".parse().unwrap());
        clock.charge(seconds(0.5));
        assert!(near(clock.left(), 1.5));
        assert_eq!(clock.advice(40.0), seconds(1.5));
        clock.charge(seconds(1.6));
        assert!(near(clock.left(), -0.1));
        assert_eq!(clock.turn_time(40.0).limit, Duration::ZERO);
        clock.end_turn();
        assert!(near(clock.left(), 2.0));
    }

    #[test]
    fn a_game_has_its_time_and_an_increment_after_every_turn() {
        let mut clock = Clock::new("10+1".parse().unwrap());
        clock.charge(seconds(4.0));
        clock.charge(seconds(1.0));
        assert!(near(clock.left(), 5.0));
        clock.end_turn();
        assert!(near(clock.left(), 6.0));
        let advice = clock.advice(40.0);
        assert!(seconds(1.0) < advice && advice < seconds(2.0), "{advice:?}");
    }

    fn canadian() -> TimeControl {
        TimeControl::Turns { main: seconds(10.0), period: seconds(6.0), turns: 3 }
    }

    #[test]
    fn a_period_of_several_turns_begins_anew_when_they_are_made() {
        let mut clock = Clock::new(canadian());
        assert!(near(clock.left(), 16.0));
        clock.charge(seconds(11.0));
        assert!(near(clock.left(), 5.0));
        clock.end_turn();
        assert!(clock.advice(40.0).abs_diff(seconds(2.5)) < seconds(1e-6), "two turns are left");
        clock.charge(seconds(1.0));
        clock.end_turn();
        clock.charge(seconds(1.0));
        assert!(near(clock.left(), 3.0));
        clock.end_turn();
        assert!(near(clock.left(), 6.0));
        assert_eq!(clock.advice(40.0), seconds(2.0));
    }

    #[test]
    fn a_period_is_lost_whenever_a_turn_takes_longer() {
        let control = TimeControl::Periods { main: seconds(1.0), period: seconds(5.0), periods: 3 };
        let mut clock = Clock::new(control);
        clock.charge(seconds(2.0));
        assert!(near(clock.left(), 14.0));
        clock.end_turn();
        clock.charge(seconds(4.0));
        clock.end_turn();
        assert!(near(clock.left(), 15.0));
        clock.charge(seconds(5.5));
        clock.end_turn();
        assert!(near(clock.left(), 10.0));
        assert_eq!(clock.advice(40.0), seconds(5.0));
        clock.charge(seconds(11.0));
        assert!(near(clock.left(), -1.0));
    }

    #[test]
    fn what_another_clock_shows_counts() {
        let mut clock = Clock::new(canadian());
        clock.set(seconds(7.5), 0);
        assert!(near(clock.left(), 13.5));
        clock.set(seconds(4.0), 2);
        assert!(near(clock.left(), 4.0));
        assert_eq!(clock.advice(40.0), seconds(2.0));
        let mut clock = Clock::new("60".parse().unwrap());
        clock.set(seconds(7.5), 1);
        assert!(near(clock.left(), 7.5));
    }

    /// A side that spends what it is advised to, and a little more on every turn, does not lose a game of any length.
    #[test]
    fn sudden_death_is_survived() {
        for (main, turns) in [(1.0, 20.0), (10.0, 60.0), (300.0, 200.0)] {
            let mut clock =
                Clock::new(TimeControl::Total { main: seconds(main), increment: Duration::ZERO });
            for turn in 0..2 * turns as u32 {
                let left = (turns - f64::from(turn)).max(0.0);
                clock.charge(clock.advice(left) + seconds(0.001));
                clock.end_turn();
                assert!(clock.left() > 0.0, "{main} s: lost in turn {turn}");
            }
        }
    }
}
