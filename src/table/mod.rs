//! A game in progress: the position with its history. Words are judged and played here, whoever
//! sends them.

mod counting;
mod recorded;
mod words;

pub use words::Judged;

use crate::board::{Board, Point, PointSet, Vertex};
use crate::clock::{Clock, TimeControl};
use crate::records::{EndLine, Header};
use crate::rules::{Player, Refusal, Rules, Step, Variant, Word};
use std::sync::Arc;
use std::time::Duration;

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
    /// How the game ended here, where the position does not show it: a side resigned, say.
    end: Option<EndLine>,
    /// The clocks of both sides, by [`Player::index`], where there are any.
    clocks: Option<[Clock; 2]>,
}

impl State {
    fn new(position: Arc<dyn Rules>, entry: Option<Entry>) -> State {
        State {
            position,
            entry,
            plan: Vec::new(),
            selection: None,
            dead: PointSet::new(),
            end: None,
            clocks: None,
        }
    }
}

/// A game in progress, from some first position on.
pub struct Table {
    /// The states from the first position to the current one: never empty.
    states: Vec<State>,
    /// The header of the record that the game was loaded from.
    origin: Option<Header>,
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

    /// Adds a state. The clocks go on: that of the side that made the entry is charged with its decision, and a turn that
    /// it has ended is over for its side's.
    fn push(&mut self, mut state: State) {
        let before = self.state();
        state.clocks = before.clocks;
        let holder = before.position.to_move();
        let turn_is_over = state.position.turn() != before.position.turn();
        if let Some(clocks) = &mut state.clocks {
            if let Some(Entry { player, seconds: Some(seconds), .. }) = &state.entry {
                clocks[player.index()].charge(Duration::from_secs_f64(*seconds));
            }
            if turn_is_over {
                clocks[holder.index()].end_turn();
            }
        }
        self.states.push(state);
    }

    /// The clock of a side, where there is one.
    pub(crate) fn clock(&self, player: Player) -> Option<Clock> {
        self.state().clocks.map(|clocks| clocks[player.index()])
    }

    /// Starts clocks anew, or takes them away, here and wherever an undo may come back to.
    pub(crate) fn start_clocks(&mut self, control: Option<TimeControl>) {
        let clocks = control.map(|control| [Clock::new(control); 2]);
        self.states.iter_mut().for_each(|state| state.clocks = clocks);
    }

    /// Sets a side's clock as another shows it: the seconds left, and the turns left in a period or the periods. Where there
    /// were no clocks, both sides have what this one has.
    pub(crate) fn set_clock(&mut self, player: Player, left: Duration, count: u64) {
        let control = match count {
            0 => TimeControl::Total { main: left, increment: Duration::ZERO },
            turns => TimeControl::Turns { main: Duration::ZERO, period: left, turns },
        };
        let clocks = self.state_mut().clocks.get_or_insert([Clock::new(control); 2]);
        clocks[player.index()].set(left, count);
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
        self.push(State { selection, ..state });
        Ok(())
    }

    /// Notes an entry that changes nothing: a pass of the side that does not hold the turn.
    pub fn fill(&mut self, player: Player) {
        self.push(self.unchanged(Some(Entry::new(player, Vec::new()))));
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
        self.push(State { plan: plan.to_vec(), ..state });
    }

    /// Notes who decided the latest entry.
    pub fn note_decider(&mut self, by: Decider<'_>) {
        if let Some(entry) = &mut self.state_mut().entry {
            (entry.bot, entry.seconds) = (Some(by.bot.into()), Some(by.seconds));
        }
    }

    /// Selects a stone that the bot is about to move, as a click does, and remembers the rest of its
    /// turn, the move included.
    pub fn select_decided(&mut self, player: Player, stone: Point, plan: &[Step], by: Decider<'_>) {
        let state = self.unchanged(Some(Entry::decided(player, &[], by)));
        self.push(State { selection: Some(stone), plan: plan.to_vec(), ..state });
    }

    /// Notes that a side has resigned. It is no entry: the game may go on.
    pub fn resign(&mut self, player: Player) {
        let result = Some(format!("{}+Resign", player.opponent().letter().to_ascii_uppercase()));
        let reason = "resignation".to_string();
        self.note_end(EndLine { result, reason, ..EndLine::default() });
    }

    /// Notes how the game ended, where the position does not show it. It is no entry: the game may go on.
    pub fn note_end(&mut self, end: EndLine) {
        self.state_mut().end = Some(end);
    }

    /// The current state with another entry: one that has changed nothing.
    fn unchanged(&self, entry: Option<Entry>) -> State {
        State { entry, end: None, ..self.state().clone() }
    }

    /// Forgets the selection, also those that an undo may come back to.
    pub fn deselect(&mut self) {
        self.states.iter_mut().for_each(|state| state.selection = None);
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
        turns(&self.states)
    }

    /// The last of the turns so far.
    pub fn last_turn(&self) -> Option<Turn> {
        let has_steps =
            |state: &State| state.entry.as_ref().is_some_and(|entry| !entry.steps.is_empty());
        let last = self.states.iter().rposition(has_steps)?;
        // A turn begins after the first state that has as many turns as the one before its last entry.
        let number = self.states[last - 1].position.turn();
        let before = self.states[..last].iter().rposition(|state| state.position.turn() != number);
        turns(&self.states[before.map_or(0, |before| before + 1)..]).pop()
    }

    /// The steps made so far, in all turns.
    pub fn steps(&self) -> Vec<Step> {
        self.entries_with_positions().flat_map(|(entry, _)| &entry.steps).copied().collect()
    }
}

/// The turns that some states tell of, the first of which is where they begin.
fn turns(states: &[State]) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    let mut number = states[0].position.turn() + 1;
    for state in &states[1..] {
        let (Some(entry), after) = (&state.entry, &state.position) else { continue };
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
