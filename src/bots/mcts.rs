//! The bot `mcts`: Monte-Carlo tree search with all it is known to gain from.

use super::effort::{Budget, Effort, Thinker, decide_turn};
use super::hopeless::Hopeless;
use super::parameters::Parameters;
use super::{Bot, Choice, Decision, Reporter};
use crate::rules::{Chance, PlayoutPolicy, Rules, Step};
use crate::search::{Limits, Search, Settings, Weights};
use std::time::Instant;

/// The playouts of a turn where neither they nor a time are named.
const PLAYOUTS: u64 = 10_000;
struct Mcts {
    effort: Effort,
    seed: Option<u64>,
    settings: Settings,
    /// Below this chance to win there is no hope, where somebody has named one.
    resign: Option<f64>,
    hopeless: Hopeless,
    kept: Option<Kept>,
}

/// A tree from an earlier turn, and the steps that lead to its root.
struct Kept {
    made: Vec<Step>,
    search: Search,
}

/// The names of the parameters.
const NAMES: &[&str] = &["playouts", "time", "threads", "seed", "memory", "resign", "policy"];
/// The megabytes of a tree where none are named.
const MEMORY: u64 = 256;

/// Below this chance to win there is no hope, where somebody is to be spared the rest of a lost game.
const NO_HOPE: f64 = 0.03;
/// The game is given up after so many turns without hope.
const TURNS_WITHOUT_HOPE: usize = 3;

/// Its name in commands.
pub(super) const NAME: &str = "mcts";

/// Makes the bot from its parameters.
pub(super) fn make(parameters: &str) -> Result<Box<dyn Bot>, String> {
    Ok(Box::new(read(parameters)?))
}

/// How the search works of the bot that a text describes, if it is this one; otherwise how it works where nothing is said.
pub(super) fn settings_of(spec: &str) -> Settings {
    let parameters = spec.strip_prefix(NAME).and_then(|rest| rest.strip_prefix(':'));
    let read = read(parameters.unwrap_or("")).or_else(|_| read(""));
    read.expect("without parameters there is nothing to refuse").settings
}

fn read(parameters: &str) -> Result<Mcts, String> {
    let given = Parameters::read(parameters, NAMES)?;
    let playouts = given.whole("playouts", 1..=100_000_000)?;
    let effort = Effort { playouts, time: given.seconds("time")?, otherwise: PLAYOUTS };
    let policies = [("full", PlayoutPolicy::Full), ("light", PlayoutPolicy::Light)];
    let settings = Settings {
        threads: given.whole("threads", 1..=64)?.unwrap_or(1) as usize,
        memory: given.whole("memory", 1..=65_536)?.unwrap_or(MEMORY) as usize * (1 << 20),
        policy: given.one_of("policy", &policies)?.unwrap_or(PlayoutPolicy::Full),
        weights: Weights::DEFAULT,
    };
    let resign = given.whole("resign", 0..=50)?.map(|percent| percent as f64 / 100.0);
    let seed = given.whole("seed", 0..=u64::MAX)?;
    Ok(Mcts { effort, seed, settings, resign, hopeless: Hopeless::default(), kept: None })
}

impl Bot for Mcts {
    /// The rest of the turn.
    fn choose(&mut self, decision: &mut Decision<'_>) -> Choice {
        let drawn = decision.dice.below(1 << 53) as u64;
        let mut chance = Chance::new(self.seed.map_or(drawn, |seed| seed ^ drawn));
        let budget = Budget::new(self.effort, decision);
        if let Some(steps) = budget.exact_turn(decision.position) {
            return Choice::Steps(steps);
        }
        // Where so many playouts are asked for, the same position and seed give the same answer: nothing is left
        // from before then.
        let kept = self.kept.take().filter(|_| budget.is_timed());
        let search = kept
            .and_then(|kept| kept.at(decision))
            .unwrap_or_else(|| Search::new(decision.position, self.settings));
        let reporter = decision.reporter.take();
        let mut thinking = Thinking { search, value: None, reporter };
        let steps = decide_turn(&mut thinking, budget, &mut chance);
        let Thinking { search, value, .. } = thinking;
        if self.gives_up(decision, value) {
            return Choice::Resign;
        }
        if budget.is_timed() && !search.position().is_over() {
            let made = [decision.made, &steps].concat();
            self.kept = Some(Kept { made, search });
        }
        Choice::Steps(steps)
    }
}

