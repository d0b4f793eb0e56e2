//! The session as a whole: undo against a fresh replay, words half right, noise, bots that fail.
//!
//! `TESUJI_POSITIONS=10000 cargo test --release --test table` looks at that many states a game.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::RngCore;
use serde_json::Value;
use std::path::Path;
use tesuji::board::{Point, Vertex};
use tesuji::bots::{Bot, BotRow, Choice, Decision};
use tesuji::catalog::{self, GAMES};
use tesuji::protocol::{Engine, Settings, commands};
use tesuji::rules::{Game, Options, Player, Rules, Size, Step, Word};

fn states_wanted() -> usize {
    let given = std::env::var("TESUJI_POSITIONS").ok();
    given.map_or(500, |n| n.parse().expect("TESUJI_POSITIONS is a number"))
}

struct Chance(Pcg64);

impl Chance {
    fn new(seed: u64) -> Chance {
        Chance(Pcg64::new(seed.into(), 77))
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }

    fn pick<'t, T>(&mut self, things: &'t [T]) -> &'t T {
        &things[self.below(things.len())]
    }
}

fn engine(game: &'static Game) -> Engine {
    let variant = game.variant(Size::side(game.sizes.min), Options::defaults(game)).unwrap();
    Engine::new(Settings {
        variant,
        bot: "random".to_string(),
        seed: Some(1),
        ..Settings::default()
    })
    .unwrap()
}

/// The reply without its mark and its end; `Err` for a failure.
fn ask(engine: &mut Engine, line: &str) -> Result<String, String> {
    let reply = engine.handle_line(line.as_bytes()).expect("a reply");
    assert!(reply.ends_with("\n\n"), "{reply:?}");
    let text = reply[2..].trim_end().to_string();
    match &reply[..2] {
        "= " => Ok(text),
        "? " => Err(text),
        _ => panic!("{reply:?} has neither mark"),
    }
}

