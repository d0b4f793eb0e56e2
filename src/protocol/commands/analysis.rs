//! Commands that show what a search thinks. The lines are those that clients of Leela Zero and KataGo read.

use super::play;
use crate::board::Board;
use crate::bots::{Analysis, Prospect, Reporter, expected_owners, words};
use crate::protocol::Failure;
use crate::protocol::args::Args;
use crate::protocol::session::Session;
use crate::rules::Player;
use std::time::{Duration, Instant};

type Answer = Result<String, Failure>;

/// The time between two reports, where none is given.
const INTERVAL: Duration = Duration::from_secs(1);

/// The steps that a report shows at most.
const SHOWN: usize = 20;

/// What follows the command: a colour, and hundredths of a second between two reports, both of which may be left out; the
/// word `interval` may stand before the number.
fn asked(args: &Args) -> Result<(Option<Player>, Duration), Failure> {
    let text = if args.has(0) { args.text(0) } else { "" };
    let mut rest: Vec<_> = text.split(' ').filter(|word| !word.is_empty()).collect();
    let player = rest.first().and_then(|word| word.parse().ok());
    if player.is_some() {
        rest.remove(0);
    }
    if rest.len() == 2 && rest[0] == "interval" {
        rest.remove(0);
    }
    let interval = match rest[..] {
        [] => INTERVAL,
        [number] => match number.parse::<u64>() {
            Ok(hundredths @ 1..=1_000_000) => Duration::from_millis(10 * hundredths),
            _ => {
                return Err(args.unfit(format!(
                    "the interval is a whole number of hundredths of a second, from 1 to 1000000, not \"{number}\""
                )));
            }
        },
        _ => return Err(args.unfit(format!("there is nothing to be read in \"{text}\""))),
    };
    Ok((player, interval))
}

pub(super) fn lz_analyze(session: &mut Session, args: &Args, say: &mut dyn FnMut(&str)) -> Answer {
    let (player, interval) = asked(args)?;
    let position = session.position();
    if position.is_over() {
        return Ok(String::new());
    }
    let player = player.unwrap_or(position.to_move());
    let position = position.open_to(player).ok_or(Failure::IllegalMove)?;
    let mut analysis = Analysis::new(position.as_ref(), session.seat.spec(), session.seat.seed());
    let watch = session.watch.clone();
    // Before the first line, so that the client knows that its command is being answered.
    say("");
    loop {
        analysis.think(Instant::now() + interval, &|| watch.is_live() && watch.is_line_waiting());
        if watch.is_live() && watch.is_line_waiting() {
            return Ok(String::new());
        }
        say(&line(&analysis.prospects(), position.board()));
        if !watch.is_live() {
            return Ok(String::new());
        }
    }
}

pub(super) fn lz_genmove_analyze(
    session: &mut Session,
    args: &Args,
    say: &mut dyn FnMut(&str),
) -> Answer {
    let (player, every) = asked(args)?;
    let player = player.unwrap_or(session.position().to_move());
    let variant = session.variant().clone();
    let mut report = |prospects: &[Prospect]| say(&line(prospects, &variant.board));
    let reporter = Reporter { every, report: &mut report };
    let answer = play::generate(session, player, Some(reporter))?;
    say("");
    Ok(format!("play {answer}"))
}

/// One report: for each step what is known of it, the one tried most first.
fn line(prospects: &[Prospect], board: &Board) -> String {
    let shown = prospects.iter().take(SHOWN).enumerate();
    let parts = shown.map(|(order, prospect)| {
        let Prospect { step, visits, winrate, prior, turns } = prospect;
        let error = (winrate * (1.0 - winrate) / f64::from(*visits)).sqrt();
        // Shares and chances are told in parts of ten thousand.
        let parts = |share: f64| (share.clamp(0.0, 1.0) * 10_000.0).round();
        format!(
            "info move {} visits {visits} winrate {} prior {} lcb {} order {order} pv {}",
            step.text(board),
            parts(*winrate),
            parts(*prior),
            parts(winrate - 1.96 * error),
            words(turns, board)
        )
    });
    parts.collect::<Vec<_>>().join(" ")
}

/// The shades of a point that is more or less certainly Black's or White's, the surest first, with the certainty from
/// which they are shown.
const SHADES: [(f64, &str, &str); 3] =
    [(0.8, "#303030", "#f8f8f8"), (0.5, "#606060", "#e0e0d0"), (0.2, "#909088", "#c8c8b0")];

/// Whose the points will probably be, in shades.
pub(super) fn expected_area(session: &mut Session, _: &Args) -> Answer {
    let position = session.position();
    let board = position.board();
    let owners = expected_owners(position, session.seat.seed());
    let mut lines = Vec::new();
    for (index, (least, black, white)) in SHADES.into_iter().enumerate() {
        let most = if index == 0 { f64::INFINITY } else { SHADES[index - 1].0 };
        for (colour, sign) in [(black, 1.0), (white, -1.0)] {
            let certain = board.points().filter(|point| {
                let certainty = sign * owners[point.index()];
                least <= certainty && certainty < most
            });
            let names: Vec<_> = certain.map(|point| board.vertex(point).to_string()).collect();
            if !names.is_empty() {
                lines.push(format!("COLOR {colour} {}", names.join(" ")));
            }
        }
    }
    lines.push(format!(
        "TEXT expected lead of Black on the board: {:.1}",
        owners.iter().sum::<f64>()
    ));
    Ok(lines.join("\n"))
}
