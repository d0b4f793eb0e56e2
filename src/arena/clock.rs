//! Clocks: how much time a player has, charged by the turn.

use crate::rules::Player;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How a player's time is limited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeControl {
    /// So much for every turn: `2/turn`.
    PerTurn(Duration),
    /// So much for the whole game, and so much more after every turn: `60`, `60+0.5`.
    Total {
        /// At the start of the game.
        main: Duration,
        /// After each turn.
        increment: Duration,
    },
}

impl TimeControl {
    /// What a player has on its clock when its first turn begins.
    pub(super) fn at_first(self) -> Duration {
        match self {
            TimeControl::PerTurn(turn) => turn,
            TimeControl::Total { main, .. } => main,
        }
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
            (Some(turn), _) => above_zero(turn).map(TimeControl::PerTurn),
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
            TimeControl::PerTurn(turn) => write!(f, "{}/turn", turn.as_secs_f64()),
            TimeControl::Total { main, increment } if increment.is_zero() => {
                write!(f, "{}", main.as_secs_f64())
            }
            TimeControl::Total { main, increment } => {
                write!(f, "{}+{}", main.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

/// The turns in which a player of a clock for the whole game is advised to spend what it has left.
const TURNS_AHEAD: f64 = 25.0;

/// The clocks of a game.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    control: TimeControl,
    /// What each side has left of its game's or, a clock by the turn, of its turn's time, in seconds. Below 0 it
    /// lives on the margin.
    left: [f64; 2],
    /// By how much each side overstepped at most, in seconds.
    over: [f64; 2],
}

impl Clocks {
    pub(super) fn new(control: TimeControl) -> Clocks {
        Clocks { control, left: [control.at_first().as_secs_f64(); 2], over: [0.0; 2] }
    }

    pub(super) fn control(&self) -> TimeControl {
        self.control
    }

    /// What the side has left for its turn, or for all its turns.
    pub(super) fn left(&self, player: Player) -> Duration {
        Duration::from_secs_f64(self.left[player.index()].max(0.0))
    }

    /// How long its next answer may take, with a margin that all its answers share.
    pub(super) fn allowed(&self, player: Player, margin: Duration) -> Duration {
        let allowed = self.left[player.index()] + margin.as_secs_f64();
        Duration::from_secs_f64(allowed.max(0.0))
    }

    /// What the side does well to spend at most on its next answer.
    pub(super) fn advice(&self, player: Player) -> Duration {
        let left = self.left(player);
        match self.control {
            TimeControl::PerTurn(_) => left,
            TimeControl::Total { increment, .. } => {
                (left.div_f64(TURNS_AHEAD) + increment).min(left)
            }
        }
    }

    /// Charges a side's clock.
    pub(super) fn charge(&mut self, player: Player, spent: Duration) {
        let index = player.index();
        self.left[index] -= spent.as_secs_f64();
        self.over[index] = self.over[index].max(-self.left[index]);
    }

    /// Says that a side's turn is over.
    pub(super) fn end_turn(&mut self, player: Player) {
        let left = &mut self.left[player.index()];
        match self.control {
            TimeControl::PerTurn(turn) => *left = turn.as_secs_f64(),
            TimeControl::Total { increment, .. } => *left += increment.as_secs_f64(),
        }
    }

    /// By how much the side overstepped at most, in seconds.
    pub(super) fn over(&self, player: Player) -> f64 {
        self.over[player.index()]
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

    #[test]
    fn a_turn_has_its_own_time_and_all_its_answers_share_it() {
        let mut clocks = Clocks::new("2/turn".parse().unwrap());
        clocks.charge(Player::Black, seconds(0.5));
        assert_eq!(clocks.left(Player::Black), seconds(1.5));
        assert_eq!(clocks.advice(Player::Black), seconds(1.5));
        clocks.charge(Player::Black, seconds(1.6));
        assert!((clocks.over(Player::Black) - 0.1).abs() < 1e-9);
        assert_eq!(clocks.left(Player::Black), seconds(0.0));
        // What is left of the margin, not the margin anew.
        let allowed = clocks.allowed(Player::Black, seconds(0.3));
        assert!(allowed.abs_diff(seconds(0.2)) < seconds(1e-6));
        clocks.end_turn(Player::Black);
        assert_eq!(clocks.left(Player::Black), seconds(2.0));
        assert_eq!(clocks.over(Player::White), 0.0);
    }

    #[test]
    fn a_game_has_its_time_and_an_increment_after_every_turn() {
        let mut clocks = Clocks::new("10+1".parse().unwrap());
        clocks.charge(Player::White, seconds(4.0));
        clocks.charge(Player::White, seconds(1.0));
        assert_eq!(clocks.left(Player::White), seconds(5.0));
        clocks.end_turn(Player::White);
        assert_eq!(clocks.left(Player::White), seconds(6.0));
        assert_eq!(clocks.left(Player::Black), seconds(10.0));
        assert!(clocks.advice(Player::White) < seconds(2.0));
    }
}
