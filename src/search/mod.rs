//! Monte-Carlo tree search over steps.
//!
//! The tree is one of steps, not of turns, and whose value a step has is said by who makes it, never by its depth: so a turn
//! may have any number of steps. It is kept from step to step. Children are chosen by their mean value mixed with
//! their AMAF value (*all moves as first*: what came of playouts in which the step was made later), which only
//! placements have.

mod exact;
mod nodes;
mod passing;
mod tree;
mod worth;

use crate::rules::{Chance, PlayoutPolicy, Rules, Step};
pub(crate) use exact::Exact;
use nodes::{Node, Nodes, WIN};
use passing::Passing;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
pub(crate) use tree::Weights;
use tree::{Ground, Worker, mean_for};
use worth::{Leads, Scale, chance_to_win};

/// Playouts between two looks at the clock and at who wants the search to stop.
const BATCH: u64 = 8;

/// How many playouts a time is enough for, if another was enough for some: without any, for any number.
fn possible(done: u64, spent: Duration, left: Duration) -> u64 {
    match done {
        0 => u64::MAX,
        done => (done as f64 * left.as_secs_f64() / spent.as_secs_f64().max(1e-9)) as u64,
    }
}

/// Two steps can be compared by their values if neither has been tried more than so many times as often as the other.
const COMPARABLE: u32 = 8;

/// A line goes on as long as its next step has been tried so often, and for so many turns.
const LINE_VISITS: u32 = 10;
const LINE_TURNS: usize = 12;

/// How a search works.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Settings {
    /// The threads that search one tree. With one, the same chance gives the same tree.
    pub(crate) threads: usize,
    /// The bytes of memory that the tree takes at most.
    pub(crate) memory: usize,
    /// How playouts are played.
    pub(crate) policy: PlayoutPolicy,
    pub(crate) weights: Weights,
}

/// When a search ends: at the first of these.
#[derive(Clone, Copy)]
pub(crate) struct Limits<'a> {
    /// So many playouts, those of earlier searches on the same tree left out.
    pub(crate) playouts: Option<u64>,
    /// A moment.
    pub(crate) until: Option<Instant>,
    /// When this says so.
    pub(crate) stop: &'a (dyn Fn() -> bool + Sync),
    /// Whether it ends as soon as no other step can still become the most visited one.
    pub(crate) when_decided: bool,
}

impl Limits<'_> {
    /// Whether a search goes on after some playouts, of which there is always one.
    pub(crate) fn go_on(&self, done: u64) -> bool {
        if done == 0 {
            return true;
        }
        let enough = self.playouts.is_some_and(|most| done >= most);
        let late = || self.until.is_some_and(|until| Instant::now() >= until);
        // A turn may have many steps, the last of which find the time used up: they look at once.
        let looks = done < BATCH || done.is_multiple_of(BATCH);
        !enough && (!looks || !late() && !(self.stop)())
    }

    /// What is left of them after some playouts, until a moment at most: a part of a search, which decides nothing
    /// by itself.
    pub(crate) fn part(&self, done: u64, until: Instant) -> Self {
        Limits {
            playouts: self.playouts.map(|most| most - done),
            until: Some(self.until.map_or(until, |end| end.min(until))),
            when_decided: false,
            ..*self
        }
    }

    /// How many playouts are left after some, as far as the time for those tells.
    fn left(&self, done: u64, started: Instant) -> u64 {
        let now = Instant::now();
        let by_count = self.playouts.map(|most| most.saturating_sub(done));
        let by_clock = self
            .until
            .map(|until| possible(done, now - started, until.saturating_duration_since(now)));
        by_count.into_iter().chain(by_clock).min().unwrap_or(u64::MAX)
    }
}

/// What is known of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospect {
    /// The step.
    pub step: Step,
    /// The playouts that have begun with it.
    pub visits: u32,
    /// Its chance to win for the side to move, from 0 to 1, by its mean value.
    pub winrate: f64,
    /// What it promised before it was tried, as a share of what all steps did: from 0 to 1.
    pub prior: f64,
    /// The turns that it leads to if both sides play what has been tried most: its own first.
    pub turns: Vec<Vec<Step>>,
}

/// A tree with the position at its root.
pub(crate) struct Search {
    settings: Settings,
    /// How children are compared in this game.
    weights: Weights,
    nodes: Nodes,
    /// The steps from the root of the memory to the node that is the root now.
    below: Vec<Step>,
    position: Box<dyn Rules>,
    /// The leads of its playouts so far.
    leads: Leads,
}

