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
