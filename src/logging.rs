//! The log: lines to stderr, through a queue that drops rather than blocks when nobody reads.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// The lines that wait for stderr at most.
const QUEUE: usize = 1024;
/// How long the end of the program waits for the log to be read.
const LAST_WAIT: Duration = Duration::from_millis(100);

enum Message {
    Line(Vec<u8>),
    /// Answered when all lines before it have been written.
    Flush(SyncSender<()>),
}

/// The way to the log's queue.
#[derive(Clone)]
pub(crate) struct Log {
    queue: SyncSender<Message>,
    dropped: Arc<AtomicU64>,
}

/// Starts the log. `RUST_LOG` chooses what is logged; warnings and errors where it says nothing.
pub(crate) fn start() -> Log {
    let log = Log::writing_to(io::stderr());
    let filter = env_logger::Env::default().default_filter_or("warn");
    env_logger::Builder::from_env(filter)
        .target(env_logger::Target::Pipe(Box::new(log.clone())))
        .init();
    // The standard hook writes to stderr itself, and would block when nobody reads it.
    std::panic::set_hook(Box::new(|info| log::error!("{info}")));
    log
}

impl Log {
    fn writing_to(output: impl Write + Send + 'static) -> Log {
        let (queue, messages) = sync_channel(QUEUE);
        let dropped = Arc::new(AtomicU64::new(0));
        let counter = dropped.clone();
        thread::spawn(move || write_messages(&messages, output, &counter));
        Log { queue, dropped }
    }

    /// Waits a moment for what has been logged to be written, but not for a reader that sleeps.
    pub(crate) fn flush(&self) {
        let (done, written) = sync_channel(1);
        if self.queue.try_send(Message::Flush(done)).is_ok() {
            let _ = written.recv_timeout(LAST_WAIT);
        }
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.queue.try_send(Message::Line(bytes.to_vec())).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes what the queue holds. A closed output is no reason to stop emptying the queue.
fn write_messages(messages: &Receiver<Message>, mut output: impl Write, dropped: &AtomicU64) {
    for message in messages {
        match message {
            Message::Line(line) => {
                let _ = output.write_all(&line);
                let lost = dropped.swap(0, Ordering::Relaxed);
                if lost > 0 {
                    let _ = writeln!(
                        output,
                        "[{lost} lines of the log were dropped: nobody read them]"
                    );
                }
            }
            Message::Flush(done) => {
                let _ = output.flush();
                let _ = done.send(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::mpsc::channel;

    /// Writes nothing before it is told to.
    struct Gate(std::sync::mpsc::Receiver<()>, Arc<Mutex<Vec<u8>>>);

    impl Write for Gate {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            self.1.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_log_that_nobody_reads_drops_lines_and_says_so_later() {
        let (open, gate) = channel();
        let written = Arc::new(Mutex::new(Vec::new()));
        let mut log = Log::writing_to(Gate(gate, written.clone()));
        for number in 0..3 * QUEUE {
            log.write_all(format!("{number}\n").as_bytes()).unwrap();
        }
        drop(open);
        let (done, finished) = sync_channel(1);
        log.queue.send(Message::Flush(done)).unwrap();
        finished.recv().unwrap();
        let text = String::from_utf8(written.lock().unwrap().clone()).unwrap();
        assert!(text.starts_with("0\n"), "{text}");
        assert!(text.contains("lines of the log were dropped"), "{text}");
    }
}