impl Search {
    /// A search that knows nothing yet of a position, which is not over.
    pub(crate) fn new(position: &dyn Rules, settings: Settings) -> Search {
        // While a tree moves to new memory there are two.
        let nodes = Nodes::new(settings.memory / 2, position.to_move().opponent());
        let (mut weights, mut priors) = (settings.weights, Vec::new());
        let mut playout = position.variant().playout(position, settings.policy);
        playout.priors(position, &position.steps(), &mut priors);
        if !priors.is_empty() {
            weights.prior = weights.known_prior;
        }
        let leads = Leads::of(playout.as_mut(), &mut Chance::new(1));
        Search { settings, weights, nodes, below: Vec::new(), position: position.boxed(), leads }
    }

    /// The position at the root.
    pub(crate) fn position(&self) -> &dyn Rules {
        self.position.as_ref()
    }

    fn root(&self) -> &Node {
        let mut node = self.nodes.root();
        for &step in &self.below {
            let children = self.nodes.children(node);
            node = children.iter().find(|child| child.step() == step).expect("it was there");
        }
        node
    }

    /// Makes a step at the root. What is known of it is kept; the rest is forgotten.
    pub(crate) fn advance(&mut self, step: Step) {
        let known = self.nodes.children(self.root()).iter().any(|child| child.step() == step);
        self.position.apply(step);
        if known {
            self.below.push(step);
        } else {
            *self = Search::new(self.position.as_ref(), self.settings);
        }
    }

    /// Moves the tree to new memory, when it fills more than half of its own with what has been forgotten.
    fn make_room(&mut self) {
        if !self.below.is_empty() && self.nodes.used() > self.nodes.room() / 2 {
            self.nodes = self.nodes.rooted_at(self.root());
            self.below.clear();
        }
    }

    /// Plays playouts. Returns how many.
    pub(crate) fn run(&mut self, limits: &Limits<'_>, chance: &mut Chance) -> u64 {
        self.make_room();
        self.leads.age();
        let count = AtomicU64::new(0);
        let stopped = AtomicBool::new(false);
        let (search, root, started) = (&*self, self.root(), Instant::now());
        let ground = Ground {
            nodes: &search.nodes,
            root,
            position: search.position(),
            weights: &search.weights,
            scale: search.scale(),
            passing: search.passing(),
            pass_loses: search.losing_pass().is_some(),
        };
        let work = |mut worker: Worker| {
            if search.nodes.children(root).is_empty() {
                worker.expand(&search.nodes, root, search.position());
            }
            while !stopped.load(Relaxed) {
                let done = count.fetch_add(1, Relaxed);
                let decided = || {
                    limits.when_decided
                        && done.is_multiple_of(8 * BATCH)
                        && search.lead(root) > limits.left(done, started)
                };
                if !limits.go_on(done) || decided() {
                    count.fetch_sub(1, Relaxed);
                    stopped.store(true, Relaxed);
                    break;
                }
                worker.visit(&ground);
            }
        };
        let mut workers: Vec<_> = (0..self.settings.threads).map(|_| self.worker(chance)).collect();
        let own = workers.pop().expect("there is at least one thread");
        if workers.is_empty() {
            work(own);
        } else {
            std::thread::scope(|scope| {
                let work = &work;
                workers.into_iter().for_each(|worker| _ = scope.spawn(move || work(worker)));
                work(own);
            });
        }
        count.into_inner()
    }

    fn worker(&self, chance: &mut Chance) -> Worker {
        let position = self.position();
        let playout = position.variant().playout(position, self.settings.policy);
        let seed = (chance.below(1 << 31) as u64) << 31 | chance.below(1 << 31) as u64;
        Worker::new(playout, position.board().len(), Chance::new(seed))
    }

    /// By how many visits the step that has been tried most is ahead of all others.
    fn lead(&self, root: &Node) -> u64 {
        let (mut first, mut second) = (0, 0);
        for visits in self.nodes.children(root).iter().map(Node::visits) {
            if visits > first {
                (first, second) = (visits, first);
            } else {
                second = second.max(visits);
            }
        }
        u64::from(first - second)
    }

