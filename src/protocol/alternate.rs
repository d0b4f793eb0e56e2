//! The unit `alternate`: a layer between the commands and the table for managers that ask the colours strictly
//! in turn and stop after two passes.
//!
//! The side that does not hold the turn passes, which changes nothing; and the end of a turn that does not
//! end by itself is a vertex off the game's board, so that no pass stands for it.

use crate::board::Vertex;
use crate::rules::{Player, Refusal, Step, Word, WordPart};
use crate::table::Table;

/// Plays what such a manager sends.
pub(super) fn play(table: &mut Table, player: Player, word: &Word) -> Result<(), Refusal> {
    match meaning(table, player, word)? {
        Meaning::Filler => table.fill(player),
        Meaning::End(vertex) => {
            table.play(player, &Word::from(WordPart::Pass))?;
            table.note_spare(vertex);
        }
        Meaning::Word => table.play(player, word)?,
    }
    Ok(())
}

/// Why such a manager may not send a word.
pub(super) fn judge(table: &Table, player: Player, word: &Word) -> Result<(), Refusal> {
    match meaning(table, player, word)? {
        Meaning::Filler => Ok(()),
        Meaning::End(_) => table.judge(player, &Word::from(WordPart::Pass)).map(|_| ()),
        Meaning::Word => table.judge(player, word).map(|_| ()),
    }
}

/// What a word stands for in this unit.
enum Meaning {
    /// A pass of the side that does not hold the turn.
    Filler,
    /// The end of the open turn.
    End(Vertex),
    /// What it says.
    Word,
}

fn meaning(table: &Table, player: Player, word: &Word) -> Result<Meaning, Refusal> {
    if word.parts() == [WordPart::Pass] && is_waiting(table, player) {
        return Ok(Meaning::Filler);
    }
    let position = table.position();
    let spare = word.click().filter(|vertex| table.variant().spares().contains(vertex));
    match spare {
        None => Ok(Meaning::Word),
        // A dark point may also be what a selection is answered with: that is the table's to judge.
        Some(vertex) if position.turn_steps().is_empty() || is_waiting(table, player) => {
            Err(Refusal(format!("{vertex} ends a turn, and {player} has no turn that could end")))
        }
        Some(vertex) => Ok(Meaning::End(vertex)),
    }
}

/// Whether it is the other side's turn.
pub(super) fn is_waiting(table: &Table, player: Player) -> bool {
    let position = table.position();
    !position.is_over() && position.open_to(player).is_none()
}

/// The vertex to answer for some steps, where they end the open turn: the first that no turn has been
/// ended with yet, in reading order, and from the first again when there is none left.
pub(super) fn end_vertex(table: &Table, steps: &[Step]) -> Option<Vertex> {
    if steps != [Step::Pass] || table.position().turn_steps().is_empty() {
        return None;
    }
    let spares = table.variant().spares();
    let used: Vec<_> = table.spares_used().collect();
    let again = || spares.get(used.len() % spares.len().max(1));
    spares.iter().find(|vertex| !used.contains(vertex)).or_else(again).copied()
}

/// The width of the board that a game is played on in this unit, and that `boardsize` means: one larger where
/// the spare vertices are a row and a column beside the board.
pub(super) fn extra_width(spare: crate::rules::Spare) -> u64 {
    u64::from(spare == crate::rules::Spare::Edge)
}
