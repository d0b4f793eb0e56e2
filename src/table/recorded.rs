//! Games in progress to records and back.

use super::{Table, Turn};
use crate::board::Vertex;
use crate::catalog;
use crate::records::sgf::{self, Event, SetUp, Sgf};
use crate::records::{EndLine, FORMAT, Header, Kind, Record, RecordError, TurnLine};
use crate::rules::{Frame, Options, Player, Size, Step, Variant, Word};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

impl Table {
    /// The game so far as a record. The seed is the program's, where it has one; a game that was loaded from a record
    /// keeps what that record says of its making.
    pub fn record(&self, seed: Option<u64>) -> Record {
        let variant = self.variant();
        let turns = self.turns();
        let versions = BTreeMap::from([("tesuji".to_string(), crate::VERSION.to_string())]);
        let mut header = Header {
            format: FORMAT,
            game: variant.game.name.to_string(),
            size: variant.size.to_string(),
            rules: variant.options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect(),
            komi: self.position().frame().komi,
            position: (!self.began_at_start()).then(|| self.first_position().frame().text()),
            seed,
            bots: BTreeMap::new(),
            versions,
        };
        if let Some(loaded) = &self.origin {
            header.seed = loaded.seed;
            header.bots.clone_from(&loaded.bots);
            header.versions.clone_from(&loaded.versions);
        }
        for turn in &turns {
            if let Some(bot) = &turn.bot {
                header.bots.insert(turn.player, bot.to_string());
            }
        }
        let line = |turn: &Turn| TurnLine {
            turn: turn.number,
            color: turn.player,
            word: Step::join(&turn.steps, self.board()),
            seconds: turn.seconds,
            open: turn.open,
        };
        Record { header, turns: turns.iter().map(line).collect(), end: self.end_line() }
    }

    /// How the game ended, where the position does not show it too: that a side resigned, say.
    fn end_line(&self) -> EndLine {
        match (self.position().ending(), &self.state().end) {
            (Some(ending), _) => {
                let (result, reason) = (Some(self.score().to_string()), ending.name().to_string());
                let dead = self.dead_stones().map(|vertex| vertex.to_string()).collect();
                EndLine { result, reason, dead }
            }
            (None, Some(end)) => end.clone(),
            (None, None) => EndLine::unfinished(),
        }
    }

    /// Whether the history begins at the start of the game, not at a position that was set.
    pub fn began_at_start(&self) -> bool {
        let first = self.first_position().frame();
        let mut start = self.variant().start();
        start.frame_mut().komi = first.komi;
        first.text() == start.frame().text()
    }

    /// The game so far as SGF.
    ///
    /// # Errors
    /// When the game did not begin at its start: such positions are not written as SGF.
    pub fn sgf(&self) -> Result<String, RecordError> {
        let variant = self.variant();
        let first = self.first_position();
        // Stones and the side to move, as a handicap sets them up, are something that SGF can say.
        let frame = first.frame();
        let nothing_else = first.turn() == 0 && frame.tally == Default::default();
        let only_stones = variant.game.out_of_turn && nothing_else;
        if !self.began_at_start() && !only_stones {
            let reason = "a game from a set position is written as JSON lines only";
            return Err(RecordError::Sgf(reason.to_string()));
        }
        let on = |point| first.stone(point).map(|player| (player, first.board().vertex(point)));
        let stones: Vec<_> = match only_stones {
            true => first.board().points().filter_map(on).collect(),
            false => Vec::new(),
        };
        let options = variant.options.iter().map(|(key, value)| format!(" {key}={value}"));
        let game = format!("{} {}{}", variant.game.name, variant.size, options.collect::<String>());
        let turns: Vec<_> =
            self.turns().into_iter().map(|turn| (turn.player, turn.steps)).collect();
        let over = self.position().is_over();
        let details = sgf::Details {
            game,
            komi: self.position().frame().komi,
            stones,
            to_move: first.to_move(),
            dead: if over { self.dead_stones().collect() } else { Vec::new() },
            result: self.end_line().result,
        };
        Ok(sgf::write(&details, self.board(), &turns))
    }

    /// The table after the first `entries` turns of a JSON record or moves of an SGF file; all where
    /// there are fewer. `playing` is the game an SGF file that names none is taken for. What was understood otherwise than it
    /// is written is logged.
    ///
    /// # Errors
    /// Why the text cannot be read or played.
    pub fn load(text: &str, playing: &Variant, entries: usize) -> Result<Table, RecordError> {
        let text = text.trim_start_matches('\u{feff}');
        match Kind::of(text) {
            Some(Kind::Lines) => Table::load_record(&Record::read(text)?, entries),
            Some(Kind::Sgf) => Table::load_sgf(&Sgf::read(text)?, playing, entries),
            Some(Kind::Sheet) | None => Err(RecordError::UnknownFormat),
        }
    }

