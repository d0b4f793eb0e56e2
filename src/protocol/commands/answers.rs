//! Commands that only look at the position.

use crate::board::Point;
use crate::protocol::Failure;
use crate::protocol::alternate;
use crate::protocol::args::Args;
use crate::protocol::session::{Session, Unit};
use crate::rules::{Ending, Player, Rules, Step, Word, perft as count_sequences, text_hash};
use serde_json::json;

type Answer = Result<String, Failure>;

pub(super) fn showboard(session: &mut Session, _: &Args) -> Answer {
    let position = session.position();
    let glyph = |point: Point| position.stone(point).map_or('.', mark);
    let mut lines = vec![headline(position)];
    lines.extend(position.board().drawing(glyph));
    lines.extend(counts(position));
    Ok(lines.join("\n"))
}

/// What counts besides the stones on the board, where there is any of it.
pub(super) fn counts(position: &dyn Rules) -> Option<String> {
    let frame = position.frame();
    let [black, white] = frame.tally.captures;
    let captured =
        (black + white > 0).then(|| format!("captured by Black {black}, by White {white}"));
    let komi = frame.komi.map(|komi| format!("komi {komi}"));
    let marker = frame.marker.map(|marker| format!("marker {}", shown_marker(marker)));
    let counts: Vec<_> = [captured, komi, marker].into_iter().flatten().collect();
    (!counts.is_empty()).then(|| counts.join(", "))
}

/// The letter of a side's stones in drawings.
fn mark(player: Player) -> char {
    match player {
        Player::Black => 'X',
        Player::White => 'O',
    }
}

/// The marker's place for people.
fn shown_marker(marker: i8) -> String {
    match marker {
        0 => "in the middle".to_string(),
        1.. => format!("{marker} on Black's side"),
        _ => format!("{} on White's side", -i16::from(marker)),
    }
}

fn headline(position: &dyn Rules) -> String {
    let variant = position.variant();
    let state = state(position, |player| format!("{player} ({})", mark(player)));
    let mut headline = format!("{} {}: {state}", variant.game.title, variant.size);
    if !position.turn_steps().is_empty() {
        let steps = Step::join(position.turn_steps(), position.board());
        headline += &format!(", after {steps}");
    }
    headline
}

/// Whose turn it is, the side named as given, and how much of it is left; or how the game has ended.
pub(super) fn state(position: &dyn Rules, named: impl Fn(Player) -> String) -> String {
    if let Some(ending) = position.ending() {
        return format!("over, {} ({})", position.score(), ending.name());
    }
    let (player, turn) = (position.to_move(), position.turn() + 1);
    let state = format!("turn {turn}, {} to move", named(player));
    match position.steps_left() {
        Some(left) => format!("{state}, {left} {} left", if left == 1 { "step" } else { "steps" }),
        None => state,
    }
}

pub(super) fn final_score(session: &mut Session, _: &Args) -> Answer {
    Ok(session.table.score().to_string())
}

pub(super) fn turn(session: &mut Session, _: &Args) -> Answer {
    let position = session.position();
    let frame = position.frame();
    let tally = &frame.tally;
    let name = |point: Point| position.board().vertex(point).to_string();
    let pair = |counts: [u32; 2]| json!({"b": counts[0], "w": counts[1]});
    let steps: Vec<_> =
        position.turn_steps().iter().map(|step| step.text(position.board())).collect();
    let ending = position.ending();
    let answer = json!({
        "to_move": position.to_move().letter(),
        "turn": position.turn() + 1,
        "steps": steps,
        "may_end": position.may_end(),
        "steps_left": position.steps_left(),
        "selection": session.table.selection().map(name),
        "frozen": frame.frozen.iter().map(name).collect::<Vec<_>>(),
        "consecutive_passes": tally.consecutive_passes,
        "passes": pair(tally.passes),
        "marker": frame.marker,
        "captures": pair(tally.captures),
        "over": ending.is_some(),
        "result": ending.map(|_| session.table.score().to_string()),
        "reason": ending.map(Ending::name),
    });
    Ok(answer.to_string())
}

pub(super) fn legal(session: &mut Session, _: &Args) -> Answer {
    let position = session.position();
    let steps: Vec<_> = position.steps().iter().map(|step| step.text(position.board())).collect();
    Ok(steps.join(" "))
}

pub(super) fn why(session: &mut Session, args: &Args) -> Answer {
    let word: Word = match args.text(1).parse() {
        Ok(word) => word,
        Err(error) => return Ok(error.to_string()),
    };
    let judged = match session.unit {
        Unit::Alternate => alternate::judge(&session.table, args.color(0), &word),
        _ => session.table.judge(args.color(0), &word).map(|_| ()),
    };
    match judged {
        Ok(()) => Ok("legal".to_string()),
        Err(refusal) => Ok(refusal.to_string()),
    }
}

pub(super) fn position(session: &mut Session, _: &Args) -> Answer {
    Ok(session.position().frame().text())
}

pub(super) fn hash(session: &mut Session, _: &Args) -> Answer {
    Ok(format!("{:016x}", text_hash(&session.position().frame().comparable_text())))
}

pub(super) fn perft(session: &mut Session, args: &Args) -> Answer {
    let depth = u32::try_from(args.whole(0)).map_err(|_| args.unfit("N is too large"))?;
    Ok(count_sequences(session.position(), depth).to_string())
}
