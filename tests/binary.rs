//! The program as a process: pipes, exit codes, subcommands.

use assert_cmd::Command as Binary;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

fn tesuji(args: &[&str]) -> Binary {
    let mut binary = Binary::cargo_bin("tesuji").unwrap();
    binary.args(args).current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("RUST_LOG");
    binary
}

fn output(args: &[&str]) -> String {
    let run = tesuji(args).assert().success().stderr("");
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

/// The process with pipes at all three ends.
fn started(args: &[&str], log: &str) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin("tesuji"))
        .args(args)
        .env("RUST_LOG", log)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn replies_arrive_while_the_input_stays_open() {
    let mut child = started(&[], "warn");
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for id in 1..=3 {
        writeln!(input, "{id} name").unwrap();
        let mut reply = String::new();
        output.read_line(&mut reply).unwrap();
        output.read_line(&mut reply).unwrap();
        assert_eq!(reply, format!("={id} tesuji\n\n"));
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn at_the_end_of_the_input_all_lines_have_been_answered() {
    for input in ["genmove b\ngenmove w\n", "genmove b\ngenmove w"] {
        let run = tesuji(&["--bot", "random", "--unit", "turn"])
            .write_stdin(input)
            .assert()
            .success()
            .stderr("");
        let output = String::from_utf8(run.get_output().stdout.clone()).unwrap();
        assert_eq!(output.matches("\n\n").count(), 2, "{output}");
        assert!(!output.contains('?'), "{output}");
    }
    tesuji(&[]).write_stdin("").assert().success().stdout("").stderr("");
}

#[test]
fn nobody_has_to_read_standard_error() {
    let mut child =
        started(&["--game", "rush", "--size", "5", "--bot", "random", "--unit", "turn"], "trace");
    let mut input = child.stdin.take().unwrap();
    let mut output = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).unwrap();
        text
    });
    // More than a pipe holds: every command is logged, and the pipe is never read.
    for _ in 0..2_500 {
        input.write_all(b"genmove b\nundo\n").unwrap();
    }
    drop(input);
    let replies = reader.join().unwrap();
    assert_eq!(replies.matches("\n\n").count(), 5_000);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_output_is_a_quiet_end() {
    let mut child = started(&[], "warn");
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    for _ in 0..10_000 {
        if input.write_all(b"showboard\n").is_err() {
            break;
        }
    }
    drop(input);
    let mut error = String::new();
    child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(error, "");
}

#[test]
fn standard_output_holds_replies_only_even_when_everything_is_logged() {
    let run = tesuji(&["--seed", "1"])
        .env("RUST_LOG", "trace")
        .write_stdin("name\nplay b Z99\ngenmove b\nnosuch\nquit\nname\n")
        .assert()
        .success();
    let output = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let marks: Vec<_> = output.split_terminator("\n\n").map(|reply| &reply[..1]).collect();
    assert_eq!(marks, ["=", "?", "=", "?", "="]);
    assert!(!run.get_output().stderr.is_empty());
}

#[test]
fn wrong_options_end_with_2_and_say_what_is_possible() {
    for (args, expected) in [
        (
            &["--game", "chess"][..],
            "possible values: sendit, sendit-square, rush, medusa, rosette, go",
        ),
        (&["--game", "rush", "--size", "8"], "sizes of rush are 3, 5, 7"),
        (&["--size", "9x5"], "sizes of sendit are 5, 6, 7"),
        (&["--size", "big"], "a size is a number"),
        (&["--bot", "deep"], "bots are random"),
        (&["--unit", "half"], "possible values: point, step, turn"),
        (&["--seed", "x"], "a seed is a whole number from 0"),
        (&["--komi", "6.5"], "sendit has no such komi"),
        (&["--game", "medusa", "--komi", "6.5"], "--rule komi=N"),
        (&["compare"], "replay"),
        (&["perft", "x"], "a depth is a whole number"),
        (&["replay", "tests/data/records/sendit-1.txt", "--game", "rush"], "only SGF files"),
        (&["--rule", "suicide"], "a rule is KEY=VALUE"),
        (&["--rule", "ko=yes"], "its options are setup, suicide"),
        (&["--rule", "suicide=maybe"], "one of allowed, forbidden"),
        (&["--colour"], "How much of a turn genmove answers"),
        (&["perft", "3", "4"], "unexpected argument"),
        (&["perft", "-1"], "a depth is a whole number"),
        (&["--seed", "-1"], "a seed is a whole number from 0"),
        (&["--exec-timeout", "-1"], "--exec-timeout -1"),
        (&["--size", "99999999999"], "unacceptable size: 65535 or more"),
        (&["replay"], "required"),
        (&["replay", "no-such-file"], "no-such-file: No such file"),
        (&["replay", "Cargo.toml"], "neither a tesuji record"),
        (&["replay", "tests/data/games/cut-off.jsonl"], "cut off"),
        (&["replay", "tests/data/records/sendit-1.txt", "--fix", "3:x"], "is no correction"),
        (
            &["replay", "tests/data/records/sendit-1.txt", "--fix", "3:x:a1=b2"],
            "turn 3 of x has no a1",
        ),
    ] {
        let run = tesuji(args).assert().code(2).stdout("");
        let error = String::from_utf8(run.get_output().stderr.clone()).unwrap();
        assert!(error.contains(expected), "{args:?}: {error}");
    }
}

