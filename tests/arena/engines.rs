//! The players of these tests: this program, started with `act-as`, is one good engine and many bad ones.

use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;
use tesuji::protocol::{Engine, Settings};

/// Longer than any test waits.
const EVER: Duration = Duration::from_secs(600);
/// Longer than a hasty limit, shorter than the limit and its grace.
const TOO_LONG: Duration = Duration::from_millis(600);
/// The question for a move at which most bad engines show what they are.
const THE_ONE: usize = 3;

/// The commands of an engine that only knows vertices.
const PLAIN: [&str; 9] = [
    "protocol_version",
    "name",
    "version",
    "list_commands",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
];

/// An engine that answers as the library does, but for what its kind is about.
struct Actor {
    kind: String,
    engine: Engine,
    /// The questions for a move, and the words it was told, so far.
    asked: usize,
    told: usize,
}

/// Answers commands until the input ends.
pub(crate) fn act_as(kind: &str, file: Option<&str>) -> io::Result<()> {
    let started_before =
        file.is_some_and(|file| !std::fs::read_to_string(file).unwrap_or_default().is_empty());
    let note = |line: &str| -> io::Result<()> {
        let Some(file) = file else { return Ok(()) };
        let mut file = OpenOptions::new().create(true).append(true).open(file)?;
        file.write_all(format!("{line}\n").as_bytes())
    };
    note(&format!("pid {}", std::process::id()))?;
    // Some are sound when they are started for the first time, which is the check before the match.
    let kind = match kind.strip_suffix("-later") {
        Some(kind) if started_before => kind,
        Some(_) => "good",
        None => kind,
    };
    match kind {
        "banner" => writeln!(io::stdout(), "Welcome to the engine!")?,
        "silent-at-start" => sleep(EVER),
        "exits-at-start" => std::process::exit(4),
        _ => {}
    }
    let bot = "random".to_string();
    let settings = Settings { seed: Some(7), bot, ..Settings::default() };
    let engine = Engine::new(settings).map_err(io::Error::other)?;
    let mut actor = Actor { kind: kind.to_string(), engine, asked: 0, told: 0 };
    for line in io::stdin().lock().lines() {
        let line = line?;
        note(&line)?;
        if let Some(reply) = actor.reply(&line)? {
            write!(io::stdout(), "{reply}")?;
            io::stdout().flush()?;
        }
        if actor.engine.has_quit() {
            return Ok(());
        }
    }
    Ok(())
}

impl Actor {
    fn reply(&mut self, line: &str) -> io::Result<Option<String>> {
        let command = line.split(' ').next().unwrap_or("");
        match (command, self.kind.as_str()) {
            ("genmove", _) => {
                self.asked += 1;
                if self.kind == "floods" {
                    self.flood()?;
                }
                if self.asked == THE_ONE { self.the_one(line) } else { Ok(self.honest(line)) }
            }
            ("play", _) => {
                self.told += 1;
                match (self.kind.as_str(), self.told) {
                    ("refuses-word", 5) => Ok(Some("? I do not like it\n\n".to_string())),
                    // It knows that this is the last word, and does not see what it is for.
                    ("refuses-last", _) => {
                        let honest = self.honest(line);
                        let over = self
                            .honest("tesuji-turn")
                            .is_some_and(|turn| turn.contains("\"over\":true"));
                        Ok(if over { Some("? the game is over\n\n".to_string()) } else { honest })
                    }
                    // As if it had played it.
                    ("forgets", 5) => Ok(Some("= \n\n".to_string())),
                    _ => Ok(self.honest(line)),
                }
            }
            ("list_commands", "plain") => Ok(Some(format!("= {}\n\n", PLAIN.join("\n")))),
            (command, "plain") if !PLAIN.contains(&command) => {
                Ok(Some("? unknown command\n\n".to_string()))
            }
            ("boardsize", "plain") => {
                // Its game is on its command line, as other engines' is what they are.
                let honest = self.honest("tesuji-game medusa 4");
                Ok(honest)
            }
            // It takes no seed, and plays the same whenever the position is the same.
            ("tesuji-seed", "first") => Ok(Some("= \n\n".to_string())),
            ("tesuji-game", "no-game") => Ok(Some("? no such game here\n\n".to_string())),
            ("final_score", "dies-at-score") => std::process::exit(5),
            ("final_score", "slow-score") => {
                sleep(TOO_LONG);
                Ok(Some("= B+1\n\n".to_string()))
            }
            ("final_score", "optimist") => Ok(Some("= B+999\n\n".to_string())),
            _ => Ok(self.honest(line)),
        }
    }

    fn honest(&mut self, line: &str) -> Option<String> {
        self.engine.handle_line(line.as_bytes())
    }

    /// What a kind answers to the question at which it shows what it is.
    fn the_one(&mut self, line: &str) -> io::Result<Option<String>> {
        let reply = |text: &str| Ok(Some(format!("{text}\n\n")));
        let color = line.split(' ').nth(1).unwrap_or("");
        match self.kind.as_str() {
            "late" => {
                sleep(TOO_LONG);
                Ok(self.honest(line))
            }
            "silent" => {
                sleep(EVER);
                Ok(None)
            }
            "garbage" => reply("I think D4 is good"),
            "unreadable" => reply("= D4++E5"),
            "empty" => reply("="),
            "endless" => {
                write!(io::stdout(), "= ")?;
                loop {
                    write!(io::stdout(), "{}", "x".repeat(1 << 16))?;
                }
            }
            "long-winded" => reply(&format!("= {}", ["A1"; 50_000].join("+"))),
            "exits" => std::process::exit(3),
            "killed" => std::process::abort(),
            "closes" => {
                // Its child keeps the input open and outlives it, unless somebody ends them all.
                let child = Command::new("sleep").arg("600").spawn()?;
                if let Ok(file) = std::env::var("TESUJI_TEST_PIDS") {
                    std::fs::write(file, child.id().to_string())?;
                }
                std::process::exit(0)
            }
            "illegal" => reply("= Z25"),
            "twice" => {
                let honest = self.honest(line).unwrap_or_default();
                Ok(Some(honest.clone() + &honest))
            }
            "twice-in-turn" => {
                // The second comes when the next command has been sent.
                let honest = self.honest(line).unwrap_or_default();
                write!(io::stdout(), "{honest}")?;
                sleep(Duration::from_millis(100));
                Ok(Some(honest))
            }
            "wrong-colour" => {
                let other = if color == "b" { "w" } else { "b" };
                reply(&format!("= {other} A1"))
            }
            "refuses-genmove" => reply("? it is not my turn"),
            "resigns" => reply("= resign"),
            _ => Ok(self.honest(line)),
        }
    }

    /// More on the standard error than a pipe holds.
    fn flood(&self) -> io::Result<()> {
        for _ in 0..5_000 {
            writeln!(io::stderr(), "thinking about it, and about nothing in particular")?;
        }
        Ok(())
    }
}