fn told(engine: &mut Engine, line: &str) -> String {
    ask(engine, line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn turn(engine: &mut Engine) -> Value {
    serde_json::from_str(&told(engine, "tesuji-turn")).unwrap()
}

/// All that a session shows of its state.
fn shown(engine: &mut Engine) -> Vec<String> {
    let questions = [
        "tesuji-position",
        "tesuji-hash",
        "tesuji-legal",
        "tesuji-turn",
        "final_score",
        "showboard",
    ];
    questions.map(|question| told(engine, question)).to_vec()
}

/// An entry of the history: the command that makes it, and where the game stood before.
struct Entry {
    command: String,
    turn: u64,
    mid_turn: bool,
}

/// Plays something that is accepted, and tells the command that plays it again.
fn played(engine: &mut Engine, chance: &mut Chance) -> Entry {
    let before = turn(engine);
    let color = before["to_move"].as_str().unwrap().to_string();
    let legal = told(engine, "tesuji-legal");
    let legal: Vec<_> = legal.split(' ').filter(|step| !step.is_empty()).collect();
    let answered = chance.below(3) == 0 || legal.is_empty();
    let command = if answered {
        // Changing the unit drops a selection, which is no entry: it is left alone here.
        if before["selection"].is_null() {
            told(engine, &format!("tesuji-unit {}", chance.pick(&["point", "step", "turn"])));
        }
        let answer = told(engine, &format!("genmove {color}"));
        format!("play {color} {answer}")
    } else {
        let command = format!("play {color} {}", chance.pick(&legal));
        told(engine, &command);
        command
    };
    let mid_turn = !before["steps"].as_array().unwrap().is_empty();
    Entry { command, turn: before["turn"].as_u64().unwrap(), mid_turn }
}

/// Takes something back, in the session and in the list of what was played.
fn taken_back(engine: &mut Engine, entries: &mut Vec<Entry>, chance: &mut Chance) {
    match chance.below(4) {
        0 => {
            let now = turn(engine);
            let mid_turn = !now["steps"].as_array().unwrap().is_empty();
            let start = now["turn"].as_u64().unwrap() - u64::from(!mid_turn);
            let answer = ask(engine, "tesuji-undo_turn");
            assert_eq!(answer.is_ok(), !entries.is_empty());
            while let Some(entry) = entries.pop() {
                if entry.turn == start && !entry.mid_turn {
                    break;
                }
            }
        }
        1 => {
            let count = chance.below(entries.len() + 2);
            let answer = ask(engine, &format!("gg-undo {count}"));
            match entries.len().checked_sub(count) {
                Some(kept) => entries.truncate(kept),
                None => assert_eq!(answer, Err("cannot undo".to_string())),
            }
        }
        _ => assert_eq!(ask(engine, "undo").is_ok(), entries.pop().is_some()),
    }
}

#[test]
fn play_and_undo_in_any_mixture_equal_a_fresh_replay() {
    for game in GAMES {
        let mut chance = Chance::new(9);
        let mut session = engine(game);
        let mut entries: Vec<Entry> = Vec::new();
        for _ in 0..states_wanted() {
            let over = told(&mut session, "tesuji-legal").is_empty();
            match chance.below(if over { 2 } else { 12 }) {
                0 => taken_back(&mut session, &mut entries, &mut chance),
                1 if over && chance.below(3) == 0 => {
                    told(&mut session, "clear_board");
                    entries.clear();
                }
                _ => entries.push(played(&mut session, &mut chance)),
            }
            let mut fresh = engine(game);
            for entry in &entries {
                told(&mut fresh, &entry.command);
            }
            assert_eq!(shown(&mut session), shown(&mut fresh), "{}", game.name);
        }
    }
}

/// A word made of legal steps, of steps that are not, and of things that are no steps.
fn any_word(position: &dyn Rules, chance: &mut Chance) -> String {
    let legal = position.steps();
    let board = position.board();
    let all: Vec<_> = board.points().collect();
    let mut parts = Vec::new();
    for _ in 0..1 + chance.below(5) {
        let step = match chance.below(10) {
            0 => chance
                .pick(&["pass", "PASS", "Z99", "A1-B1", "I3", "", "x", "AA1", "c"])
                .to_string(),
            1 => board.vertex(*chance.pick(&all)).to_string(),
            _ if legal.is_empty() => "pass".to_string(),
            _ => chance.pick(&legal).text(board),
        };
        parts.push(if chance.below(4) == 0 { step.to_lowercase() } else { step });
    }
    parts.join("+")
}

/// What becomes of a click, by the words of the specification.
fn clicked(
    position: &dyn Rules,
    selected: Option<Point>,
    vertex: Vertex,
) -> Option<Result<String, &'static str>> {
    let steps = position.steps();
    let point = position.board().point(vertex);
    let unchanged = Some(Ok(position.frame().text()));
    let after = |step| {
        let mut next = position.boxed();
        next.apply(step);
        Some(Ok(next.frame().text()))
    };
    if let (Some(from), Some(to)) = (selected, point)
        && steps.contains(&Step::Move { from, to })
    {
        return after(Step::Move { from, to });
    }
    if point.is_some() && point == selected {
        return unchanged;
    }
    let starts = |step: &Step| matches!(step, Step::Move { from, .. } if Some(*from) == point);
    if steps.iter().any(starts) {
        return unchanged;
    }
    if position.end_vertices().contains(&vertex) {
        return after(Step::Pass);
    }
    selected.map(|_| Err("illegal move"))
}

/// What becomes of a word, by the rules alone: the text of the position after it.
fn expected(
    position: &dyn Rules,
    selected: Option<Point>,
    text: &str,
) -> Result<String, &'static str> {
    let word: Word = text.parse().map_err(|_| "syntax error: ")?;
    if position.is_over() && text.eq_ignore_ascii_case("pass") {
        return Ok(position.frame().text());
    }
    let position = position.open_to(position.to_move()).ok_or("illegal move")?;
    if let Some(result) =
        word.click().and_then(|vertex| clicked(position.as_ref(), selected, vertex))
    {
        return result;
    }
    let mut next = position.boxed();
    let parts = word.parts();
    let mut last = None;
    for (index, part) in parts.iter().enumerate() {
        let step = part.on(position.board()).map_err(|_| "illegal move")?;
        if next.turn() > position.turn() {
            let superfluous =
                step == Step::Pass && last != Some(Step::Pass) && index + 1 == parts.len();
            return if superfluous { Ok(next.frame().text()) } else { Err("illegal move") };
        }
        if !next.steps().contains(&step) {
            return Err("illegal move");
        }
        next.apply(step);
        last = Some(step);
    }
    Ok(next.frame().text())
}

