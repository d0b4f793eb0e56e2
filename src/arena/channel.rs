//! The line to a program that speaks GTP: one command, one reply, each before its deadline, everything noted.

use super::reason::{Fault, Reason};
use crate::program::{self, Program, Silence};
use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The lines of a log that are kept: the latest.
const KEPT: usize = 400;
/// The longest line that is kept whole, in characters.
const LONGEST: usize = 300;
/// The longest reply that is read, in bytes.
const LONGEST_REPLY: usize = 1 << 20;
/// How long the last words of a program that has ended are waited for.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// How long a program that has closed its output is waited for, to learn how it ended.
const LAST_LOOK: Duration = Duration::from_millis(500);
/// How long a program that was told to quit may take for it.
const FAREWELL: Duration = Duration::from_millis(500);

/// What went over a line, and what the program wrote to its standard error, each with its time. Only the latest.
#[derive(Debug)]
pub(super) struct Log {
    lines: VecDeque<String>,
    dropped: u64,
    started: Instant,
}

impl Log {
    fn new() -> Log {
        Log { lines: VecDeque::new(), dropped: 0, started: Instant::now() }
    }

    fn note(&mut self, mark: &str, text: &str) {
        if self.lines.len() == KEPT {
            self.lines.pop_front();
            self.dropped += 1;
        }
        let shown = excerpt(text, LONGEST);
        self.lines
            .push_back(format!("{:9.3} {mark} {shown}", self.started.elapsed().as_secs_f64()));
    }

    /// The log as text.
    fn text(&self) -> String {
        let mut text = String::new();
        if self.dropped > 0 {
            let _ = writeln!(text, "({} lines before these were dropped)", self.dropped);
        }
        self.lines.iter().for_each(|line| _ = writeln!(text, "{line}"));
        text
    }
}

/// The beginning of a text, on one line.
pub(super) fn excerpt(text: &str, longest: usize) -> String {
    let text = text.trim_end();
    let mut shown: String =
        text.chars().take(longest).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// A reply of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// What follows `=`.
    Success(String),
    /// What follows `?`.
    Failure(String),
}

/// How long a reply may take, and what it is called to overstep that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    pub(super) within: Duration,
    pub(super) overstepped: Reason,
}

/// A program and the line to it.
pub(super) struct Channel {
    program: Program,
    log: Arc<Mutex<Log>>,
    /// Whether anything has been received yet.
    heard: bool,
    grace: Duration,
    /// The time spent on waiting for replies.
    waited: Duration,
}

