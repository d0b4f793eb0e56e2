//! A bot at the table: asked for whole turns, seeded, and never trusted.

use super::{
    Bot, BotError, BotRow, Choice, Decision, Dice, ExecPolicy, Reporter, Stop, TurnTime, bot, row,
};
use crate::rules::{Rules, Step, play_steps};
use std::time::Instant;

/// What a seat is asked: to decide the rest of a turn.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The position, perhaps in the middle of the turn.
    pub position: &'a dyn Rules,
    /// The length of the game's history, on which the dice depend.
    pub history: usize,
    /// The steps made before, the oldest first, as far as they are known.
    pub made: &'a [Step],
    /// The time for the turn, where a clock runs.
    pub time: Option<TurnTime>,
    /// Whether somebody wants the answer now.
    pub stop: Stop<'a>,
    /// Whether a bot may give up without having been told to, as it should against people and not in matches.
    pub may_resign: bool,
}

impl<'a> Asked<'a> {
    /// The question without a clock, without a past, without anybody in a hurry or to be spared.
    pub fn new(position: &'a dyn Rules, history: usize) -> Asked<'a> {
        Asked { position, history, made: &[], time: None, stop: &|| false, may_resign: false }
    }
}

/// What a seat does with the rest of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    /// All steps to the end of the turn, `pass` included where the turn does not end by itself.
    Turn(Vec<Step>),
    /// The game is given up.
    Resign,
}

/// A bot with its seed.
pub struct Seat {
    rows: Vec<BotRow>,
    policy: ExecPolicy,
    spec: String,
    bot: Box<dyn Bot>,
    seed: u64,
    /// Games since seeding in which a decision was played, the current one left out.
    games: u64,
    /// Whether a decision has been played in the current game.
    decided: bool,
    /// What was wrong with the bot's choices since somebody last asked.
    faults: Vec<String>,
}

impl Seat {
    /// The bot that a text describes, from the rows of a table, with a seed.
    ///
    /// # Errors
    /// When there is no such bot.
    pub fn new(
        rows: Vec<BotRow>,
        spec: &str,
        seed: u64,
        policy: ExecPolicy,
    ) -> Result<Seat, BotError> {
        let bot = bot(&rows, spec, policy.timeout)?;
        let (spec, faults) = (spec.to_string(), Vec::new());
        Ok(Seat { rows, policy, spec, bot, seed, games: 0, decided: false, faults })
    }

    /// The text that describes the bot.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// Whether the bot that a text describes starts a program that the text names.
    pub fn runs_programs(&self, spec: &str) -> bool {
        row(&self.rows, spec).is_some_and(|row| row.runs_programs)
    }

    /// Whether there is a bot as a text describes it, one that starts no program.
    pub fn knows(&self, spec: &str) -> bool {
        !self.runs_programs(spec) && bot(&self.rows, spec, self.policy.timeout).is_ok()
    }

    /// Whether the bot's answers take a moment only.
    pub fn answers_at_once(&self) -> bool {
        row(&self.rows, &self.spec).is_some_and(|row| row.answers_at_once)
    }

    /// Puts another bot on the seat; the seed stays.
    ///
    /// # Errors
    /// When there is no such bot; the old one stays then.
    pub fn set_bot(&mut self, spec: &str) -> Result<(), BotError> {
        self.bot = bot(&self.rows, spec, self.policy.timeout)?;
        self.spec = spec.to_string();
        Ok(())
    }

