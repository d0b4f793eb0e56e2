//! Commands that match runners in the manner of gomill ask for.

use super::play;
use crate::protocol::Failure;
use crate::protocol::args::Args;
use crate::protocol::session::Session;
use crate::rules::Step;

type Answer = Result<String, Failure>;

pub(super) fn describe_engine(session: &mut Session, _: &Args) -> Answer {
    let variant = session.variant();
    let options = variant.options.iter().map(|(key, value)| format!(" {key}={value}"));
    let game = format!("{} {}{}", variant.game.name, variant.size, options.collect::<String>());
    let (bot, seed) = (session.seat.spec(), session.seat.seed());
    Ok(format!("tesuji {}\n{game}\nbot {bot}, seed {seed}", crate::VERSION))
}

/// What the latest entry did: clients keep it as a comment.
pub(super) fn explain_last_move(session: &mut Session, _: &Args) -> Answer {
    let Some(entry) = session.table.latest() else { return Ok(String::new()) };
    let what = match (&entry.steps[..], entry.spare) {
        ([], _) => "no step of the game".to_string(),
        (steps, None) => Step::join(steps, session.table.board()),
        (_, Some(vertex)) => format!("end of the turn ({vertex})"),
    };
    let by = entry.bot.as_ref().map_or(String::new(), |bot| format!(" by {bot}"));
    Ok(format!("{}: {what}{by}", entry.player))
}

/// The processor time of the program so far, in seconds.
pub(super) fn cpu_time(_: &mut Session, _: &Args) -> Answer {
    Ok(format!("{:.3}", cpu_time::ProcessTime::now().as_duration().as_secs_f64()))
}

/// Like `genmove`; the keywords behind the colour ask for what this program does not do.
pub(super) fn genmove_ex(session: &mut Session, args: &Args) -> Answer {
    play::genmove(session, args)
}