#[test]
fn options_set_the_session_up() {
    tesuji(&["--game", "RUSH", "--size", "9x5", "--unit", "turn", "--seed", "7", "--no-files"])
        .write_stdin("tesuji-game\ntesuji-unit\ntesuji-seed\nloadsgf x\n")
        .assert()
        .success()
        .stdout(
            "= rush 9x5\n\n= turn\n\n= 7\n\n? cannot load file: this session was started with --no-files\n\n",
        );
    tesuji(&["--rule", "setup=none", "--rule", "suicide=forbidden"])
        .write_stdin("tesuji-rules\n")
        .assert()
        .success()
        .stdout("= {\"setup\":\"none\",\"suicide\":\"forbidden\"}\n\n");
}

#[test]
fn the_same_seed_plays_the_same_game_and_no_seed_another() {
    let game = |args: &[&str]| {
        let input = "genmove b\ngenmove w\n".repeat(20);
        let run = tesuji(&[args, &["--bot", "random", "--unit", "turn"]].concat())
            .write_stdin(input)
            .assert()
            .success();
        String::from_utf8(run.get_output().stdout.clone()).unwrap()
    };
    assert_eq!(game(&["--seed", "3"]), game(&["--seed", "3"]));
    assert_ne!(game(&["--seed", "3"]), game(&["--seed", "4"]));
    assert_ne!(game(&[]), game(&[]));
}

#[test]
fn version_games_and_perft_print_what_they_say() {
    assert_eq!(output(&["--version"]), format!("tesuji {}\n", tesuji::VERSION));
    let games = output(&["games"]);
    for name in tesuji::catalog::names() {
        assert!(games.lines().any(|line| line.trim_start().starts_with(name)), "{games}");
    }
    let counts = output(&["perft", "3", "--game", "rush", "--size", "5"]);
    assert_eq!(counts, "rush 5 1 25\nrush 5 2 600\nrush 5 3 13800\n");
}

#[test]
fn replay_exits_with_1_where_anything_differs() {
    let record = "tests/data/records/sendit-3";
    let (sheet, fixes) = (format!("{record}.txt"), format!("{record}.fixes"));
    tesuji(&["replay", &sheet, "--fixes-file", &fixes]).assert().code(1);
    let run = tesuji(&["replay", &sheet, "--fix", "8:o:f9=f7", "--json"]).assert().code(1);
    let report: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert_eq!(report["diagram"][0]["row_from_top"], 11);
    assert_eq!(report["turns"][17]["broken"][0]["rule"], "nosight");
    assert_eq!(report["turns"][17]["broken"][0]["stone"], "K13");
    tesuji(&["replay", "tests/data/games/rush-5.jsonl"]).assert().success();
    tesuji(&["replay", "tests/data/games/sendit-5.sgf"]).assert().success();
}

#[test]
fn a_record_that_was_tampered_with_is_found() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/games/rush-5.jsonl"
    ))
    .unwrap();
    for (number, (from, to, expected)) in [
        ("\"W+3\"", "\"B+3\"", "the replay gives W+3 (full-board), written is B+3 (full-board)"),
        ("\"word\":\"D2+E3\"", "\"word\":\"D2\"", "the word does not end the turn"),
        ("\"word\":\"D4\"", "\"word\":\"D3\"", "D3 is occupied"),
        ("\"turn\":5", "\"turn\":6", "this is turn 5, not 6"),
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.join(format!("tampered-{number}.jsonl"));
        std::fs::write(&file, text.replace(from, to)).unwrap();
        let run = tesuji(&["replay", file.to_str().unwrap()]).assert().code(1);
        let report = String::from_utf8(run.get_output().stdout.clone()).unwrap();
        assert!(report.contains(expected), "{report}");
    }
}
