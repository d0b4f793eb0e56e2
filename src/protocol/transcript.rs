//! Conversations in documents, run as tests.
//!
//! A transcript is a block of Markdown that begins with ```` ```gtp ```` and, on the same line, the
//! options of the command line it is run with. Lines that begin with `> ` are sent; `\r`, `\t`, `\\` and
//! `\xNN` in them stand for bytes. All other lines are the replies to the letter, but that spaces at the end of
//! a line do not count, nor does the blank line after the last reply.

use std::ops::Range;

/// A conversation and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The number of its first line in the document, from 1.
    pub line: usize,
    /// The options of the command line.
    pub options: Vec<String>,
    /// What is sent, each line with the replies expected after it.
    pub exchanges: Vec<Exchange>,
}

/// A line that is sent, and what comes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The bytes of the line, its newline left out.
    pub sent: Vec<u8>,
    /// The lines of the reply.
    pub reply: Vec<String>,
    /// The numbers of those lines in the document, counted from 0.
    pub lines: Range<usize>,
}

/// All transcripts of a document.
///
/// # Panics
/// When a block is not closed, or begins with a reply to nothing: documents are part of the program.
pub fn transcripts(document: &str) -> Vec<Transcript> {
    let lines: Vec<_> = document.lines().collect();
    let mut transcripts = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some(options) = lines[at].strip_prefix("```gtp") else {
            at += 1;
            continue;
        };
        let length = lines[at + 1..].iter().position(|line| line.starts_with("```"));
        let end =
            at + 1 + length.unwrap_or_else(|| panic!("line {}: the block is not closed", at + 1));
        transcripts.push(Transcript {
            line: at + 1,
            options: options.split_whitespace().map(str::to_string).collect(),
            exchanges: exchanges(&lines, at + 1..end),
        });
        at = end + 1;
    }
    transcripts
}

fn exchanges(lines: &[&str], block: Range<usize>) -> Vec<Exchange> {
    let mut exchanges: Vec<Exchange> = Vec::new();
    for number in block {
        let line = lines[number];
        if line.starts_with("> ") || line == ">" {
            let sent = unescaped(line.strip_prefix("> ").unwrap_or(""));
            exchanges.push(Exchange { sent, reply: Vec::new(), lines: number + 1..number + 1 });
            continue;
        }
        let last = exchanges.last_mut();
        let last = last.unwrap_or_else(|| panic!("line {}: a reply to nothing", number + 1));
        last.reply.push(line.trim_end().to_string());
        last.lines.end = number + 1;
    }
    exchanges
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, others)) = rest.split_first() {
        let escape = if first == b'\\' { others } else { &[] };
        let hex = escape.strip_prefix(b"x").and_then(|hex| std::str::from_utf8(hex.get(..2)?).ok());
        let hex = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let (byte, used) = match (escape.first(), hex) {
            (_, Some(byte)) => (byte, 4),
            (Some(b'r'), _) => (b'\r', 2),
            (Some(b't'), _) => (b'\t', 2),
            (Some(b'\\'), _) => (b'\\', 2),
            _ => (first, 1),
        };
        bytes.push(byte);
        rest = &rest[used..];
    }
    bytes
}

/// What was said to the lines of a transcript, and where it differs from what is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of the line in the document, from 1.
    pub line: usize,
    /// What was sent.
    pub sent: String,
    /// The reply as written.
    pub expected: String,
    /// The reply as it came.
    pub actual: String,
}

impl Exchange {
    /// Whether the line is to be replied to.
    pub fn expects_reply(&self) -> bool {
        self.reply.iter().any(|line| !line.is_empty())
    }
}

impl Transcript {
    /// Sends every line through `say`, which answers what was replied to it, and compares.
    pub fn differences(&self, mut say: impl FnMut(&Exchange) -> String) -> Vec<Difference> {
        let differs = |exchange: &Exchange| {
            let actual: Vec<_> = say(exchange).lines().map(str::to_string).collect();
            let actual = trimmed(&actual);
            let expected = trimmed(&exchange.reply);
            (actual != expected).then(|| Difference {
                line: exchange.lines.start,
                sent: String::from_utf8_lossy(&exchange.sent).to_string(),
                expected: expected.join("\n"),
                actual: actual.join("\n"),
            })
        };
        self.exchanges.iter().filter_map(differs).collect()
    }
}

/// Lines without the spaces at their ends and without the blank lines at the end of all.
fn trimmed(lines: &[String]) -> Vec<String> {
    let mut lines: Vec<_> = lines.iter().map(|line| line.trim_end().to_string()).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = "# Title\n\n```gtp --game rush\n> name\\x00\n= tesuji\n\n> foo\\r\n? unknown command\n```\n";

    #[test]
    fn blocks_are_found_with_their_options_and_bytes() {
        let [transcript] = &transcripts(DOCUMENT)[..] else { panic!("one block") };
        assert_eq!(
            (transcript.line, &transcript.options[..]),
            (3, &["--game", "rush"].map(String::from)[..])
        );
        assert_eq!(transcript.exchanges[0].sent, b"name\0");
        assert_eq!(transcript.exchanges[0].reply, ["= tesuji", ""]);
        assert_eq!(transcript.exchanges[1].sent, b"foo\r");
    }

    #[test]
    fn a_wrong_reply_is_a_difference_with_its_place() {
        let [transcript] = &transcripts(DOCUMENT)[..] else { panic!("one block") };
        let right = |exchange: &Exchange| match &exchange.sent[..] {
            b"foo\r" => "? unknown command\n\n".to_string(),
            _ => "= tesuji\n\n".to_string(),
        };
        assert_eq!(transcript.differences(right), []);
        let wrong = transcript.differences(|_| "= tesuji\n\n".to_string());
        assert_eq!((wrong.len(), wrong[0].line), (1, 7));
    }
}
