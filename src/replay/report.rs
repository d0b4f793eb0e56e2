//! What a replay found, for people and as JSON.

use crate::rules::Player;
use serde::Serialize;
use std::fmt;

/// What a replay found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The game's name.
    pub game: String,
    /// Its size.
    pub size: String,
    /// What was understood otherwise than it is written, or is missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The turns that were replayed.
    pub turns: Vec<TurnReport>,
    /// Whether the replay stopped before the last turn.
    pub stopped: bool,
    /// The final position: its rows from the top.
    pub rows: Vec<String>,
    /// The rows of the printed diagram that differ from it.
    pub diagram: Vec<DiagramRow>,
    /// Whether there is a printed diagram.
    pub has_diagram: bool,
    /// The result of the final position, counted as it stands.
    pub score: String,
    /// Black's and White's points in it.
    pub points: [f64; 2],
    /// The result as written, where it is.
    pub written_result: Option<String>,
    /// What differs between the written result and the replay.
    pub result_differs: Option<String>,
}

/// One turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnReport {
    /// The number as written.
    pub turn: u32,
    /// `b` or `w`.
    pub color: Player,
    /// The canonical word, in the order of play.
    pub word: String,
    /// The stones captured.
    pub captures: Captures,
    /// The rules that were broken.
    pub broken: Vec<Broken>,
    /// What could not be placed.
    pub unplaced: Vec<Unplaced>,
    /// Anything else worth knowing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Captures of one turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Captures {
    /// Stones of the opponent that came off the board.
    pub found: u32,
    /// Own stones that came off the board.
    pub own: u32,
    /// What is written: a number, or `N+` for at least N; none where nothing is written about captures.
    pub written: Option<String>,
    /// Whether the two agree.
    pub agree: bool,
}

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Broken {
    /// The rule, in one word.
    pub rule: &'static str,
    /// The stone that broke it.
    pub stone: String,
    /// The other stone it concerns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// The sentence for people.
    pub text: String,
}

/// Something that could not be placed on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Unplaced {
    /// It, as written.
    pub token: String,
    /// Why not.
    pub reason: String,
}

/// A row of the printed diagram that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DiagramRow {
    /// The number of the row from the top, from 1.
    pub row_from_top: usize,
    /// The row as printed.
    pub printed: String,
    /// The row as replayed.
    pub replayed: String,
    /// The points that differ; none where the printed row has another length.
    pub points: Vec<String>,
}

impl TurnReport {
    /// Whether anything is wrong with the turn.
    pub fn differs(&self) -> bool {
        !self.broken.is_empty() || !self.unplaced.is_empty() || !self.captures.agree
    }
}

impl Report {
    /// Whether anything differs from what is written, or breaks a rule.
    pub fn differs(&self) -> bool {
        self.stopped
            || self.turns.iter().any(TurnReport::differs)
            || !self.diagram.is_empty()
            || self.result_differs.is_some()
    }
}

impl fmt::Display for TurnReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>3} {}  {}", self.turn, self.color, self.word)?;
        let Captures { found, own, written, agree } = &self.captures;
        if *found > 0 || !agree {
            write!(f, "  captures {found}")?;
        }
        if let (false, Some(written)) = (agree, written) {
            write!(f, ", written {written}")?;
        }
        if *own > 0 {
            write!(f, "  loses {own}")?;
        }
        for broken in &self.broken {
            write!(f, "\n      broken rule: {}", broken.text)?;
        }
        for unplaced in &self.unplaced {
            write!(f, "\n      not placed: {}: {}", unplaced.token, unplaced.reason)?;
        }
        for note in &self.notes {
            write!(f, "\n      note: {note}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.game, self.size)?;
        for note in &self.notes {
            writeln!(f, "note: {note}")?;
        }
        for turn in &self.turns {
            writeln!(f, "{turn}")?;
        }
        if self.stopped {
            writeln!(f, "stopped there")?;
        }
        if self.has_diagram {
            writeln!(f, "final position: {}", self.diagram_verdict())?;
        }
        for row in &self.diagram {
            let DiagramRow { row_from_top, printed, replayed, points } = row;
            let what = match points.is_empty() {
                true => "another number of points".to_string(),
                false => points.join(", "),
            };
            writeln!(f, "  row {row_from_top} from the top differs: {what}")?;
            writeln!(f, "    printed  {printed}\n    replayed {replayed}")?;
        }
        let [black, white] = self.points;
        write!(f, "score: {} ({black}-{white})", self.score)?;
        if let Some(written) = &self.written_result {
            write!(f, "; written: {written}")?;
        }
        if let Some(difference) = &self.result_differs {
            write!(f, "\nresult differs: {difference}")?;
        }
        let count = |count: fn(&TurnReport) -> usize| self.turns.iter().map(count).sum::<usize>();
        write!(
            f,
            "\n{} turns, {} broken rules, {} not placed",
            self.turns.len(),
            count(|turn| turn.broken.len()),
            count(|turn| turn.unplaced.len())
        )
    }
}

impl Report {
    fn diagram_verdict(&self) -> String {
        match self.diagram.len() {
            0 => "equal to the diagram, point by point".to_string(),
            1 => "equal to the diagram but for one row".to_string(),
            rows => format!("{rows} rows differ from the diagram"),
        }
    }
}