#[test]
fn words_are_played_whole_or_refused_whole() {
    for game in GAMES {
        let mut chance = Chance::new(3);
        let mut session = engine(game);
        let (mut accepted, mut illegal, mut unreadable) = (0, 0, 0);
        for _ in 0..4 * states_wanted() {
            let before = told(&mut session, "tesuji-position");
            let position = catalog::read_position(&before).unwrap();
            let color = position.to_move().letter();
            let text = any_word(position.as_ref(), &mut chance);
            let selected = turn(&mut session)["selection"]
                .as_str()
                .map(|name| position.board().point(name.parse().unwrap()).unwrap());
            let expected = expected(position.as_ref(), selected, &text);
            let why = told(&mut session, &format!("tesuji-why {color} {text}x"));
            assert!(!why.is_empty());
            let answer = ask(&mut session, &format!("play {color} {text}"));
            let after = told(&mut session, "tesuji-position");
            match expected {
                Ok(expected) => {
                    assert_eq!((answer, after), (Ok(String::new()), expected), "{text}");
                    accepted += 1;
                }
                Err(expected) => {
                    let refused = answer.expect_err(&text);
                    assert_eq!(after, before, "{text}");
                    match expected {
                        "illegal move" => assert_eq!(refused, expected, "{text}"),
                        _ => assert!(refused.starts_with(expected), "{text}: {refused}"),
                    }
                    illegal += usize::from(refused == "illegal move");
                    unreadable += usize::from(refused != "illegal move");
                }
            }
            if told(&mut session, "tesuji-legal").is_empty() {
                told(&mut session, "clear_board");
            }
        }
        assert!(
            accepted > 100 && illegal > 100 && unreadable > 50,
            "{accepted} {illegal} {unreadable}"
        );
    }
}

/// A line of random bytes, or a command with arguments that may or may not fit.
fn noise(chance: &mut Chance) -> Vec<u8> {
    if chance.below(3) == 0 {
        let length = chance.below(40);
        let bytes = (0..length).map(|_| chance.below(256) as u8);
        return bytes.filter(|&byte| byte != b'\n').collect();
    }
    let harmless =
        |name: &str| !["quit", "tesuji-record", "loadsgf", "tesuji-perft"].contains(&name);
    let names: Vec<_> = commands().iter().map(|c| c.name).filter(|name| harmless(name)).collect();
    let arguments = [
        "b",
        "w",
        "C3",
        "pass",
        "c3+e5+g7",
        "D4-E5",
        "1",
        "9",
        "-1",
        "99999999999999999999",
        "0.5",
        "inf",
        "rush",
        "sendit",
        "random",
        "suicide",
        "forbidden",
        "turn",
        "game=rush",
        ";",
        "=",
        "\u{fffd}",
        "#",
        "\t",
        "I9",
        "++",
    ];
    let mut line = String::new();
    if chance.below(4) == 0 {
        line += &format!("{} ", chance.below(1000));
    }
    line += chance.pick::<&str>(&names);
    for _ in 0..chance.below(4) {
        line += " ";
        line += chance.pick::<&str>(&arguments);
    }
    line.into_bytes()
}

#[test]
fn noise_gets_one_reply_a_line_and_nothing_breaks() {
    let mut chance = Chance::new(5);
    let mut session = engine(GAMES[0]);
    let mut replies = 0;
    for _ in 0..5_000 {
        let line = noise(&mut chance);
        let content = line.split(|&byte| byte == b'#').next().unwrap_or(&[]);
        let deserves = content.iter().any(|&byte| byte != b' ' && !byte.is_ascii_control());
        let reply = session.handle_line(&line);
        assert_eq!(reply.is_some(), deserves, "{:?}", String::from_utf8_lossy(&line));
        let Some(reply) = reply else { continue };
        replies += 1;
        assert!(reply.starts_with(['=', '?']), "{reply:?}");
        assert_eq!(reply.find("\n\n"), Some(reply.len() - 2), "{reply:?}");
        assert!(!reply.contains("internal error"), "{:?}", String::from_utf8_lossy(&line));
    }
    assert!(replies > 4_000);
}

