//! The rules and their slow twins offer the same steps in random positions, mid-turn ones included.
//!
//! `TESUJI_POSITIONS=100000 cargo test --release --test rules twin` compares that many positions a game.

use crate::random;
use crate::twins::{Area, Medusa, Rush, SendIt, Twin};
use std::cell::Cell;
use tesuji::board::Point;
use tesuji::catalog;
use tesuji::rules::{Options, Player, Rules, Size, Step};

/// Positions compared for each game, where the environment does not say otherwise.
const POSITIONS: usize = 4_000;

fn wanted() -> usize {
    let given = std::env::var("TESUJI_POSITIONS").ok();
    given.map_or(POSITIONS, |n| n.parse().expect("TESUJI_POSITIONS is a number"))
}

fn start(game: &str, size: Size, options: &[(&str, &str)]) -> Box<dyn Rules> {
    let game = catalog::game(game).unwrap();
    let mut values = Options::defaults(game);
    for (key, value) in options {
        values.set(game, key, value).unwrap();
    }
    game.variant(size, values).unwrap().start()
}

fn compare(position: &dyn Rules, twin: &dyn Twin) {
    let context = || format!("in {}", position.frame().text());
    let mut steps: Vec<_> = position.steps().iter().map(|s| s.text(position.board())).collect();
    steps.sort();
    assert_eq!(steps, twin.steps().into_iter().collect::<Vec<_>>(), "{}", context());
    assert_eq!(position.is_over(), twin.over(), "{}", context());
    assert_eq!(position.to_move().letter(), twin.to_move(), "{}", context());
    assert_eq!(position.frame().rows(), twin.rows(), "{}", context());
    let [black, white] = position.frame().tally.captures;
    assert_eq!((black, white), twin.captures(), "{}", context());
    if let Some(turn) = twin.turn() {
        let passes = position.frame().tally.consecutive_passes;
        assert_eq!(
            (position.turn() + 1, passes, position.turn_steps().len()),
            turn,
            "{}",
            context()
        );
    }
    assert_eq!(position.frame().marker.map(i32::from), twin.marker(), "{}", context());
}

fn compare_scores(position: &dyn Rules, twin: &dyn Twin) {
    let (black, white) = twin.score();
    let score = position.score();
    let komi = position.frame().komi.unwrap_or(0.0);
    let text = position.frame().text();
    assert_eq!((score.black, score.white - komi), (black as f64, white as f64), "{text}");
}

/// Plays random games, each from the start that `begin` gives for its number, until enough
/// positions have been compared.
fn compare_games(begin: impl Fn(usize) -> (Box<dyn Rules>, Box<dyn Twin>)) {
    compare_games_and(begin, |_, _| ());
}

/// The same, looking at each position and the one after it.
fn compare_games_and(
    begin: impl Fn(usize) -> (Box<dyn Rules>, Box<dyn Twin>),
    look: impl Fn(&dyn Rules, &dyn Rules),
) {
    let (mut compared, mut mid_turn, mut captures) = (0, 0, 0);
    for number in 0.. {
        let mut rng = random::generator(number as u64);
        let (mut position, mut twin) = begin(number);
        loop {
            compare(position.as_ref(), twin.as_ref());
            compared += 1;
            mid_turn += usize::from(!position.turn_steps().is_empty());
            if compared >= 2 * wanted() {
                // Some games hardly end by themselves.
                break;
            }
            if compared % 7 == 0 {
                compare_scores(position.as_ref(), twin.as_ref());
            }
            let Some(step) = random::step(position.as_ref(), &mut rng) else { break };
            let before = position.clone();
            twin.apply(&step.text(position.board()));
            position.apply(step);
            look(before.as_ref(), position.as_ref());
        }
        compare_scores(position.as_ref(), twin.as_ref());
        captures += position.frame().tally.captures.iter().sum::<u32>();
        if compared >= wanted() {
            break;
        }
    }
    let game = begin(0).0.variant().game;
    let one_step_turns = ["go", "rosette"].contains(&game.name);
    assert!(
        one_step_turns || mid_turn * 10 > compared,
        "only {mid_turn} of {compared} were mid-turn"
    );
    let takes_none_off = ["rush", "medusa"].contains(&game.name);
    assert!(takes_none_off || captures > 0, "nothing was ever captured");
}

