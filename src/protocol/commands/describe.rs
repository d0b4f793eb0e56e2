//! Commands about the program itself.

use super::{available, find};
use crate::protocol::Failure;
use crate::protocol::args::Args;
use crate::protocol::session::Session;

type Answer = Result<String, Failure>;

pub(super) fn protocol_version(_: &mut Session, _: &Args) -> Answer {
    Ok("2".to_string())
}

pub(super) fn name(_: &mut Session, _: &Args) -> Answer {
    Ok("tesuji".to_string())
}

pub(super) fn version(_: &mut Session, _: &Args) -> Answer {
    Ok(crate::VERSION.to_string())
}

pub(super) fn known_command(session: &mut Session, args: &Args) -> Answer {
    Ok(find(session, args.text(0)).is_some().to_string())
}

pub(super) fn list_commands(session: &mut Session, _: &Args) -> Answer {
    Ok(available(session).map(|command| command.name).collect::<Vec<_>>().join("\n"))
}

pub(super) fn help(session: &mut Session, args: &Args) -> Answer {
    if args.has(0) {
        let Some(command) = find(session, args.text(0)) else {
            return Err(args.unfit(format!("there is no command \"{}\"", args.text(0))));
        };
        return Ok(format!("{}: {}", command.usage(), command.help));
    }
    let line = |command: &super::Command| format!("{}: {}", command.usage(), command.help);
    Ok(available(session).map(line).collect::<Vec<_>>().join("\n"))
}

pub(super) fn quit(session: &mut Session, _: &Args) -> Answer {
    session.quit = true;
    Ok(String::new())
}
