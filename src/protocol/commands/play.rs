//! Commands that play and take back.

use crate::board::{Point, Vertex};
use crate::bots::{Asked, Decided, Reporter, TurnTime};
use crate::protocol::Failure;
use crate::protocol::alternate;
use crate::protocol::args::Args;
use crate::protocol::session::{Session, Unit};
use crate::rules::{Player, Rules, Step, Word, WordPart, expected_turns};
use crate::table::{Decider, Table, microseconds};
use std::time::{Duration, Instant};

type Answer = Result<String, Failure>;

pub(super) fn play(session: &mut Session, args: &Args) -> Answer {
    play_word(session, args.color(0), args.word(1))?;
    Ok(String::new())
}

/// Plays a word as the unit takes it.
fn play_word(session: &mut Session, player: Player, word: &Word) -> Result<(), Failure> {
    let played = match session.unit {
        Unit::Alternate => alternate::play(&mut session.table, player, word),
        _ => session.table.play(player, word),
    };
    played.map_err(|_| Failure::IllegalMove)
}

/// Plays several words of one vertex or more each, all or none.
pub(super) fn play_sequence(session: &mut Session, args: &Args) -> Answer {
    let words = args.plays(0)?;
    let count = session.table.entries();
    for (player, word) in words {
        if let Err(failure) = play_word(session, player, &word) {
            let played = session.table.entries() - count;
            session.table.undo(played).map_err(|_| Failure::CannotUndo)?;
            return Err(failure);
        }
    }
    Ok(String::new())
}

pub(super) fn genmove(session: &mut Session, args: &Args) -> Answer {
    generate(session, args.color(0), None)
}

/// Decides, plays what is decided, and says it as the unit has it.
pub(super) fn generate(
    session: &mut Session,
    player: Player,
    reporter: Option<Reporter<'_>>,
) -> Answer {
    let started = Instant::now();
    match decided(session, player, reporter)? {
        Generated::Over => {
            let pass = Word::from(WordPart::Pass);
            session.table.play(player, &pass).map_err(|_| Failure::IllegalMove)?;
            Ok(PASS.to_string())
        }
        Generated::Filler => {
            session.table.fill(player);
            Ok(PASS.to_string())
        }
        Generated::Resign => {
            session.table.resign(player);
            Ok("resign".to_string())
        }
        Generated::Steps { answer, spare, now, later } => {
            let decider = decider(session.seat.spec(), started);
            session.table.play_decided(player, &now, &later, decider);
            spare.into_iter().for_each(|vertex| session.table.note_spare(vertex));
            session.seat.decision_played();
            Ok(answer)
        }
        Generated::Selection { answer, stone, plan } => {
            let decider = decider(session.seat.spec(), started);
            session.table.select_decided(player, stone, &plan, decider);
            session.seat.decision_played();
            Ok(answer)
        }
    }
}

/// The bot and the time since a moment.
fn decider(bot: &str, started: Instant) -> Decider<'_> {
    Decider { bot, seconds: microseconds(started.elapsed().as_secs_f64()) }
}

pub(super) fn reg_genmove(session: &mut Session, args: &Args) -> Answer {
    match decided(session, args.color(0), None)? {
        Generated::Over | Generated::Filler => Ok(PASS.to_string()),
        Generated::Resign => Ok("resign".to_string()),
        Generated::Steps { answer, .. } | Generated::Selection { answer, .. } => Ok(answer),
    }
}

const PASS: &str = "pass";

/// What is to be answered to `genmove`.
enum Generated {
    /// The game is over.
    Over,
    /// It is the other side's turn, and the manager asks the colours in turn.
    Filler,
    /// The bot gives up.
    Resign,
    /// Some steps.
    Steps {
        /// Their text.
        answer: String,
        /// The spare vertex off the board that stands for them.
        spare: Option<Vertex>,
        /// The steps.
        now: Vec<Step>,
        /// The rest of the turn, for the next answers.
        later: Vec<Step>,
    },
    /// The first half of a group move in points: the stone.
    Selection {
        /// Its text.
        answer: String,
        /// The stone.
        stone: Point,
        /// The rest of the turn, the move included.
        plan: Vec<Step>,
    },
}

/// Decides the rest of the turn, or takes it from the plan made at an earlier answer of the turn, and
/// cuts off as much of it as the unit says.
fn decided(
    session: &mut Session,
    player: Player,
    reporter: Option<Reporter<'_>>,
) -> Result<Generated, Failure> {
    if session.position().is_over() {
        return Ok(Generated::Over);
    }
    if session.unit == Unit::Alternate && alternate::is_waiting(&session.table, player) {
        return Ok(Generated::Filler);
    }
    let position = session.position().open_to(player).ok_or(Failure::IllegalMove)?;
    let clicks = session.unit.is_clicks();
    let selected = session.table.selection().filter(|_| clicks);
    let mut now = session.table.plan().to_vec();
    if now.is_empty() {
        let made = session.table.steps();
        let time = turn_time(&session.table, position.as_ref());
        let watch = session.watch.clone();
        let asked = Asked {
            made: &made,
            time,
            stop: &move || watch.is_interrupted(),
            may_resign: true,
            ..Asked::new(position.as_ref(), session.table.entries())
        };
        match session.seat.decide_reporting(&asked, reporter) {
            Decided::Resign => return Ok(Generated::Resign),
            Decided::Turn(steps) => now = steps,
        }
        if let Some(stone) = selected.filter(|&stone| !moves_from(&now, stone)) {
            now = vec![some_move(session, position.as_ref(), stone)];
        }
    }
    if let (true, Some(&Step::Move { from, to })) = (clicks, now.first()) {
        let board = position.board();
        if selected != Some(from) {
            let answer = board.vertex(from).to_string();
            return Ok(Generated::Selection { answer, stone: from, plan: now });
        }
        let later = now.split_off(1);
        return Ok(Generated::Steps {
            answer: board.vertex(to).to_string(),
            spare: None,
            now,
            later,
        });
    }
    let later = match session.unit {
        Unit::Turn => Vec::new(),
        Unit::Point | Unit::Step | Unit::Alternate => now.split_off(1),
    };
    let spare = match session.unit {
        Unit::Alternate => alternate::end_vertex(&session.table, &now),
        _ => None,
    };
    let answer = match spare {
        Some(vertex) => vertex.to_string(),
        None => answer(position.as_ref(), session.unit, &now),
    };
    Ok(Generated::Steps { answer, spare, now, later })
}

/// The shortest time that a bot is waited for: a flag that has fallen is for others to see.
const PATIENCE: Duration = Duration::from_secs(1);

/// The time for the rest of the turn, where a clock runs.
fn turn_time(table: &Table, position: &dyn Rules) -> Option<TurnTime> {
    let time = table.clock(position.to_move())?.turn_time(expected_turns(position));
    Some(TurnTime { limit: time.limit.max(PATIENCE), ..time })
}

fn moves_from(steps: &[Step], stone: Point) -> bool {
    matches!(steps.first(), Some(Step::Move { from, .. }) if *from == stone)
}

/// Some move of a stone that the client has selected: the answer to be given, whatever the bot had
/// in mind.
fn some_move(session: &Session, position: &dyn Rules, stone: Point) -> Step {
    let starts = |step: &Step| matches!(step, Step::Move { from, .. } if *from == stone);
    let moves: Vec<_> = position.steps().into_iter().filter(starts).collect();
    let mut dice = session.seat.dice(session.table.entries());
    dice.pick(&moves).expect("only stones that can move are selected")
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
