//! Commands that choose what is played, by whom, and how.

use crate::catalog::{self, GAMES};
use crate::protocol::Failure;
use crate::protocol::alternate;
use crate::protocol::args::Args;
use crate::protocol::session::{Session, Unit};
use crate::rules::{Game, Options, Size, TextError};
use crate::table::Table;
use serde_json::json;

type Answer = Result<String, Failure>;

fn done() -> Answer {
    Ok(String::new())
}

pub(super) fn boardsize(session: &mut Session, args: &Args) -> Answer {
    let variant = session.variant();
    let height = args.has(1).then(|| args.whole(1));
    let extra = match session.unit {
        Unit::Alternate => alternate::extra_width(variant.game.spare),
        _ => 0,
    };
    let size = variant.game.size_of_board(args.whole(0), height, extra)?;
    let variant = variant.game.variant(size, variant.options.clone())?;
    session.begin_again(&variant);
    done()
}

pub(super) fn clear_board(session: &mut Session, _: &Args) -> Answer {
    let variant = session.variant().clone();
    session.begin_again(&variant);
    done()
}

pub(super) fn komi(session: &mut Session, args: &Args) -> Answer {
    session.table.set_komi(args.number(0));
    done()
}

pub(super) fn games(_: &mut Session, _: &Args) -> Answer {
    let games: Vec<_> = GAMES.iter().map(|game| described(game)).collect();
    Ok(json!(games).to_string())
}

fn described(game: &Game) -> serde_json::Value {
    let options = game.options.iter().map(|row| {
        json!({"key": row.key, "values": row.values, "default": row.default, "help": row.help})
    });
    let sides: Vec<_> = game.sizes.sides().collect();
    let widths: Vec<_> = sides.iter().map(|&side| game.width(Size::side(side))).collect();
    json!({
        "name": game.name,
        "title": game.title,
        "author": game.author,
        "sizes": sides,
        "default_size": game.sizes.default().to_string(),
        "widths": widths,
        "rectangular": game.sizes.rectangular,
        "komi": game.komi,
        "options": options.collect::<Vec<_>>(),
    })
}

pub(super) fn game(session: &mut Session, args: &Args) -> Answer {
    if !args.has(0) {
        let variant = session.variant();
        return Ok(format!("{} {}", variant.game.name, variant.size));
    }
    let game = catalog::game(args.text(0)).map_err(|error| args.unfit(error))?;
    let size = match args.has(1) {
        true => args.text(1).parse::<Size>().map_err(|error| args.unfit(error))?,
        false => game.sizes.default(),
    };
    let variant = game.variant(size, Options::defaults(game))?;
    session.begin(Table::new(variant.start()));
    done()
}

pub(super) fn rules(session: &mut Session, args: &Args) -> Answer {
    let variant = session.variant().clone();
    if !args.has(0) {
        let values = variant.options.iter().map(|(key, value)| (key.to_string(), json!(value)));
        return Ok(serde_json::Value::Object(values.collect()).to_string());
    }
    if !args.has(1) {
        return Err(args.unfit("VALUE is missing"));
    }
    let mut options = variant.options.clone();
    options.set(variant.game, args.text(0), args.text(1)).map_err(|error| args.unfit(error))?;
    if session.table.entries() > 0 || !session.table.began_at_start() {
        return Err(Failure::CannotSetRules);
    }
    let variant = variant.game.variant(variant.size, options)?;
    session.begin_again(&variant);
    done()
}

pub(super) fn unit(session: &mut Session, args: &Args) -> Answer {
    if !args.has(0) {
        return Ok(session.unit.to_string());
    }
    session.unit = args.text(0).parse::<Unit>().map_err(|error| args.unfit(error))?;
    session.table.deselect();
    done()
}

pub(super) fn bot(session: &mut Session, args: &Args) -> Answer {
    if !args.has(0) {
        return Ok(session.seat.spec().to_string());
    }
    session.set_bot(args.text(0)).map_err(|error| args.unfit(error))?;
    done()
}

pub(super) fn seed(session: &mut Session, args: &Args) -> Answer {
    if !args.has(0) {
        return Ok(session.seat.seed().to_string());
    }
    session.seat.reseed(args.whole(0));
    session.table.forget_plan();
    done()
}

pub(super) fn set_position(session: &mut Session, args: &Args) -> Answer {
    let position = catalog::read_position(args.text(0)).map_err(|error| match error {
        TextError::Form(reason) => args.unfit(reason),
        TextError::Impossible(refusal) => Failure::CannotSetPosition(refusal.to_string()),
    })?;
    session.begin(Table::new(position));
    done()
}
