//! A game in progress: the position with its history. Words are judged and played here, whoever
//! sends them.

mod recorded;

use crate::board::{Board, Vertex};
use crate::records::Header;
use crate::rules::{Player, Refusal, Rules, Step, Variant, Word, WordPart};
use std::sync::Arc;

/// One accepted play or genmove.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The side that made it.
    pub player: Player,
    /// Its steps in the order of play; none for a pass after the end, which changes nothing.
    pub steps: Vec<Step>,
    /// The bot that decided it, where one did.
    pub bot: Option<Arc<str>>,
    /// The time the decision took, in seconds, where it was measured.
    pub seconds: Option<f64>,
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
    position: Box<dyn Rules>,
    /// The entry that led here; none for the first state.
    entry: Option<Entry>,
    /// The rest of the turn as the bot has decided it.
    plan: Vec<Step>,
}

/// A game in progress, from some first position on.
pub struct Table {
    /// The states from the first position to the current one: never empty.
    states: Vec<State>,
    /// The header of the record that the game was loaded from.
    origin: Option<Header>,
}

/// There are not as many entries to take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is nothing to take back")]
pub struct NothingToUndo;

impl Table {
    /// The table on which a game begins at a position.
    pub fn new(first: Box<dyn Rules>) -> Table {
        let state = State { position: first, entry: None, plan: Vec::new() };
        Table { states: vec![state], origin: None }
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

    /// Plays the steps of a word, all or none.
    ///
    /// # Errors
    /// The rule that forbids the word; nothing is changed then.
    pub fn play(&mut self, player: Player, word: &Word) -> Result<(), Refusal> {
        let (position, steps) = self.judge(player, word)?;
        let entry = Entry { player, steps, bot: None, seconds: None };
        self.states.push(State { position, entry: Some(entry), plan: Vec::new() });
        Ok(())
    }

    /// Plays steps that the bot decided, and remembers the rest of its turn.
    ///
    /// # Panics
    /// May panic when the steps are not legal.
    pub fn play_decided(&mut self, steps: &[Step], plan: &[Step], bot: &str, seconds: f64) {
        let mut position = self.position().boxed();
        let player = position.to_move();
        steps.iter().for_each(|&step| position.apply(step));
        let steps = steps.to_vec();
        let entry = Entry { player, steps, bot: Some(bot.into()), seconds: Some(seconds) };
        self.states.push(State { position, entry: Some(entry), plan: plan.to_vec() });
    }

    /// The position after a word and the steps that the word stands for, or why it is not legal.
    ///
    /// A click on an end vertex is a pass that ends the open turn. A closing pass right after a step
    /// that ended the turn by itself is dropped. After the end of the game a pass is no step.
    ///
    /// # Errors
    /// The first rule that forbids the word, in one sentence.
    pub fn judge(
        &self,
        player: Player,
        word: &Word,
    ) -> Result<(Box<dyn Rules>, Vec<Step>), Refusal> {
        let position = self.position();
        if position.is_over() {
            let pass = word.parts() == [WordPart::Pass];
            return if pass {
                Ok((position.boxed(), Vec::new()))
            } else {
                Err(Refusal::game_over())
            };
        }
        if player != position.to_move() {
            return Err(Refusal(format!("{} is to move, not {player}", position.to_move())));
        }
        let mut next = position.boxed();
        if word.click().is_some_and(|vertex| position.end_vertices().contains(&vertex)) {
            next.apply(Step::Pass);
            return Ok((next, vec![Step::Pass]));
        }
        let mut steps = Vec::new();
        for (index, part) in word.parts().iter().enumerate() {
            let step = part.on(position.board()).map_err(off_board)?;
            if next.turn() == position.turn() {
                next.judge(step)?;
                next.apply(step);
                steps.push(step);
                continue;
            }
            let closing = step == Step::Pass && index + 1 == word.parts().len();
            if !closing || steps.ends_with(&[Step::Pass]) {
                let text = step.text(position.board());
                return Err(Refusal(format!("the turn of {player} is over before {text}")));
            }
        }
        Ok((next, steps))
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
        let turn = if self.position().turn_steps().is_empty() {
            current.saturating_sub(1)
        } else {
            current
        };
        let earlier = self.states[..self.entries()].iter();
        let kept = earlier.rev().skip_while(|state| {
            state.position.turn() > turn || !state.position.turn_steps().is_empty()
        });
        // A first position in the middle of a turn is as far back as the history goes.
        let kept = kept.count().max(1);
        self.undo(if self.entries() == 0 { 1 } else { self.states.len() - kept })
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

fn added(first: Option<f64>, second: Option<f64>) -> Option<f64> {
    match (first, second) {
        (Some(first), Some(second)) => Some(first + second),
        (first, second) => first.or(second),
    }
}

fn off_board(vertex: Vertex) -> Refusal {
    Refusal(format!("{vertex} is not on the board"))
}