/// A bot that does what its name says.
struct Failing(&'static str);

impl Bot for Failing {
    fn choose(&mut self, _: &mut Decision<'_>) -> Choice {
        match self.0 {
            "resigns" => Choice::Resign,
            "panics" => panic!("as a test expects"),
            _ => Choice::Steps(Vec::new()),
        }
    }
}

fn failing_engine(bot: &str) -> Engine {
    let row = |name, make| BotRow {
        name,
        help: "for a test",
        make,
        runs_programs: false,
        answers_at_once: true,
    };
    let bots = vec![
        row("resigns", |_, _| Ok(Box::new(Failing("resigns")))),
        row("panics", |_, _| Ok(Box::new(Failing("panics")))),
        row("offers-nothing", |_, _| Ok(Box::new(Failing("offers-nothing")))),
    ];
    Engine::new(Settings { bots, bot: bot.to_string(), seed: Some(1), ..Settings::default() })
        .unwrap()
}

#[test]
fn resigning_is_no_entry() {
    let mut engine = failing_engine("resigns");
    told(&mut engine, "play b D4");
    let before = shown(&mut engine);
    assert_eq!(told(&mut engine, "genmove w"), "resign");
    assert_eq!(told(&mut engine, "reg_genmove w"), "resign");
    assert_eq!(shown(&mut engine), before);
    assert_eq!(ask(&mut engine, "gg-undo 2"), Err("cannot undo".to_string()));
    told(&mut engine, "undo");
}

#[test]
fn a_record_says_who_has_resigned_until_the_game_goes_on() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("resigned.jsonl");
    let end = |engine: &mut Engine| {
        told(engine, &format!("tesuji-record {}", file.display()));
        std::fs::read_to_string(&file).unwrap().lines().last().unwrap().to_string()
    };
    let resigned = r#"{"result":"B+Resign","reason":"resignation"}"#;
    let unfinished = r#"{"result":null,"reason":"unfinished"}"#;
    let mut engine = failing_engine("resigns");
    told(&mut engine, "play b D4");
    told(&mut engine, "reg_genmove w");
    assert_eq!(end(&mut engine), unfinished, "reg_genmove changes nothing");
    told(&mut engine, "genmove w");
    assert_eq!(end(&mut engine), resigned);
    assert!(told(&mut engine, "printsgf").contains("RE[B+Resign]"));

    told(&mut engine, &format!("loadsgf {}", file.display()));
    assert_eq!(end(&mut engine), resigned, "what was read is written");
    told(&mut engine, "play w A1");
    assert_eq!(end(&mut engine), unfinished);
    told(&mut engine, "undo");
    assert_eq!(end(&mut engine), resigned, "undo restores everything");
    told(&mut engine, "undo");
    told(&mut engine, "play b D4");
    assert_eq!(end(&mut engine), unfinished, "as many entries, but played anew");
    let cut = format!("loadsgf {} 1", file.display());
    told(&mut engine, &cut);
    assert_eq!(end(&mut engine), unfinished);
}

#[test]
fn a_panic_is_an_internal_error_and_changes_nothing() {
    let mut engine = failing_engine("panics");
    told(&mut engine, "play b D4");
    let before = shown(&mut engine);
    assert_eq!(ask(&mut engine, "genmove w"), Err("internal error".to_string()));
    assert_eq!(shown(&mut engine), before);
    told(&mut engine, "tesuji-bot offers-nothing");
    assert!(ask(&mut engine, "genmove w").is_ok(), "random finishes the turn");
}

#[test]
fn the_rest_of_a_turn_comes_from_memory_and_a_new_bot_or_seed_forgets_it() {
    let mut engine = engine(GAMES[0]);
    told(&mut engine, "play b D3");
    let whole = {
        told(&mut engine, "tesuji-unit turn");
        let whole = told(&mut engine, "reg_genmove w");
        told(&mut engine, "tesuji-unit step");
        whole
    };
    let pieces: Vec<_> = (0..3).map(|_| told(&mut engine, "genmove w")).collect();
    assert_eq!(pieces.join("+"), whole);
    told(&mut engine, "gg-undo 2");
    assert_eq!(told(&mut engine, "reg_genmove w"), pieces[1], "undo brings the plan back");
    let answers: Vec<_> = (0..20)
        .map(|seed| {
            told(&mut engine, &format!("tesuji-seed {seed}"));
            told(&mut engine, "reg_genmove w")
        })
        .collect();
    assert!(answers.iter().any(|answer| *answer != pieces[1]), "{answers:?}");
}

#[test]
fn clocks_run_by_the_turn_and_start_anew_with_a_game() {
    let mut engine = engine(GAMES[0]);
    assert_eq!(engine.time_left(Player::Black), None);
    told(&mut engine, "time_settings 600 30 5");
    told(&mut engine, "time_left w 29.5 4");
    assert_eq!(engine.time_left(Player::Black), Some(630.0));
    assert_eq!(engine.time_left(Player::White), Some(29.5));
    told(&mut engine, "clear_board");
    assert_eq!(engine.time_left(Player::White), Some(630.0));
    told(&mut engine, "time_settings 0 0 0");
    assert_eq!(engine.time_left(Player::White), None);
}

