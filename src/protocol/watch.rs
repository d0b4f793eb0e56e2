//! What has arrived on the input while a command is being answered.

use std::io::{self, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

/// The comment that asks for the answer at once.
const INTERRUPT: &[u8] = b"# interrupt";
/// Pieces of the input, of at most 64 KiB, that are read ahead of the line being answered.
const AHEAD: usize = 1024;
const PIECE: usize = 1 << 16;

/// Lines of the input, counted from 1.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// Whether somebody reads ahead at all: otherwise nothing can be known of the lines to come.
    is_live: AtomicBool,
    /// The line that is being answered.
    answered: AtomicU64,
    /// The lines that have arrived whole.
    arrived: AtomicU64,
    /// The latest line that asked for the answer at once.
    interrupt: AtomicU64,
    /// Whether nothing more will arrive.
    ended: AtomicBool,
}

impl Watch {
    /// Says that the next line is being answered.
    pub(super) fn begin_line(&self) {
        self.answered.fetch_add(1, SeqCst);
    }

    /// Whether the input is read while commands run.
    pub(super) fn is_live(&self) -> bool {
        self.is_live.load(SeqCst)
    }

    /// Whether a line after the one being answered asks for its answer at once.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.load(SeqCst) > self.answered.load(SeqCst)
    }

    /// Whether another line has arrived, or none can arrive any more. So it is, too, where nobody reads ahead: what goes on
    /// until there is a line would otherwise never end.
    pub(super) fn is_line_waiting(&self) -> bool {
        !self.is_live()
            || self.ended.load(SeqCst)
            || self.arrived.load(SeqCst) > self.answered.load(SeqCst)
    }
}

/// An input that is read ahead, piece by piece, in a thread of its own.
pub(super) struct Ahead {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Vec<u8>,
    /// How much of the piece has been handed out.
    used: usize,
}

impl Ahead {
    /// Begins to read an input ahead.
    pub(super) fn of(mut input: impl Read + Send + 'static, watch: Arc<Watch>) -> Ahead {
        let (sender, pieces) = sync_channel(AHEAD);
        watch.is_live.store(true, SeqCst);
        thread::spawn(move || {
            let mut buffer = vec![0; PIECE];
            let mut lines = Lines::default();
            loop {
                let piece = match input.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(read) => Ok(buffer[..read].to_vec()),
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                // What has arrived is told before anybody can answer it.
                piece.iter().for_each(|piece| lines.read(piece, &watch));
                if sender.send(piece).is_err() {
                    return;
                }
            }
            watch.ended.store(true, SeqCst);
        });
        Ahead { pieces, piece: Vec::new(), used: 0 }
    }
}

impl Read for Ahead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.used == self.piece.len() {
            // The thread ends with the input.
            let Ok(piece) = self.pieces.recv() else { return Ok(0) };
            (self.piece, self.used) = (piece?, 0);
        }
        let count = buffer.len().min(self.piece.len() - self.used);
        buffer[..count].copy_from_slice(&self.piece[self.used..self.used + count]);
        self.used += count;
        Ok(count)
    }
}

/// The line that is arriving.
#[derive(Default)]
struct Lines {
    count: u64,
    /// Its beginning, as much of it as an interrupt has and one byte more.
    start: Vec<u8>,
}

impl Lines {
    fn read(&mut self, piece: &[u8], watch: &Watch) {
        for part in piece.split_inclusive(|&byte| byte == b'\n') {
            let room = INTERRUPT.len() + 2 - self.start.len();
            self.start.extend_from_slice(&part[..part.len().min(room)]);
            if part.ends_with(b"\n") {
                self.count += 1;
                if self.start.trim_ascii_end() == INTERRUPT {
                    watch.interrupt.store(self.count, SeqCst);
                }
                watch.arrived.store(self.count, SeqCst);
                self.start.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watched(pieces: &[&[u8]]) -> Watch {
        let (watch, mut lines) = (Watch::default(), Lines::default());
        watch.is_live.store(true, SeqCst);
        pieces.iter().for_each(|piece| lines.read(piece, &watch));
        watch
    }

    #[test]
    fn an_interrupt_is_for_the_commands_before_it_alone() {
        let watch = watched(&[b"genmove b\n# inter", b"rupt\r\ngenmove w\n"]);
        watch.begin_line();
        assert!(watch.is_interrupted() && watch.is_line_waiting());
        watch.begin_line();
        watch.begin_line();
        assert!(!watch.is_interrupted(), "the third line came after it");
        assert!(!watch.is_line_waiting());
    }

    #[test]
    fn only_the_raw_line_itself_interrupts() {
        for line in ["# interrupted\n", " # interrupt\n", "name # interrupt\n", "# interrupt"] {
            let watch = watched(&[b"genmove b\n", line.as_bytes()]);
            watch.begin_line();
            assert!(!watch.is_interrupted(), "{line:?}");
        }
        let long = [b"x".repeat(100_000), b"\n# interrupt\n".to_vec()].concat();
        assert!(watched(&[&long[..7], &long[7..]]).is_interrupted());
    }

    #[test]
    fn where_nobody_reads_ahead_nothing_waits_for_a_line() {
        assert!(Watch::default().is_line_waiting() && !Watch::default().is_interrupted());
    }

    #[test]
    fn an_input_is_handed_on_as_it_is() {
        let watch = Arc::new(Watch::default());
        let text = b"name\n# interrupt\nversion".repeat(10_000);
        let mut ahead = Ahead::of(io::Cursor::new(text.clone()), watch.clone());
        let mut read = Vec::new();
        ahead.read_to_end(&mut read).unwrap();
        assert_eq!(read, text);
        assert!(watch.is_line_waiting() && watch.is_interrupted());
    }
}
