//! Typed arguments: what a command takes, read from text, and the errors that follow from it.

use super::Failure;
use crate::board::{Vertex, VertexError};
use crate::rules::{Player, PlayerError, Word, WordError};

/// What an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number of 64 bits, not negative.
    Whole,
    /// A finite number.
    Number,
    /// A side.
    Color,
    /// Some steps of one turn.
    Word,
    /// A text without spaces.
    Text,
    /// The rest of the line.
    Rest,
}

/// One parameter of a command.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name in usage texts.
    pub name: &'static str,
    /// What it is.
    pub kind: Kind,
    /// Whether it may be left out.
    pub optional: bool,
}

/// A parameter that must be given.
pub(super) const fn required(name: &'static str, kind: Kind) -> Param {
    Param { name, kind, optional: false }
}

/// A parameter that may be left out.
pub(super) const fn optional(name: &'static str, kind: Kind) -> Param {
    Param { name, kind, optional: true }
}

#[derive(Clone, Debug)]
enum Value {
    Whole(u64),
    Number(f64),
    Color(Player),
    Word(Word),
    Text(String),
}

/// The arguments of a command, of the kinds its parameters name.
///
/// The accessors take the parameter's place, and panic where the table of commands names another kind:
/// the tests call every command with and without its arguments.
pub(super) struct Args {
    usage: String,
    values: Vec<Value>,
}

/// How a command is used: its name and parameters, optional ones in brackets.
pub(super) fn usage(name: &str, params: &[Param]) -> String {
    let shown = params.iter().map(|param| match param.optional {
        true => format!(" [{}]", param.name),
        false => format!(" {}", param.name),
    });
    format!("{name}{}", shown.collect::<String>())
}

impl Args {
    /// Reads the arguments of a command.
    pub(super) fn read(name: &str, params: &[Param], args: &[String]) -> Result<Args, Failure> {
        let usage = usage(name, params);
        let mut values = Vec::new();
        let mut rest = args;
        for param in params {
            let Some((first, others)) = rest.split_first() else {
                if param.optional {
                    break;
                }
                return Err(Failure::Syntax(format!("{usage}: {} is missing", param.name)));
            };
            let whole_rest = param.kind == Kind::Rest;
            let text = if whole_rest { rest.join(" ") } else { first.clone() };
            rest = if whole_rest { &[] } else { others };
            let value = value(param, &text);
            values.push(value.map_err(|error| Failure::Syntax(format!("{usage}: {error}")))?);
        }
        match rest.first() {
            Some(extra) => {
                Err(Failure::Syntax(format!("{usage}: \"{extra}\" is one argument too many")))
            }
            None => Ok(Args { usage, values }),
        }
    }

    /// The failure for arguments that can be read one by one but do not fit.
    pub(super) fn unfit(&self, reason: impl std::fmt::Display) -> Failure {
        Failure::Syntax(format!("{}: {reason}", self.usage))
    }

    /// Whether the parameter at a place was given.
    pub(super) fn has(&self, place: usize) -> bool {
        place < self.values.len()
    }

    pub(super) fn whole(&self, place: usize) -> u64 {
        match self.values[place] {
            Value::Whole(number) => number,
            _ => unreachable!("argument {place} is no whole number"),
        }
    }

    pub(super) fn number(&self, place: usize) -> f64 {
        match self.values[place] {
            Value::Number(number) => number,
            _ => unreachable!("argument {place} is no number"),
        }
    }

    /// A number in digits that is part of a text.
    pub(super) fn decimal(&self, text: &str) -> Option<f64> {
        is_decimal(text)
            .then(|| text.parse().ok())
            .flatten()
            .filter(|number: &f64| number.is_finite())
    }

    pub(super) fn color(&self, place: usize) -> Player {
        match self.values[place] {
            Value::Color(player) => player,
            _ => unreachable!("argument {place} is no colour"),
        }
    }

    pub(super) fn word(&self, place: usize) -> &Word {
        match &self.values[place] {
            Value::Word(word) => word,
            _ => unreachable!("argument {place} is no word"),
        }
    }

    /// The vertices of a text, separated by spaces.
    pub(super) fn vertices(&self, place: usize) -> Result<Vec<Vertex>, Failure> {
        let read = |text: &str| text.parse().map_err(|error: VertexError| self.unfit(error));
        self.text(place).split(' ').map(read).collect()
    }