#[test]
fn a_side_pays_for_its_own_decisions_and_undo_gives_the_time_back() {
    let mut engine = engine(catalog::game("sendit").unwrap());
    told(&mut engine, "kata-time_settings fischer 10 1.5");
    told(&mut engine, "tesuji-bot uct:playouts=200");
    told(&mut engine, "genmove b");
    let after_turn = engine.time_left(Player::Black).unwrap();
    assert!((10.5..11.5).contains(&after_turn), "{after_turn}: less a little, and the increment");
    assert_eq!(engine.time_left(Player::White), Some(10.0));
    // White's turn has three drops: the first answer pays for all, the increment comes with the last.
    told(&mut engine, "genmove w");
    let decided = engine.time_left(Player::White).unwrap();
    assert!(decided < 10.0, "{decided}");
    told(&mut engine, "genmove w");
    assert!(engine.time_left(Player::White).unwrap() <= decided);
    told(&mut engine, "genmove w");
    assert!(engine.time_left(Player::White).unwrap() > 10.5);
    told(&mut engine, "gg-undo 2");
    assert_eq!(engine.time_left(Player::White), Some(decided));
    told(&mut engine, "gg-undo 2");
    assert_eq!(engine.time_left(Player::Black), Some(10.0));
}

#[test]
fn what_others_call_a_period_is_one_of_turns() {
    let mut engine = engine(catalog::game("go").unwrap());
    for (settings, left) in [
        ("kgs-time_settings absolute 300", Some(300.0)),
        ("kgs-time_settings canadian 300 60 25", Some(360.0)),
        ("kgs-time_settings byoyomi 300 30 5", Some(450.0)),
        ("kata-time_settings fischer 60 1", Some(60.0)),
        ("kata-time_settings byoyomi 0 30 1", Some(30.0)),
        ("time_settings 0 5 1", Some(5.0)),
        ("kata-time_settings none", None),
    ] {
        assert_eq!(told(&mut engine, settings), "", "{settings}");
        assert_eq!(engine.time_left(Player::Black), left, "{settings}");
    }
    // GTP: a period without stones has no limit.
    told(&mut engine, "time_settings 300 60 0");
    assert_eq!(engine.time_left(Player::Black), None);
}

#[test]
fn a_record_loaded_and_written_again_is_the_same_to_the_letter() {
    for name in ["rush-5.jsonl", "sendit-5.sgf"] {
        let file = format!("{}/tests/data/games/{name}", env!("CARGO_MANIFEST_DIR"));
        let mut engine = engine(GAMES[0]);
        told(&mut engine, &format!("loadsgf {file}"));
        let command = if name.ends_with("sgf") { "printsgf" } else { "tesuji-record" };
        let written = told(&mut engine, command);
        assert_eq!(written, std::fs::read_to_string(&file).unwrap().trim_end());
    }
}

#[test]
fn what_a_record_says_beyond_the_moves_is_kept() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let mut session = engine(catalog::game("go").unwrap());
    for line in ["boardsize 5", "komi 0.5", "play b C3", "play w A1", "play b pass", "play w pass"]
    {
        told(&mut session, line);
    }
    told(&mut session, "tesuji-dead A1");
    let score = told(&mut session, "final_score");
    // Names with spaces are one argument, to write and to read.
    told(&mut session, &format!("tesuji-record {folder}/dead stones.jsonl"));
    let record = told(&mut session, "tesuji-record");
    let mut other = engine(GAMES[0]);
    told(&mut other, &format!("loadsgf {folder}/dead stones.jsonl"));
    assert_eq!(told(&mut other, "tesuji-record"), record);
    assert_eq!(told(&mut other, "final_score"), score);
    told(&mut other, &format!("loadsgf {folder}/dead stones.jsonl 3"));
    assert_eq!(turn(&mut other)["turn"], 3);
    let report = tesuji::replay::replay(&record, &tesuji::replay::Options::default()).unwrap();
    assert!(!report.differs(), "{report}");
}

#[test]
fn a_resignation_in_a_record_is_kept_until_something_is_played() {
    let file = format!("{}/resigned.jsonl", env!("CARGO_TARGET_TMPDIR"));
    let mut session = engine(catalog::game("rush").unwrap());
    told(&mut session, "play b A1");
    let unfinished = told(&mut session, "tesuji-record");
    let end = unfinished.rfind('{').unwrap();
    let resigned =
        format!("{}{{\"result\":\"W+Resign\",\"reason\":\"resign\"}}", &unfinished[..end]);
    std::fs::write(&file, &resigned).unwrap();
    told(&mut session, &format!("loadsgf {file}"));
    assert_eq!(told(&mut session, "tesuji-record"), resigned);
    told(&mut session, "play w C3");
    assert!(told(&mut session, "tesuji-record").ends_with("\"reason\":\"unfinished\"}"));
}

