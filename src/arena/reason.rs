//! Why games between engines end, and what becomes of them: one table.

use super::channel::excerpt;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Both sides passed in succession.
    Passes,
    /// The same position stood for the third time.
    Repetition,
    /// No point is left.
    FullBoard,
    /// The turn limit was reached.
    TurnLimit,
    /// A side gave up.
    Resignation,
    /// A side overstepped its clock.
    Time,
    /// An answer came after the limit for replies.
    Late,
    /// No answer came.
    Stall,
    /// What came was no answer.
    Garbage,
    /// The answer was not legal.
    Illegal,
    /// The answer was for the other side.
    WrongColour,
    /// A side refused a legal word of the other.
    RefusedWord,
    /// A side refused to move when it was its turn.
    RefusedGenmove,
    /// The program ended.
    Exit,
    /// The program was ended by a signal.
    Signal,
    /// A built-in bot failed.
    BotFault,
    /// The program did not come up.
    NoStart,
    /// The program wrote something before it was asked anything.
    Banner,
    /// The program would not begin the game.
    NoGame,
    /// The positions of the programs and of the referee came to differ.
    Desync,
}

/// What becomes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Its result counts.
    Counts,
    /// The side at fault has lost.
    Forfeit,
    /// It is no game, and is played again.
    Void,
}

impl Verdict {
    /// The word for it in records.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Counts => "counts",
            Verdict::Forfeit => "forfeit",
            Verdict::Void => "void",
        }
    }
}

/// A row of the table: a reason, when it is given, and what becomes of the game.
#[derive(Clone, Copy, Debug)]
pub struct ReasonRow {
    /// The reason.
    pub reason: Reason,
    /// The word for it in records.
    pub name: &'static str,
    /// What becomes of the game.
    pub verdict: Verdict,
    /// When it is given, in one sentence.
    pub when: &'static str,
}

const fn row(
    reason: Reason,
    name: &'static str,
    verdict: Verdict,
    when: &'static str,
) -> ReasonRow {
    ReasonRow { reason, name, verdict, when }
}

/// Every reason there is, in the order of [`Reason`].
pub static REASONS: &[ReasonRow] = &[
    row(Reason::Passes, "passes", Verdict::Counts, "Both sides have passed in succession."),
    row(
        Reason::Repetition,
        "repetition",
        Verdict::Counts,
        "The same position stood for the third time.",
    ),
    row(Reason::FullBoard, "full-board", Verdict::Counts, "No point is left."),
    row(
        Reason::TurnLimit,
        "turn-limit",
        Verdict::Counts,
        "As many turns have been played as `--max-turns` allows; the position is scored as it stands.",
    ),
    row(Reason::Resignation, "resignation", Verdict::Counts, "The player has resigned."),
    row(
        Reason::Time,
        "time",
        Verdict::Forfeit,
        "The answer came, but after the clock and its margin had run out.",
    ),
    row(
        Reason::Late,
        "late",
        Verdict::Forfeit,
        "The answer came, but after `--reply-timeout`, where no clock runs; or to another command after `--setup-timeout`.",
    ),
    row(
        Reason::Stall,
        "stall",
        Verdict::Forfeit,
        "No answer came within the limit and `--grace` after it.",
    ),
    row(
        Reason::Garbage,
        "garbage",
        Verdict::Forfeit,
        "What came is no reply of the protocol, or no word, or nobody had asked.",
    ),
    row(Reason::Illegal, "illegal", Verdict::Forfeit, "The word can be read but breaks a rule."),
    row(
        Reason::WrongColour,
        "wrong-colour",
        Verdict::Forfeit,
        "The answer names the other side, as in `w D4` to `genmove b`.",
    ),
    row(
        Reason::RefusedWord,
        "refused-word",
        Verdict::Forfeit,
        "The player refuses to `play` a word that is legal.",
    ),
    row(
        Reason::RefusedGenmove,
        "refused-genmove",
        Verdict::Forfeit,
        "The player answers `genmove` with a failure although it is to move.",
    ),
    row(
        Reason::Exit,
        "exit",
        Verdict::Forfeit,
        "The program has ended by itself, or closed its output.",
    ),
    row(Reason::Signal, "signal", Verdict::Forfeit, "The program was ended by a signal."),
    row(
        Reason::BotFault,
        "bot-fault",
        Verdict::Forfeit,
        "A built-in bot has panicked, or a program behind `bot:exec:` has failed and `--exec-resign` is given.",
    ),
    row(
        Reason::NoStart,
        "no-start",
        Verdict::Void,
        "The program cannot be started, or does not answer its first commands.",
    ),
    row(
        Reason::Banner,
        "banner",
        Verdict::Void,
        "The program writes something to its standard output before its first reply.",
    ),
    row(
        Reason::NoGame,
        "no-game",
        Verdict::Void,
        "The player does not take the game, its size, komi or opening.",
    ),
    row(
        Reason::Desync,
        "desync",
        Verdict::Void,
        "A player's position, as `tesuji-position` shows it, is not the referee's.",
    ),
];

impl Reason {
    /// The row of the table.
    pub fn row(self) -> &'static ReasonRow {
        &REASONS[self as usize]
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().name)
    }
}

/// The table for the written description.
pub fn reasons_table() -> String {
    let mut lines = vec!["| reason | the game | when |".to_string(), "|---|---|---|".to_string()];
    lines.extend(
        REASONS
            .iter()
            .map(|row| format!("| `{}` | {} | {} |", row.name, row.verdict.name(), row.when)),
    );
    lines.join("\n") + "\n"
}

/// The longest account of a fault, in characters: what a program writes has no bound.
const LONGEST_DETAIL: usize = 1_500;

/// What a player did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) reason: Reason,
    /// In one sentence, what happened.
    pub(super) detail: String,
    /// Whether it is this program's fault, or the machine's, and not a player's.
    pub(super) ours: bool,
}

impl Fault {
    pub(super) fn new(reason: Reason, detail: impl Into<String>) -> Fault {
        let detail = excerpt(&detail.into(), LONGEST_DETAIL);
        Fault { reason, detail, ours: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_its_row_and_its_name_in_records() {
        for (index, row) in REASONS.iter().enumerate() {
            assert_eq!(row.reason as usize, index, "{}", row.name);
            assert_eq!(serde_json::to_value(row.reason).unwrap(), row.name);
            assert_eq!(serde_json::to_value(row.verdict).unwrap(), row.verdict.name());
            assert!(row.when.ends_with('.'), "{}", row.name);
        }
    }
}
