//! Games on paper, replayed: every turn judged, and the end compared with what is written.

mod notation;
mod played;
mod report;

pub use report::{Broken, Captures, DiagramRow, Report, TurnReport, Unplaced};

use crate::catalog::GAMES;
use crate::records::authors::{Correction, Sheet};
use crate::records::{RecordError, sgf::Sgf};
use crate::rules::Variant;
use std::sync::Arc;

/// How a game is replayed.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether to stop at the first broken rule.
    pub strict: bool,
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
    let corrected = !options.corrections.is_empty();
    if options.playing.is_some() && !text.trim_start().starts_with('(') {
        return Err(RecordError::Unplayable(
            "only SGF files need to be told their game".to_string(),
        ));
    }
    match text.trim_start().chars().next() {
        Some('{' | '(') if corrected => {
            Err(RecordError::Unplayable("corrections are for the authors' notation".to_string()))
        }
        Some('{') => played::replay_record(text, options.strict),
        Some('(') => {
            let sgf = crate::records::sgf::read(text)?;
            let playing = playing(&sgf, options)?;
            played::replay_sgf(&sgf, &playing, options.strict)
        }
        _ if Sheet::looks_like(text) => {
            let mut sheet = Sheet::read(text)?;
            options.corrections.iter().try_for_each(|correction| sheet.correct(correction))?;
            Ok(notation::replay(&sheet, options.strict))
        }
        _ => Err(RecordError::UnknownFormat),
    }
}

/// The game of an SGF file that names none must be given: a guess could replay nonsense.
fn playing(sgf: &Sgf, options: &Options) -> Result<Arc<Variant>, RecordError> {
    match &options.playing {
        Some(variant) => Ok(variant.clone()),
        None if sgf.game.is_some() => Ok(GAMES[0].default_variant()),
        None => {
            Err(RecordError::Unplayable("the SGF names no game: say which with --game".to_string()))
        }
    }
}
