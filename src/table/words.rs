//! Words judged: what a text of steps, or a click, stands for at a table, and why it may not be played.

use super::Table;
use crate::board::{Point, PointSet, Vertex};
use crate::rules::{Player, Refusal, Rules, Spare, Step, Word, WordPart, play_steps};

/// What a word stands for, where it may be played.
pub struct Judged {
    /// The position after it; none where it changes nothing.
    pub position: Option<Box<dyn Rules>>,
    /// Its steps; none for a selection and for a pass after the end.
    pub steps: Vec<Step>,
    /// The stone that is selected after it.
    pub selection: Option<Point>,
}

impl Table {
    /// What a word stands for, or why it is not legal.
    ///
    /// A word of one vertex alone may also be a click: on an end vertex, which ends the open turn, or
    /// on the stones of a group move. A closing pass right after a step that ended the turn by itself
    /// is dropped. After the end of the game a pass is no step.
    ///
    /// # Errors
    /// The first rule that forbids the word, in one sentence.
    pub fn judge(&self, player: Player, word: &Word) -> Result<Judged, Refusal> {
        let position = self.position();
        if position.is_over() && word.parts() == [WordPart::Pass] {
            return Ok(Judged { position: None, steps: Vec::new(), selection: None });
        }
        let Some(open) = position.open_to(player) else {
            return Err(match position.is_over() {
                true => Refusal::game_over(),
                false => Refusal(format!("{} is to move, not {player}", position.to_move())),
            });
        };
        if let Some(judged) =
            word.click().and_then(|vertex| self.judge_click(open.as_ref(), vertex))
        {
            return judged;
        }
        let steps = word
            .parts()
            .iter()
            .map(|part| part.on(position.board()).map_err(|vertex| off_board(position, vertex)));
        let (position, steps) = play_steps(open, steps)?;
        Ok(Judged { position: Some(position), steps, selection: None })
    }

    /// What a click stands for, where it is more than a step by its own name.
    fn judge_click(&self, position: &dyn Rules, vertex: Vertex) -> Option<Result<Judged, Refusal>> {
        let after = |step: Step| {
            let mut next = position.boxed();
            next.apply(step);
            Some(Ok(Judged { position: Some(next), steps: vec![step], selection: None }))
        };
        let selecting = |selection: Option<Point>| {
            Some(Ok(Judged { position: None, steps: Vec::new(), selection }))
        };
        let (selected, point) = (self.selection(), position.board().point(vertex));
        if let (Some(from), Some(to)) = (selected, point) {
            let step = Step::Move { from, to };
            if position.judge(step).is_ok() {
                return after(step);
            }
            if from == to {
                return selecting(None);
            }
        }
        if let Some(stone) = point.filter(|&stone| can_move(position, stone)) {
            return selecting(Some(stone));
        }
        if position.end_vertices().contains(&vertex) {
            return after(Step::Pass);
        }
        let selected = position.board().vertex(selected?);
        Some(Err(Refusal(format!("{vertex} is no destination of {selected}, which is selected"))))
    }

    /// The vertices that a click may be on now, each once: steps, stones to select, destinations, and what
    /// ends the turn.
    pub fn clicks(&self) -> Vec<Vertex> {
        let position = self.position();
        let selected = self.selection();
        let mut points = PointSet::new();
        for step in position.steps() {
            match step {
                Step::Place(point) if selected.is_none() => _ = points.insert(point),
                Step::Move { from, to } => {
                    points.insert(from);
                    if selected == Some(from) {
                        points.insert(to);
                    }
                }
                Step::Place(_) | Step::Pass => {}
            }
        }
        let mut clicks: Vec<_> =
            points.iter().map(|point| position.board().vertex(point)).collect();
        clicks.extend(position.end_vertices());
        clicks
    }
}

/// Whether a legal group move starts at the stone.
fn can_move(position: &dyn Rules, stone: Point) -> bool {
    let starts = |step: Step| matches!(step, Step::Move { from, .. } if from == stone);
    position.stone(stone) == Some(position.to_move()) && position.steps().into_iter().any(starts)
}

fn off_board(position: &dyn Rules, vertex: Vertex) -> Refusal {
    let middle = position.board().rings().iter().any(|ring| ring.middle == vertex);
    Refusal(match (middle, position.variant().game.spare) {
        (false, _) => format!("{vertex} is not on the board"),
        (true, Spare::None) => {
            format!("{vertex} is the centre of a hexagon, where no stones stand")
        }
        (true, _) => format!(
            "{vertex} is a dark point: alone it ends a turn that has a step, otherwise nothing"
        ),
    })
}
