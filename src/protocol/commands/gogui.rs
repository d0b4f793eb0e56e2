//! Commands of GoGui, by which it draws and plays games whose rules it does not know.

use super::answers::{counts, state};
use crate::board::{Point, Vertex};
use crate::bots::{BOTS, parameter, with_parameter};
use crate::protocol::args::Args;
use crate::protocol::session::{Session, Unit};
use crate::protocol::{Failure, alternate};
use crate::rules::{Player, Rules, Step};

type Answer = Result<String, Failure>;

/// Colours of dark points and centres, and of the points that count for one side, for the other, for both.
const HOLE: &str = "#40342a";
const BLACKS: &str = "#507090";
const WHITES: &str = "#e0d0a0";
const BOTHS: &str = "#80b080";

/// GoGui wants a name that begins with a capital and has letters only.
pub(super) fn game_id(session: &mut Session, _: &Args) -> Answer {
    let name = session.variant().game.name.replace('-', "");
    let (first, rest) = name.split_at(1);
    Ok(first.to_uppercase() + rest)
}

pub(super) fn board_size(session: &mut Session, _: &Args) -> Answer {
    let shape = session.variant().board.shape();
    let width = u64::from(shape.columns()) + extra_width(session);
    if shape.is_hexagonal() {
        return Ok(format!("{width} hex"));
    }
    if shape.columns() != shape.rows() {
        let size = session.variant().size;
        return Err(Failure::UnacceptableSize(format!(
            "{size}; GoGui shows boards that are square or hexagonal"
        )));
    }
    Ok(width.to_string())
}

/// The columns and rows that do not belong to the game, but to the unit.
fn extra_width(session: &Session) -> u64 {
    match session.unit {
        Unit::Alternate => alternate::extra_width(session.variant().game.spare),
        _ => 0,
    }
}

/// Rows of the grid from the top: `X`, `O`, `.` for an empty point or a dark point, `?` outside.
pub(super) fn board(session: &mut Session, _: &Args) -> Answer {
    let position = session.position();
    let glyph = |vertex: Vertex| match position.board().point(vertex) {
        Some(point) => match position.stone(point) {
            Some(Player::Black) => "X",
            Some(Player::White) => "O",
            None => ".",
        },
        None if position.board().rings().iter().any(|ring| ring.middle == vertex) => ".",
        None => "?",
    };
    let shape = position.board().shape();
    let extra = extra_width(session) as u16;
    let columns = 1..=shape.columns() + extra;
    let row =
        |row| columns.clone().map(|c| glyph(Vertex::new(c, row))).collect::<Vec<_>>().join(" ");
    Ok((1..=shape.rows() + extra).rev().map(row).collect::<Vec<_>>().join("\n"))
}

/// Marks: dark points, the stones of the latest turns (circles), stones that may not move (crosses), the
/// selected stone (square) and where it goes (triangles), and a line of text.
pub(super) fn board_gfx(session: &mut Session, _: &Args) -> Answer {
    let position = session.position();
    let board = position.board();
    let names = |points: &mut dyn Iterator<Item = Point>| {
        points.map(|point| board.vertex(point).to_string()).collect::<Vec<_>>()
    };
    let selected = session.table.selection();
    let destinations = position.steps().into_iter().filter_map(|step| match step {
        Step::Move { from, to } if Some(from) == selected => Some(to),
        _ => None,
    });
    let holes = board.rings().iter().map(|ring| ring.middle.to_string()).collect();
    let marks = [
        (format!("COLOR {HOLE}"), holes),
        ("CIRCLE".to_string(), names(&mut latest_stones(session).into_iter())),
        ("MARK".to_string(), names(&mut position.frame().frozen.iter())),
        ("SQUARE".to_string(), names(&mut selected.into_iter())),
        ("TRIANGLE".to_string(), names(&mut destinations.into_iter())),
    ];
    let lines = marks.into_iter().filter(|(_, names)| !names.is_empty());
    let mut lines: Vec<_> =
        lines.map(|(mark, names)| format!("{mark} {}", names.join(" "))).collect();
    lines.push(format!("TEXT {}", status(position)));
    Ok(lines.join("\n"))
}