impl Channel {
    /// Starts a program.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn start(command: &[String], grace: Duration) -> Result<Channel, Fault> {
        let log = Arc::new(Mutex::new(Log::new()));
        let errors = log.clone();
        let program = Program::start(command, move |line| note(&errors, "!", line));
        let program = program.map_err(|error| Fault {
            ours: error.is_want,
            ..Fault::new(Reason::NoStart, error.to_string())
        })?;
        Ok(Channel { program, log, heard: false, grace, waited: Duration::ZERO })
    }

    /// Sends a command and waits for its reply.
    ///
    /// # Errors
    /// When none comes, or not in time, or what comes is none.
    pub(super) fn ask(&mut self, command: &str, limit: Limit) -> Result<Reply, Fault> {
        if let Some(line) = self.unasked() {
            let reason = if self.heard { Reason::Garbage } else { Reason::Banner };
            let shown = excerpt(&line, 80);
            return Err(Fault::new(reason, format!("\"{shown}\" came before {command} was sent")));
        }
        note(&self.log, ">", command);
        let started = Instant::now();
        if !self.program.send(format!("{command}\n")) {
            return Err(self.deaf(command));
        }
        let reply = self.reply(command, started, limit);
        self.waited += started.elapsed();
        reply
    }

    /// A line that came although nothing had been asked. Empty ones are nobody's fault.
    fn unasked(&mut self) -> Option<String> {
        while let Some(line) = self.program.waiting_line() {
            note(&self.log, "<", &line);
            if !line.trim().is_empty() {
                return Some(line);
            }
        }
        None
    }

    fn reply(&mut self, command: &str, started: Instant, limit: Limit) -> Result<Reply, Fault> {
        let deadline = started + limit.within + self.grace;
        let (mut lines, mut bytes) = (Vec::<String>::new(), 0);
        loop {
            let line = self.program.line(deadline).map_err(|silence| match silence {
                Silence::Deadline => {
                    let waited = (limit.within + self.grace).as_secs_f64();
                    let whole = if lines.is_empty() { "" } else { "complete " };
                    let detail = format!("no {whole}answer to {command} within {waited:.3} s");
                    Fault::new(Reason::Stall, detail)
                }
                Silence::Ended => self.ending(command),
            })?;
            note(&self.log, "<", &line);
            bytes += line.len();
            // Bytes below the space but tab are no part of replies.
            let line: String = line.chars().filter(|&c| !c.is_control() || c == '\t').collect();
            match (line.trim().is_empty(), lines.is_empty()) {
                (true, false) => break,
                (true, true) => continue,
                (false, true) if !line.starts_with(['=', '?']) => {
                    let reason = if self.heard { Reason::Garbage } else { Reason::Banner };
                    let shown = excerpt(&line, 80);
                    return Err(Fault::new(
                        reason,
                        format!("\"{shown}\" is no reply to {command}"),
                    ));
                }
                (false, _) => lines.push(line),
            }
            self.heard = true;
            if bytes > LONGEST_REPLY {
                let detail = format!("the reply to {command} does not end");
                return Err(Fault::new(Reason::Garbage, detail));
            }
        }
        let took = started.elapsed();
        if took > limit.within {
            let (took, within) = (took.as_secs_f64(), limit.within.as_secs_f64());
            let detail = format!("{command} took {took:.3} s, {within:.3} s were allowed");
            return Err(Fault::new(limit.overstepped, detail));
        }
        let text = lines.join("\n");
        let (success, text) = (text.starts_with('='), text[1..].trim().to_string());
        Ok(if success { Reply::Success(text) } else { Reply::Failure(text) })
    }

    /// What became of a program whose output has ended.
    fn ending(&mut self, command: &str) -> Fault {
        match self.program.ended_within(LAST_LOOK) {
            Some(status) => {
                let signal = program::signal(status).is_some();
                let reason = if signal { Reason::Signal } else { Reason::Exit };
                let how = program::describe(status);
                Fault::new(reason, format!("it ended with {how} before it answered {command}"))
            }
            None => {
                let detail = format!("it closed its output before it answered {command}");
                Fault::new(Reason::Exit, detail)
            }
        }
    }

    /// Why a program does not even read: it has ended, or it does not listen.
    fn deaf(&mut self, command: &str) -> Fault {
        match self.program.ended_within(Duration::ZERO) {
            Some(_) => self.ending(command),
            None => Fault::new(Reason::Stall, format!("it does not read {command}")),
        }
    }

    /// Lets the program go, with a moment to end by itself.
    pub(super) fn quit(mut self) {
        note(&self.log, ">", "quit");
        self.program.send("quit\n".to_string());
        self.program.close_input();
        self.program.ended_within(FAREWELL);
    }

    /// The time spent on waiting for replies so far.
    pub(super) fn waited(&self) -> Duration {
        self.waited
    }

    /// What went over the line lately: `>` to the program, `<` from it, `!` its standard error.
    pub(super) fn log(&mut self) -> String {
        self.program.hear_last_words(LAST_WORDS);
        self.log.lock().map(|log| log.text()).unwrap_or_default()
    }
}

fn note(log: &Mutex<Log>, mark: &str, text: &str) {
    if let Ok(mut log) = log.lock() {
        log.note(mark, text);
    }
}