    /// The step that has been tried most, of several the one with the highest value; any legal step where none
    /// has been tried. Of it and of a pass that can be compared with it the better one.
    pub(crate) fn best(&self) -> Step {
        let rank = |child: &&Node| {
            let numbers = child.numbers();
            (numbers.visits, numbers.value, numbers.amaf_visits)
        };
        let (pass, others) = match self.nodes.children(self.root()) {
            [others @ .., pass] if pass.is_pass() => (Some(pass), others),
            all => (None, all),
        };
        let best = match (pass, others.iter().max_by_key(rank)) {
            (Some(pass), Some(other)) => Some(self.better(pass, other)),
            (pass, other) => pass.or(other),
        };
        best.map_or_else(|| self.position.steps()[0], Node::step)
    }

    /// A pass or another step: the one that is worth more, if both have been tried often enough to tell, otherwise
    /// the one that has been tried more.
    fn better<'a>(&self, pass: &'a Node, other: &'a Node) -> &'a Node {
        let (less, more) = (pass.visits().min(other.visits()), pass.visits().max(other.visits()));
        let is_comparable = pass.visits() >= other.visits() && less >= more / COMPARABLE;
        let of_pass = self.losing_pass().or_else(|| pass.mean().filter(|_| is_comparable));
        let takes_pass = match (of_pass, other.mean()) {
            (Some(of_pass), Some(of_other)) => {
                let root = self.root();
                let mean = mean_for(root, pass.mover(), &root.numbers());
                of_pass + f64::from(self.passing().price(mean)) >= of_other
            }
            _ => pass.visits() > other.visits(),
        };
        if takes_pass { pass } else { other }
    }

