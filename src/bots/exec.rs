//! The bot `exec`: any program that reads and writes JSON lines.
//!
//! For every decision it is sent one line with the position, the legal steps and what else it may want to know,
//! and answers one line: the next steps of its turn, or that it resigns. A program that answers nonsense, too late
//! or not at all is ended and started anew for the next decision.

use super::seat::made;
use super::{Bot, Choice, Decision, ExecPolicy, process};
use crate::rules::{Rules, Step, Word};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::cmp::Ordering;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

/// Answers that are kept for a program that is not being asked: it has to wait before it says more.
const ANSWERS: usize = 64;
/// The longest answer that is read, in bytes: the rest of a longer line is nonsense.
const LONGEST_ANSWER: u64 = 1 << 20;

/// The characters of a wrong answer that the log shows.
const EXCERPT: usize = 80;

/// A program as a bot.
struct Exec {
    command: Vec<String>,
    policy: ExecPolicy,
    running: Option<Running>,
    /// The number of the latest request.
    id: u64,
}

/// Makes the bot and starts its program, so that a wrong command line is known at once.
pub(super) fn make(command_line: &str, policy: ExecPolicy) -> Result<Box<dyn Bot>, String> {
    let command = shlex::split(command_line).filter(|words| !words.is_empty());
    let command = command.ok_or_else(|| {
        format!(
            "\"{command_line}\" is no command line: it is empty, or a quotation mark is not closed"
        )
    })?;
    let running = Some(Running::start(&command)?);
    Ok(Box::new(Exec { command, policy, running, id: 0 }))
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
        let request = request(self.id, decision.position, seed);
        let line = serde_json::to_string(&request).expect("requests have only texts and numbers");
        let choice = self.ask(line).and_then(|answer| choice(decision.position, &answer));
        choice.unwrap_or_else(|fault| {
            // Whatever it still says would be taken for the answer to the next request.
            self.running = None;
            match self.policy.resigns {
                true => {
                    log::warn!("exec: {fault}; the game is given up");
                    Choice::Resign
                }
                false => Choice::Fault(fault),
            }
        })
    }
}

impl Exec {
    /// The answer to a request, or what was wrong.
    fn ask(&mut self, line: String) -> Result<Answer, String> {
        let deadline = Instant::now() + self.policy.timeout;
        if self.running.is_none() {
            self.running = Some(Running::start(&self.command)?);
        }
        let running = self.running.as_mut().expect("just started");
        let listening = running.requests.try_send(line + "\n").is_ok();
        listening.then_some(()).ok_or("the program does not listen")?;
        loop {
            // Late answers without end may not keep the program past its time.
            let left = deadline.checked_duration_since(Instant::now());
            let text = left
                .map_or(Err(RecvTimeoutError::Timeout), |left| running.answers.recv_timeout(left));
            let text = text.map_err(|error| match error {
                RecvTimeoutError::Timeout => {
                    format!("no answer within {} seconds", self.policy.timeout.as_secs_f64())
                }
                RecvTimeoutError::Disconnected => "the program has ended".to_string(),
            })?;
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
    let steps = word.parts().iter().map(|part| part.on(position.board()));
    let steps = steps.collect::<Result<Vec<_>, _>>();
    let steps = steps.map_err(|vertex| format!("{vertex} is not on the board"))?;
    made(position, &steps).map(|(_, steps)| Choice::Steps(steps))
}

/// A program that runs. Ended when dropped.
struct Running {
    child: Child,
    /// The lines for it, which a thread of their own writes: it need not listen.
    requests: SyncSender<String>,
    /// Its lines, as a thread of their own reads them.
    answers: Receiver<String>,
}

impl Running {
    fn start(command: &[String]) -> Result<Running, String> {
        let (program, args) = command.split_first().ok_or("the command line is empty")?;
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        process::in_own_group(&mut command);
        let mut child =
            command.spawn().map_err(|error| format!("{program} cannot be started: {error}"))?;
        let (Some(mut input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(format!("{program} has no pipes"));
        };
        let (requests, lines) = sync_channel::<String>(1);
        thread::spawn(move || {
            for line in lines {
                if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                    return;
                }
            }
        });
        let (sender, answers) = sync_channel(ANSWERS);
        thread::spawn(move || {
            for_each_line(output, |line| sender.send(line).is_ok());
        });
        let name = program.clone();
        thread::spawn(move || {
            // Always read: a program that writes a lot would stand still otherwise.
            for_each_line(errors, |line| {
                log::debug!("{name}: {}", line.trim_end());
                true
            });
        });
        Ok(Running { child, requests, answers })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        process::end(&mut self.child);
    }
}

/// Hands the lines of a stream on until it ends or nobody wants them any more. Bytes that are not UTF-8
/// are replaced.
fn for_each_line(stream: impl Read, mut hand_on: impl FnMut(String) -> bool) {
    let mut stream = BufReader::new(stream);
    loop {
        let mut line = Vec::new();
        match stream.by_ref().take(LONGEST_ANSWER).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if !hand_on(String::from_utf8_lossy(&line).to_string()) {
            return;
        }
    }
}
