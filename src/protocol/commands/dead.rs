//! Commands about stones that both sides call dead.

use crate::board::Vertex;
use crate::protocol::Failure;
use crate::protocol::args::Args;
use crate::protocol::session::Session;

type Answer = Result<String, Failure>;

pub(super) fn dead(session: &mut Session, args: &Args) -> Answer {
    if !args.has(0) {
        session.table.clear_dead();
        return Ok(String::new());
    }
    let vertices = args.vertices(0)?;
    let marked = session.table.mark_dead(&vertices);
    marked.map_err(|vertex| args.unfit(format!("there is no stone on {vertex}")))?;
    Ok(String::new())
}

pub(super) fn final_status_list(session: &mut Session, args: &Args) -> Answer {
    let groups = match args.text(0) {
        "dead" => session.table.groups(true),
        "alive" => session.table.groups(false),
        // Nobody has said so of any group.
        "seki" => Vec::new(),
        other => return Err(args.unfit(format!("STATUS is dead, alive or seki, not \"{other}\""))),
    };
    let line =
        |group: &Vec<Vertex>| group.iter().map(Vertex::to_string).collect::<Vec<_>>().join(" ");
    Ok(groups.iter().map(line).collect::<Vec<_>>().join("\n"))
}