impl Mcts {
    /// Whether to resign, where the first step of the turn has some chance to win.
    fn gives_up(&mut self, decision: &Decision<'_>, chance: Option<f64>) -> bool {
        let least = self.resign.or(decision.may_resign.then_some(NO_HOPE)).unwrap_or(0.0);
        let is_hopeless = chance.is_some_and(|chance| chance < least);
        self.hopeless.note(decision, is_hopeless) >= TURNS_WITHOUT_HOPE
    }
}

impl Kept {
    /// The tree at a position that some further steps have led to.
    fn at(self, decision: &Decision<'_>) -> Option<Search> {
        let Kept { made, mut search } = self;
        for &step in decision.made.strip_prefix(&made[..])? {
            search.position().judge(step).ok()?;
            search.advance(step);
        }
        let same = search.position().frame().text() == decision.position.frame().text();
        same.then_some(search)
    }
}

/// A turn that is being decided.
struct Thinking<'a> {
    search: Search,
    /// The chance to win of the first step that was thought about.
    value: Option<f64>,
    reporter: Option<Reporter<'a>>,
}

impl Thinker for Thinking<'_> {
    fn position(&self) -> &dyn Rules {
        self.search.position()
    }

    fn think(&mut self, limits: &Limits<'_>, chance: &mut Chance) -> u64 {
        let Some(Reporter { every, report }) = &mut self.reporter else {
            return self.search.run(limits, chance);
        };
        let mut done = 0;
        while done == 0 || limits.go_on(done) {
            let next = Instant::now() + *every;
            done += self.search.run(&limits.part(done, next), chance);
            if Instant::now() < next {
                // It has ended for another reason than that a report is due.
                break;
            }
            report(&self.search.prospects());
        }
        done
    }

    fn best(&self, _: &mut Chance) -> Step {
        self.search.best()
    }

    fn advance(&mut self, step: Step) {
        self.value = self.value.or_else(|| self.search.value(step));
        self.search.advance(step);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Asked, BOTS, Decided, Dice, ExecPolicy, Seat, TurnTime};
    use super::*;
    use crate::catalog::{self, GAMES};
    use crate::rules::{Options, Size};
    use std::time::Duration;

    fn start(game: &str, side: u16) -> Box<dyn Rules> {
        let game = catalog::game(game).unwrap();
        game.variant(Size::side(side), Options::defaults(game)).unwrap().start()
    }

    #[test]
    fn parameters_are_read_and_refused_by_name() {
        for text in ["", "playouts=1", "time=0.5,threads=2,memory=64,resign=5,policy=light,seed=7"]
        {
            assert!(make(text).is_ok(), "{text}");
        }
        for (text, named) in [
            ("playouts=0", "playouts"),
            ("time=0", "time"),
            ("time=nan", "time"),
            ("threads=0", "threads"),
            ("memory=1.5", "memory"),
            ("resign=51", "resign"),
            ("policy=heavy", "full or light"),
            ("playouts=1,playouts=2", "twice"),
            ("depth=3", "depth=3"),
            ("7", "playouts= time="),
            ("playouts=1,", "\"\""),
        ] {
            let error = make(text).err().expect(text);
            assert!(error.contains(named), "{text}: {error}");
        }
    }

    fn seat(spec: &str) -> Seat {
        Seat::new(BOTS.to_vec(), spec, 5, ExecPolicy::default()).unwrap()
    }

    #[test]
    fn the_same_seed_plays_the_same_turns_in_every_game() {
        for game in GAMES {
            let mut position = start(game.name, game.sizes.min);
            let (mut one, mut other) = (seat("mcts:playouts=100"), seat("mcts:playouts=100"));
            for history in 0..4 {
                let asked = Asked::new(position.as_ref(), history);
                let decided = one.decide(&asked);
                assert_eq!(decided, other.decide(&asked), "{}", game.name);
                // Asked again, with all that it could remember, it answers the same.
                assert_eq!(decided, one.decide(&asked), "{}", game.name);
                let Decided::Turn(steps) = decided else { panic!("it does not resign") };
                steps.into_iter().for_each(|step| position.apply(step));
            }
        }
    }

    fn decision<'a>(
        position: &'a dyn Rules,
        dice: &'a mut Dice,
        made: &'a [Step],
        millis: u64,
    ) -> Decision<'a> {
        let advice = Duration::from_millis(millis);
        let time = Some(TurnTime { advice, limit: Duration::from_secs(60) });
        Decision { position, dice, time, made, stop: &|| false, may_resign: false, reporter: None }
    }

    #[test]
    fn with_a_clock_the_tree_is_kept_until_after_the_answer() {
        let mut position = start("rush", 5);
        let mut made = Vec::new();
        let mut dice = Dice::new(1, 0, 0);
        let Ok(Choice::Steps(steps)) = make("")
            .map(|mut bot| bot.choose(&mut decision(position.as_ref(), &mut dice, &made, 5)))
        else {
            panic!("it plays")
        };
        let settings = Settings {
            threads: 1,
            memory: 8 << 20,
            policy: PlayoutPolicy::Full,
            weights: Weights::DEFAULT,
        };
        let mut search = Search::new(position.as_ref(), settings);
        for step in steps {
            position.apply(step);
            search.advance(step);
            made.push(step);
        }
        let kept = |search| Kept { made: made.clone(), search };
        let reply = position.steps()[0];
        let mut after = position.boxed();
        after.apply(reply);
        let made = [&made[..], &[reply]].concat();
        let found = kept(search).at(&decision(after.as_ref(), &mut dice, &made, 5));
        assert_eq!(found.unwrap().position().turn_steps(), after.turn_steps());
        // Another past, or another position after the same steps, has another tree.
        let elsewhere = start("rush", 7);
        let search = Search::new(position.as_ref(), settings);
        assert!(kept(search).at(&decision(elsewhere.as_ref(), &mut dice, &made, 5)).is_none());
        let search = Search::new(position.as_ref(), settings);
        assert!(kept(search).at(&decision(after.as_ref(), &mut dice, &made[1..], 5)).is_none());
    }

    /// Lets a bot decide three turns of White, whose one stone cannot live, while Black fills its own points; says which it gave
    /// up.
    fn given_up(spec: &str, may_resign: bool) -> [bool; 3] {
        let text = "game=go size=5 rules=- komi=0.5 stones=bbbbb/b.b.b/bbbbb/w..../..... to_move=w turn=15 steps=- \
                    consecutive_passes=0 passes=0,6 captures=0,0";
        let mut position = catalog::read_position(text).unwrap();
        let (mut seat, mut made) = (seat(spec), Vec::new());
        ["D2", "C2", "B2"].map(|reply| {
            let asked = Asked { made: &made, may_resign, ..Asked::new(position.as_ref(), 0) };
            let gives_up = seat.decide(&asked) == Decided::Resign;
            let reply = position.board().point(reply.parse().unwrap()).unwrap();
            for step in [Step::Pass, Step::Place(reply)] {
                position.apply(step);
                made.push(step);
            }
            gives_up
        })
    }

    #[test]
    fn a_lost_game_is_given_up_after_several_turns_without_hope() {
        assert_eq!(given_up("mcts:playouts=500,resign=10", false), [false, false, true]);
    }

    #[test]
    fn who_says_nothing_about_resigning_spares_people_the_rest_and_plays_matches_out() {
        assert_eq!(given_up("mcts:playouts=500", true), [false, false, true]);
        assert_eq!(given_up("mcts:playouts=500", false), [false; 3]);
        assert_eq!(given_up("mcts:playouts=500,resign=0", true), [false; 3]);
    }
}