    /// Colours and words in turn, separated by spaces.
    pub(super) fn plays(&self, place: usize) -> Result<Vec<(Player, Word)>, Failure> {
        let texts: Vec<_> = self.text(place).split(' ').collect();
        let read = |pair: &[&str]| match pair {
            [color, word] => {
                let color = color.parse().map_err(|error: PlayerError| self.unfit(error))?;
                Ok((color, word.parse().map_err(|error: WordError| self.unfit(error))?))
            }
            _ => Err(self.unfit("every colour is followed by a word")),
        };
        texts.chunks(2).map(read).collect()
    }

    pub(super) fn text(&self, place: usize) -> &str {
        match &self.values[place] {
            Value::Text(text) => text,
            _ => unreachable!("argument {place} is no text"),
        }
    }
}

fn value(param: &Param, text: &str) -> Result<Value, String> {
    let wrong = |expected: &str| Err(format!("{} must be {expected}, not \"{text}\"", param.name));
    match param.kind {
        Kind::Whole if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) => {
            let number = text.parse().map(Value::Whole);
            number.map_err(|_| format!("{} is at most {}, not {text}", param.name, u64::MAX))
        }
        Kind::Whole => wrong("a whole number"),
        Kind::Number if is_decimal(text) => match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Value::Number(number)),
            _ => wrong("a finite number"),
        },
        Kind::Number => wrong("a number in digits, as in 6.5"),
        Kind::Color => text.parse().map(Value::Color).or_else(|_| wrong("b, w, black or white")),
        Kind::Word => text.parse().map(Value::Word).map_err(|error: WordError| error.to_string()),
        Kind::Text | Kind::Rest => Ok(Value::Text(text.to_string())),
    }
}

/// Whether a text is digits, perhaps with a sign before and a fraction behind.
fn is_decimal(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    [whole, fraction]
        .iter()
        .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAY: [Param; 2] = [required("COLOR", Kind::Color), required("WORD", Kind::Word)];

    fn read(params: &[Param], text: &str) -> Result<Args, Failure> {
        let args: Vec<_> = text.split_whitespace().map(str::to_string).collect();
        Args::read("test", params, &args)
    }

    fn error(params: &[Param], text: &str) -> String {
        read(params, text).err().expect("an error").to_string()
    }

    #[test]
    fn errors_name_the_usage_and_what_was_wrong() {
        assert_eq!(error(&PLAY, "b"), "syntax error: test COLOR WORD: WORD is missing");
        assert_eq!(
            error(&PLAY, "red d4"),
            "syntax error: test COLOR WORD: COLOR must be b, w, black or white, not \"red\""
        );
        assert_eq!(
            error(&PLAY, "b d4 e5"),
            "syntax error: test COLOR WORD: \"e5\" is one argument too many"
        );
        assert_eq!(
            error(&[optional("N", Kind::Whole)], "-1"),
            "syntax error: test [N]: N must be a whole number, not \"-1\""
        );
    }

    #[test]
    fn whole_numbers_do_not_overflow_and_take_no_sign_or_fraction() {
        let whole = [required("N", Kind::Whole)];
        assert_eq!(read(&whole, "18446744073709551615").unwrap().whole(0), u64::MAX);
        for text in
            ["18446744073709551616", "99999999999999999999999", "+1", "1.0", "0x10", "1e3", "９"]
        {
            assert!(read(&whole, text).is_err(), "{text} was read");
        }
    }

    #[test]
    fn numbers_are_finite_and_have_a_dot() {
        let number = [required("X", Kind::Number)];
        for (text, value) in [("6.5", 6.5), ("0", 0.0), ("-3.25", -3.25), ("1000", 1000.0)] {
            assert_eq!(read(&number, text).unwrap().number(0), value);
        }
        for text in
            ["inf", "nan", "-infinity", "1e999", "1e3", ".5", "5.", "+5", "6,5", "6.5x", "x"]
        {
            assert!(read(&number, text).is_err(), "{text} was read");
        }
    }

    #[test]
    fn the_rest_of_the_line_is_one_argument() {
        let rest = [required("NAME", Kind::Text), optional("REST", Kind::Rest)];
        let args = read(&rest, "a b  c").unwrap();
        assert_eq!((args.text(0), args.text(1)), ("a", "b c"));
        assert!(!read(&rest, "a").unwrap().has(1));
    }
}
