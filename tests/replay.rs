//! The three games that Send It's authors played, against their printed diagrams and a list of their slips.

use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tesuji::records::authors::Correction;
use tesuji::replay::{Options, Report, TurnReport, replay};
use tesuji::rules::Player;

#[derive(Deserialize)]
struct Published {
    game: String,
    turns: Vec<PublishedTurn>,
    #[serde(rename = "final")]
    diagram: Vec<String>,
}

#[derive(Deserialize)]
struct PublishedTurn {
    turn: u32,
    color: String,
    steps: BTreeSet<String>,
    captures: u32,
    breaks: Vec<String>,
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/records").join(name)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(file(name)).unwrap()
}

fn corrections(number: u32) -> Vec<Correction> {
    let lines = text(&format!("sendit-{number}.fixes"));
    lines.lines().filter(|line| !line.starts_with('#')).map(|line| line.parse().unwrap()).collect()
}

fn replayed(number: u32, options: &Options) -> Report {
    replay(&text(&format!("sendit-{number}.txt")), options).unwrap()
}

fn corrected(number: u32) -> Report {
    replayed(number, &Options { corrections: corrections(number), ..Options::default() })
}

fn published(number: u32) -> Published {
    serde_json::from_str(&text(&format!("sendit-{number}.json"))).unwrap()
}

/// The slips of a turn as the published list writes them, whichever of two stones is named first.
fn slips(turn: &TurnReport) -> Vec<String> {
    let slip = |broken: &tesuji::replay::Broken| {
        let mut stones: Vec<_> = broken.with.iter().chain([&broken.stone]).cloned().collect();
        stones.sort();
        format!("{} {}", broken.rule, stones.join("+"))
    };
    turn.broken.iter().map(slip).collect()
}

#[test]
fn every_turn_has_the_published_stones_captures_and_slips() {
    let mut all_slips = 0;
    for number in 1..=3 {
        let (report, published) = (corrected(number), published(number));
        assert_eq!(report.game, published.game);
        assert_eq!(report.turns.len(), published.turns.len());
        for (turn, expected) in report.turns.iter().zip(published.turns) {
            let place = format!("game {number}, turn {} of {}", expected.turn, expected.color);
            assert_eq!(turn.turn, expected.turn, "{place}");
            assert_eq!(turn.color.letter().to_string(), expected.color.to_lowercase(), "{place}");
            let stones = turn.word.split('+').filter(|step| *step != "pass").map(str::to_string);
            assert_eq!(stones.collect::<BTreeSet<_>>(), expected.steps, "{place}");
            assert_eq!(turn.captures.found, expected.captures, "{place}");
            assert!(turn.captures.agree, "{place}");
            assert!(turn.unplaced.is_empty(), "{place}");
            assert_eq!(slips(turn), expected.breaks, "{place}");
            all_slips += expected.breaks.len();
        }
    }
    assert_eq!(all_slips, 7);
}

#[test]
fn the_final_positions_are_the_printed_ones_but_for_a_misprinted_row() {
    for (number, misprinted) in [(1, None), (2, None), (3, Some(11))] {
        let report = corrected(number);
        assert!(report.has_diagram);
        let differing: Vec<_> = report.diagram.iter().map(|row| row.row_from_top).collect();
        assert_eq!(differing, misprinted.into_iter().collect::<Vec<_>>(), "game {number}");
        let expected = published(number).diagram;
        let expected: Vec<_> = expected.iter().map(|row| row.replace(' ', "")).collect();
        assert_eq!(report.rows, expected, "game {number}");
    }
}

#[test]
fn without_corrections_the_misprints_are_found() {
    let unplaced = |number| {
        let report = replayed(number, &Options::default());
        assert!(report.differs());
        let tokens = report.turns.iter().flat_map(|turn| {
            turn.unplaced.iter().map(move |unplaced| format!("{} {}", turn.turn, unplaced.token))
        });
        tokens.collect::<Vec<_>>()
    };
    assert_eq!(unplaced(1), ["3 t3", "14 r4"]);
    // The turn printed twice shows where its second printing finds the points occupied.
    assert_eq!(unplaced(2), ["9 o14", "9 u14", "9 u10", "9 t7"]);
    assert_eq!(unplaced(3), ["8 f9"]);
}

#[test]
fn strict_replay_stops_at_the_first_broken_rule() {
    let options = Options { strict: true, corrections: corrections(1), ..Options::default() };
    let report = replayed(1, &options);
    assert!(report.stopped && report.differs());
    let last = report.turns.last().unwrap();
    assert_eq!(
        (last.turn, last.color, &slips(last)[..]),
        (8, Player::Black, &["nosight L8".to_string()][..])
    );
}

const PRINTED: &str = "\
# game sendit-square, size 7
# A plays x, B plays o; x moves first
";

fn small(turns: &str) -> Report {
    replay(&format!("{PRINTED}{turns}"), &Options::default()).unwrap()
}

#[test]
fn orders_with_fewer_broken_rules_win_over_the_printed_one() {
    // D4 sees no black stone until D7 stands above it.
    let report = small("1 a1 | g1 g3 a7\n2 d4 d1 |\n");
    assert_eq!(report.turns[2].word, "D7+D4+pass");
    assert!(!report.differs());
}

#[test]
fn the_printed_order_stands_where_nothing_speaks_against_it() {
    let report = small("1 a1 | g1 g3 a7\n2 d1 b2 |\n");
    assert_eq!(report.turns[2].word, "D7+B6+pass");
}

#[test]
fn turns_with_too_few_or_too_many_stones_break_a_rule() {
    let report = small("1 a1 | g1 g3\n2 a3 b1 c2 d1 e2\n");
    let rules: Vec<_> = report.turns.iter().flat_map(|turn| &turn.broken).map(|b| b.rule).collect();
    assert_eq!(rules[0], "toofew");
    assert!(rules.contains(&"toomany"), "{rules:?}");
}

#[test]
fn what_is_no_game_is_refused() {
    for text in ["", "hello", "1 a1 | g1"] {
        assert!(replay(text, &Options::default()).is_err(), "{text:?}");
    }
    let options = Options { corrections: corrections(1), ..Options::default() };
    assert!(replay("{}", &options).unwrap_err().to_string().contains("authors' notation"));
}

#[test]
fn a_written_result_is_compared_whatever_its_form() {
    let played = std::fs::read_to_string("tests/data/games/sendit-5.sgf").unwrap();
    let differs = |text: &str, result: &str| {
        assert!(text.contains("RE[W+61]"));
        let text = text.replace("RE[W+61]", &format!("RE[{result}]"));
        replay(&text, &Options::default()).unwrap().result_differs.is_some()
    };
    for result in ["W+61", "w+61.0", "W+", "W+R", "W+Time", "?", "Void"] {
        assert!(!differs(&played, result), "{result}");
    }
    for result in ["W+60", "b+61", "B+R", "B+", "Draw", "0", "banana", "W+inf"] {
        assert!(differs(&played, result), "{result}");
    }
    let head = played.split_once(";B[").unwrap().0.to_string() + ")";
    for (result, expected) in [("B+R", false), ("?", false), ("W+61", true), ("banana", true)] {
        assert_eq!(differs(&head, result), expected, "{result} of a game not over");
    }
}