    /// The table on which a record's game begins.
    ///
    /// # Errors
    /// When this program has no such game, size, option or position.
    pub fn begin_record(header: &Header) -> Result<Table, RecordError> {
        if let Some(text) = &header.position {
            let position = catalog::read_position(text).map_err(unplayable)?;
            let variant = position.variant();
            let rules = variant.options.iter().map(|(k, v)| (k.to_string(), v.to_string()));
            if variant.game.name != header.game
                || variant.size.to_string() != header.size
                || rules.collect::<BTreeMap<_, _>>() != header.rules
                || position.frame().komi != header.komi
            {
                return Err(unplayable(
                    "the header's position is of another game, size, komi or rules",
                ));
            }
            return Ok(Table::new(position));
        }
        let game = catalog::game(&header.game).map_err(unplayable)?;
        let mut options = Options::defaults(game);
        for (key, value) in &header.rules {
            options.set(game, key, value).map_err(unplayable)?;
        }
        let size: Size = header.size.parse().map_err(unplayable)?;
        let mut table = Table::new(game.variant(size, options).map_err(unacceptable)?.start());
        header.komi.into_iter().for_each(|komi| table.set_komi(komi));
        Ok(table)
    }

    /// The table on which an SGF file's game begins, before anything is set up, and what was understood otherwise than it is written.
    /// `playing` is the game taken where the file names none.
    ///
    /// # Errors
    /// When this program has no such game, size or option, or the komi can be none.
    pub fn begin_sgf(sgf: &Sgf, playing: &Variant) -> Result<(Table, Option<String>), RecordError> {
        let variant = sgf_variant(sgf, playing)?;
        let mut table = Table::new(variant.start());
        let Some(written) = sgf.komi.filter(|_| variant.game.komi.is_some()) else {
            return Ok((table, None));
        };
        let komi = believable_komi(written, variant.board.len())?;
        table.set_komi(komi);
        let note = || format!("KM[{written}] means {komi}: no komi is as large");
        Ok((table, (komi != written).then(note)))
    }

    fn load_record(record: &Record, turns: usize) -> Result<Table, RecordError> {
        let mut table = Table::begin_record(&record.header)?;
        for line in record.turns.iter().take(turns) {
            let wrong =
                |reason: String| RecordError::Unplayable(format!("turn {}: {reason}", line.turn));
            table.play_line(line, record.header.bots.get(&line.color)).map_err(wrong)?;
            let turn = table.last_turn().ok_or_else(|| wrong("nothing was played".to_string()))?;
            if let Some(contradiction) = line.contradictions(turn.number, turn.open).pop() {
                return Err(wrong(contradiction));
            }
        }
        if table.position().is_over() {
            table.mark_line_dead(&record.end)?;
        }
        if turns >= record.turns.len() {
            table.state_mut().end = Some(record.end.clone());
        }
        table.origin = Some(record.header.clone());
        Ok(table)
    }

    /// Plays a turn of a record, decided by a bot or not.
    ///
    /// # Errors
    /// What is wrong with it, in one sentence; nothing is changed then.
    pub fn play_line(&mut self, line: &TurnLine, bot: Option<&String>) -> Result<(), String> {
        let word: Word = line.word.parse().map_err(|e| format!("{e}"))?;
        self.play(line.color, &word).map_err(|refusal| refusal.to_string())?;
        let entry = self.state_mut().entry.as_mut().expect("just played");
        entry.seconds = line.seconds;
        entry.bot = bot.map(|bot| bot.as_str().into());
        Ok(())
    }

    /// Marks the stones as dead that the end of a record calls so.
    ///
    /// # Errors
    /// When a text is no vertex, or no stone stands there.
    pub fn mark_line_dead(&mut self, end: &EndLine) -> Result<(), RecordError> {
        let vertices = end.dead.iter().map(|name| name.parse().map_err(unplayable));
        self.mark_agreed_dead(&vertices.collect::<Result<Vec<_>, _>>()?)
    }

    /// Marks the stones as dead that a file calls so.
    ///
    /// # Errors
    /// When no stone stands there.
    pub fn mark_agreed_dead(&mut self, vertices: &[Vertex]) -> Result<(), RecordError> {
        let marked = self.mark_dead(vertices);
        marked.map_err(|vertex| {
            unplayable(format!("there is no stone on {vertex} that could be dead"))
        })
    }

    fn load_sgf(sgf: &Sgf, playing: &Variant, moves: usize) -> Result<Table, RecordError> {
        let (mut table, note) = Table::begin_sgf(sgf, playing)?;
        note.into_iter().for_each(|note| log::warn!("{note}"));
        let mut played = 0;
        for event in &sgf.events {
            match event {
                Event::SetUp(set_up) => table.set_up(set_up)?,
                Event::Move(..) if played == moves => break,
                Event::Move(player, at) => {
                    played += 1;
                    let wrong = |reason: String| unplayable(format!("move {played}, {reason}"));
                    let word = at.word(table.board().shape());
                    let word = word.map_err(|error| wrong(error.to_string()))?;
                    let played = table.play(*player, &word);
                    played.map_err(|refusal| wrong(format!("{player} {word}: {refusal}")))?;
                }
            }
        }
        if table.position().is_over() {
            table.mark_agreed_dead(&sgf.dead)?;
        }
        Ok(table)
    }