#[test]
fn rules_are_set_at_the_start_of_a_game_only() {
    let mut session = engine(GAMES[0]);
    told(&mut session, "tesuji-rules suicide forbidden");
    told(&mut session, "play b D3");
    let refused =
        Err("cannot set rules: the game is not at its start; clear_board first".to_string());
    assert_eq!(ask(&mut session, "tesuji-rules suicide allowed"), refused);
    let position = told(&mut session, "tesuji-position");
    told(&mut session, &format!("tesuji-set_position {position}"));
    assert_eq!(
        ask(&mut session, "tesuji-rules suicide allowed"),
        refused,
        "a position that was set"
    );
    told(&mut session, "clear_board");
    told(&mut session, "tesuji-rules suicide allowed");
}

#[test]
fn komi_stays_with_the_game_and_survives_undo() {
    let mut session = engine(catalog::game("go").unwrap());
    told(&mut session, "play b A1");
    told(&mut session, "komi 0.5");
    told(&mut session, "undo");
    assert_eq!(told(&mut session, "final_score"), "W+0.5");
    told(&mut session, "boardsize 9");
    assert_eq!(told(&mut session, "final_score"), "W+0.5");
    told(&mut session, "tesuji-game go");
    assert_eq!(told(&mut session, "final_score"), "W+7.5");
    told(&mut session, "tesuji-game rush 5");
    told(&mut session, "komi 0.5");
    assert_eq!(told(&mut session, "final_score"), "0");
}

#[test]
fn a_selection_is_an_entry_and_no_step() {
    let mut session = engine(catalog::game("medusa").unwrap());
    for line in ["play b A1", "play w G7", "play b B1", "play b A1"] {
        told(&mut session, line);
    }
    assert_eq!(turn(&mut session)["selection"], "A1");
    told(&mut session, "undo");
    assert!(turn(&mut session)["selection"].is_null());
    told(&mut session, "play b A1");
    told(&mut session, "tesuji-unit step");
    assert!(turn(&mut session)["selection"].is_null(), "a change of the unit drops it");
    told(&mut session, "tesuji-undo_turn");
    assert_eq!(turn(&mut session)["turn"], 3);
    assert_eq!(turn(&mut session)["steps"].as_array().unwrap().len(), 0);
}

#[test]
fn games_of_the_bot_are_the_same_through_a_record() {
    for game in GAMES {
        let mut session = engine(game);
        told(&mut session, "tesuji-unit turn");
        while !told(&mut session, "tesuji-legal").is_empty() {
            let color = turn(&mut session)["to_move"].as_str().unwrap().to_string();
            told(&mut session, &format!("genmove {color}"));
        }
        let record = told(&mut session, "tesuji-record");
        let sgf = told(&mut session, "printsgf");
        for text in [record, sgf] {
            let variant = GAMES[0].default_variant();
            let mut table = tesuji::table::Table::load(&text, &variant, usize::MAX).unwrap();
            assert_eq!(table.position().frame().text(), told(&mut session, "tesuji-position"));
            let report =
                tesuji::replay::replay(&text, &tesuji::replay::Options::default()).unwrap();
            assert!(!report.differs(), "{report}");
            assert_eq!(report.score, told(&mut session, "final_score"));
            loop {
                assert_eq!(table.last_turn(), table.turns().pop(), "{}", game.name);
                if table.undo(1).is_err() {
                    break;
                }
            }
        }
    }
}

/// A client that sees the command sends the comment `# interrupt` alone, and waits for an answer that a search would give
/// only at its end.
#[test]
fn nobody_is_told_that_a_search_can_be_interrupted() {
    let mut engine = engine(GAMES[0]);
    let mut ask = |line: &str| engine.handle_line(line.as_bytes()).unwrap().trim_end().to_string();
    assert_eq!(ask("known_command gogui-interrupt"), "= true");
    assert_eq!(ask("tesuji-bot uct:playouts=100"), "=");
    assert_eq!(ask("known_command gogui-interrupt"), "= false");
    assert!(ask("genmove b").starts_with("= "));
}