    fn scale(&self) -> Scale<'_> {
        Scale::new(self.position.board().len(), &self.leads)
    }

    fn passing(&self) -> Passing {
        Passing::new(self.position.board().len(), &self.weights)
    }

    /// The value of a pass at the root that loses the game: either at once, or because the other side may answer it by a pass, which a
    /// search of few playouts does not always see. None where a pass does not lose so.
    fn losing_pass(&self) -> Option<f64> {
        let (player, mut after) = (self.position.to_move(), self.position.boxed());
        let is_turn = after.turn_steps().is_empty();
        for _ in 0..2 {
            if is_turn && !after.is_over() && after.may_end() {
                after.apply(Step::Pass);
            }
        }
        let score = after.is_over().then(|| after.score())?;
        let worth = self.scale().worth_to(player, &score);
        (score.lead(player) < 0.0).then(|| f64::from(worth) / f64::from(WIN))
    }

    /// All steps at the root that have been tried, the one tried most first.
    pub(crate) fn prospects(&self) -> Vec<Prospect> {
        let children = self.nodes.children(self.root());
        let promised = |node: &Node| f64::from(node.prior()) + 129.0;
        let all: f64 = children.iter().map(promised).sum();
        let tried = children.iter().filter(|child| child.visits() > 0);
        let mut prospects: Vec<_> = tried
            .map(|child| Prospect {
                step: child.step(),
                visits: child.visits(),
                winrate: child.mean().map_or(0.5, chance_to_win),
                prior: promised(child) / all,
                turns: self.line(child),
            })
            .collect();
        prospects.sort_by(|one, other| {
            (other.visits, other.winrate).partial_cmp(&(one.visits, one.winrate)).expect("no NaN")
        });
        prospects
    }

    /// The turns that a step leads to if what has been tried most is made: as long as it has been tried often enough to
    /// say anything.
    fn line(&self, first: &Node) -> Vec<Vec<Step>> {
        let mut position = self.position.boxed();
        let mut turns = vec![Vec::new()];
        let mut node = first;
        loop {
            let turn = position.turn();
            position.apply(node.step());
            turns.last_mut().expect("there is always a turn").push(node.step());
            let next = self.nodes.children(node).iter().max_by_key(|child| child.visits());
            let Some(next) = next.filter(|next| next.visits() >= LINE_VISITS) else { break };
            if position.turn() != turn {
                if turns.len() == LINE_TURNS {
                    break;
                }
                turns.push(Vec::new());
            }
            node = next;
        }
        turns
    }

    /// The chance to win of a step at the root for the side to move, from 0 to 1; none before it is tried, unless it is a pass that
    /// is known to lose.
    pub(crate) fn value(&self, step: Step) -> Option<f64> {
        let child = self.nodes.children(self.root()).iter().find(|child| child.step() == step)?;
        let known = || self.losing_pass().filter(|_| step == Step::Pass);
        child.mean().or_else(known).map(chance_to_win)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{self, GAMES};
    use crate::rules::{Options, Size};

    fn start(game: &str, side: u16) -> Box<dyn Rules> {
        let game = catalog::game(game).unwrap();
        game.variant(Size::side(side), Options::defaults(game)).unwrap().start()
    }

    const SETTINGS: Settings = Settings {
        threads: 1,
        memory: 8 << 20,
        policy: PlayoutPolicy::Full,
        weights: Weights::DEFAULT,
    };

    fn playouts(playouts: u64) -> Limits<'static> {
        Limits { playouts: Some(playouts), until: None, stop: &|| false, when_decided: false }
    }

    /// The visits of all steps after a search.
    fn visits(search: &Search) -> Vec<u32> {
        search.nodes.children(search.root()).iter().map(Node::visits).collect()
    }

    #[test]
    fn the_same_chance_grows_the_same_tree_in_every_game() {
        for game in GAMES {
            let position = start(game.name, game.sizes.min);
            let grown = |seed| {
                let mut search = Search::new(position.as_ref(), SETTINGS);
                assert_eq!(search.run(&playouts(300), &mut Chance::new(seed)), 300);
                visits(&search)
            };
            assert_eq!(grown(1), grown(1), "{}", game.name);
            assert_eq!(grown(1).iter().sum::<u32>(), 300, "{}", game.name);
        }
    }

    #[test]
    fn what_is_known_of_a_step_is_kept_when_it_is_made() {
        let position = start("sendit", 5);
        let mut search = Search::new(position.as_ref(), SETTINGS);
        let chance = &mut Chance::new(1);
        search.run(&playouts(2_000), chance);
        let best = search.best();
        let known = search.root().visits();
        search.advance(best);
        assert_eq!(search.position().turn(), 1);
        assert!(search.root().visits() >= known / 100, "{} of {known}", search.root().visits());
        let kept = search.root().visits();
        search.run(&playouts(100), chance);
        assert_eq!(search.root().visits(), kept + 100);
        // A tree that moves to other memory loses nothing.
        let before = visits(&search);
        search.nodes = search.nodes.rooted_at(search.root());
        search.below.clear();
        assert_eq!(visits(&search), before);
    }

    #[test]
    fn a_full_tree_is_searched_on() {
        let position = start("go", 9);
        let settings = Settings { memory: 1 << 20, ..SETTINGS };
        let mut search = Search::new(position.as_ref(), settings);
        search.run(&playouts(20_000), &mut Chance::new(1));
        assert!(search.nodes.used() <= search.nodes.room());
        assert!(search.nodes.room() * size_of::<Node>() <= settings.memory / 2);
        assert_eq!(search.root().visits(), 20_000);
    }

    #[test]
    fn threads_search_one_tree_and_count_every_playout() {
        let position = start("rush", 9);
        let settings = Settings { threads: 3, ..SETTINGS };
        let mut search = Search::new(position.as_ref(), settings);
        let done = search.run(&playouts(5_000), &mut Chance::new(1));
        assert_eq!(done, 5_000);
        assert_eq!(u64::from(search.root().visits()), done);
    }

    /// Before anything is known of its speed no search is decided: it used half of its time only.
    #[test]
    fn a_clock_leaves_as_many_playouts_as_it_has_allowed_so_far() {
        let [one, two] = [1, 2].map(Duration::from_secs);
        assert_eq!(possible(0, Duration::ZERO, one), u64::MAX);
        assert_eq!(possible(500, one, two), 1000);
        assert_eq!(possible(500, two, one), 250);
        assert_eq!(possible(500, one, Duration::ZERO), 0);
    }

    /// A search that reports took itself for decided when no step could catch up before the next report.
    #[test]
    fn a_part_of_a_search_is_not_decided_for_the_whole() {
        let now = Instant::now();
        let whole = Limits { when_decided: true, ..playouts(1_000) };
        let part = whole.part(400, now);
        assert_eq!((part.playouts, part.until, part.when_decided), (Some(600), Some(now), false));
        let timed = Limits { until: Some(now), ..whole };
        assert_eq!(timed.part(0, now + Duration::from_secs(9)).until, Some(now));
    }

    #[test]
    fn a_search_ends_when_it_is_told_to_and_when_it_is_decided() {
        let position = start("medusa", 4);
        let mut search = Search::new(position.as_ref(), SETTINGS);
        let told = Limits { stop: &|| true, ..playouts(1_000_000) };
        assert_eq!(search.run(&told, &mut Chance::new(1)), 1);
        // With one empty point and an eye left there is one good step.
        let text = "game=go size=3 rules=- komi=0.5 stones=.b./bbb/.b. to_move=b turn=11 steps=- \
                    consecutive_passes=1 passes=0,5 captures=0,0";
        let position = catalog::read_position(text).unwrap();
        let mut search = Search::new(position.as_ref(), SETTINGS);
        let decided = Limits { when_decided: true, ..playouts(10_000) };
        let done = search.run(&decided, &mut Chance::new(1));
        assert!(done < 8_000, "{done} playouts");
        assert_eq!(search.best(), Step::Pass);
    }

    /// Black leads, all that is left to drop on would give that away, and the end of the turn keeps it. It never has an AMAF
    /// sample: whoever takes that for samples that were all lost does not end his turns.
    #[test]
    fn the_end_of_a_turn_is_not_judged_by_samples_that_it_cannot_have() {
        let text = "game=sendit size=5 rules=setup:standard,suicide:allowed komi=- \
                    stones=.wwbb/.wbb.b/.wwbb.b/.wwwbb.b/.wbbwb.b./wbwbb.../wwwbbbb/bbwwww/.bww. to_move=b turn=17 \
                    steps=H9 frozen=- consecutive_passes=0 passes=0,0 captures=9,6 marker=-";
        let position = catalog::read_position(text).unwrap();
        let searched = |weights, count| {
            let mut search = Search::new(position.as_ref(), Settings { weights, ..SETTINGS });
            search.run(&playouts(count), &mut Chance::new(1));
            search
        };
        assert_eq!(searched(Weights::DEFAULT, 1_000).best(), Step::Pass);
        let wrong = Weights { amaf_of_nothing: true, ..Weights::DEFAULT };
        let worse = searched(wrong, 1_000).best();
        assert_ne!(worse, Step::Pass);
        let value = |step: Step| {
            let mut after = position.boxed();
            after.apply(step);
            let mut search = Search::new(after.as_ref(), SETTINGS);
            search.run(&playouts(5_000), &mut Chance::new(1));
            let best = search.value(search.best()).unwrap();
            if after.to_move() == position.to_move() { best } else { 1.0 - best }
        };
        assert!(value(Step::Pass) > 0.8, "{}", value(Step::Pass));
        assert!(value(worse) < 0.2, "{}", value(worse));
    }

    /// White is ahead by komi as the board stands, so that a pass of Black lets it end the game. With few playouts the search took
    /// such a pass for as good as any other turn, and one game in forty was thrown away by it.
    #[test]
    fn a_pass_that_lets_the_other_side_end_the_game_is_no_turn_like_others() {
        let text = "game=go size=5 rules=- komi=0.5 stones=...../.b.w./.b.w./.b.w./..... to_move=b turn=6 steps=- \
                    consecutive_passes=0 passes=0,0 captures=0,0";
        let position = catalog::read_position(text).unwrap();
        for seed in 0..50 {
            let mut search = Search::new(position.as_ref(), SETTINGS);
            search.run(&playouts(50), &mut Chance::new(seed));
            assert_ne!(search.best(), Step::Pass, "seed {seed}");
            let pass = search.nodes.children(search.root()).last().unwrap();
            assert_eq!((pass.step(), pass.visits()), (Step::Pass, 0));
        }
        // For White, who is ahead, it is a turn like others.
        let white = catalog::read_position(
            &text
                .replace("to_move=b turn=6", "to_move=w turn=7")
                .replace("passes=0,0", "passes=1,0"),
        )
        .unwrap();
        let search = Search::new(white.as_ref(), SETTINGS);
        assert_eq!(search.losing_pass(), None);
    }

    /// All is decided: who has won passes, and so does who has lost, instead of filling points for nothing.
    #[test]
    fn in_a_decided_game_both_sides_pass() {
        let text = "game=go size=7 rules=- komi=0.5 stones=..b.w../.bbww../bbbw.ww/..bwww./.bbww../bbbw.ww/..bwww. \
                    to_move=b turn=37 steps=- consecutive_passes=0 passes=0,0 captures=0,0";
        let Ok(position) = catalog::read_position(text) else {
            panic!("{:?}", catalog::read_position(text).err())
        };
        for seed in 0..5 {
            for komi in [-4.5, 4.5] {
                let mut position = position.boxed();
                position.frame_mut().komi = Some(komi);
                let mut search = Search::new(position.as_ref(), SETTINGS);
                search.run(&playouts(2_000), &mut Chance::new(seed));
                assert_eq!(search.best(), Step::Pass, "seed {seed}, komi {komi}");
            }
        }
    }
}
