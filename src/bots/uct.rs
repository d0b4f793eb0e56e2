//! The bot `uct`: plain Monte-Carlo tree search, as a general game system would play any game.
//!
//! The tree is one of steps, not of turns: whose value a step has is said by who makes it, never by its depth. Every new
//! leaf is worth one random playout; children are chosen by UCB1 with c = √2, and the most visited one is played. It knows
//! nothing of any game, and is the baseline that better searches are measured by.

use super::effort::{Budget, Effort, Thinker, decide_turn};
use super::parameters::Parameters;
use super::{Bot, Choice, Decision};
use crate::rules::{Chance, Player, Playout, PlayoutPolicy, Rules, Score, Step};
use crate::search::Limits;
use libm::{log, sqrt};

/// The playouts of a turn where none are named.
const PLAYOUTS: u64 = 5_000;
/// The most playouts that a turn may be asked to have.
const MOST_PLAYOUTS: u64 = 100_000_000;
/// The nodes of a tree at most, of about 32 bytes each: when there are as many, no leaf is expanded any more.
const MOST_NODES: usize = 4_000_000;
/// How much what has been tried less is preferred, squared.
const EXPLORATION: f64 = 2.0;
struct Uct {
    effort: Effort,
}

/// Makes the bot from `playouts=N`, or from nothing.
pub(super) fn make(parameters: &str) -> Result<Box<dyn Bot>, String> {
    let given = Parameters::read(parameters, &["playouts"])?;
    let playouts = given.whole("playouts", 1..=MOST_PLAYOUTS)?;
    Ok(Box::new(Uct { effort: Effort { playouts, time: None, otherwise: PLAYOUTS } }))
}

impl Bot for Uct {
    /// The rest of the turn.
    fn choose(&mut self, decision: &mut Decision<'_>) -> Choice {
        let mut chance = Chance::new(decision.dice.below(1 << 53) as u64);
        let budget = Budget::new(self.effort, decision);
        let mut search = Search::new(decision.position.boxed());
        Choice::Steps(decide_turn(&mut search, budget, &mut chance))
    }
}

/// A step in the tree, with what came of it.
#[derive(Clone, Copy, Debug)]
struct Node {
    step: Step,
    /// Who makes the step.
    mover: Player,
    visits: u32,
    /// The points of the mover: two for each win, one for each draw.
    points: u32,
    /// The first of its children, which follow one another, and how many there are; none in a leaf.
    first: u32,
    children: u16,
}

impl Node {
    fn new(step: Step, mover: Player) -> Node {
        Node { step, mover, visits: 0, points: 0, first: 0, children: 0 }
    }

    /// What the mover may hope for, higher for what has been tried less; `log` is that of the visits of its parent.
    fn bound(&self, log: f64) -> f64 {
        let visits = f64::from(self.visits);
        f64::from(self.points) / (2.0 * visits) + sqrt(EXPLORATION * log / visits)
    }
}

/// A tree with the position at its root. It is grown anew for every step.
struct Search {
    position: Box<dyn Rules>,
    tree: Tree,
}

impl Search {
    fn new(position: Box<dyn Rules>) -> Search {
        Search { tree: Tree::new(position.as_ref()), position }
    }
}

impl Thinker for Search {
    fn position(&self) -> &dyn Rules {
        self.position.as_ref()
    }

    fn think(&mut self, limits: &Limits<'_>, chance: &mut Chance) -> u64 {
        let position = self.position.as_ref();
        let mut playout = position.variant().playout(position, PlayoutPolicy::Light);
        let mut playouts = 0;
        while limits.go_on(playouts) {
            self.tree.visit(position, playout.as_mut(), chance);
            playouts += 1;
        }
        playouts
    }

    /// The step that has been visited most; of several the one that has won most, and any of equals.
    fn best(&self, chance: &mut Chance) -> Step {
        self.tree.most_visited(chance)
    }

    fn advance(&mut self, step: Step) {
        self.position.apply(step);
        self.tree = Tree::new(self.position.as_ref());
    }
}

struct Tree {
    /// The root first, whose step nobody makes.
    nodes: Vec<Node>,
}

impl Tree {
    fn new(position: &dyn Rules) -> Tree {
        let mut tree = Tree { nodes: vec![Node::new(Step::Pass, position.to_move().opponent())] };
        tree.expand(0, position);
        tree
    }

    /// Gives a leaf a child for every legal step.
    fn expand(&mut self, leaf: usize, position: &dyn Rules) {
        let mover = position.to_move();
        let first = self.nodes.len();
        self.nodes.extend(position.steps().into_iter().map(|step| Node::new(step, mover)));
        let children = self.nodes.len() - first;
        let leaf = &mut self.nodes[leaf];
        leaf.first = u32::try_from(first).expect("the tree is bounded");
        leaf.children = u16::try_from(children).expect("a position has no more steps");
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[node];
        node.first as usize..node.first as usize + usize::from(node.children)
    }

    /// Goes down from the root to a leaf, plays a game from there, and tells all on the way what came of it.
    fn visit(&mut self, root: &dyn Rules, playout: &mut dyn Playout, chance: &mut Chance) {
        let mut position = root.boxed();
        let mut path = vec![0];
        let mut node = 0;
        while self.nodes[node].children > 0 {
            node = self.choose(node, chance);
            path.push(node);
            position.apply(self.nodes[node].step);
            let is_known = self.nodes[node].visits > 0;
            if is_known && !position.is_over() && self.nodes.len() < MOST_NODES {
                let leaf = self.nodes[node].children == 0;
                leaf.then(|| self.expand(node, position.as_ref()));
            }
        }
        let score = match position.is_over() {
            true => position.score(),
            false => {
                playout.set(position.as_ref());
                playout.run(chance).score
            }
        };
        for node in path {
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.points += points(&score, node.mover);
        }
    }