    /// Begins a new history with what an SGF file sets up. Where it only says whose turn it is anyway, nothing happens.
    ///
    /// # Errors
    /// When the game, or its board, allows no such position.
    pub fn set_up(&mut self, set_up: &SetUp) -> Result<(), RecordError> {
        let before = self.position();
        if set_up.stones.is_empty() && set_up.to_move.is_none_or(|side| side == before.to_move()) {
            return Ok(());
        }
        let variant = before.variant().clone();
        if !variant.game.out_of_turn {
            let title = variant.game.title;
            return Err(unplayable(format!(
                "set-up stones and sides (AB, AW, AE, PL) of {title} cannot be replayed"
            )));
        }
        let mut frame = Frame::empty(variant.clone());
        frame.komi = before.frame().komi;
        frame.stones = before.frame().stones.clone();
        let vertices = set_up.vertices(variant.board.shape())?;
        for &(vertex, stone) in &vertices {
            let point = variant.board.point(vertex);
            let point = point.ok_or_else(|| unplayable(format!("{vertex} is not on the board")))?;
            frame.stones.set(&variant.board, point, stone);
        }
        // Handicap stones make it White's turn.
        let is_start = self.entries() == 0 && self.began_at_start();
        let is_handicap =
            is_start && vertices.iter().all(|&(_, stone)| stone == Some(Player::Black));
        let otherwise = if is_handicap { Player::White } else { before.to_move() };
        frame.to_move = set_up.to_move.unwrap_or(otherwise);
        *self = Table::new((variant.game.restore)(frame).map_err(unplayable)?);
        Ok(())
    }
}

/// A komi below this is one, however small the board: it may have been set for a larger one.
const LEAST_HUNDREDTHS: f64 = 100.0;

/// The komi that a file means, on a board of so many points. Large servers write hundredths of a point, some of them by the
/// Chinese count, in which a komi is half of what it is elsewhere: 375 is 3¾ stones, which are 7½ points.
///
/// # Errors
/// When no komi can be meant.
fn believable_komi(written: f64, points: usize) -> Result<f64, RecordError> {
    let size = written.abs();
    if size < LEAST_HUNDREDTHS || size <= points as f64 / 2.0 {
        return Ok(written);
    }
    if written.fract() != 0.0 || size >= LEAST_HUNDREDTHS * LEAST_HUNDREDTHS {
        let reason = format!("KM[{written}] can be no komi of a board of {points} points");
        return Err(unplayable(reason));
    }
    let komi = written / 100.0;
    let is_of_stones = (komi * 2.0).fract() != 0.0 && (komi * 4.0).fract() == 0.0;
    Ok(if is_of_stones { komi * 2.0 } else { komi })
}

fn unacceptable(error: impl fmt::Display) -> RecordError {
    unplayable(format!("unacceptable size: {error}"))
}

fn unplayable(error: impl std::fmt::Display) -> RecordError {
    RecordError::Unplayable(error.to_string())
}

/// Columns and rows of the boards that files of Go mean when they name no size.
const GO_SIZE: u16 = 19;

/// The game of an SGF file: the one it names, or else the one being played, at the file's size.
fn sgf_variant(sgf: &Sgf, playing: &Variant) -> Result<Arc<Variant>, RecordError> {
    let Some(text) = &sgf.game else {
        if let Some(kind) = sgf.kind.filter(|&kind| kind != 1) {
            let title = playing.game.title;
            return Err(unplayable(format!("GM[{kind}] is another game than {title}")));
        }
        let default = (playing.game.name == "go").then_some((GO_SIZE, GO_SIZE));
        let size = match sgf.size.or(default) {
            Some((columns, rows)) => {
                let size = playing.game.size_of_board(columns.into(), Some(rows.into()), 0);
                size.map_err(unacceptable)?
            }
            None => playing.size,
        };
        return playing.game.variant(size, playing.options.clone()).map_err(unacceptable);
    };
    let mut words = text.split_whitespace();
    let game = catalog::game(words.next().unwrap_or("")).map_err(unplayable)?;
    let size: Size = words.next().unwrap_or("").parse().map_err(unplayable)?;
    let mut options = Options::defaults(game);
    for option in words {
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        options.set(game, key, value).map_err(unplayable)?;
    }
    let variant = game.variant(size, options).map_err(unacceptable)?;
    let shape = variant.board.shape();
    match sgf.size {
        Some((columns, rows)) if (shape.columns(), shape.rows()) != (columns, rows) => {
            Err(unplayable(format!("SZ says {columns}:{rows}, which is not the board of {text}")))
        }
        _ => Ok(variant),
    }
}
