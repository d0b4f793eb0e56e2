//! Games in progress to records and back.

use super::{Table, Turn};
use crate::catalog;
use crate::records::sgf::{self, Sgf};
use crate::records::{EndLine, FORMAT, Header, Record, RecordError, TurnLine};
use crate::rules::{Options, Player, Size, Step, Variant, Word};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Table {
    /// The game so far as a record. The seed is the program's; a game that was loaded from a record
    /// keeps what that record says of its making.
    pub fn record(&self, seed: u64) -> Record {
        let variant = self.variant();
        let turns = self.turns();
        let versions = BTreeMap::from([("tesuji".to_string(), crate::VERSION.to_string())]);
        let mut header = self.origin.clone().unwrap_or_else(|| Header {
            format: FORMAT,
            game: variant.game.name.to_string(),
            size: variant.size.to_string(),
            rules: variant.options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect(),
            position: (!self.began_at_start()).then(|| self.first_position().frame().text()),
            seed: Some(seed),
            bots: BTreeMap::new(),
            versions,
        });
        for turn in &turns {
            if let Some(bot) = &turn.bot {
                header.bots.insert(turn.player.letter(), bot.to_string());
            }
        }
        let line = |turn: &Turn| TurnLine {
            turn: turn.number,
            color: turn.player.letter(),
            word: Step::join(&turn.steps, self.board()),
            seconds: turn.seconds,
            open: turn.open,
        };
        let ending = self.position().ending();
        let end = EndLine {
            result: ending.map(|_| self.position().score().to_string()),
            reason: ending.map_or("unfinished", |ending| ending.name()).to_string(),
        };
        Record { header, turns: turns.iter().map(line).collect(), end }
    }

    fn began_at_start(&self) -> bool {
        self.first_position().frame().text() == self.variant().start().frame().text()
    }

    /// The game so far as SGF.
    ///
    /// # Errors
    /// When the game did not begin at its start: such positions are not written as SGF.
    pub fn sgf(&self) -> Result<String, RecordError> {
        let variant = self.variant();
        if !self.began_at_start() {
            let reason = "a game from a set position is written as JSON lines only";
            return Err(RecordError::Sgf(reason.to_string()));
        }
        let options = variant.options.iter().map(|(key, value)| format!(" {key}={value}"));
        let game = format!("{} {}{}", variant.game.name, variant.size, options.collect::<String>());
        let turns: Vec<_> =
            self.turns().into_iter().map(|turn| (turn.player, turn.steps)).collect();
        let over = self.position().is_over();
        let result = over.then(|| self.position().score().to_string());
        Ok(sgf::write(&game, self.board(), &turns, result.as_deref()))
    }

    /// The table after the first `entries` turns of a JSON record or moves of an SGF file; all where
    /// there are fewer. `playing` is the game an SGF file that names none is taken for.
    ///
    /// # Errors
    /// Why the text cannot be read or played.
    pub fn load(text: &str, playing: &Variant, entries: usize) -> Result<Table, RecordError> {
        match text.trim_start().chars().next() {
            Some('{') => Table::load_record(&Record::read(text)?, entries),
            Some('(') => Table::load_sgf(&sgf::read(text)?, playing, entries),
            _ => Err(RecordError::UnknownFormat),
        }
    }

    /// The table on which a record's game begins.
    ///
    /// # Errors
    /// When this program has no such game, size, option or position.
    pub fn begin_record(header: &Header) -> Result<Table, RecordError> {
        if let Some(text) = &header.position {
            let position = catalog::read_position(text).map_err(unplayable)?;
            return Ok(Table::new(position));
        }
        let game = catalog::game(&header.game).map_err(unplayable)?;
        let mut options = Options::defaults(game);
        for (key, value) in &header.rules {
            options.set(game, key, value).map_err(unplayable)?;
        }
        let size: Size = header.size.parse().map_err(unplayable)?;
        Ok(Table::new(game.variant(size, options).map_err(unplayable)?.start()))
    }

    /// The table on which an SGF file's game begins; `playing` is the game taken where it names none.
    ///
    /// # Errors
    /// When this program has no such game, size or option.
    pub fn begin_sgf(sgf: &Sgf, playing: &Variant) -> Result<Table, RecordError> {
        Ok(Table::new(sgf_variant(sgf, playing)?.start()))
    }

    fn load_record(record: &Record, turns: usize) -> Result<Table, RecordError> {
        let mut table = Table::begin_record(&record.header)?;
        table.origin = Some(record.header.clone());
        for line in record.turns.iter().take(turns) {
            table.play_line(line).map_err(|reason| {
                RecordError::Unplayable(format!("turn {}: {reason}", line.turn))
            })?;
        }
        Ok(table)
    }

    /// Plays a turn of a record.
    ///
    /// # Errors
    /// What is wrong with it, in one sentence; nothing is changed then.
    pub fn play_line(&mut self, line: &TurnLine) -> Result<(), String> {
        let player: Player = line.color.to_string().parse().map_err(|e| format!("{e}"))?;
        let word: Word = line.word.parse().map_err(|e| format!("{e}"))?;
        self.play(player, &word).map_err(|refusal| refusal.to_string())?;
        self.state_mut().entry.as_mut().expect("just played").seconds = line.seconds;
        Ok(())
    }

    fn load_sgf(sgf: &Sgf, playing: &Variant, moves: usize) -> Result<Table, RecordError> {
        let mut table = Table::begin_sgf(sgf, playing)?;
        for (index, (player, word)) in sgf.words().take(moves).enumerate() {
            table.play(player, &word).map_err(|refusal| {
                RecordError::Unplayable(format!("move {}, {player} {word}: {refusal}", index + 1))
            })?;
        }
        Ok(table)
    }
}

fn unplayable(error: impl std::fmt::Display) -> RecordError {
    RecordError::Unplayable(error.to_string())
}

/// The game of an SGF file: the one it names, or else the one being played, at the file's size.
fn sgf_variant(sgf: &Sgf, playing: &Variant) -> Result<Arc<Variant>, RecordError> {
    let Some(text) = &sgf.game else {
        let size = match sgf.size {
            Some((columns, rows)) => {
                let size = playing.game.size_of_board(columns.into(), Some(rows.into()));
                size.map_err(|error| unplayable(format!("unacceptable size: {error}")))?
            }
            None => playing.size,
        };
        return playing.game.variant(size, playing.options.clone()).map_err(unplayable);
    };
    let mut words = text.split_whitespace();
    let game = catalog::game(words.next().unwrap_or("")).map_err(unplayable)?;
    let size: Size = words.next().unwrap_or("").parse().map_err(unplayable)?;
    let mut options = Options::defaults(game);
    for option in words {
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        options.set(game, key, value).map_err(unplayable)?;
    }
    game.variant(size, options).map_err(unplayable)
}
