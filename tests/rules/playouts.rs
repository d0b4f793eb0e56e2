//! Playouts keep the rules, follow their policy, and end like slow games of the same policy.
//!
//! `TESUJI_PLAYOUTS=5000 cargo test --release --test rules playouts -- --nocapture` compares that many games with
//! as many slow ones, and prints how likely a difference such as the one found is by chance alone.

use crate::random;
use crate::twins::{Area, Medusa, Rush, SendIt, Twin};
use rand_pcg::Pcg64;
use tesuji::board::{Board, Point, Shape};
use tesuji::catalog::{self, GAMES};
use tesuji::rules::{Chance, Ended, Options, Player, PlayoutPolicy, Rules, Size, Step};

fn start(game: &str, side: u16, options: &[(&str, &str)]) -> Box<dyn Rules> {
    let game = catalog::game(game).unwrap();
    let mut values = Options::defaults(game);
    options.iter().for_each(|(key, value)| values.set(game, key, value).unwrap());
    game.variant(Size::side(side), values).unwrap().start()
}

/// Positions from which playouts are compared: the start, and some from the middle of random games.
fn beginnings() -> Vec<Box<dyn Rules>> {
    let mut all = Vec::new();
    for game in GAMES {
        for side in [game.sizes.min, game.sizes.default] {
            let mut variants = vec![Options::defaults(game)];
            for row in game.options {
                let mut other = Options::defaults(game);
                other.set(game, row.key, row.values[row.values.len() - 1]).unwrap();
                variants.push(other);
            }
            for (number, options) in variants.into_iter().enumerate() {
                let mut position = game.variant(Size::side(side), options).unwrap().start();
                let mut rng = random::generator(number as u64);
                all.push(position.clone());
                for _ in 0..2 {
                    for _ in 0..position.board().len() / 3 {
                        if let Some(step) = random::step(position.as_ref(), &mut rng) {
                            position.apply(step);
                        }
                    }
                    if !position.is_over() {
                        all.push(position.clone());
                    }
                }
            }
        }
    }
    all
}

/// Whether a step is one of the policy's, as the rules see it.
fn is_of_policy(position: &dyn Rules, step: Step) -> bool {
    match (position.variant().game.name, step) {
        ("go", Step::Place(point)) => !is_eye(position, point),
        (_, step) => position.is_sensible(step),
    }
}

