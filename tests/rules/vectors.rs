//! Random games from an independent implementation: exact legal steps, final stones, captures, scores.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tesuji::catalog;
use tesuji::rules::{Options, Player, Rules, Step, Word};

#[derive(Deserialize)]
struct Vector {
    game: String,
    size: String,
    steps: Vec<String>,
    checks: Vec<Check>,
    over: bool,
    rows: Vec<String>,
    captures: BTreeMap<char, u32>,
    score: BTreeMap<char, f64>,
    marker: Option<i8>,
}

#[derive(Deserialize)]
struct Check {
    after: usize,
    to_move: char,
    legal: BTreeSet<String>,
}

fn step(position: &dyn Rules, text: &str) -> Step {
    let word: Word = text.parse().unwrap();
    word.parts()[0].on(position.board()).unwrap()
}

fn replay(vector: &Vector) {
    let game = catalog::game(&vector.game).unwrap();
    let size = vector.size.parse().unwrap();
    let mut position = game.variant(size, Options::defaults(game)).unwrap().start();
    for (number, text) in vector.steps.iter().enumerate() {
        check(position.as_ref(), vector, number);
        let (side, text) = text.split_once(' ').unwrap();
        assert_eq!(side.parse(), Ok(position.to_move()), "step {number}");
        let step = step(position.as_ref(), text);
        assert_eq!(position.judge(step), Ok(()), "step {number}");
        position.apply(step);
    }
    check(position.as_ref(), vector, vector.steps.len());
    assert_eq!(position.is_over(), vector.over);
    assert_eq!(position.frame().rows(), vector.rows);
    for player in Player::BOTH {
        let letter = player.letter();
        assert_eq!(position.frame().tally.captures[player.index()], vector.captures[&letter]);
        assert_eq!(position.score().of(player), vector.score[&letter], "score of {player}");
    }
    assert_eq!(position.frame().marker, vector.marker);
}

fn check(position: &dyn Rules, vector: &Vector, after: usize) {
    for check in vector.checks.iter().filter(|check| check.after == after) {
        assert_eq!(position.to_move().letter(), check.to_move, "after step {after}");
        let legal = position.steps().into_iter().map(|step| step.text(position.board()));
        assert_eq!(legal.collect::<BTreeSet<_>>(), check.legal, "after step {after}");
    }
}

#[test]
fn every_vector_is_reproduced() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/vectors");
    let (mut games, mut checks) = (0, 0);
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for line in text.lines() {
            let vector: Vector = serde_json::from_str(line).unwrap();
            replay(&vector);
            games += 1;
            checks += vector.checks.len();
        }
    }
    assert_eq!(games, 50, "games in tests/data/vectors");
    assert!(checks > games * 5, "only {checks} checks");
}

/// Stones put on the board before the steps, and how many there are after them.
#[derive(Deserialize)]
struct SetUp {
    game: String,
    size: String,
    setup: Stones,
    steps: Vec<String>,
    stones_after: BTreeMap<char, u32>,
}

#[derive(Deserialize)]
struct Stones {
    white: Vec<String>,
    black: Vec<String>,
    to_move: char,
}

fn play_from_set_up(case: &SetUp) {
    let game = catalog::game(&case.game).unwrap();
    let variant = game.variant(case.size.parse().unwrap(), Options::defaults(game)).unwrap();
    let mut frame = variant.start().frame().clone();
    for (player, names) in [(Player::White, &case.setup.white), (Player::Black, &case.setup.black)]
    {
        for name in names {
            let point = frame.board().point(name.parse().unwrap()).unwrap();
            frame.stones.set(&variant.board, point, Some(player));
        }
    }
    frame.to_move = case.setup.to_move.to_string().parse().unwrap();
    // Long enough for the stones to have been placed, the memory of former positions forgotten.
    frame.turn = 2 * (case.setup.white.len() + case.setup.black.len()) as u32;
    frame.repetition = Default::default();
    let mut position = (game.restore)(frame).unwrap();
    for text in &case.steps {
        let (_, text) = text.split_once(' ').unwrap();
        let step = step(position.as_ref(), text);
        assert_eq!(position.judge(step), Ok(()));
        position.apply(step);
    }
    for player in Player::BOTH {
        let count = position.frame().stones.count(player);
        assert_eq!(count, case.stones_after[&player.letter()], "stones of {player}");
    }
}

#[test]
fn every_special_case_is_reproduced() {
    let mut cases = 0;
    for line in include_str!("../data/special.jsonl").lines() {
        if line.contains("\"setup\"") {
            play_from_set_up(&serde_json::from_str(line).unwrap());
        } else {
            replay(&serde_json::from_str(line).unwrap());
        }
        cases += 1;
    }
    assert_eq!(cases, 7, "lines in tests/data/special.jsonl");
}