    /// Makes the bot anew, after it has failed.
    pub fn restart(&mut self) {
        if let Ok(bot) = bot(&self.rows, &self.spec, self.policy.timeout) {
            self.bot = bot;
        }
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Seeds anew: the same games follow as after any other seeding with this number.
    pub fn reseed(&mut self, seed: u64) {
        (self.seed, self.games, self.decided) = (seed, 0, false);
    }

    /// Tells the seat that a new game begins. Games without a decision of the bot do not count,
    /// so that it does not matter how often a client clears the board.
    pub fn new_game(&mut self) {
        self.games += u64::from(self.decided);
        self.decided = false;
    }

    /// Takes so many games for played: the next one has the dice that follow on those of that many games.
    pub fn skip_games(&mut self, games: u64) {
        self.games += games;
    }

    /// Tells the seat that its decision was played.
    pub fn decision_played(&mut self) {
        self.decided = true;
    }

    /// The dice of a decision at a length of the history.
    pub fn dice(&self, history: usize) -> Dice {
        Dice::new(self.seed, self.games, history)
    }

    /// What was wrong with the bot's choices since this was last asked: each has cost it the rest of a turn,
    /// or the game.
    pub fn take_faults(&mut self) -> Vec<String> {
        std::mem::take(&mut self.faults)
    }

    /// Decides the rest of the turn; only a part of it where a clock runs and its limit is over. The same position, seed and
    /// length of history give the same answer. A bot that fails, or offers an illegal step or none, loses
    /// the rest of its turn to `random`, or the game, with a warning in the log.
    ///
    /// # Panics
    /// When the game is over, the bot panics, or `random` finds no legal step.
    pub fn decide(&mut self, asked: &Asked<'_>) -> Decided {
        self.decide_reporting(asked, None)
    }

    /// The same; what the bot thinks meanwhile is heard, where it says anything.
    ///
    /// # Panics
    /// As [`Seat::decide`].
    pub fn decide_reporting(
        &mut self,
        asked: &Asked<'_>,
        mut reporter: Option<Reporter<'_>>,
    ) -> Decided {
        let started = Instant::now();
        let mut dice = self.dice(asked.history);
        let turn = asked.position.turn();
        let mut position = asked.position.boxed();
        let mut made_before = asked.made.to_vec();
        let mut steps = Vec::new();
        let mut substitute = None;
        while position.turn() == turn && !position.is_over() {
            let bot = substitute.as_mut().unwrap_or(&mut self.bot);
            let time = asked.time.map(|time| time.after(started.elapsed()));
            if !steps.is_empty() && time.is_some_and(|time| time.limit.is_zero()) {
                // Nobody waits for the rest any more.
                break;
            }
            let choice = bot.choose(&mut Decision {
                position: position.as_ref(),
                dice: &mut dice,
                time,
                made: &made_before,
                stop: asked.stop,
                may_resign: asked.may_resign,
                reporter: reporter.as_mut().map(Reporter::again),
            });
            let chosen = match choice {
                Choice::Resign => return Decided::Resign,
                Choice::Fault(fault) => Err(shortened(fault)),
                Choice::Steps(chosen) => made(position.as_ref(), &chosen).map_err(shortened),
            };
            match chosen {
                Ok((after, chosen)) => {
                    position = after;
                    made_before.extend(&chosen);
                    steps.extend(chosen);
                }
                Err(fault) if substitute.is_some() => panic!("random: {fault}"),
                Err(fault) if self.policy.resigns => {
                    log::warn!("bot {}: {fault}; the game is given up", self.spec);
                    self.faults.push(fault);
                    return Decided::Resign;
                }
                Err(fault) => {
                    log::warn!("bot {}: {fault}; random finishes the turn", self.spec);
                    self.faults.push(fault);
                    substitute = Some(super::random::make("").expect("random takes no parameters"));
                }
            }
        }
        Decided::Turn(steps)
    }
}

/// The longest account of a fault, in characters: what a program writes has no bound.
const LONGEST_FAULT: usize = 500;

fn shortened(fault: String) -> String {
    match fault.char_indices().nth(LONGEST_FAULT) {
        Some((end, _)) => format!("{}…", &fault[..end]),
        None => fault,
    }
}

/// The position after the steps that a bot has chosen, and the steps as they were made.
pub(super) fn made(
    position: &dyn Rules,
    steps: &[Step],
) -> Result<(Box<dyn Rules>, Vec<Step>), String> {
    let made = play_steps(position.boxed(), steps.iter().copied().map(Ok));
    match made.map_err(|refusal| format!("it offered an illegal step: {refusal}"))? {
        (_, steps) if steps.is_empty() => Err("it offered no step".to_string()),
        made => Ok(made),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BOTS, MakeBot};
    use super::*;
    use crate::catalog::GAMES;

    fn seat(seed: u64) -> Seat {
        Seat::new(BOTS.to_vec(), "random", seed, ExecPolicy::default()).unwrap()
    }

    fn first_turn(seat: &mut Seat) -> Decided {
        seat.decide(&Asked::new(GAMES[0].default_variant().start().as_ref(), 0))
    }

    #[test]
    fn reseeding_and_clearing_replays_and_clearing_alone_does_not() {
        let mut seat = seat(5);
        let first = first_turn(&mut seat);
        assert_eq!(first, first_turn(&mut seat), "nothing was played");
        seat.decision_played();
        seat.new_game();
        let second = first_turn(&mut seat);
        assert_ne!(first, second);
        seat.decision_played();
        seat.reseed(5);
        seat.new_game();
        seat.new_game();
        assert_eq!(first, first_turn(&mut seat), "as after the first seeding");
        seat.decision_played();
        seat.new_game();
        assert_eq!(second, first_turn(&mut seat));
    }

    #[test]
    fn games_of_random_end_in_every_game_and_size() {
        for game in GAMES {
            for side in [game.sizes.min, game.sizes.default, game.sizes.max] {
                let size = crate::rules::Size::side(side);
                let options = crate::rules::Options::defaults(game);
                let mut position = game.variant(size, options).unwrap().start();
                let mut seat = seat(u64::from(side));
                let bound = 4 * position.board().len();
                for history in 0.. {
                    assert!(history < bound, "{} {side} did not end", game.name);
                    if position.is_over() {
                        break;
                    }
                    let Decided::Turn(steps) = seat.decide(&Asked::new(position.as_ref(), history))
                    else {
                        panic!("random never resigns")
                    };
                    steps.into_iter().for_each(|step| position.apply(step));
                }
            }
        }
    }

    /// Offers its steps by name, whatever the position.
    struct Scripted(&'static [&'static str]);

    impl Bot for Scripted {
        fn choose(&mut self, decision: &mut Decision<'_>) -> Choice {
            let point =
                |name: &&str| decision.position.board().point(name.parse().unwrap()).unwrap();
            Choice::Steps(self.0.iter().map(|name| Step::Place(point(name))).collect())
        }
    }

    fn scripted(name: &'static str, make: MakeBot) -> Seat {
        let row =
            BotRow { name, help: "for a test", make, runs_programs: false, answers_at_once: true };
        Seat::new(vec![row], name, 1, ExecPolicy::default()).unwrap()
    }

    #[test]
    fn a_bot_that_offers_nonsense_loses_its_turn_to_random() {
        let nothing = scripted("nothing", |_, _| Ok(Box::new(Scripted(&[]))));
        let too_much = scripted("too-much", |_, _| Ok(Box::new(Scripted(&["A1", "B1"]))));
        let occupied = scripted("occupied", |_, _| Ok(Box::new(Scripted(&["C8"]))));
        for mut seat in [nothing, too_much, occupied] {
            let Decided::Turn(steps) = first_turn(&mut seat) else { panic!("a turn") };
            assert_eq!(steps.len(), 1, "{}: one stone in turn 1", seat.spec());
            let legal = GAMES[0].default_variant().start().judge(steps[0]);
            assert_eq!(legal, Ok(()), "{}", seat.spec());
        }
    }
}