/// An own eye of Go: neighbours all own, at most one diagonal neighbour an enemy's, at the edge none.
fn is_eye(position: &dyn Rules, point: Point) -> bool {
    let (board, own) = (position.board(), position.to_move());
    let at = |columns: i32, rows: i32| {
        let vertex = board.vertex(point);
        let (column, row) = (i32::from(vertex.column()) + columns, i32::from(vertex.row()) + rows);
        let inside = |n: i32| u16::try_from(n).ok().filter(|&n| n > 0);
        let vertex = tesuji::board::Vertex::new(inside(column)?, inside(row)?);
        board.point(vertex)
    };
    let corners = [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(|(c, r)| at(c, r));
    let enemies = corners.iter().flatten().filter(|&&p| position.stone(p) == Some(own.opponent()));
    let allowed = usize::from(corners.iter().all(Option::is_some));
    board.neighbours(point).iter().all(|&p| position.stone(p) == Some(own))
        && enemies.count() <= allowed
}

/// Whether a stone has more than two liberties where it is placed, or captures: not even a careful player minds it.
fn is_carefree(position: &dyn Rules, step: Step) -> bool {
    let Step::Place(point) = step else { return false };
    let mut after = position.boxed();
    after.apply(step);
    let (stones, board) = (&after.frame().stones, after.board());
    let enemy = position.to_move().opponent();
    let captures = stones.count(enemy) < position.frame().stones.count(enemy);
    let empty = |&p: &Point| stones.at(p).is_none();
    let mut liberties: Vec<_> = stones
        .chain(point)
        .flat_map(|stone| board.neighbours(stone).iter().copied().filter(empty))
        .collect();
    liberties.sort_unstable();
    liberties.dedup();
    captures || liberties.len() > 2
}

/// Plays the turns of a playout by the rules. `None` where these ended the game before, by repetition.
fn replayed(
    first: &dyn Rules,
    policy: PlayoutPolicy,
    turns: &[Vec<Step>],
    ended: &Ended,
) -> Option<Box<dyn Rules>> {
    let mut position = first.boxed();
    let last = turns.len() - 1;
    for (number, turn) in turns.iter().enumerate() {
        let before = position.turn();
        for &step in turn {
            let context =
                || format!("{} in {}", step.text(position.board()), position.frame().text());
            match position.judge(step) {
                Ok(()) => {}
                // Playouts do not remember positions, but for a ko that is taken back at once.
                Err(refusal) => {
                    assert!(
                        refusal.to_string().contains("would repeat"),
                        "{refusal}: {}",
                        context()
                    );
                }
            }
            assert!(is_of_policy(position.as_ref(), step), "against the policy: {}", context());
            position.apply(step);
        }
        let cut_off = ended.capped && number == last;
        if position.turn() == before && !cut_off {
            let left = position.steps().into_iter().find(|&step| {
                matches!(step, Step::Place(_))
                    && is_of_policy(position.as_ref(), step)
                    && (policy == PlayoutPolicy::Light || is_carefree(position.as_ref(), step))
            });
            // Send It's turns end when nothing is left, Medusa's whenever they like.
            let by_will = position.variant().game.name == "medusa" && !turn.is_empty();
            assert!(by_will || left.is_none(), "{}", position.frame().text());
            position.apply(Step::Pass);
        }
        if position.is_over() && number < last {
            assert_eq!(position.ending().unwrap().name(), "repetition");
            return None;
        }
    }
    Some(position)
}

#[test]
fn playouts_keep_the_rules_and_their_policy() {
    for policy in POLICIES {
        let mut repeated = 0;
        beginnings()
            .iter()
            .for_each(|first| repeated += playouts_over_by_repetition(first.as_ref(), policy));
        assert!(repeated < 20, "{policy:?}: {repeated} games were over by repetition");
    }
}

const POLICIES: [PlayoutPolicy; 2] = [PlayoutPolicy::Light, PlayoutPolicy::Full];

/// Plays some playouts by the rules, and says how many of them these had ended before.
fn playouts_over_by_repetition(first: &dyn Rules, policy: PlayoutPolicy) -> u32 {
    // A turn that is open goes on in the playout, but for Medusa's.
    if first.variant().game.name == "medusa" && !first.turn_steps().is_empty() {
        return 0;
    }
    let mut repeated = 0;
    let mut playout = first.variant().playout(first, policy);
    let mut chance = Chance::new(7);
    for _ in 0..20 {
        let (ended, turns) = playout.traced(&mut chance);
        let Some(last) = replayed(first, policy, &turns, &ended) else {
            repeated += 1;
            continue;
        };
        let text = last.frame().text();
        assert!(last.is_over() || ended.capped, "{text}");
        assert_eq!(ended.score, last.score(), "{text}");
        let steps: usize = turns.iter().map(Vec::len).sum();
        let passes = turns.iter().filter(|turn| turn.is_empty()).count();
        assert_eq!(ended.steps as usize, steps + passes, "{text}");
    }
    repeated
}

#[test]
fn the_same_chance_plays_the_same_games_and_a_new_position_leaves_nothing_behind() {
    for (game, policy) in GAMES.iter().flat_map(|game| POLICIES.map(|policy| (game, policy))) {
        let first = start(game.name, game.sizes.min, &[]);
        let mut other = first.clone();
        let mut rng = random::generator(3);
        while other.turn() < 4 {
            let step = random::step(other.as_ref(), &mut rng).unwrap();
            other.apply(step);
        }
        let mut fresh = first.variant().playout(other.as_ref(), policy);
        let mut used = first.variant().playout(first.as_ref(), policy);
        used.run(&mut Chance::new(1));
        used.set(other.as_ref());
        for seed in 0..20 {
            let ended = fresh.run(&mut Chance::new(seed));
            assert_eq!(used.run(&mut Chance::new(seed)), ended, "{}", game.name);
            assert_eq!(used.traced(&mut Chance::new(seed)).0, ended, "{}", game.name);
        }
    }
}

/// Turns of Rush that end because no placement is left: the figures of two independent implementations, which are
/// exact to about a hundredth here.
#[test]
fn rush_hands_the_turn_over_as_often_as_elsewhere() {
    for (side, expected, playouts) in [(9, 0.868, 40_000), (13, 0.937, 20_000), (19, 0.969, 10_000)]
    {
        let first = start("rush", side, &[]);
        let mut playout = first.variant().playout(first.as_ref(), PlayoutPolicy::Light);
        let mut chance = Chance::new(9);
        let mut numbers = Vec::new();
        for _ in 0..playouts {
            numbers.push(f64::from(playout.run(&mut chance).forced_ends));
        }
        let (mean, error) = mean_with_error(&numbers);
        assert!((mean - expected).abs() < 4.0 * error + 0.0005, "{side}: {mean:.4} ± {error:.4}");
    }
}

fn mean_with_error(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let variance = numbers.iter().map(|n| (n - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}

/// One turn of the policy, played by the rules and their twin, all steps listed first.
fn slow_turn(position: &mut Box<dyn Rules>, twin: &mut dyn Twin, rng: &mut Pcg64) {
    let turn = position.turn();
    let mut moved = false;
    while position.turn() == turn && !position.is_over() {
        let legal = twin.steps();
        let steps = position.steps().into_iter().filter(|&step| {
            matches!(step, Step::Place(_))
                && is_of_policy(position.as_ref(), step)
                && legal.contains(&step.text(position.board()))
        });
        let steps: Vec<_> = steps.collect();
        let drawn = drawn_move(position.as_ref(), rng).filter(|_| !moved);
        let has_placed = !position.turn_steps().is_empty();
        let step = match position.variant().game.name {
            "medusa" if has_placed => {
                moved = true;
                drawn.filter(|&step| position.judge(step).is_ok()).unwrap_or(Step::Pass)
            }
            _ if steps.is_empty() => Step::Pass,
            _ => steps[random::below(rng, steps.len())],
        };
        twin.apply(&step.text(position.board()));
        position.apply(step);
    }
}

/// The group move that starts at a random point in a random direction, legal or not.
fn drawn_move(position: &dyn Rules, rng: &mut Pcg64) -> Option<Step> {
    let board: &Board = position.board();
    if !matches!(board.shape(), Shape::Kagome { .. }) || position.turn_steps().len() != 1 {
        return None;
    }
    let from = board.points().nth(random::below(rng, board.len()))?;
    let own = |point: &Point| position.stone(*point) == Some(position.to_move());
    let row: Vec<_> = board.ray(from, random::below(rng, board.directions())).collect();
    let to = *row.iter().find(|point| !own(point))?;
    Some(Step::Move { from, to })
}

fn lead(score: (f64, f64)) -> f64 {
    score.0 - score.1
}

/// The chance that two samples of the same distribution differ as much as these, by the test of Kolmogorov and Smirnov.
fn chance_of_difference(mut one: Vec<f64>, mut other: Vec<f64>) -> f64 {
    one.sort_by(f64::total_cmp);
    other.sort_by(f64::total_cmp);
    let below = |sample: &[f64], value: f64| {
        sample.partition_point(|&n| n <= value) as f64 / sample.len() as f64
    };
    let values = one.iter().chain(&other);
    let gap = values.map(|&v| (below(&one, v) - below(&other, v)).abs()).fold(0.0, f64::max);
    let (n, m) = (one.len() as f64, other.len() as f64);
    let root = (n * m / (n + m)).sqrt();
    let x = (root + 0.12 + 0.11 / root) * gap;
    let terms = (1..100).map(|k| {
        let k = f64::from(k);
        2.0 * (-1.0_f64).powf(k - 1.0) * (-2.0 * k * k * x * x).exp()
    });
    terms.sum::<f64>().clamp(0.0, 1.0)
}

#[test]
#[allow(clippy::print_stdout)] // the figures are asked for
fn playouts_end_like_slow_games_of_the_same_policy() {
    let given = std::env::var("TESUJI_PLAYOUTS").ok();
    let games: u64 = given.map_or(300, |n| n.parse().expect("TESUJI_PLAYOUTS is a number"));
    type Begin = fn() -> Box<dyn Twin>;
    let variants: [(&str, u16, Begin); 6] = [
        ("rush", 7, || Box::new(Rush::new(7, 7))),
        ("sendit", 5, || Box::new(SendIt::hexagon(5, true, true))),
        ("sendit-square", 7, || Box::new(SendIt::square(7, true, true))),
        ("medusa", 4, || Box::new(Medusa::new(4, 3))),
        ("rosette", 2, || Box::new(Area::rosette(2))),
        ("go", 5, || Box::new(Area::go(5))),
    ];
    for (game, side, twin) in variants {
        let first = start(game, side, &[]);
        let mut playout = first.variant().playout(first.as_ref(), PlayoutPolicy::Light);
        let cap = first.board().len();
        let (mut quick, mut slow) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        let mut chance = Chance::new(5);
        for _ in 0..4 * games {
            let ended = playout.run(&mut chance);
            quick[0].push(lead((ended.score.black, ended.score.white)));
            quick[1].push(f64::from(ended.steps));
        }
        for number in 0..games {
            let mut rng = random::generator(number);
            let (mut position, mut twin) = (first.clone(), twin());
            let (mut turns, mut steps) = (0, 0);
            while !(position.is_over() || game == "rosette" && turns >= cap) {
                let made = position.frame().tally.passes.iter().sum::<u32>();
                let stones = |p: &dyn Rules| Player::BOTH.map(|s| p.frame().stones.count(s));
                let before = (stones(position.as_ref()), position.frame().tally.captures);
                slow_turn(&mut position, twin.as_mut(), &mut rng);
                let passed = position.frame().tally.passes.iter().sum::<u32>() > made;
                turns += usize::from(!passed);
                let placed: u32 = stones(position.as_ref()).iter().sum::<u32>()
                    + position.frame().tally.captures.iter().sum::<u32>();
                steps += placed - before.0.iter().sum::<u32>() - before.1.iter().sum::<u32>();
                steps += u32::from(passed);
            }
            let komi = position.frame().komi.unwrap_or(0.0);
            let (black, white) = twin.score();
            slow[0].push(lead((black as f64, white as f64 + komi)));
            slow[1].push(f64::from(steps));
        }
        let [by_lead, by_steps] =
            [0, 1].map(|i| chance_of_difference(quick[i].clone(), slow[i].clone()));
        println!("{game} {side}: p = {by_lead:.3} (lead), {by_steps:.3} (steps), {games} games");
        assert!(by_lead > 0.001, "{game}: the leads differ, p = {by_lead}");
        // Medusa's moves are steps that leave no trace in these counts.
        assert!(by_steps > 0.001 || game == "medusa", "{game}: the lengths differ, p = {by_steps}");
    }
}
