//! Programs that run beside this one: written to and read from without ever having to wait for them, and ended
//! with all that they have started, also when this program is killed. The one file with code for one kind of
//! operating system.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Lines that are kept of a program that nobody listens to at the moment: it has to wait before it says more.
const WAITING_LINES: usize = 16;
/// The longest line that is read, in bytes: the rest of a longer one counts as another line.
const LONGEST_LINE: u64 = 1 << 18;
/// From one look to the next at whether a program that says nothing is still there.
const PULSE: Duration = Duration::from_millis(50);
/// From one look to the next at a program that is about to end.
const LOOK: Duration = Duration::from_millis(2);

/// Why no line comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Silence {
    /// None came in time.
    Deadline,
    /// The program has ended, or closed its output.
    Ended,
}

/// A program cannot be started.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{text}")]
pub(crate) struct NotStarted {
    text: String,
    /// Whether it is for want of what this program needs for itself: memory, processes, open files.
    pub(crate) is_want: bool,
}

impl NotStarted {
    fn new(program: &str, error: &io::Error) -> NotStarted {
        NotStarted {
            text: format!("{program} cannot be started: {error}"),
            is_want: is_want(error),
        }
    }
}

/// Whether the system has run out of something.
fn is_want(error: &io::Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        let wants = [Errno::MFILE, Errno::NFILE, Errno::AGAIN, Errno::NOMEM];
        wants.iter().any(|want| error.raw_os_error() == Some(want.raw_os_error()))
    }
    #[cfg(not(unix))]
    return error.kind() == io::ErrorKind::OutOfMemory;
}

/// A program that runs. It is ended when dropped.
pub(crate) struct Program {
    child: Child,
    group: Group,
    /// What it is to read, which a thread of its own writes: the program need not listen.
    input: Option<SyncSender<String>>,
    /// Its lines, as a thread of its own reads them.
    output: Receiver<String>,
    /// The thread that reads its standard error.
    errors: JoinHandle<()>,
}

