//! Commands that read and write games.

use crate::protocol::Failure;
use crate::protocol::args::Args;
use crate::protocol::session::Session;
use crate::records::decode;
use crate::table::Table;
use std::path::Path;

type Answer = Result<String, Failure>;

const FORBIDDEN: &str = "this session was started with --no-files";

pub(super) fn loadsgf(session: &mut Session, args: &Args) -> Answer {
    let cannot = |reason: String| Failure::CannotLoad(reason);
    if !session.files {
        return Err(cannot(FORBIDDEN.to_string()));
    }
    let (name, entries) = file_and_entries(args.text(0));
    if entries == Some(0) {
        return Err(args.unfit("moves are counted from 1"));
    }
    let entries = entries.map_or(usize::MAX, |number| number - 1);
    let bytes = std::fs::read(name).map_err(|error| cannot(format!("{name}: {error}")))?;
    let table = decode(&bytes).and_then(|text| Table::load(&text, session.variant(), entries));
    let table = table.map_err(|error| cannot(format!("{name}: {error}")))?;
    session.begin(table);
    Ok(String::new())
}

/// A file's name, which may have spaces, and the number behind it, if the name without it is the file's.
fn file_and_entries(text: &str) -> (&str, Option<usize>) {
    let number =
        |text: &str| text.parse().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()));
    match text.rsplit_once(' ') {
        Some((name, last)) if !Path::new(text).exists() && number(last).is_some() => {
            (name, number(last))
        }
        _ => (text, None),
    }
}

pub(super) fn printsgf(session: &mut Session, _: &Args) -> Answer {
    sgf(session)
}

fn sgf(session: &Session) -> Answer {
    session.table.sgf().map_err(|error| Failure::CannotSave(error.to_string()))
}

pub(super) fn record(session: &mut Session, args: &Args) -> Answer {
    let json_lines = session.table.record(Some(session.seat.seed())).write();
    if !args.has(0) {
        return Ok(json_lines);
    }
    if !session.files {
        return Err(Failure::CannotSave(FORBIDDEN.to_string()));
    }
    let name = args.text(0);
    let as_sgf =
        Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("sgf"));
    let text = if as_sgf { sgf(session)? } else { json_lines };
    std::fs::write(name, text).map_err(|error| Failure::CannotSave(format!("{name}: {error}")))?;
    Ok(String::new())
}
