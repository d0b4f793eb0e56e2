//! Results: what counts, what it says of the players, and when it has said enough.

use super::{Check, conduct, engine, fresh_file, lines, plan, played};
use libtest_mimic::Failed;
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use tesuji::arena::{
    Entrant, Finish, GameLine, Openings, Reason, Run, Share, Sprt, Summary, Unit, Verdict, elo,
};
use tesuji::records::Record;
use tesuji::table::Table;

pub(super) const TRIALS: &[(&str, Check)] = &[
    ("statistics are those of an independent computation", an_independent_computation),
    ("both games of a pair have the same opening with colours swapped", pairs_share_their_opening),
    ("openings of a file are played in their order", openings_of_a_file),
    ("the same game again is not counted", duplicates),
    ("results are by player and not by colour", results_by_player),
    ("a test ends the match, however many games are played at once", a_test_ends_the_match),
    ("a score that a player reports otherwise is disputed", disputes),
    ("every game can be read as a record again", games_as_records),
    ("the file that the specification shows is one", the_specified_file),
    ("a game that was changed in the file is found", a_changed_game_is_found),
    ("a part of a run is counted like a run", parts_of_runs),
    ("passes that are answered and turns for nothing are counted", courses),
];

fn close(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-7 * expected.abs().max(1.0)
}

fn an_independent_computation() -> Result<(), Failed> {
    let expected = include_str!("../data/statistics.jsonl");
    assert_eq!(expected.lines().count(), 10);
    for line in expected.lines() {
        let set: Value = serde_json::from_str(line)?;
        let number = |key: &str| set[key].as_f64();
        let check = |key: &str, found: Option<f64>| match (found, number(key)) {
            (Some(found), Some(expected)) => {
                assert!(close(found, expected), "{key}: {found} in {line}");
            }
            (found, expected) => assert_eq!(found, expected, "{key} in {line}"),
        };
        let pairs: Vec<u64> = serde_json::from_value(set["pairs"].clone())?;
        let alone: Vec<f64> = serde_json::from_value(set["alone"].clone())?;
        let mut units: Vec<_> = alone.iter().map(|&points| Unit { points, games: 1 }).collect();
        for (result, &count) in pairs.iter().enumerate() {
            let unit = Unit { points: result as f64 / 2.0, games: 2 };
            units.extend(vec![unit; count as usize]);
        }
        let share = Share::of(&units).ok_or("there are games")?;
        check("score", Some(share.value));
        check("error", Some(share.error));
        check("low", Some(share.interval[0]));
        check("high", Some(share.interval[1]));
        check("elo", elo(share.value));
        check("elo_low", elo(share.interval[0]));
        check("elo_high", elo(share.interval[1]));
        check("los", Some(share.superiority()));
        let sprt: Sprt = set["sprt"].as_str().ok_or("a test")?.parse()?;
        let counts = pairs.try_into().map_err(|_| "there are five kinds of pairs")?;
        check("llr", Some(sprt.llr(counts)));
        check("lower", Some(sprt.begin().lower));
        check("upper", Some(sprt.begin().upper));
    }
    Ok(())
}

fn pairs_share_their_opening() -> Result<(), Failed> {
    let mut openings = Vec::new();
    for game in ["sendit", "rush", "medusa", "rosette", "go", "sendit-square"] {
        let side = tesuji::catalog::game(game)?.sizes.min.max(5).next_multiple_of(2);
        let side = if ["sendit", "rush"].contains(&game) { 5 } else { side };
        let mut plan = plan(game, side.min(8), "bot:random", "bot:random", 8);
        plan.openings = Openings::Random(3);
        let games = lines("pairs", &plan);
        for pair in games.chunks(2) {
            assert_eq!(pair[0].words[..3], pair[1].words[..3], "{game}");
            assert_eq!((pair[0].black, pair[1].black), (Entrant::A, Entrant::B));
            openings.push(pair[0].words[..3].to_vec());
        }
    }
    let count = openings.len();
    openings.sort();
    openings.dedup();
    assert_eq!(openings.len(), count, "openings differ from pair to pair");
    Ok(())
}

fn openings_of_a_file() -> Result<(), Failed> {
    let mut plan = plan("sendit", 5, "bot:random", "bot:random", 6);
    plan.openings = Openings::read("D3 A1+E1+J9\nD4 A1+E1+J9 E4+pass\n", &plan.variant)?;
    let games = lines("listed", &plan);
    for (line, opening) in games.iter().zip([2, 2, 3, 3, 2, 2]) {
        assert_eq!(line.opening, opening);
        assert_eq!(line.words[0], if opening == 2 { "D3" } else { "D4" });
        assert!(line.seconds[opening - 1].is_none() && line.seconds[opening].is_some());
    }
    Ok(())
}

