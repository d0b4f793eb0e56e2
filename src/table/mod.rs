//! A game in progress: the position with its history. Words are judged and played here, whoever
//! sends them.

mod recorded;

use crate::board::{Board, Point, PointSet, Vertex};
use crate::games::group;
use crate::records::Record;
use crate::rules::{
    DeadStones, Player, Refusal, Rules, Score, Spare, Step, Variant, Word, WordPart,
};
use std::sync::Arc;

/// One accepted play or genmove.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The side that made it.
    pub player: Player,
    /// Its steps in the order of play; none for a selection, and for a pass after the end, which changes
    /// nothing.
    pub steps: Vec<Step>,
    /// The spare vertex that stood for the end of its turn, where one did.
    pub spare: Option<Vertex>,
    /// The bot that decided it, where one did.
    pub bot: Option<Arc<str>>,
    /// The time the decision took, in seconds, where it was measured.
    pub seconds: Option<f64>,
}

impl Entry {
    fn new(player: Player, steps: Vec<Step>) -> Entry {
        Entry { player, steps, spare: None, bot: None, seconds: None }
    }

    fn decided(player: Player, steps: &[Step], by: Decider<'_>) -> Entry {
        let (bot, seconds) = (Some(by.bot.into()), Some(by.seconds));
        Entry { bot, seconds, ..Entry::new(player, steps.to_vec()) }
    }
}

/// The steps of one turn, whatever entries they came in.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The number of the turn, from 1.
    pub number: u32,
    /// The side.
    pub player: Player,
    /// The steps in the order of play, the closing pass included where one was needed.
    pub steps: Vec<Step>,
    /// The bot that decided something in it, where one did.
    pub bot: Option<Arc<str>>,
    /// The time its decisions took, in seconds, where any was measured.
    pub seconds: Option<f64>,
    /// Whether the turn still goes on.
    pub open: bool,
}

/// What stands on the table after some entry.
#[derive(Clone)]
struct State {
    position: Arc<dyn Rules>,
    /// The entry that led here; none for the first state.
    entry: Option<Entry>,
    /// The rest of the turn as the bot has decided it.
    plan: Vec<Step>,
    /// The stone that a click has selected for a group move. No part of the position.
    selection: Option<Point>,
    /// The stones that both sides call dead, for counting.
    dead: PointSet,
}

impl State {
    fn new(position: Arc<dyn Rules>, entry: Option<Entry>) -> State {
        State { position, entry, plan: Vec::new(), selection: None, dead: PointSet::new() }
    }
}

/// What a word stands for, where it may be played.
pub struct Judged {
    /// The position after it; none where it changes nothing.
    pub position: Option<Box<dyn Rules>>,
    /// Its steps; none for a selection and for a pass after the end.
    pub steps: Vec<Step>,
    /// The stone that is selected after it.
    pub selection: Option<Point>,
}

/// A game in progress, from some first position on.
pub struct Table {
    /// The states from the first position to the current one: never empty.
    states: Vec<State>,
    origin: Option<Origin>,
}

/// The record that a game was loaded from.
struct Origin {
    record: Record,
    /// The entries it brought.
    entries: usize,
}

/// The bot that decided something, and how long that took it, in seconds.
#[derive(Clone, Copy, Debug)]
pub struct Decider<'a> {
    /// The text that describes the bot.
    pub bot: &'a str,
    /// The time of the decision.
    pub seconds: f64,
}

/// There are not as many entries to take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is nothing to take back")]
pub struct NothingToUndo;

impl Table {
    /// The table on which a game begins at a position.
    pub fn new(first: Box<dyn Rules>) -> Table {
        Table { states: vec![State::new(first.into(), None)], origin: None }
    }

    fn state(&self) -> &State {
        self.states.last().expect("there is always a first state")
    }

    fn state_mut(&mut self) -> &mut State {
        self.states.last_mut().expect("there is always a first state")
    }

    /// The current position.
    pub fn position(&self) -> &dyn Rules {
        self.state().position.as_ref()
    }

    /// The position at which the history begins.
    pub fn first_position(&self) -> &dyn Rules {
        self.states[0].position.as_ref()
    }

    /// The game with its size and options.
    pub fn variant(&self) -> &Arc<Variant> {
        self.position().variant()
    }

    /// The board's graph.
    pub fn board(&self) -> &Board {
        self.position().board()
    }

    /// The number of entries.
    pub fn entries(&self) -> usize {
        self.states.len() - 1
    }

    /// The rest of the open turn as the bot decided it earlier; empty where it has not, or where
    /// something else was played since.
    pub fn plan(&self) -> &[Step] {
        &self.state().plan
    }

