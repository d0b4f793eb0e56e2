//! Commands that set clocks. What clients call stones or moves are turns of this program.

use crate::clock::{TimeControl, duration};
use crate::protocol::Failure;
use crate::protocol::args::Args;
use crate::protocol::session::Session;
use std::time::Duration;

type Answer = Result<String, Failure>;

/// A time of an argument, in seconds.
fn time(args: &Args, seconds: f64) -> Result<Duration, Failure> {
    duration(seconds).ok_or_else(|| match seconds < 0.0 {
        true => args.unfit("times are not negative"),
        false => args.unfit(format!("{seconds} seconds are too many")),
    })
}

/// A clock with so many turns in every period; none at all where there is no limit.
fn canadian(main: Duration, period: Duration, turns: u64) -> Option<TimeControl> {
    match (period.is_zero(), turns) {
        (true, _) if main.is_zero() => None,
        (true, _) => Some(TimeControl::Total { main, increment: Duration::ZERO }),
        // GTP says so.
        (false, 0) => None,
        (false, turns) => Some(TimeControl::Turns { main, period, turns }),
    }
}

pub(super) fn time_settings(session: &mut Session, args: &Args) -> Answer {
    let (main, period) = (time(args, args.number(0))?, time(args, args.number(1))?);
    session.set_time(canadian(main, period, args.whole(2)));
    Ok(String::new())
}

/// The kinds of settings, with what follows each.
const KGS: &[&str] =
    &["none", "absolute MAIN", "byoyomi MAIN PERIOD PERIODS", "canadian MAIN PERIOD STONES"];
const KATA: &[&str] = &[
    "none",
    "absolute MAIN",
    "byoyomi MAIN PERIOD PERIODS",
    "canadian MAIN PERIOD STONES",
    "fischer MAIN INCREMENT",
];

pub(super) fn kgs_time_settings(session: &mut Session, args: &Args) -> Answer {
    named(session, args, KGS)
}

pub(super) fn kata_time_settings(session: &mut Session, args: &Args) -> Answer {
    named(session, args, KATA)
}

pub(super) fn kata_list_time_settings(_: &mut Session, _: &Args) -> Answer {
    let names = KATA.iter().filter_map(|form| form.split(' ').next());
    Ok(names.collect::<Vec<_>>().join(" "))
}

/// Settings by name, with as many numbers as their form has.
fn named(session: &mut Session, args: &Args, forms: &[&str]) -> Answer {
    let text = args.text(0);
    let mut words = text.split(' ');
    let name = words.next().unwrap_or("");
    let unfit = || args.unfit(format!("settings are {}, not \"{text}\"", forms.join(", or ")));
    let form = forms.iter().find(|form| form.split(' ').next() == Some(name)).ok_or_else(unfit)?;
    let numbers: Option<Vec<f64>> = words.map(|word| args.decimal(word)).collect();
    let numbers = numbers.filter(|numbers| numbers.len() + 1 == form.split(' ').count());
    let numbers = numbers.ok_or_else(unfit)?;
    let seconds = |place: usize| time(args, numbers[place]);
    let count = |place: usize| {
        let number = numbers[place];
        (number.fract() == 0.0 && (0.0..1e9).contains(&number))
            .then_some(number as u64)
            .ok_or_else(unfit)
    };
    session.set_time(match name {
        "absolute" => canadian(seconds(0)?, Duration::ZERO, 0),
        "canadian" => canadian(seconds(0)?, seconds(1)?, count(2)?),
        "byoyomi" => match (seconds(0)?, seconds(1)?, count(2)?) {
            (main, _, 0) => canadian(main, Duration::ZERO, 0),
            (main, period, periods) => Some(TimeControl::Periods { main, period, periods }),
        },
        "fischer" => Some(TimeControl::Total { main: seconds(0)?, increment: seconds(1)? }),
        _ => None,
    });
    Ok(String::new())
}

pub(super) fn time_left(session: &mut Session, args: &Args) -> Answer {
    // A client whose flag has fallen may show less than nothing.
    let left = time(args, args.number(1).max(0.0))?;
    session.table.set_clock(args.color(0), left, args.whole(2));
    Ok(String::new())
}
