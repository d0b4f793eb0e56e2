//! Games on paper, replayed: every turn judged, and the end compared with what is written.

mod notation;
mod played;
mod report;

pub use report::{Broken, Captures, DiagramRow, Report, TurnReport, Unplaced};

use crate::records::authors::{Correction, Sheet};
use crate::records::{Kind, RecordError};
use crate::rules::Variant;
use std::sync::Arc;

/// How a game is replayed.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether to stop at the first broken rule.
    pub strict: bool,
    /// Whether a text that stops before its game does is replayed as far as it goes.
    pub lenient: bool,
    /// Corrections of misprints, for the authors' notation.
    pub corrections: Vec<Correction>,
    /// The game an SGF file is of that names none.
    pub playing: Option<Arc<Variant>>,
}

/// Replays a record, an SGF file or a game in the authors' notation, whichever the text is.
///
/// # Errors
/// When the text cannot be read at all, or a correction does not fit it.
pub fn replay(text: &str, options: &Options) -> Result<Report, RecordError> {
    let text = text.trim_start_matches('\u{feff}');
    let unplayable = |reason: &str| Err(RecordError::Unplayable(reason.to_string()));
    let kind = Kind::of(text).ok_or(RecordError::UnknownFormat)?;
    if options.playing.is_some() && kind != Kind::Sgf {
        return unplayable("only SGF files need to be told their game");
    }
    if !options.corrections.is_empty() && kind != Kind::Sheet {
        return unplayable("corrections are for the authors' notation");
    }
    match kind {
        Kind::Lines => played::replay_record(text, options),
        Kind::Sgf => played::replay_sgf(text, options),
        Kind::Sheet => {
            let mut sheet = Sheet::read(text)?;
            options.corrections.iter().try_for_each(|correction| sheet.correct(correction))?;
            Ok(notation::replay(&sheet, options.strict))
        }
    }
}
