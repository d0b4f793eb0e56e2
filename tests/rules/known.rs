//! Single rules, each in a position made for it: diagrams before and after.

use tesuji::catalog;
use tesuji::rules::{Ending, Player, Rules, Step, Word};

/// A position of some game from its rows, in the middle of a long game.
fn position(game: &str, size: &str, rules: &str, rows: &[&str], fields: &str) -> Box<dyn Rules> {
    let stones = rows.join("/");
    let text = format!("game={game} size={size} rules={rules} stones={stones} {fields}");
    catalog::read_position(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Rush with White to move.
fn rush(rows: &[&str]) -> Box<dyn Rules> {
    let fields = "to_move=w turn=6 steps=- consecutive_passes=0 passes=0,0 captures=0,0";
    position("rush", "5", "-", rows, fields)
}

/// The text of Send It on the 7×7 square with Black to move in turn 21, each side having dropped 20 stones; those
/// that the diagram does not show have been captured.
fn square_text(rules: &str, rows: &[&str]) -> String {
    let stones = rows.join("/");
    let set_up = if rules.contains("setup:none") { 0 } else { 2 };
    let captured = |side| 20 + set_up - stones.chars().filter(|&c| c == side).count();
    format!(
        "game=sendit-square size=7 rules={rules} stones={stones} to_move=b turn=21 steps=- consecutive_passes=0 \
         passes=0,0 captures={},{}",
        captured('w'),
        captured('b')
    )
}

fn square(rules: &str, rows: &[&str]) -> Box<dyn Rules> {
    let text = square_text(rules, rows);
    catalog::read_position(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn play(position: &mut Box<dyn Rules>, word: &str) {
    let word: Word = word.parse().unwrap();
    for part in word.parts() {
        let step = part.on(position.board()).unwrap();
        assert_eq!(position.judge(step), Ok(()), "{word}");
        position.apply(step);
    }
}

fn refusal(position: &dyn Rules, step: &str) -> String {
    let word: Word = step.parse().unwrap();
    let step = word.parts()[0].on(position.board()).unwrap();
    position.judge(step).expect_err("an illegal step").to_string()
}

fn legal(position: &dyn Rules) -> String {
    let mut steps: Vec<_> = position.steps().iter().map(|s| s.text(position.board())).collect();
    steps.sort();
    steps.join(" ")
}

#[test]
fn rush_offers_the_placements_of_the_known_position() {
    let position = rush(&["bw..w", "b.ww.", "wbb.w", "....b", "w.w.."]);
    assert_eq!(legal(position.as_ref()), "B2 B4 C2 D1 D2 D3 E1");
}

#[test]
fn rush_turns_go_on_until_a_placement_makes_fewer_than_two_connections() {
    let mut position = rush(&[".w...", "....b", "w..b.", "w....", "b.b.."]);
    for step in ["D4", "E3"] {
        play(&mut position, step);
        assert_eq!(position.to_move(), Player::White);
        assert!(!position.may_end(), "there is no passing");
    }
    play(&mut position, "E1");
    assert_eq!(position.to_move(), Player::Black);
}

#[test]
fn rush_ends_when_the_board_is_full() {
    let mut position = rush(&["bwbwb", "wbwbw", "bwbwb", "wbwbw", "bwbb."]);
    play(&mut position, "E1");
    assert_eq!(position.ending(), Some(Ending::FullBoard));
    assert_eq!(position.score().to_string(), "B+1");
    assert_eq!(position.to_move(), Player::Black);
}

#[test]
fn send_it_begins_with_one_stone_and_three() {
    let mut position = catalog::game("sendit").unwrap().default_variant().start();
    assert_eq!(refusal(position.as_ref(), "pass"), "turn 1 is exactly one stone");
    play(&mut position, "A1");
    assert_eq!(position.to_move(), Player::White);
    play(&mut position, "B1");
    assert_eq!(refusal(position.as_ref(), "pass"), "turn 2 is exactly three stones");
    let refused = refusal(position.as_ref(), "C1");
    assert_eq!(refused, "C1 would be in one group with B1, dropped in the same turn");
    play(&mut position, "D1+F1");
    assert_eq!(position.to_move(), Player::Black);
    assert!(position.may_end());
}

#[test]
fn send_it_drops_must_be_in_sight_where_the_first_stone_counts() {
    let rows = [".......", "..b....", ".......", "..w....", "......b", ".......", "......."];
    let position = square("setup:none,suicide:allowed", &rows);
    // C5 sees C6 above; C2 sees C4 first, which is white; A3 sees G3 along the row.
    assert_eq!(position.judge(Step::Place(point(position.as_ref(), "C5"))), Ok(()));
    assert_eq!(refusal(position.as_ref(), "C2"), "C2 is not in sight of a stone of Black");
    assert_eq!(position.judge(Step::Place(point(position.as_ref(), "A3"))), Ok(()));
    assert_eq!(refusal(position.as_ref(), "D5"), "D5 is not in sight of a stone of Black");
}

fn point(position: &dyn Rules, name: &str) -> tesuji::board::Point {
    position.board().point(name.parse().unwrap()).unwrap()
}

#[test]
fn send_it_stones_of_one_turn_lend_each_other_sight_but_not_a_group() {
    let rows = [".......", ".......", ".......", ".......", ".......", ".......", "b......"];
    let mut position = square("setup:none,suicide:allowed", &rows);
    assert_eq!(refusal(position.as_ref(), "D4"), "D4 is not in sight of a stone of Black");
    play(&mut position, "D1");
    play(&mut position, "D4");
    let refused = refusal(position.as_ref(), "D5");
    assert_eq!(refused, "D5 would be in one group with D4, dropped in the same turn");
    play(&mut position, "A4");
    play(&mut position, "A7");
    assert_eq!(position.to_move(), Player::White, "the fourth drop ends the turn");
}

#[test]
fn send_it_captures_after_every_drop_within_the_turn() {
    let rows = ["wb.....", "b......", ".......", ".......", ".......", ".......", "......."];
    // A7 has no liberty: no such position can stand.
    let text = square_text("setup:none,suicide:allowed", &rows);
    let error = catalog::read_position(&text).expect_err("a dead stone");
    assert_eq!(error.to_string(), "the group of A7 has no liberty");

    let rows = ["wb.....", ".......", ".......", ".......", ".......", ".......", "b......"];
    let mut position = square("setup:none,suicide:allowed", &rows);
    let before = position.frame().tally.captures[0];
    play(&mut position, "A6");
    assert_eq!(position.frame().tally.captures[0], before + 1);
    assert_eq!(position.frame().rows()[0], ".b.....");
    // The captured stone's point is free again in the same turn, but A7 would join A6.
    let refused = refusal(position.as_ref(), "A7");
    assert_eq!(refused, "A7 would be in one group with A6, dropped in the same turn");
}

#[test]
fn send_it_suicide_is_an_option() {
    let rows = [".bw....", "bw.....", "w......", ".......", ".......", ".......", "......."];
    let mut allowed = square("setup:none,suicide:allowed", &rows);
    let taken = allowed.frame().tally.captures[1];
    play(&mut allowed, "A7");
    assert_eq!(allowed.frame().rows()[..2], ["..w....", ".w....."]);
    assert_eq!(allowed.frame().tally.captures[1], taken + 3);

    let forbidden = square("setup:none,suicide:forbidden", &rows);
    let refused = refusal(forbidden.as_ref(), "A7");
    assert_eq!(refused, "A7 would leave stones of Black without a liberty (suicide=forbidden)");
}

#[test]
fn send_it_pushes_a_lone_stone_to_its_only_liberty() {
    let rows = [".......", "...b...", "..bw...", "...b...", ".......", ".......", "......."];
    let mut position = square("setup:none,suicide:allowed", &rows);
    play(&mut position, "D5");
    assert_eq!(
        position.frame().rows(),
        [".......", "...b...", "..bbw..", "...b...", ".......", ".......", "......."]
    );
}

#[test]
fn send_it_does_not_push_connected_stones_or_those_with_more_liberties() {
    let two_liberties =
        [".......", "...b...", "..bw...", ".......", ".......", ".......", "......."];
    let connected = [".......", "...b...", "..bww..", "...b...", ".......", ".......", "......."];
    for rows in [two_liberties, connected] {
        let position = square("setup:none,suicide:allowed", &rows);
        let refused = refusal(position.as_ref(), "D5");
        assert_eq!(refused, "D5 is occupied by a stone that cannot be pushed");
    }
}

#[test]
fn send_it_captures_around_the_point_a_stone_is_pushed_to() {
    // F5 is the last liberty of the white stones F6 and G5, and the pushed stone fills it.
    let rows = ["....bwb", "....bwb", "...bw.b", "....bb.", ".......", ".......", "......."];
    let mut position = square("setup:none,suicide:allowed", &rows);
    let before = position.frame().tally.captures[0];
    play(&mut position, "E5");
    assert_eq!(position.frame().tally.captures[0], before + 3);
    assert_eq!(position.frame().rows()[..3], ["....b.b", "....b.b", "...bb.b"]);
}

#[test]
fn send_it_controls_points_where_the_adversary_could_not_drop() {
    let rows = [".b.....", "b......", ".......", ".......", "......w", ".......", "......."];
    let position = square("setup:none,suicide:allowed", &rows);
    // White sees the rest of row 3 and of column G: every other empty point is Black's.
    let (empty, white_sees) = (49 - 3, 6 + 6);
    assert_eq!(position.score().black, f64::from(2 + empty - white_sees));
    // Black sees the rest of rows 6 and 7 and, below them, of columns A and B.
    let black_sees = 6 + 6 + 5 + 5;
    assert_eq!(position.score().white, f64::from(1 + empty - black_sees));
}

#[test]
fn send_it_ends_by_two_passes_and_not_by_a_pass_after_drops() {
    let mut position = catalog::game("sendit").unwrap().default_variant().start();
    play(&mut position, "A1");
    play(&mut position, "C1+E1+G1");
    play(&mut position, "D8");
    play(&mut position, "pass");
    assert_eq!(position.frame().tally.consecutive_passes, 0, "the turn had a drop");
    play(&mut position, "pass");
    assert_eq!(position.frame().tally.passes, [0, 1]);
    play(&mut position, "pass");
    assert_eq!(position.ending(), Some(Ending::Passes));
    assert!(position.steps().is_empty());
    assert_eq!(refusal(position.as_ref(), "A2"), "the game is over");
}

#[test]
fn send_it_ends_when_a_position_starts_a_turn_for_the_third_time() {
    let fields = "to_move=b turn=9 steps=- consecutive_passes=0 passes=0,0 captures=6,3";
    let rows = [
        "b....",
        "......",
        ".......",
        "........",
        ".........",
        "........",
        ".......",
        "......",
        ".....",
    ];
    let once = position("sendit", "5", "setup:none,suicide:allowed", &rows, fields).frame().text();
    let key = once.rsplit('=').next().unwrap().to_string();
    let twice = once.replace("seen=", &format!("seen={key},"));
    assert_eq!(catalog::read_position(&twice).unwrap().ending(), None);
    let thrice = once.replace("seen=", &format!("seen={key},{key},"));
    let over = catalog::read_position(&thrice).unwrap();
    assert_eq!(over.ending(), Some(Ending::Repetition));
    assert!(over.steps().is_empty());
}