/// An engine whose seed is always the same plays the same game whenever it has the same opening.
fn duplicates() -> Result<(), Failed> {
    let first = engine("first", None);
    let mut plan = plan("rush", 5, &first, &first, 8);
    plan.openings = Openings::Random(0);
    let (run, _) = played(&plan, &conduct("duplicates", 2));
    let summary = Summary::of(&run);
    assert_eq!((summary.games, summary.counted, summary.duplicates), (8, 2, 6));
    assert_eq!(summary.pairs.iter().sum::<u64>(), 1);
    Ok(())
}

fn results_by_player() -> Result<(), Failed> {
    let (run, _) = played(
        &plan("sendit", 5, &engine("resigns", None), "bot:random", 10),
        &conduct("by-player", 2),
    );
    let summary = Summary::of(&run);
    assert_eq!((summary.wins, summary.losses, summary.draws), (0, 10, 0));
    assert_eq!(summary.pairs, [5, 0, 0, 0, 0]);
    let first = summary.first_player.ok_or("there are games")?;
    assert_eq!(first.value, 0.5, "each colour has lost five");
    let resigned = &summary.reasons[&Reason::Resignation];
    assert_eq!((resigned.tries, resigned.by.get(&Entrant::A)), (10, Some(&10)));
    assert_eq!(summary.faulty, 0, "to resign is no fault");
    Ok(())
}

fn a_test_ends_the_match() -> Result<(), Failed> {
    let mut states = Vec::new();
    for jobs in [1, 3] {
        let mut plan = plan("sendit", 5, "bot:random", &engine("resigns", None), 1_000);
        plan.sprt = Some("0,100".parse()?);
        let conduct = conduct("tested", jobs);
        let (run, finish) = played(&plan, &conduct);
        assert_eq!(finish, Finish::Decided);
        assert!(run.games.len() < 100, "{} games", run.games.len());
        let (again, finish) = played(&plan, &conduct);
        assert_eq!((again.games.len(), finish), (run.games.len(), Finish::Decided));
        states.push(Summary::of(&run).sprt.ok_or("there is a test")?);
    }
    assert_eq!(states[0].accepted, Some(1));
    assert_eq!(states[0], states[1]);
    Ok(())
}

fn disputes() -> Result<(), Failed> {
    let (run, _) = played(
        &plan("rush", 5, &engine("optimist", None), &engine("good", None), 4),
        &conduct("disputed", 1),
    );
    for line in &run.games {
        assert_eq!(line.claims[&Entrant::A], "B+999");
        assert_eq!(line.claims[&Entrant::B], line.result, "the result is the referee's");
        assert_eq!(line.verdict, Verdict::Counts);
    }
    let summary = Summary::of(&run);
    let by_white = run.games.iter().filter(|line| line.result.starts_with('W')).count() as u64;
    assert_eq!((summary.disputed, summary.winner_disputed), (4, by_white));
    Ok(())
}

fn games_as_records() -> Result<(), Failed> {
    let exits = plan("medusa", 4, &engine("plain", None), &engine("exits", None), 4);
    let mut limited = plan("medusa", 4, "bot:random", "bot:random", 4);
    limited.max_turns = 7;
    let plans = [exits, limited, plan("sendit", 5, "bot:random", &engine("resigns", None), 2)];
    let runs = plans.map(|plan| played(&plan, &conduct("records", 1)).0);
    for (run, line) in runs.iter().flat_map(|run| run.games.iter().map(move |line| (run, line))) {
        line.verify(&run.header)?;
        let table = line.table(&run.header)?;
        let record = table.record(None);
        let words: Vec<_> = record.turns.iter().map(|turn| turn.word.clone()).collect();
        assert_eq!(words, line.words);
        assert_eq!(record.end.result.as_ref(), Some(&line.result));
        assert_eq!(record.end.reason, line.reason.to_string());
        assert_eq!(Record::read(&record.write())?, record);
        let again = Table::load(&record.write(), table.variant(), usize::MAX)?;
        assert_eq!(again.record(None), record);
        let report = tesuji::replay::replay(&record.write(), &Default::default())?;
        assert!(!report.differs(), "{report}");
    }
    Ok(())
}

