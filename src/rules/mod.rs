//! The vocabulary of rules, shared by all games: players, steps, words, positions, results.
//!
//! A *step* is the smallest thing a player does; a *turn* is all the steps one player makes before
//! the other may act; a *word* is the text of some steps of one turn. A position may stand in the
//! middle of a turn, and says itself whose step comes next.

mod chance;
mod frame;
mod game;
mod perft;
mod player;
mod playout;
mod repetition;
mod result;
mod step;
mod stones;
mod text;
mod word;

pub use chance::Chance;
pub use frame::{Frame, Tally};
pub use game::{
    DeadStones, Game, Memory, OptionRow, Options, OptionsError, Size, SizeError, SizeErrorKind,
    Sizes, Spare, Variant,
};
pub use perft::perft;
pub use player::{Player, PlayerError};
pub use playout::{Ended, FirstPlaced, Playout, PlayoutPolicy, expected_turns};
pub use repetition::{Recall, Repetition};
pub use result::{Ending, Score};
pub use step::Step;
pub use stones::Stones;
pub use text::{TextError, bytes_hash, game_of_text, text_hash};
pub use word::{Word, WordError, WordPart};

use crate::board::{Board, Point, PointSet, Vertex};
use std::fmt;
use std::sync::Arc;

/// Why a step is not legal: one sentence that names the rule and the point.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

impl Refusal {
    /// The refusal of any step in a game that is over.
    pub fn game_over() -> Refusal {
        Refusal("the game is over".to_string())
    }
}

/// The refusal for a reason.
pub(crate) fn refuse<T>(reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal(reason.into()))
}

/// The position after some steps of one turn, and the steps made: without a closing pass right after a step
/// that has ended the turn by itself.
///
/// # Errors
/// Why the first illegal step is so, or what stands in the place of a step.
pub(crate) fn play_steps(
    mut position: Box<dyn Rules>,
    steps: impl IntoIterator<Item = Result<Step, Refusal>>,
) -> Result<(Box<dyn Rules>, Vec<Step>), Refusal> {
    let (player, turn) = (position.to_move(), position.turn());
    let mut made = Vec::new();
    let mut steps = steps.into_iter().peekable();
    while let Some(step) = steps.next() {
        let step = step?;
        if position.turn() == turn {
            position.judge(step)?;
            position.apply(step);
            made.push(step);
            continue;
        }
        let closing = step == Step::Pass && steps.peek().is_none();
        if !closing || made.ends_with(&[Step::Pass]) {
            let text = step.text(position.board());
            return refuse(format!("the turn of {player} is over before {text}"));
        }
    }
    Ok((position, made))
}

/// The lead of the side to move if it ends the game by a pass, counted as the rules count it; none where a pass is not legal or
/// does not end the game.
pub fn lead_after_pass(position: &dyn Rules) -> Option<f64> {
    // In every game with passes two in a row end it, so that most positions need not be tried out.
    if position.frame().tally.consecutive_passes == 0 || !position.may_end() {
        return None;
    }
    let (player, mut after) = (position.to_move(), position.boxed());
    after.apply(Step::Pass);
    after.is_over().then(|| after.score().lead(player))
}

/// A position of a game, perhaps in the middle of a turn.
///
/// What every game keeps (stones, the side to move, the steps of the open turn, passes, captures) is in
/// its [`Frame`]; a game adds its rules. Positions are values: they are copied, never undone.
///
/// Contract, tested for every game: `steps()` holds exactly the steps that `judge` accepts, each once,
/// and is empty exactly when `ending()` is some; `apply` takes a step from `steps()`.
pub trait Rules: fmt::Debug + Send + Sync {
    /// What all games keep of a position.
    fn frame(&self) -> &Frame;

    /// The same, to be changed from outside the rules: by komi, and for counting with dead stones.
    fn frame_mut(&mut self) -> &mut Frame;

    /// The legal steps of a game that is not over, in the order of their points, [`Step::Pass`] last.
    fn steps_in_play(&self) -> Vec<Step>;

    /// Whether a step is legal in a game that is not over.
    ///
    /// # Errors
    /// The rule that forbids the step.
    fn judge_in_play(&self, step: Step) -> Result<(), Refusal>;

    /// Makes a step, with all that follows from it: captures, the end of the turn, of the game.
    ///
    /// # Panics
    /// May panic or leave a senseless position when the step is not legal.
    fn apply(&mut self, step: Step);

    /// The points of the board that count for each side, by [`Player::index`]: its stones, and what it
    /// controls or surrounds.
    fn counting(&self) -> [PointSet; 2];

    /// The points of each side, the game over or not: those of the board, the komi and the marker.
    fn score(&self) -> Score {
        let frame = self.frame();
        let [black, white] = self.counting().map(|points| points.len() as f64);
        let marker = f64::from(frame.marker.unwrap_or(0));
        let komi = frame.komi.unwrap_or(0.0);
        Score { black: black + marker.max(0.0), white: white + komi + (-marker).max(0.0) }
    }

    /// Whether a legal step other than a pass is one that a player without any plan would still
    /// consider: it neither kills own stones nor fills a point that is safely his.
    fn is_sensible(&self, step: Step) -> bool;

    /// The most steps that may still follow in this turn (the closing pass not counted), where the
    /// game has such a limit.
    fn steps_left(&self) -> Option<u32>;

    /// The vertices by which a click ends the open turn, where it may end and a pass would be taken
    /// for a real one.
    fn end_vertices(&self) -> Vec<Vertex>;

    /// A copy on the heap.
    fn boxed(&self) -> Box<dyn Rules>;

    /// The legal steps, in the order of their points, [`Step::Pass`] last; none once the game is over.
    fn steps(&self) -> Vec<Step> {
        if self.is_over() { Vec::new() } else { self.steps_in_play() }
    }

    /// Whether a step is legal now.
    ///
    /// # Errors
    /// The rule that forbids the step.
    fn judge(&self, step: Step) -> Result<(), Refusal> {
        if self.is_over() { Err(Refusal::game_over()) } else { self.judge_in_play(step) }
    }

    /// The position in which a player may play now: this one when it is his turn. Games that let
    /// either side play at any time, or resume after the end, hand the turn to him.
    fn open_to(&self, player: Player) -> Option<Box<dyn Rules>> {
        (!self.is_over() && self.to_move() == player).then(|| self.boxed())
    }

    /// Why the game is over, or `None` while it goes on.
    fn ending(&self) -> Option<Ending> {
        self.frame().ending
    }

    /// The board's graph.
    fn board(&self) -> &Board {
        &self.frame().variant().board
    }

    /// The game with its size and options.
    fn variant(&self) -> &Arc<Variant> {
        self.frame().variant()
    }

    /// The stone on a point.
    fn stone(&self, point: Point) -> Option<Player> {
        self.frame().stones.at(point)
    }

    /// The side whose step comes next; after the end, the side that would be to move.
    fn to_move(&self) -> Player {
        self.frame().to_move
    }

    /// The number of completed turns.
    fn turn(&self) -> u32 {
        self.frame().turn
    }

    /// The steps made in the open turn, in the order of play.
    fn turn_steps(&self) -> &[Step] {
        &self.frame().turn_steps
    }

    /// Whether the game is over.
    fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    /// Whether `pass` is legal: it ends the open turn or, as first step, passes.
    fn may_end(&self) -> bool {
        self.judge(Step::Pass).is_ok()
    }
}

impl Clone for Box<dyn Rules> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}
