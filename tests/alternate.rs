//! The unit `alternate`, played as match managers play it: the colours strictly in turn, every answer told to the
//! others, the end after two passes in a row.

use std::collections::HashSet;
use tesuji::bots::{Bot, BotRow, Choice, Decision};
use tesuji::catalog::GAMES;
use tesuji::protocol::{Engine, Settings, Unit};
use tesuji::rules::{Game, Options, Size, Step};

fn engine(game: &'static Game, seed: u64, bots: Vec<BotRow>) -> Engine {
    let variant = game.variant(Size::side(game.sizes.min), Options::defaults(game)).unwrap();
    let bot = bots[0].name.to_string();
    Engine::new(Settings {
        variant,
        unit: Unit::Alternate,
        seed: Some(seed),
        bots,
        bot,
        ..Settings::default()
    })
    .unwrap()
}

fn told(engine: &mut Engine, line: &str) -> String {
    let reply = engine.handle_line(line.as_bytes()).expect("a reply");
    let answer = reply.strip_prefix("= ").unwrap_or_else(|| panic!("{line}: {reply}"));
    answer.trim_end().to_string()
}

/// A game of two engines with a referee: what the colours answered in turn.
fn managed(game: &'static Game, seed: u64, bots: fn() -> Vec<BotRow>) -> Vec<String> {
    let mut players = [engine(game, seed, bots()), engine(game, seed + 100, bots())];
    let mut referee = engine(game, 0, bots());
    let mut answers: Vec<String> = Vec::new();
    while !answers.ends_with(&["pass".to_string(), "pass".to_string()]) {
        assert!(answers.len() < 5_000, "{} does not end", game.name);
        let mover = answers.len() % 2;
        let color = ["b", "w"][mover];
        let answer = told(&mut players[mover], &format!("genmove {color}"));
        for other in [&mut referee, &mut players[1 - mover]] {
            told(other, &format!("play {color} {answer}"));
        }
        answers.push(answer);
    }
    let [black, white] = &mut players;
    let results = [&mut referee, black, white].map(|engine| {
        let turn: serde_json::Value = serde_json::from_str(&told(engine, "tesuji-turn")).unwrap();
        assert_eq!(turn["over"], true, "two passes were answered in a game that goes on: {turn}");
        assert_eq!(turn["result"], told(engine, "final_score"));
        told(engine, "final_score")
    });
    assert!(results.iter().all(|result| *result == results[0]), "{results:?}");
    answers
}

fn random() -> Vec<BotRow> {
    tesuji::bots::BOTS.to_vec()
}

#[test]
fn games_of_every_kind_end_with_the_same_result_for_all() {
    for game in GAMES {
        let games: HashSet<_> = (1..=6).map(|seed| managed(game, seed, random)).collect();
        assert_eq!(games.len(), 6, "{}", game.name);
    }
}

/// Drops one stone a turn and ends the turn, as long as it can.
struct Hasty;

impl Bot for Hasty {
    fn choose(&mut self, decision: &mut Decision<'_>) -> Choice {
        let position = decision.position;
        let sensible: Vec<_> =
            position.steps().into_iter().filter(|&s| position.is_sensible(s)).collect();
        let ends = position.may_end() && !position.turn_steps().is_empty();
        let stone = decision.dice.pick(&sensible).filter(|_| !ends);
        Choice::Steps(vec![stone.or_else(|| position.steps().pop()).unwrap_or(Step::Pass)])
    }
}

fn hasty() -> Vec<BotRow> {
    vec![BotRow {
        name: "hasty",
        help: "for a test",
        make: |_, _| Ok(Box::new(Hasty)),
        runs_programs: false,
        answers_at_once: true,
    }]
}

#[test]
fn ends_of_turns_use_a_new_spare_vertex_each_until_they_run_out() {
    for name in ["sendit", "sendit-square", "medusa"] {
        let game = tesuji::catalog::game(name).unwrap();
        let variant = game.variant(Size::side(game.sizes.min), Options::defaults(game)).unwrap();
        let spares: Vec<_> = variant.spares().iter().map(ToString::to_string).collect();
        let answers = managed(game, 1, hasty);
        let used: Vec<_> = answers.into_iter().filter(|answer| spares.contains(answer)).collect();
        assert!(used.len() > 10, "{name}: only {} turns were ended", used.len());
        let first: HashSet<_> = used.iter().take(spares.len()).collect();
        assert_eq!(first.len(), used.len().min(spares.len()), "{name}: {used:?}");
    }
}

/// What gomill's ringmaster demands of every answer, with a board of its own: the point is empty.
#[test]
fn in_games_that_only_drop_no_vertex_is_answered_twice_while_nothing_was_captured() {
    let game = tesuji::catalog::game("rush").unwrap();
    for seed in 1..=5 {
        let mut seen = HashSet::new();
        let vertices = managed(game, seed, random).into_iter().filter(|answer| answer != "pass");
        assert!(vertices.into_iter().all(|vertex| seen.insert(vertex)));
    }
}
