//! The bot `exec`: any program that reads and writes JSON lines.
//!
//! For every decision it is sent one line with the position, the legal steps and what else it may want to know,
//! and answers one line: the next steps of its turn, or that it resigns. A program that answers nonsense, too late
//! or not at all is ended and started anew for the next decision.

use super::seat::made;
use super::{Bot, Choice, Decision, Stop};
use crate::program::{NotStarted, Program, Silence};
use crate::rules::{Rules, Step, Word};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::cmp::Ordering;
use std::time::{Duration, Instant};

/// The characters of a wrong answer that the log shows.
const EXCERPT: usize = 80;

/// How long somebody who wants the answer now may go unheard.
const ATTENTION: Duration = Duration::from_millis(20);

/// A program as a bot.
struct Exec {
    command: Vec<String>,
    timeout: Duration,
    running: Option<Program>,
    /// The number of the latest request.
    id: u64,
}

/// Makes the bot and starts its program, so that a wrong command line is known at once.
pub(super) fn make(command_line: &str, timeout: Duration) -> Result<Box<dyn Bot>, String> {
    let command = shlex::split(command_line).filter(|words| !words.is_empty());
    let command = command.ok_or_else(|| {
        format!(
            "\"{command_line}\" is no command line: it is empty, or a quotation mark is not closed"
        )
    })?;
    let running = Some(start(&command).map_err(|error| error.to_string())?);
    Ok(Box::new(Exec { command, timeout, running, id: 0 }))
}

/// What the program is asked, as one line of JSON.
#[derive(Serialize)]
struct Request<'a> {
    id: u64,
    game: &'a str,
    size: String,
    rules: Map<String, Value>,
    position: String,
    board: Map<String, Value>,
    to_move: char,
    turn_steps: Vec<String>,
    legal: Vec<String>,
    may_end: bool,
    seconds: Option<f64>,
    seed: u64,
}

/// What it answers.
#[derive(Deserialize)]
struct Answer {
    id: u64,
    play: Option<String>,
    #[serde(default)]
    resign: bool,
}

impl Bot for Exec {
    fn choose(&mut self, decision: &mut Decision<'_>) -> Choice {
        self.id += 1;
        let seed = decision.dice.below(1 << 31) as u64;
        let seconds = decision.time.map(|time| time.advice.as_secs_f64());
        let request = Request { seconds, ..request(self.id, decision.position, seed) };
        let line = serde_json::to_string(&request).expect("requests have only texts and numbers");
        let timeout = decision.time.map_or(self.timeout, |time| time.limit);
        let choice = self
            .ask(line, timeout, decision.stop)
            .and_then(|answer| choice(decision.position, &answer));
        choice.unwrap_or_else(|fault| {
            // Whatever it still says would be taken for the answer to the next request.
            self.running = None;
            Choice::Fault(fault)
        })
    }
}

impl Exec {
    /// The answer to a request, or what was wrong.
    fn ask(&mut self, line: String, timeout: Duration, stop: Stop<'_>) -> Result<Answer, String> {
        let deadline = Instant::now() + timeout;
        if self.running.is_none() {
            let running = start(&self.command).map_err(|error| error.to_string())?;
            self.running = Some(running);
        }
        let running = self.running.as_mut().expect("just started");
        running.send(line + "\n").then_some(()).ok_or("the program does not listen")?;
        loop {
            let text = match running.line(deadline.min(Instant::now() + ATTENTION)) {
                Ok(text) => text,
                Err(Silence::Ended) => return Err("the program has ended".to_string()),
                Err(Silence::Deadline) if stop() => {
                    return Err("it had not answered when it was interrupted".to_string());
                }
                Err(Silence::Deadline) if Instant::now() < deadline => continue,
                Err(Silence::Deadline) => {
                    return Err(format!("no answer within {} seconds", timeout.as_secs_f64()));
                }
            };
            if !text.trim_start().starts_with('{') {
                return Err(format!("{} is no JSON object", excerpt(&text)));
            }
            let answer: Answer = serde_json::from_str(&text)
                .map_err(|error| format!("{} is no answer: {error}", excerpt(&text)))?;
            match answer.id.cmp(&self.id) {
                Ordering::Equal => return Ok(answer),
                // An answer to an earlier request came late.
                Ordering::Less => {}
                Ordering::Greater => {
                    return Err(format!("it answers request {}, of the future", answer.id));
                }
            }
        }
    }
}

/// Starts the program. What it writes to its standard error goes to the log.
fn start(command: &[String]) -> Result<Program, NotStarted> {
    let name = command[0].clone();
    Program::start(command, move |line| log::debug!("{name}: {line}"))
}

/// The beginning of a text, fit for a line of the log.
fn excerpt(text: &str) -> String {
    let beginning: String = text.trim_end().chars().take(EXCERPT).collect();
    format!("{beginning:?}")
}

fn request(id: u64, position: &dyn Rules, seed: u64) -> Request<'_> {
    let (variant, board) = (position.variant(), position.board());
    let texts = |steps: &[Step]| steps.iter().map(|step| step.text(board)).collect::<Vec<_>>();
    let stone = |point| {
        let player = position.stone(point)?;
        Some((board.vertex(point).to_string(), player.letter().to_string().into()))
    };
    Request {
        id,
        game: variant.game.name,
        size: variant.size.to_string(),
        rules: variant.options.iter().map(|(key, value)| (key.to_string(), value.into())).collect(),
        position: position.frame().text(),
        board: board.points().filter_map(stone).collect(),
        to_move: position.to_move().letter(),
        turn_steps: texts(position.turn_steps()),
        legal: texts(&position.steps()),
        may_end: position.may_end(),
        seconds: None,
        seed,
    }
}

/// The steps that an answer names, if they are legal.
fn choice(position: &dyn Rules, answer: &Answer) -> Result<Choice, String> {
    if answer.resign {
        return Ok(Choice::Resign);
    }
    let text = answer.play.as_ref().ok_or("the answer has neither play nor resign")?;
    let word: Word =
        text.parse().map_err(|error| format!("{} is no word: {error}", excerpt(text)))?;
    let steps =
        word.on(position.board()).map_err(|vertex| format!("{vertex} is not on the board"))?;
    made(position, &steps).map(|(_, steps)| Choice::Steps(steps))
}