/// The options of the numbered game: all combinations in turn.
fn options(number: usize) -> (bool, bool, [(&'static str, &'static str); 2]) {
    let (set_up, suicide) = (number % 4 < 2, number.is_multiple_of(2));
    let set_up_value = if set_up { "standard" } else { "none" };
    let suicide_value = if suicide { "allowed" } else { "forbidden" };
    (set_up, suicide, [("setup", set_up_value), ("suicide", suicide_value)])
}

#[test]
fn send_it_equals_its_twin() {
    compare_games(|number| {
        let side = [5, 5, 6, 5, 7, 5, 8][number % 7];
        let (set_up, suicide, options) = options(number);
        let twin = SendIt::hexagon(i32::from(side), set_up, suicide);
        (start("sendit", Size::side(side), &options), Box::new(twin))
    });
}

#[test]
fn send_it_on_the_square_equals_its_twin() {
    compare_games(|number| {
        let side = [7, 7, 8, 7, 9, 7, 10][number % 7];
        let (set_up, suicide, options) = options(number);
        let twin = SendIt::square(i32::from(side), set_up, suicide);
        (start("sendit-square", Size::side(side), &options), Box::new(twin))
    });
}

#[test]
fn pushes_occur_in_the_compared_games() {
    let mut pushes = 0;
    for number in 0..20 {
        let mut rng = random::generator(number);
        let mut position = start("sendit-square", Size::side(7), &[]);
        while let Some(step) = random::step(position.as_ref(), &mut rng) {
            if let Step::Place(point) = step {
                pushes += usize::from(position.stone(point).is_some());
            }
            position.apply(step);
        }
    }
    assert!(pushes > 10, "only {pushes} pushes in 20 games");
}

#[test]
fn medusa_equals_its_twin() {
    let (turned, frozen) = (Cell::new(0), Cell::new(0));
    compare_games_and(
        |number| {
            let side = [4, 4, 6, 4, 6, 8][number % 6];
            let komi = ["3", "0", "9"][number % 3];
            let twin = Medusa::new(i32::from(side), komi.parse().unwrap());
            (start("medusa", Size::side(side), &[("komi", komi)]), Box::new(twin))
        },
        |before, after| {
            frozen.set(frozen.get() + usize::from(!after.frame().frozen.is_empty()));
            let changed = |&point: &Point| {
                before.stone(point).is_some()
                    && after.stone(point) == before.stone(point).map(Player::opponent)
            };
            turned.set(turned.get() + before.board().points().filter(changed).count());
        },
    );
    assert!(frozen.get() > 100, "stones were frozen in only {} positions", frozen.get());
    assert!(turned.get() > 100, "only {} stones were turned over", turned.get());
}

#[test]
fn rosette_equals_its_twin() {
    compare_games(|number| {
        let side = [2, 2, 3, 2, 4][number % 5];
        (start("rosette", Size::side(side), &[]), Box::new(Area::rosette(i32::from(side))))
    });
}

#[test]
fn go_equals_its_twin() {
    compare_games(|number| {
        let side = [3, 5, 2, 5, 7, 4, 5, 9][number % 8];
        (start("go", Size::side(side), &[]), Box::new(Area::go(i32::from(side))))
    });
}

#[test]
fn rush_equals_its_twin() {
    compare_games(|number| {
        let (columns, rows) = [(5, 5), (7, 7), (9, 5), (3, 3), (3, 9), (9, 9)][number % 6];
        let twin = Rush::new(i32::from(columns), i32::from(rows));
        (start("rush", Size { columns, rows }, &[]), Box::new(twin))
    });
}