/// The points where the stones of the open turn, or else of the last one, have come to stand, if they do.
fn latest_stones(session: &Session) -> Vec<Point> {
    let Some(turn) = session.table.last_turn() else { return Vec::new() };
    let arrived = turn.steps.into_iter().filter_map(|step| match step {
        Step::Place(to) | Step::Move { to, .. } => Some(to),
        Step::Pass => None,
    });
    arrived.filter(|&point| session.position().stone(point).is_some()).collect()
}

/// What to do now, in one line.
fn status(position: &dyn Rules) -> String {
    let mut parts = vec![state(position, |player| player.to_string())];
    match &position.end_vertices()[..] {
        [] => {}
        [only] => parts.push(format!("click {only} again to end the turn")),
        _ => parts.push("click a dark point to end the turn".to_string()),
    }
    let passes = position.frame().tally.consecutive_passes;
    if passes > 0 && !position.is_over() {
        parts.push("the last turn was a pass".to_string());
    }
    parts.extend(counts(position));
    parts.join("; ")
}

/// What a click may be on. A pass is listed where it is a real one: where a vertex ends the turn, GoGui
/// would count a pass towards the end of the game.
pub(super) fn legal_moves(session: &mut Session, _: &Args) -> Answer {
    let position = session.position();
    let pass = position.may_end() && position.end_vertices().is_empty();
    let mut clicks = session.table.clicks();
    if session.unit == Unit::Alternate && position.may_end() && !position.turn_steps().is_empty() {
        clicks.extend(session.variant().spares());
        clicks.sort_unstable();
        clicks.dedup();
    }
    let clicks = clicks.into_iter().map(|vertex| vertex.to_string());
    Ok(clicks.chain(pass.then(|| "pass".to_string())).collect::<Vec<_>>().join(" "))
}

pub(super) fn side_to_move(session: &mut Session, _: &Args) -> Answer {
    Ok(session.position().to_move().to_string().to_lowercase())
}

pub(super) fn captured_count(session: &mut Session, _: &Args) -> Answer {
    let [black, white] = session.position().frame().tally.captures;
    Ok(format!("{black} {white}"))
}

pub(super) fn final_result(session: &mut Session, _: &Args) -> Answer {
    let score = session.table.score();
    let (black, white) = (score.black, score.white);
    let reason = session.position().ending().map_or("as it stands", |ending| ending.sentence());
    let winner = if black > white { Player::Black } else { Player::White };
    if black == white {
        return Ok(format!("Draw: {black} to {white} ({reason})"));
    }
    let other = winner.opponent();
    let (more, less) = (score.of(winner), score.of(other));
    Ok(format!("{winner} wins by {}: {more} to {less} ({reason})", more - less))
}

pub(super) fn analyze_commands(session: &mut Session, _: &Args) -> Answer {
    let mut lines = vec![
        "plist/Legal points/gogui-legal_points",
        "gfx/Control or territory/gogui-area",
        "gfx/Expected control or territory/gogui-expected_area",
        "string/Why is a point illegal?/tesuji-why %m %p",
        "string/Score as it stands/final_score",
        "string/Turn/tesuji-turn",
        "string/Position as text/tesuji-position",
        "param/Parameters/gogui-param",
    ];
    if super::counts_dead_stones(session) {
        lines.push("plist/Dead groups/final_status_list dead");
        lines.push("none/Mark a dead group/tesuji-dead %p");
        lines.push("none/Mark no group as dead/tesuji-dead");
    }
    Ok(lines.join("\n"))
}

pub(super) fn legal_points(session: &mut Session, _: &Args) -> Answer {
    Ok(session.table.clicks().iter().map(Vertex::to_string).collect::<Vec<_>>().join(" "))
}

