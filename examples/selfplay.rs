//! Two engines play each other through the protocol, and the whole conversation is printed.
//!
//! `cargo run --release --example selfplay [GAME [SIZE [SEED]]]`

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use tesuji::catalog;
use tesuji::protocol::{Engine, Settings, Unit};
use tesuji::rules::{Options, Size};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read along has seen enough.
        Err(error) if is_broken_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}\nusage: selfplay [GAME [SIZE [SEED]]]");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let game = catalog::game(args.first().map_or("sendit", String::as_str))?;
    let size: Size = args.get(1).map_or(Ok(game.sizes.default()), |size| size.parse())?;
    let seed: u64 = args.get(2).map_or(Ok(1), |seed| seed.parse())?;
    let variant = game.variant(size, Options::defaults(game)).map_err(|error| error.to_string())?;

    let engine = |seed| {
        Engine::new(Settings {
            variant: variant.clone(),
            unit: Unit::Turn,
            seed: Some(seed),
            bot: "greedy".to_string(),
            ..Settings::default()
        })
    };
    let mut players = [("b", engine(seed)?), ("w", engine(seed + 1)?)];
    writeln!(
        io::stdout(),
        "Behind b> and w> stand the lines sent to Black's and White's engine.\n"
    )?;
    play(&mut players)
}

/// Asks the side to move for its turn and tells the other side, until the game is over.
fn play(players: &mut [(&str, Engine); 2]) -> Result<(), Box<dyn Error>> {
    ask(players, 0, "showboard", true)?;
    loop {
        let turn: serde_json::Value =
            serde_json::from_str(&ask(players, 0, "tesuji-turn", false)?)?;
        if turn["over"] == true {
            break;
        }
        let mover = usize::from(turn["to_move"] == "w");
        let (color, _) = players[mover];
        let word = ask(players, mover, &format!("genmove {color}"), true)?;
        ask(players, 1 - mover, &format!("play {color} {word}"), true)?;
        ask(players, mover, "showboard", true)?;
    }
    ask(players, 0, "final_score", true)?;
    Ok(())
}

/// The answer of one player to a line; both are printed unless the question is only ours.
fn ask(
    players: &mut [(&str, Engine); 2],
    player: usize,
    line: &str,
    print: bool,
) -> Result<String, Box<dyn Error>> {
    let (color, engine) = &mut players[player];
    let reply = engine.handle_line(line.as_bytes()).unwrap_or_default();
    if print {
        write!(io::stdout(), "{color}> {line}\n{reply}")?;
    }
    match reply.strip_prefix("= ") {
        Some(answer) => Ok(answer.trim_end().to_string()),
        None => Err(format!("{line} failed: {}", reply.trim_end()).into()),
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