    /// The child to go on with: one that has not been visited yet, whichever, or the one with the highest bound.
    fn choose(&self, node: usize, chance: &mut Chance) -> usize {
        let children = self.children(node);
        let fresh = children.clone().filter(|&child| self.nodes[child].visits == 0).count();
        if fresh > 0 {
            let mut fresh_ones = children.filter(|&child| self.nodes[child].visits == 0);
            return fresh_ones.nth(chance.below(fresh)).expect("one of those counted");
        }
        let log = log(f64::from(self.nodes[node].visits.max(1)));
        let better = |one: usize, other: usize| {
            if self.nodes[other].bound(log) > self.nodes[one].bound(log) { other } else { one }
        };
        children.reduce(better).expect("an inner node has children")
    }

    fn most_visited(&self, chance: &mut Chance) -> Step {
        let rank = |child: usize| (self.nodes[child].visits, self.nodes[child].points);
        let best = self.children(0).map(rank).max().expect("a game that is not over has a step");
        let equals: Vec<_> = self.children(0).filter(|&child| rank(child) == best).collect();
        self.nodes[equals[chance.below(equals.len())]].step
    }
}

/// Two points for a win of the player, one for a draw.
fn points(score: &Score, player: Player) -> u32 {
    let lead = score.of(player) - score.of(player.opponent());
    if lead > 0.0 {
        2
    } else if lead == 0.0 {
        1
    } else {
        0
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

    fn search(position: &dyn Rules, playouts: u64, chance: &mut Chance) -> Step {
        let mut search = Search::new(position.boxed());
        let playouts = Some(playouts);
        search
            .think(&Limits { playouts, until: None, stop: &|| false, when_decided: false }, chance);
        search.best(chance)
    }

    #[test]
    fn parameters_are_playouts() {
        assert!(make("").is_ok() && make("playouts=1").is_ok());
        for text in ["playouts=0", "playouts=", "playouts=-1", "playouts=1e9", "time=1", "7"] {
            let error = make(text).err().expect(text);
            assert!(error.contains("playouts"), "{text}: {error}");
        }
    }

    #[test]
    fn the_same_seed_plays_the_same_turns_in_every_game() {
        for game in GAMES {
            let position = start(game.name, game.sizes.min);
            let turn = |seed| {
                let policy = ExecPolicy::default();
                let mut seat = Seat::new(BOTS.to_vec(), "uct:playouts=60", seed, policy).unwrap();
                seat.decide(&Asked::new(position.as_ref(), 0))
            };
            assert_eq!(turn(5), turn(5), "{}", game.name);
            let Decided::Turn(steps) = turn(5) else { panic!("it does not resign") };
            assert!(!steps.is_empty());
        }
    }

    /// On a board of one empty point whose filling decides the game, both sides see who gains from it: values are those
    /// of who makes a step, though the same side may make several in a row.
    #[test]
    fn it_takes_the_step_that_wins() {
        // Black is ahead by one point with all but Black's eyes filled: to pass wins, to fill an eye loses.
        let text = "game=go size=3 rules=- komi=0.5 stones=.b./bbb/.b. to_move=b turn=11 steps=- \
                    consecutive_passes=1 passes=0,5 captures=0,0";
        let position = catalog::read_position(text).unwrap();
        let mut chance = Chance::new(1);
        assert_eq!(search(position.as_ref(), 200, &mut chance), Step::Pass);
    }

    /// Among steps that have been tried equally often the order of the points says nothing: a preference for the first ones
    /// is a policy of its own, which in Rush, where edges are good, made few playouts stronger than many.
    #[test]
    fn of_equals_any_is_played() {
        let position = start("rush", 5);
        let first = |seed| {
            let mut chance = Chance::new(seed);
            search(position.as_ref(), 4, &mut chance)
        };
        let mut steps: Vec<_> = (0..60).map(first).collect();
        steps.sort_unstable();
        steps.dedup();
        assert!(steps.len() > 15, "only {} of 25 points were ever played", steps.len());
    }

    #[test]
    fn it_beats_random() {
        for (game, side) in [("rush", 5), ("sendit", 5), ("medusa", 4), ("go", 5)] {
            let seat =
                |spec, seed| Seat::new(BOTS.to_vec(), spec, seed, ExecPolicy::default()).unwrap();
            let mut won = 0;
            for number in 0..10 {
                let mut seats = [seat("uct:playouts=1000", number), seat("random", number)];
                let mut position = start(game, side);
                for history in 0.. {
                    if position.is_over() {
                        break;
                    }
                    let player = (position.to_move().index() + number as usize) % 2;
                    let Decided::Turn(steps) =
                        seats[player].decide(&Asked::new(position.as_ref(), history))
                    else {
                        panic!("nobody resigns")
                    };
                    steps.into_iter().for_each(|step| position.apply(step));
                }
                let player = Player::BOTH[number as usize % 2];
                won += points(&position.score(), player);
            }
            assert!(won >= 18, "{game}: {won} of 20 points");
        }
    }

    #[test]
    fn a_clock_ends_the_search() {
        let position = start("sendit", 5);
        let mut bot = make("").unwrap();
        let time = TurnTime { advice: Duration::from_millis(1), limit: Duration::from_secs(60) };
        let mut dice = Dice::new(1, 0, 0);
        let (position, dice) = (position.as_ref(), &mut dice);
        let mut decision = Decision {
            position,
            dice,
            time: Some(time),
            made: &[],
            stop: &|| false,
            may_resign: false,
            reporter: None,
        };
        assert!(matches!(bot.choose(&mut decision), Choice::Steps(steps) if !steps.is_empty()));
    }
}