/// The points that count for Black, for White, for both.
pub(super) fn area(session: &mut Session, _: &Args) -> Answer {
    let counted = session.table.counted();
    let [black, white] = counted.counting();
    let board = counted.board();
    let colored = |color: &str, both: (bool, bool)| {
        let points = board.points().filter(|&point| {
            counted.stone(point).is_none() && (black.contains(point), white.contains(point)) == both
        });
        let names: Vec<_> = points.map(|point| board.vertex(point).to_string()).collect();
        (!names.is_empty()).then(|| format!("COLOR {color} {}", names.join(" ")))
    };
    let lines = [
        colored(BLACKS, (true, false)),
        colored(WHITES, (false, true)),
        colored(BOTHS, (true, true)),
        Some(format!("TEXT {}", counted.score())),
    ];
    Ok(lines.into_iter().flatten().collect::<Vec<_>>().join("\n"))
}

/// Nothing to do: it is listed only while answers come at once, and the comment `# interrupt` is read like any
/// other.
pub(super) fn interrupt(_: &mut Session, _: &Args) -> Answer {
    Ok(String::new())
}

pub(super) fn title(session: &mut Session, _: &Args) -> Answer {
    let variant = session.variant();
    Ok(format!("{} {} - tesuji ({})", variant.game.title, variant.size, session.seat.spec()))
}

/// What GoGui's dialog shows of the bot's own parameters: the name there, that of the bot, and a value that shows whether
/// the bot takes it.
const OF_BOTS: [(&str, &str, &str); 2] = [("effort", "playouts", "1"), ("resign", "resign", "0")];
/// What the dialog shows of a parameter that is not set.
const NOT_SET: &str = "default";

/// The parameters as GoGui's dialog reads them, or a new value for one.
pub(super) fn param(session: &mut Session, args: &Args) -> Answer {
    if !args.has(0) {
        return Ok(params(session));
    }
    if !args.has(1) {
        return Err(args.unfit("VALUE is missing"));
    }
    let (key, value) = (args.text(0), args.text(1));
    let own = OF_BOTS.iter().find(|(shown, ..)| *shown == key);
    match (key, own) {
        // The dialog sends what it showed: only the name of the bot.
        ("bot", _) if value == name_of(session.seat.spec()) => {}
        ("bot", _) => session.set_bot(value).map_err(|error| args.unfit(error))?,
        ("seed", _) => match value.parse() {
            Ok(seed) if !value.starts_with('+') => session.seat.reseed(seed),
            _ => return Err(args.unfit(format!("a seed is a whole number, not \"{value}\""))),
        },
        (_, Some((_, name, _))) => {
            let value = Some(value).filter(|value| *value != NOT_SET);
            let spec = with_parameter(session.seat.spec(), name, value);
            session.set_bot(&spec).map_err(|error| args.unfit(error))?;
        }
        (other, None) => {
            return Err(args.unfit(format!(
                "there is no parameter \"{other}\"; there are bot, effort, resign and seed"
            )));
        }
    }
    session.table.forget_plan();
    Ok(String::new())
}

fn name_of(spec: &str) -> &str {
    spec.split(':').next().unwrap_or("")
}

fn params(session: &Session) -> String {
    let (seat, spec) = (&session.seat, session.seat.spec());
    // A program's command line is typed, not chosen from a list.
    let listed: Vec<_> = BOTS.iter().filter(|row| !row.runs_programs).map(|row| row.name).collect();
    let bot = match listed.contains(&name_of(spec)) {
        true => format!("[list/{}] bot {}", listed.join("/"), name_of(spec)),
        false => format!("[string] bot {spec}"),
    };
    let taken = OF_BOTS
        .iter()
        .filter(|(_, name, value)| seat.knows(&with_parameter(spec, name, Some(value))));
    let own = taken.map(|(shown, name, _)| {
        format!("[string] {shown} {}", parameter(spec, name).unwrap_or(NOT_SET))
    });
    let seed = format!("[string] seed {}", seat.seed());
    [bot].into_iter().chain(own).chain([seed]).collect::<Vec<_>>().join("\n")
}
