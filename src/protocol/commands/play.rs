//! Commands that play and take back.

use crate::bots::Decided;
use crate::protocol::Failure;
use crate::protocol::args::Args;
use crate::protocol::session::{Session, Unit};
use crate::rules::{Player, Rules, Step, Word, WordPart};
use std::time::Instant;

type Answer = Result<String, Failure>;

pub(super) fn play(session: &mut Session, args: &Args) -> Answer {
    let played = session.table.play(args.color(0), args.word(1));
    played.map(|()| String::new()).map_err(|_| Failure::IllegalMove)
}

pub(super) fn genmove(session: &mut Session, args: &Args) -> Answer {
    let player = args.color(0);
    let started = Instant::now();
    match decided(session, player)? {
        Generated::Over => {
            let pass = Word::from(WordPart::Pass);
            session.table.play(player, &pass).map_err(|_| Failure::IllegalMove)?;
            Ok(PASS.to_string())
        }
        Generated::Resign => Ok("resign".to_string()),
        Generated::Steps { answer, now, later } => {
            let seconds = microseconds(started.elapsed().as_secs_f64());
            session.table.play_decided(&now, &later, session.seat.spec(), seconds);
            session.seat.decision_played();
            Ok(answer)
        }
    }
}

pub(super) fn reg_genmove(session: &mut Session, args: &Args) -> Answer {
    match decided(session, args.color(0))? {
        Generated::Over => Ok(PASS.to_string()),
        Generated::Resign => Ok("resign".to_string()),
        Generated::Steps { answer, .. } => Ok(answer),
    }
}

const PASS: &str = "pass";

/// What is to be answered to `genmove`.
enum Generated {
    /// The game is over.
    Over,
    /// The bot gives up.
    Resign,
    /// Some steps.
    Steps {
        /// Their text.
        answer: String,
        /// The steps.
        now: Vec<Step>,
        /// The rest of the turn, for the next answers.
        later: Vec<Step>,
    },
}

/// Decides the rest of the turn, or takes it from the plan made at an earlier answer of the turn, and
/// cuts off as much of it as the unit says.
fn decided(session: &mut Session, player: Player) -> Result<Generated, Failure> {
    let Session { table, seat, unit, .. } = session;
    let position = table.position();
    if position.is_over() {
        return Ok(Generated::Over);
    }
    if position.to_move() != player {
        return Err(Failure::IllegalMove);
    }
    let mut now = table.plan().to_vec();
    if now.is_empty() {
        match seat.decide(position, table.entries()) {
            Decided::Resign => return Ok(Generated::Resign),
            Decided::Turn(steps) => now = steps,
        }
    }
    let later = match unit {
        Unit::Turn => Vec::new(),
        Unit::Point | Unit::Step => now.split_off(1),
    };
    let answer = answer(position, *unit, &now);
    Ok(Generated::Steps { answer, now, later })
}

/// The text of some steps in a unit. In points a turn is ended by a vertex of its own, where the
/// game has one, so that `pass` is always a real pass.
fn answer(position: &dyn Rules, unit: Unit, steps: &[Step]) -> String {
    if unit == Unit::Point
        && steps == [Step::Pass]
        && let Some(vertex) = position.end_vertices().first()
    {
        return vertex.to_string();
    }
    Step::join(steps, position.board())
}

/// Seconds rounded to microseconds: more digits would be noise.
fn microseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

pub(super) fn undo(session: &mut Session, _: &Args) -> Answer {
    take_back(session, 1)
}

pub(super) fn gg_undo(session: &mut Session, args: &Args) -> Answer {
    take_back(session, usize::try_from(args.whole(0)).unwrap_or(usize::MAX))
}

fn take_back(session: &mut Session, entries: usize) -> Answer {
    session.table.undo(entries).map(|()| String::new()).map_err(|_| Failure::CannotUndo)
}

pub(super) fn undo_turn(session: &mut Session, _: &Args) -> Answer {
    session.table.undo_turn().map(|()| String::new()).map_err(|_| Failure::CannotUndo)
}