    /// The stone that a click has selected for a group move.
    pub fn selection(&self) -> Option<Point> {
        self.state().selection
    }

    /// Plays the steps of a word, all or none.
    ///
    /// # Errors
    /// The rule that forbids the word; nothing is changed then.
    pub fn play(&mut self, player: Player, word: &Word) -> Result<(), Refusal> {
        let Judged { position, steps, selection } = self.judge(player, word)?;
        let entry = Some(Entry::new(player, steps));
        let state = match position {
            Some(position) => State::new(position.into(), entry),
            None => State { plan: Vec::new(), ..self.unchanged(entry) },
        };
        self.states.push(State { selection, ..state });
        Ok(())
    }

    /// Notes an entry that changes nothing: a pass of the side that does not hold the turn.
    pub fn fill(&mut self, player: Player) {
        self.states.push(self.unchanged(Some(Entry::new(player, Vec::new()))));
    }

    /// Notes the spare vertex that stood for the end of the turn which the latest entry has ended.
    pub fn note_spare(&mut self, vertex: Vertex) {
        if let Some(entry) = &mut self.state_mut().entry {
            entry.spare = Some(vertex);
        }
    }

    /// The spare vertices that have stood for ends of turns so far, the latest last.
    pub fn spares_used(&self) -> impl Iterator<Item = Vertex> + '_ {
        self.states.iter().filter_map(|state| state.entry.as_ref()?.spare)
    }

    /// The latest entry.
    pub fn latest(&self) -> Option<&Entry> {
        self.state().entry.as_ref()
    }

    /// Plays steps that the bot decided for a player, and remembers the rest of its turn.
    ///
    /// # Panics
    /// When it is not the player's turn; may panic when the steps are not legal.
    pub fn play_decided(&mut self, player: Player, steps: &[Step], plan: &[Step], by: Decider<'_>) {
        let mut position = self.position().open_to(player).expect("the player's turn");
        steps.iter().for_each(|&step| position.apply(step));
        let state = State::new(position.into(), Some(Entry::decided(player, steps, by)));
        self.states.push(State { plan: plan.to_vec(), ..state });
    }

    /// Selects a stone that the bot is about to move, as a click does, and remembers the rest of its
    /// turn, the move included.
    pub fn select_decided(&mut self, player: Player, stone: Point, plan: &[Step], by: Decider<'_>) {
        let state = self.unchanged(Some(Entry::decided(player, &[], by)));
        self.states.push(State { selection: Some(stone), plan: plan.to_vec(), ..state });
    }

    /// The current state with another entry: one that has changed nothing.
    fn unchanged(&self, entry: Option<Entry>) -> State {
        State { entry, ..self.state().clone() }
    }

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
        judge_steps(open, player, word)
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

    /// Forgets the selection.
    pub fn deselect(&mut self) {
        self.state_mut().selection = None;
    }

    /// Marks the groups of some stones as dead, for counting.
    ///
    /// # Errors
    /// The first vertex on which no stone stands; nothing is changed then.
    pub fn mark_dead(&mut self, vertices: &[Vertex]) -> Result<(), Vertex> {
        let position = self.position();
        let mut dead = self.state().dead.clone();
        for &vertex in vertices {
            let stone = position.board().point(vertex);
            let stone = stone.filter(|&stone| position.stone(stone).is_some()).ok_or(vertex)?;
            for stone in group(position.board(), &position.frame().stones, stone) {
                dead.insert(stone);
            }
        }
        self.state_mut().dead = dead;
        Ok(())
    }

    /// The stones that are marked as dead.
    pub fn dead_stones(&self) -> impl Iterator<Item = Vertex> + '_ {
        self.state().dead.iter().map(|stone| self.board().vertex(stone))
    }

    /// Marks no stone as dead.
    pub fn clear_dead(&mut self) {
        self.state_mut().dead = PointSet::new();
    }

    /// The groups that are marked as dead, or those that are not, in the order of their points.
    pub fn groups(&self, dead: bool) -> Vec<Vec<Vertex>> {
        let position = self.position();
        let mut seen = PointSet::new();
        let mut groups = Vec::new();
        for stone in position.board().points().filter(|&point| position.stone(point).is_some()) {
            if seen.contains(stone) {
                continue;
            }
            let mut group = group(position.board(), &position.frame().stones, stone);
            group.sort_unstable();
            group.iter().for_each(|&stone| _ = seen.insert(stone));
            if self.state().dead.contains(stone) == dead {
                groups
                    .push(group.into_iter().map(|stone| position.board().vertex(stone)).collect());
            }
        }
        groups
    }

    /// The points of each side, with the stones marked as dead counted as the game counts such.
    pub fn score(&self) -> Score {
        self.counted().score()
    }

    /// The position that is counted: without the stones marked as dead, or with them turned over.
    pub fn counted(&self) -> Box<dyn Rules> {
        let mut counted = self.position().boxed();
        for stone in self.state().dead.iter() {
            let stones = &mut counted.frame_mut().stones;
            let turned = match self.variant().game.dead_stones {
                DeadStones::Reversed => stones.at(stone).map(Player::opponent),
                DeadStones::Removed | DeadStones::Unknown => None,
            };
            stones.set(stone, turned);
        }
        counted
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

    /// Sets the komi, in the games that have one, without touching the history.
    pub fn set_komi(&mut self, komi: f64) {
        for state in &mut self.states {
            let mut position = state.position.boxed();
            let frame = position.frame_mut();
            // Adding 0 makes 0 of −0.
            frame.komi = frame.komi.and(Some(komi + 0.0));
            state.position = position.into();
        }
    }

    /// Forgets what the bot decided ahead, in the current state and in those an undo may come back to:
    /// the rest of a turn is decided anew when asked for.
    pub fn forget_plan(&mut self) {
        self.states.iter_mut().for_each(|state| state.plan.clear());
    }

    /// Takes back some entries.
    ///
    /// # Errors
    /// When there are not as many; nothing is changed then.
    pub fn undo(&mut self, entries: usize) -> Result<(), NothingToUndo> {
        if entries > self.entries() {
            return Err(NothingToUndo);
        }
        self.states.truncate(self.states.len() - entries);
        Ok(())
    }

    /// Takes back all entries to the start of the current turn, or of the last turn if the current
    /// one has no steps.
    ///
    /// # Errors
    /// When there is no entry to take back.
    pub fn undo_turn(&mut self) -> Result<(), NothingToUndo> {
        let current = self.position().turn();
        let turn = match self.position().turn_steps().is_empty() {
            true => current.saturating_sub(1),
            false => current,
        };
        // A first position in the middle of a turn is as far back as the history goes.
        let start = self.states.iter().position(|state| state.position.turn() >= turn);
        let taken = self.entries() - start.unwrap_or(0);
        self.undo(taken.max(1))
    }

    /// The entries in order, each with the position after it.
    fn entries_with_positions(&self) -> impl Iterator<Item = (&Entry, &dyn Rules)> {
        self.states
            .iter()
            .filter_map(|state| Some((state.entry.as_ref()?, state.position.as_ref())))
    }

    /// The turns so far.
    pub fn turns(&self) -> Vec<Turn> {
        let mut turns: Vec<Turn> = Vec::new();
        let mut number = self.first_position().turn() + 1;
        for (entry, after) in self.entries_with_positions() {
            if entry.steps.is_empty() {
                continue;
            }
            let open = after.turn() < number;
            match turns.last_mut().filter(|turn| turn.open) {
                Some(turn) => {
                    turn.steps.extend(&entry.steps);
                    turn.bot = turn.bot.take().or_else(|| entry.bot.clone());
                    turn.seconds = added(turn.seconds, entry.seconds);
                    turn.open = open;
                }
                None => turns.push(Turn {
                    number,
                    player: entry.player,
                    steps: entry.steps.clone(),
                    bot: entry.bot.clone(),
                    seconds: entry.seconds,
                    open,
                }),
            }
            number = after.turn() + 1;
        }
        turns
    }
}

/// Seconds rounded to microseconds: more digits are noise.
pub fn microseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

fn added(first: Option<f64>, second: Option<f64>) -> Option<f64> {
    match (first, second) {
        (Some(first), Some(second)) => Some(microseconds(first + second)),
        (first, second) => first.or(second),
    }
}

/// The position after the steps of a word.
fn judge_steps(mut next: Box<dyn Rules>, player: Player, word: &Word) -> Result<Judged, Refusal> {
    let turn = next.turn();
    let mut steps = Vec::new();
    for (index, part) in word.parts().iter().enumerate() {
        let step = part.on(next.board()).map_err(|vertex| off_board(next.as_ref(), vertex))?;
        if next.turn() == turn {
            next.judge(step)?;
            next.apply(step);
            steps.push(step);
            continue;
        }
        let closing = step == Step::Pass && index + 1 == word.parts().len();
        if !closing || steps.ends_with(&[Step::Pass]) {
            let text = step.text(next.board());
            return Err(Refusal(format!("the turn of {player} is over before {text}")));
        }
    }
    Ok(Judged { position: Some(next), steps, selection: None })
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
