//! Lines to requests, replies to text: the framing, to the letter.

use super::Failure;

/// A line that deserves a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// The digits before the command, as sent.
    pub(super) id: String,
    /// The command; empty where the line has nothing but an id.
    pub(super) command: String,
    /// What follows the command, split at spaces.
    pub(super) args: Vec<String>,
}

/// Reads a line, its newline included or not. `None` where nothing is left after comments and control
/// characters are removed: such a line gets no reply.
pub(super) fn request(line: &[u8]) -> Option<Request> {
    let line: Vec<u8> = line
        .iter()
        .copied()
        .take_while(|&byte| byte != b'#')
        .filter(|&byte| !byte.is_ascii_control() || byte == b'\t')
        .map(|byte| if byte == b'\t' { b' ' } else { byte })
        .collect();
    let line = String::from_utf8_lossy(&line);
    let mut words = line.split(' ').filter(|word| !word.is_empty()).map(str::to_string).peekable();
    let is_id = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
    words.peek()?;
    let id = words.next_if(is_id).unwrap_or_default();
    Some(Request { id, command: words.next().unwrap_or_default(), args: words.collect() })
}

/// The whole reply, its closing blank line included. Empty lines inside would end it too early and
/// are left out.
pub(super) fn reply(id: &str, answer: &Result<String, Failure>) -> String {
    let (mark, text) = match answer {
        Ok(text) => ('=', text.clone()),
        Err(failure) => ('?', failure.to_string()),
    };
    format!("{mark}{id} {}\n\n", filled_lines(&text))
}

fn filled_lines(text: &str) -> String {
    let lines = text.split('\n').map(|line| line.trim_end_matches('\r'));
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The first line of a reply whose lines follow one by one.
pub(super) fn beginning(id: &str) -> String {
    format!("={id} \n")
}

/// The end of such a reply: perhaps a last line, and the closing blank one.
pub(super) fn end(text: &str) -> String {
    let last = filled_lines(text);
    if last.is_empty() { "\n".to_string() } else { format!("{last}\n\n") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(line: &str) -> (String, String, Vec<String>) {
        let request = request(line.as_bytes()).expect("a request");
        (request.id, request.command, request.args)
    }

    #[test]
    fn ids_commands_and_arguments_are_told_apart() {
        let strings = |args: &[&str]| args.iter().copied().map(String::from).collect::<Vec<_>>();
        let expected = |id: &str, command: &str, args: &[&str]| {
            (id.to_string(), command.to_string(), strings(args))
        };
        assert_eq!(read("name"), expected("", "name", &[]));
        assert_eq!(read("\t 3 \t play   b\t\td4  \r\n"), expected("3", "play", &["b", "d4"]));
        assert_eq!(read("007 play b d4 # a comment"), expected("007", "play", &["b", "d4"]));
        assert_eq!(read("na\0me"), expected("", "name", &[]));
        assert_eq!(read("5"), expected("5", "", &[]));
        assert_eq!(read("1x"), expected("", "1x", &[]));
    }

    #[test]
    fn lines_without_content_get_no_reply() {
        for line in ["", "\n", "   \n", "\t\r\n", "# name\n", "\0\x07"] {
            assert_eq!(request(line.as_bytes()), None, "{line:?}");
        }
    }

    #[test]
    fn a_reply_is_a_mark_an_id_a_space_and_one_blank_line() {
        assert_eq!(reply("", &Ok(String::new())), "= \n\n");
        assert_eq!(reply("12", &Ok("a\n\nb\n".to_string())), "=12 a\nb\n\n");
        assert_eq!(reply("3", &Err(Failure::IllegalMove)), "?3 illegal move\n\n");
    }

    proptest! {
        #[test]
        fn no_bytes_break_the_reader(line: Vec<u8>) {
            if let Some(request) = request(&line) {
                prop_assert!(!request.id.is_empty() || !request.command.is_empty());
                let words = request.args.iter().chain([&request.id, &request.command]);
                for word in words {
                    prop_assert!(!word.contains([' ', '\n', '\r', '\t', '#']));
                }
            }
        }
    }
}