/// A document of the project.
fn document(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

fn the_specified_file() -> Result<(), Failed> {
    let document = document("protocol/matches.md");
    let block = document.split_once("```json\n").ok_or("no file is shown")?.1;
    let block = block.split_once("```").ok_or("the block is not closed")?.0;
    let file = fresh_file("specified");
    std::fs::write(&file, block)?;
    let run = Run::read(&file)?;
    run.games[0].verify(&run.header)?;
    let faulty = lines("fields", &plan("sendit", 5, &engine("garbage", None), "bot:random", 1));
    let shown = [serde_json::to_value(&run.games[0])?, serde_json::to_value(&faulty[0])?];
    for field in shown.iter().filter_map(Value::as_object).flat_map(|object| object.keys()) {
        assert!(document.contains(&format!("`{field}`")), "{field} is not explained");
    }
    Ok(())
}

/// Runs the match of the README, which needs Python, and compares the figures that do not depend on time.
pub(super) fn the_match_of_the_readme() -> Result<(), Failed> {
    let readme = document("README.md");
    let session = readme.split_once("## A second session").ok_or("no second session")?.1;
    let command =
        session.lines().find_map(|line| line.strip_prefix("tesuji ")).ok_or("no command")?;
    let table = session.split_once("```text\n").ok_or("no table")?.1;
    let table = table.split_once(" turns of A").ok_or("the table is cut off")?.0;
    let out = fresh_file("readme").display().to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(shlex::split(command).ok_or("no command line")?)
        .args(["--out", &out])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()?;
    let found = String::from_utf8(output.stdout)?;
    assert!(found.starts_with(table), "expected:\n{table}\nfound:\n{found}");
    Ok(())
}

fn a_changed_game_is_found() -> Result<(), Failed> {
    let (run, _) = played(&plan("rush", 5, "bot:random", "bot:random", 1), &conduct("verified", 1));
    let line = &run.games[0];
    line.verify(&run.header)?;
    let changed = |change: fn(&mut GameLine)| {
        let mut line = line.clone();
        change(&mut line);
        line.verify(&run.header).expect_err("a fault")
    };
    assert!(changed(|line| line.words[3] = line.words[2].clone()).contains("turn 4: "));
    assert!(changed(|line| _ = line.words.pop()).contains("the key is"));
    assert!(changed(|line| line.result.push('9')).contains(&format!("not {}9", line.result)));
    assert!(
        changed(|line| line.winner = line.winner.map(Entrant::opponent)).contains("the winner")
    );
    assert!(changed(|line| line.winner = None).contains("the winner"));
    assert!(changed(|line| line.verdict = Verdict::Forfeit).contains("the verdict"));
    assert!(changed(|line| line.game = 1).contains("the colours"));
    assert!(changed(|line| line.attempt = 1).contains("the seeds"));
    let end = changed(|line| line.reason = Reason::Passes);
    assert_eq!(end, "game 0: the end is full-board, not passes");
    Ok(())
}

/// On 3 × 3 with komi 7.5 a stone in the middle takes the whole board, and nothing after it changes that.
fn courses() -> Result<(), Failed> {
    let (mut run, _) =
        played(&plan("go", 3, "bot:random", "bot:random", 2), &conduct("courses", 1));
    for (line, words) in run.games.iter_mut().zip([
        &["B2", "pass", "A1", "pass", "pass"][..],
        &["pass", "A1", "B2", "B1", "pass", "pass"],
    ]) {
        line.words = words.iter().map(ToString::to_string).collect();
        line.opening = 0;
        line.reason = Reason::Passes;
    }
    let course = Summary::with_course(&run, 0..2)?.course.ok_or("it was asked for")?;
    // White of game 0 is B, Black of game 1 is B too.
    let answered: Vec<_> = Entrant::BOTH.iter().map(|by| course.answered_passes[by]).collect();
    assert_eq!(answered, [0, 2]);
    // In game 0 four turns follow on the first; in game 1 White is ahead from the start, and has its last score after the fourth.
    assert_eq!((course.played_out, course.turns), (2, 11));
    assert_eq!((course.after_winner, course.after_score), (4 + 6, 4 + 2));
    // Who gives up ends a game that the board says nothing of.
    run.games[0].reason = Reason::Resignation;
    let course = Summary::with_course(&run, 0..1)?.course.ok_or("it was asked for")?;
    assert_eq!((course.played_out, course.turns, course.after_score), (0, 0, 0));
    assert_eq!(
        Summary::of(&run).course,
        None,
        "a replay of all games is made only where it is asked for"
    );
    run.games[1].words[0] = "Z9".to_string();
    assert!(
        Summary::with_course(&run, 0..2).expect_err("no such point").contains("game 1, turn 1")
    );
    Ok(())
}

fn parts_of_runs() -> Result<(), Failed> {
    let plan = plan("rush", 5, "bot:random", "bot:random", 20);
    let (run, _) = played(&plan, &conduct("parts-of", 1));
    let halves = [Summary::with_course(&run, 0..10)?, Summary::with_course(&run, 10..20)?];
    let whole = Summary::of(&run);
    assert_eq!(halves.iter().map(|half| half.games).sum::<u64>(), whole.games);
    assert_eq!(halves.iter().map(|half| half.wins).sum::<u64>(), whole.wins);
    let file = fresh_file("part");
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_TARGET_TMPDIR")).join("arena-parts-of"))?;
    std::fs::write(&file, text)?;
    let output = Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(["report", &file.display().to_string(), "--games", "0..10", "--json"])
        .output()?;
    let json: Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(json, serde_json::to_value(&halves[0])?);
    Ok(())
}
