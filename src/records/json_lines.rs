//! Records as JSON lines: a header, a line a turn, the result.

use super::{EndLine, FORMAT, Header, Record, RecordError, TurnLine};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

impl Record {
    /// The record as text: one JSON object a line, each line ended by a newline.
    pub fn write(&self) -> String {
        let turns = self.turns.iter().map(line);
        let lines = std::iter::once(line(&self.header)).chain(turns).chain([line(&self.end)]);
        lines.map(|line| line + "\n").collect()
    }

    /// Reads a record that [`Record::write`] wrote.
    ///
    /// # Errors
    /// The first line that is not as it must be; or that the record is cut off.
    pub fn read(text: &str) -> Result<Record, RecordError> {
        let (record, cut_off) = Record::read_what_is_there(text)?;
        if cut_off { Err(RecordError::CutOff) } else { Ok(record) }
    }

    /// Reads it also where the text stops before its last line does, and says whether it does. A line that it stops in the middle
    /// of is not read, and the game is unfinished then.
    ///
    /// # Errors
    /// The first line that is not as it must be; or that not even the first one is whole.
    pub fn read_what_is_there(text: &str) -> Result<(Record, bool), RecordError> {
        let lines: Vec<_> =
            text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
        let Some(((first, header), rest)) = lines.split_first().map(|(f, rest)| (*f, rest)) else {
            return Err(RecordError::CutOff);
        };
        let begun = serde_json::from_str::<Map<String, Value>>(header);
        if begun.is_ok_and(|object| !object.contains_key("tesuji-record")) {
            let reason = "the header, which is the first line, is missing".to_string();
            return Err(RecordError::Line { line: first + 1, reason });
        }
        let header: Header = parse(first, header)?;
        if header.format != FORMAT {
            let reason =
                format!("format {} is not {FORMAT}, the one this program reads", header.format);
            return Err(RecordError::Line { line: first + 1, reason });
        }
        let (mut turns, mut end) = (Vec::new(), None);
        for (number, &(index, text)) in rest.iter().enumerate() {
            if end.is_some() {
                let reason = "the result, which is the last line, stands before it".to_string();
                return Err(RecordError::Line { line: index + 1, reason });
            }
            let is_last = number + 1 == rest.len();
            match serde_json::from_str::<Map<String, Value>>(text) {
                Err(error) if is_last && error.is_eof() => {}
                Ok(object) if object.contains_key("result") => end = Some(parse(index, text)?),
                _ => turns.push(turn(index, text)?),
            }
        }
        let cut_off = end.is_none();
        Ok((Record { header, turns, end: end.unwrap_or_else(EndLine::unfinished) }, cut_off))
    }
}

fn turn(index: usize, text: &str) -> Result<TurnLine, RecordError> {
    let turn: TurnLine = parse(index, text)?;
    match turn.seconds {
        Some(seconds) if seconds < 0.0 => {
            let reason = format!("a turn takes no {seconds} seconds");
            Err(RecordError::Line { line: index + 1, reason })
        }
        _ => Ok(turn),
    }
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("records have only texts and numbers")
}

fn parse<T: DeserializeOwned>(index: usize, text: &str) -> Result<T, RecordError> {
    let error = |reason| RecordError::Line { line: index + 1, reason };
    if !text.trim_start().starts_with('{') {
        return Err(error("it is no JSON object".to_string()));
    }
    serde_json::from_str(text).map_err(|fault| {
        // The library counts lines too, and there is always one.
        let place = format!(" at line {} column {}", fault.line(), fault.column());
        let text = fault.to_string();
        let reason = text.strip_suffix(&place).unwrap_or(&text);
        error(format!("{reason}, column {}", fault.column()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Player;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn record() -> Record {
        let turn = |turn, color, word: &str, seconds| TurnLine {
            turn,
            color,
            word: word.to_string(),
            seconds,
            open: false,
        };
        Record {
            header: Header {
                format: FORMAT,
                game: "sendit".to_string(),
                size: "8".to_string(),
                rules: BTreeMap::from([("suicide".to_string(), "allowed".to_string())]),
                komi: None,
                position: None,
                seed: Some(u64::MAX),
                bots: BTreeMap::from([(Player::Black, "random".to_string())]),
                versions: BTreeMap::from([("tesuji".to_string(), "0.1.0".to_string())]),
            },
            turns: vec![
                turn(1, Player::Black, "C3", Some(0.125)),
                turn(2, Player::White, "C5+F7+K9", None),
            ],
            end: EndLine::unfinished(),
        }
    }

    #[test]
    fn a_record_reads_as_it_was_written() {
        let mut record = record();
        assert_eq!(Record::read(&record.write()), Ok(record.clone()));
        record.turns[1].open = true;
        record.header.position = Some("game=…".to_string());
        record.header.seed = None;
        record.header.komi = Some(-0.5);
        assert_eq!(Record::read(&record.write()), Ok(record));
    }

    #[test]
    fn a_record_is_read_by_people_too() {
        let text = record().write();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(
            lines,
            [
                r#"{"tesuji-record":1,"game":"sendit","size":"8","rules":{"suicide":"allowed"},"seed":18446744073709551615,"bots":{"b":"random"},"versions":{"tesuji":"0.1.0"}}"#,
                r#"{"turn":1,"color":"b","word":"C3","seconds":0.125}"#,
                r#"{"turn":2,"color":"w","word":"C5+F7+K9","seconds":null}"#,
                r#"{"result":null,"reason":"unfinished"}"#,
            ]
        );
    }

    #[test]
    fn what_is_wrong_with_a_record_is_named_with_its_line() {
        let text = record().write();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(Record::read(""), Err(RecordError::CutOff));
        assert_eq!(Record::read(lines[0]), Err(RecordError::CutOff));
        assert_eq!(Record::read(&lines[..3].join("\n")), Err(RecordError::CutOff));
        let error = |text: &str| Record::read(text).expect_err("an error").to_string();
        assert!(
            error(&text.replace("\"turn\":1", "\"turn\":-1")).starts_with("line 2: invalid value")
        );
        assert!(error(&text.replace("\"word\"", "\"text\"")).starts_with("line 2: unknown field"));
        let newer = error(&text.replace("record\":1", "record\":2"));
        assert_eq!(newer, "line 1: format 2 is not 1, the one this program reads");
        assert_eq!(Record::read(&text[..text.len() - 10]), Err(RecordError::CutOff));
        assert_eq!(
            error(&text.replace("\"color\":\"b\"", "\"color\":\"x\"")),
            "line 2: unknown variant `x`, expected `b` or `w`, column 21"
        );
        assert_eq!(error(&text.replace("0.125", "-1")), "line 2: a turn takes no -1 seconds");
        assert_eq!(
            error(&(text.clone() + "{}")),
            "line 5: the result, which is the last line, stands before it"
        );
        assert_eq!(
            error(&lines[1..].join("\n")),
            "line 1: the header, which is the first line, is missing"
        );
        let array = text.replace(lines[1], r#"[1,"b","C3",0.125,false]"#);
        assert_eq!(error(&array), "line 2: it is no JSON object");
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_reader(text: String) {
            let _ = Record::read(&text);
        }
    }
}
