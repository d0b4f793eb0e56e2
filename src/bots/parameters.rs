//! The parameters of a bot: `name=value`, separated by commas.

use std::ops::RangeInclusive;
use std::time::Duration;

/// The parameters that a text gives.
pub(super) struct Parameters<'a> {
    known: &'a [&'a str],
    given: Vec<(&'a str, &'a str)>,
}

impl<'a> Parameters<'a> {
    /// Reads them.
    ///
    /// # Errors
    /// When one is not known, or is given twice.
    pub(super) fn read(text: &'a str, known: &'a [&'a str]) -> Result<Parameters<'a>, String> {
        let mut given: Vec<(&str, &str)> = Vec::new();
        for part in text.split(',').filter(|_| !text.is_empty()) {
            let fitting = part.split_once('=').filter(|(name, _)| known.contains(name));
            let (name, value) = fitting.ok_or_else(|| {
                let known: Vec<_> = known.iter().map(|name| format!("{name}=")).collect();
                format!(
                    "its parameters are {}, separated by commas, not \"{part}\"",
                    known.join(" ")
                )
            })?;
            if given.iter().any(|(other, _)| *other == name) {
                return Err(format!("{name} is given twice"));
            }
            given.push((name, value));
        }
        Ok(Parameters { known, given })
    }

    /// The text of a parameter.
    pub(super) fn take(&self, name: &str) -> Option<&'a str> {
        debug_assert!(self.known.contains(&name));
        self.given.iter().find(|(given, _)| *given == name).map(|(_, value)| *value)
    }

    /// A whole number.
    pub(super) fn whole(
        &self,
        name: &str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<u64>, String> {
        let Some(text) = self.take(name) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.map(Some).ok_or_else(|| {
            format!(
                "{name} is a whole number from {} to {}, not \"{text}\"",
                range.start(),
                range.end()
            )
        })
    }

    /// A time in seconds, above 0.
    pub(super) fn seconds(&self, name: &str) -> Result<Option<Duration>, String> {
        let Some(text) = self.take(name) else { return Ok(None) };
        let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let time = time.filter(|time| !time.is_zero() && time.as_secs() <= 1_000_000);
        time.map(Some).ok_or_else(|| format!("{name} is in seconds, above 0, not \"{text}\""))
    }

    /// One of some words, each with what it stands for.
    pub(super) fn one_of<T: Copy>(
        &self,
        name: &str,
        words: &[(&str, T)],
    ) -> Result<Option<T>, String> {
        let Some(text) = self.take(name) else { return Ok(None) };
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| Some(*value));
        found.ok_or_else(|| {
            let words: Vec<_> = words.iter().map(|(word, _)| *word).collect();
            format!("{name} is {}, not \"{text}\"", words.join(" or "))
        })
    }
}

/// Reads the parameters of a bot that takes none.
///
/// # Errors
/// When there are some.
pub(super) fn none(text: &str) -> Result<(), String> {
    match text {
        "" => Ok(()),
        _ => Err(format!("it takes no parameters, not \"{text}\"")),
    }
}

/// The value of a parameter in the text that describes a bot.
pub fn parameter<'s>(spec: &'s str, name: &str) -> Option<&'s str> {
    let (_, parameters) = spec.split_once(':')?;
    let mut given = parameters.split(',').filter_map(|part| part.split_once('='));
    given.find(|(given, _)| *given == name).map(|(_, value)| value)
}

/// The text that describes a bot, with another value for a parameter, or without it.
pub fn with_parameter(spec: &str, name: &str, value: Option<&str>) -> String {
    let (bot, parameters) = spec.split_once(':').unwrap_or((spec, ""));
    let others = parameters.split(',').filter(|part| !part.is_empty());
    let others = others.filter(|part| part.split('=').next() != Some(name)).map(str::to_string);
    let parameters: Vec<_> = others.chain(value.map(|value| format!("{name}={value}"))).collect();
    if parameters.is_empty() { bot.to_string() } else { format!("{bot}:{}", parameters.join(",")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_parameter_changes_and_the_others_stay() {
        let spec = "mcts:playouts=5,threads=2";
        assert_eq!(parameter(spec, "threads"), Some("2"));
        assert_eq!(parameter(spec, "resign"), None);
        assert_eq!(parameter("mcts", "threads"), None);
        assert_eq!(with_parameter(spec, "playouts", Some("9")), "mcts:threads=2,playouts=9");
        assert_eq!(with_parameter(spec, "playouts", None), "mcts:threads=2");
        assert_eq!(with_parameter("mcts:playouts=5", "playouts", None), "mcts");
        assert_eq!(with_parameter("mcts", "resign", Some("5")), "mcts:resign=5");
    }
}