impl Program {
    /// Starts a program with its arguments. What it writes to its standard error is always read, and handed
    /// on line by line.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(crate) fn start(
        command: &[String],
        mut on_error_line: impl FnMut(&str) + Send + 'static,
    ) -> Result<Program, NotStarted> {
        let (program, args) = command.split_first().expect("command lines are not empty");
        let group = Group::new();
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        group.take_in(&mut command);
        let mut child = command.spawn().map_err(|error| NotStarted::new(program, &error))?;
        let input = child.stdin.take().expect("it was asked for");
        let output = child.stdout.take().expect("it was asked for");
        let errors = child.stderr.take().expect("it was asked for");
        let (sender, texts) = sync_channel(1);
        thread::spawn(move || write_all(input, &texts));
        let (lines, received) = sync_channel(WAITING_LINES);
        thread::spawn(move || for_each_line(output, |line| lines.send(line).is_ok()));
        let errors = thread::spawn(move || {
            for_each_line(errors, |line| {
                on_error_line(line.trim_end());
                true
            });
        });
        Ok(Program { child, group, input: Some(sender), output: received, errors })
    }

    /// Hands a text to the program; `false` where it has not even read the one before.
    pub(crate) fn send(&self, text: String) -> bool {
        self.input.as_ref().is_some_and(|input| input.try_send(text).is_ok())
    }

    /// Its next line, the newline included where there is one. Bytes that are not UTF-8 are replaced.
    ///
    /// # Errors
    /// When none comes before the deadline, or ever.
    pub(crate) fn line(&mut self, deadline: Instant) -> Result<String, Silence> {
        loop {
            // Lines without end may not keep anybody past the deadline, even if each is there already.
            let left = deadline.checked_duration_since(Instant::now()).ok_or(Silence::Deadline)?;
            match self.output.recv_timeout(left.min(PULSE)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                // What it has started may hold its output open after its end. It has said what it had to say.
                Err(RecvTimeoutError::Timeout) if self.has_ended() => {
                    return self.output.recv_timeout(PULSE).map_err(|_| Silence::Ended);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// A line that is there already.
    pub(crate) fn waiting_line(&self) -> Option<String> {
        self.output.try_recv().ok()
    }

    /// How the program has ended, waiting a while for it to do so.
    pub(crate) fn ended_within(&mut self, wait: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + wait;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(LOOK);
        }
    }

    /// Waits a while, if the program has ended, until all that it wrote to its standard error has been handed on.
    pub(crate) fn hear_last_words(&mut self, wait: Duration) {
        let deadline = Instant::now() + wait;
        while self.has_ended() && !self.errors.is_finished() && Instant::now() < deadline {
            thread::sleep(LOOK);
        }
    }

    /// Closes the input of the program, which most take for the wish that they end.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.group.end(&self.child);
        // Where there are no groups, the program itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How a program has ended, for people: `exit code 3`, `signal 9`.
pub(crate) fn describe(status: ExitStatus) -> String {
    match (status.code(), signal(status)) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => status.to_string(),
    }
}

/// The signal that has ended a program, where the system has signals.
pub(crate) fn signal(status: ExitStatus) -> Option<i32> {
    #[cfg(unix)]
    return std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    return None;
}

fn write_all(mut input: ChildStdin, texts: &Receiver<String>) {
    for text in texts {
        if input.write_all(text.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Hands the lines of a stream on until it ends or nobody wants them any more.
fn for_each_line(stream: impl Read, mut hand_on: impl FnMut(String) -> bool) {
    let mut stream = BufReader::new(stream);
    loop {
        let mut line = Vec::new();
        match stream.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if !hand_on(String::from_utf8_lossy(&line).to_string()) {
            return;
        }
    }
}

/// What the guard of a group does: wait until its input ends, which it does when this program lets go of it or
/// is no more, however it ended; then end the group, itself included. Only that may end it.
const GUARD: &str = "trap '' HUP INT QUIT TERM; read -r line; kill -s KILL 0";

/// The processes of one program and all that it starts, as the system's process group. Its first process is a
/// guard that outlives this program just long enough to end the others.
struct Group {
    guard: Option<Child>,
}

impl Group {
    /// A group with its guard, where the system has both.
    fn new() -> Group {
        Group { guard: guard() }
    }

    /// Makes a command start in the group: from its first moment it is under the guard's watch.
    fn take_in(&self, command: &mut Command) {
        #[cfg(unix)]
        {
            let id = self.guard.as_ref().and_then(|guard| i32::try_from(guard.id()).ok());
            std::os::unix::process::CommandExt::process_group(command, id.unwrap_or(0));
        }
        #[cfg(not(unix))]
        let _ = command;
    }

    /// Ends all processes of the group, a program's that was started in it among them.
    fn end(&mut self, program: &Child) {
        #[cfg(unix)]
        {
            let first = self.guard.as_ref().unwrap_or(program);
            let id = i32::try_from(first.id()).ok().and_then(rustix::process::Pid::from_raw);
            if let Some(id) = id {
                let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
            }
        }
        #[cfg(not(unix))]
        let _ = program;
        self.end_guard();
    }

    fn end_guard(&mut self) {
        if let Some(mut guard) = self.guard.take() {
            let _ = guard.kill();
            let _ = guard.wait();
        }
    }
}

impl Drop for Group {
    /// A group whose program could not be started has only its guard.
    fn drop(&mut self) {
        self.end_guard();
    }
}

/// The guard of a new group. Without one the programs still run, but outlive a runner that is killed.
fn guard() -> Option<Child> {
    if !cfg!(unix) {
        return None;
    }
    let mut command = Command::new("/bin/sh");
    command.args(["-c", GUARD]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn().map_err(|error| warn_unguarded(&error)).ok()
}

fn warn_unguarded(error: &io::Error) {
    log::warn!(
        "/bin/sh cannot be started ({error}): should this program be killed, those that it runs go on"
    );
}
