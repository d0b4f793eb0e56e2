//! The protocol over a pair of streams.

use super::Engine;
use super::watch::Ahead;
use std::io::{self, ErrorKind, Read, Write};

/// Answers every line of the input until `quit` or the end of the input, whose last line may lack its
/// newline. The output is flushed before every read that could block and before every slow command.
///
/// # Errors
/// When reading fails, or writing for another reason than that nobody listens any more.
pub fn serve(mut input: impl Read, output: impl Write, engine: &mut Engine) -> io::Result<()> {
    serve_from(&mut input, output, engine)
}

/// As [`serve`], but the input is read in a thread of its own while commands run: so decisions can be interrupted, and
/// analyses go on until the next line arrives. The thread lives as long as its input.
///
/// # Errors
/// As [`serve`].
pub fn serve_live(
    input: impl Read + Send + 'static,
    output: impl Write,
    engine: &mut Engine,
) -> io::Result<()> {
    serve_from(&mut Ahead::of(input, engine.watch()), output, engine)
}

fn serve_from(input: &mut impl Read, output: impl Write, engine: &mut Engine) -> io::Result<()> {
    let mut output = io::BufWriter::with_capacity(1 << 16, output);
    match serve_lines(input, &mut output, engine).and_then(|()| output.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            // What is still in the buffer has nobody to go to.
            let _ = output.into_parts();
            Ok(())
        }
        result => result,
    }
}

fn serve_lines(
    input: &mut impl Read,
    output: &mut impl Write,
    engine: &mut Engine,
) -> io::Result<()> {
    let mut chunk = vec![0; 1 << 16];
    let mut line = Vec::new();
    let mut at_start = true;
    loop {
        output.flush()?;
        let read = match input.read(&mut chunk) {
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if read == 0 {
            return answer(&line, at_start, output, engine);
        }
        for piece in chunk[..read].split_inclusive(|&byte| byte == b'\n') {
            line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                answer(&line, at_start, output, engine)?;
                if engine.has_quit() {
                    return Ok(());
                }
                line.clear();
                at_start = false;
            }
        }
    }
}

/// Answers one line. The very first one may begin with a byte order mark.
fn answer(
    line: &[u8],
    first: bool,
    output: &mut impl Write,
    engine: &mut Engine,
) -> io::Result<()> {
    engine.watch().begin_line();
    let line = if first { line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line) } else { line };
    let Some(pending) = engine.read(line) else { return Ok(()) };
    if pending.is_slow() {
        output.flush()?;
    }
    let mut written = Ok(());
    engine.answer(&pending, &mut |text| {
        if written.is_ok() {
            written = output.write_all(text.as_bytes());
            // What is said while a command runs is to be read while it runs.
            if pending.is_slow() && written.is_ok() {
                written = output.flush();
            }
        }
    });
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Settings;
    use std::cell::RefCell;
    use std::rc::Rc;

    fn served(input: &[u8]) -> String {
        let mut engine = Engine::new(Settings::default()).unwrap();
        let mut output = Vec::new();
        serve(input, &mut output, &mut engine).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn every_line_gets_one_reply_and_the_last_needs_no_newline() {
        assert_eq!(
            served(b"1 name\r\n\n  # c\n2 foo\n3"),
            "=1 tesuji\n\n?2 unknown command\n\n?3 syntax error\n\n"
        );
    }

    #[test]
    fn a_byte_order_mark_is_dropped_at_the_very_start_only() {
        assert_eq!(served(b"\xEF\xBB\xBFname\n"), "= tesuji\n\n");
        assert_eq!(served(b"name\n\xEF\xBB\xBFname\n"), "= tesuji\n\n? unknown command\n\n");
    }

    #[test]
    fn invalid_utf_8_does_not_end_the_session() {
        assert_eq!(served(b"na\xFFme\nname\n"), "? unknown command\n\n= tesuji\n\n");
    }

    #[test]
    fn nothing_is_read_after_quit() {
        assert_eq!(served(b"quit\nname\n"), "= \n\n");
    }

    /// Hands out one piece a read, and checks before each that all replies have been flushed.
    struct Dialogue {
        pieces: Vec<(&'static [u8], usize)>,
        flushed: Rc<RefCell<Flushed>>,
    }

    #[derive(Default)]
    struct Flushed {
        pending: Vec<u8>,
        arrived: Vec<u8>,
    }

    impl Read for Dialogue {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.pieces.is_empty() {
                return Ok(0);
            }
            let (piece, replies) = self.pieces.remove(0);
            let arrived = String::from_utf8_lossy(&self.flushed.borrow().arrived).to_string();
            assert_eq!(arrived.matches("\n\n").count(), replies, "before {piece:?}: {arrived:?}");
            buffer[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    struct Pipe(Rc<RefCell<Flushed>>);

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().pending.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            let mut flushed = self.0.borrow_mut();
            let pending = std::mem::take(&mut flushed.pending);
            flushed.arrived.extend(pending);
            Ok(())
        }
    }

    #[test]
    fn replies_arrive_before_the_next_read() {
        let flushed = Rc::new(RefCell::new(Flushed::default()));
        let pieces: Vec<(&[u8], usize)> =
            vec![(b"1 na", 0), (b"me\n2 na", 0), (b"me\n3 name\n", 1), (b"4", 3)];
        let input = Dialogue { pieces, flushed: flushed.clone() };
        let mut engine = Engine::new(Settings::default()).unwrap();
        serve(input, Pipe(flushed.clone()), &mut engine).unwrap();
        assert!(flushed.borrow().arrived.ends_with(b"?4 syntax error\n\n"));
    }

    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(ErrorKind::BrokenPipe.into())
        }
    }

    #[test]
    fn a_closed_output_ends_the_session_quietly() {
        let mut engine = Engine::new(Settings::default()).unwrap();
        assert!(serve(&b"name\nname\n"[..], Closed, &mut engine).is_ok());
    }
}
