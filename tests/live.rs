//! The program while somebody talks to it: interrupts, analyses that any line ends, memory.
//!
//! `TESUJI_STOPS=200 cargo test --release --test live` stops as many analyses at random moments.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::RngCore;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: Lines<BufReader<ChildStdout>>,
}

impl Talk {
    fn with(args: &[&str]) -> Talk {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("tesuji"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        Talk { child, input, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn line(&mut self) -> String {
        self.output.next().expect("a line").unwrap()
    }

    /// The lines of the next reply, without the blank one.
    fn reply(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.line() {
                line if line.is_empty() => return lines,
                line => lines.push(line),
            }
        }
    }

    fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.reply()
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.wait();
    }
}

#[test]
fn an_interrupt_brings_the_best_answer_so_far() {
    for bot in ["mcts:playouts=100000000", "uct:playouts=100000000", "mcts:time=100000"] {
        let mut talk =
            Talk::with(&["--game", "sendit", "--size", "5", "--bot", bot, "--unit", "turn"]);
        talk.send("1 genmove b");
        sleep(Duration::from_millis(20));
        talk.send("# interrupt");
        let reply = talk.reply();
        assert!(reply[0].starts_with("=1 ") && reply[0].len() > 4, "{bot}: {reply:?}");
        // It is over with that: the next decision is not cut short by it.
        talk.ask("tesuji-bot random");
        assert!(talk.ask("genmove w")[0].contains('+'));
    }
}

#[test]
fn an_interrupt_before_a_command_does_not_concern_it() {
    let mut talk = Talk::with(&[
        "--game",
        "rush",
        "--size",
        "5",
        "--bot",
        "mcts:playouts=2000",
        "--seed",
        "3",
    ]);
    let undisturbed = talk.ask("genmove b");
    talk.ask("undo");
    talk.send("# interrupt\nname\n# interrupt");
    assert_eq!(talk.reply(), ["= tesuji"]);
    assert_eq!(talk.ask("genmove b"), undisturbed);
}

#[test]
fn a_program_that_has_not_answered_is_interrupted_too() {
    let mut talk = Talk::with(&["--game", "rush", "--size", "5", "--bot", "exec:sleep 100"]);
    talk.send("genmove b");
    sleep(Duration::from_millis(20));
    talk.send("# interrupt");
    assert!(talk.reply()[0].starts_with("= "));
}

/// Any line ends an analysis: after the blank line comes the answer to that line, of the new position, and nothing else.
#[test]
fn nothing_follows_the_end_of_an_analysis() {
    let given = std::env::var("TESUJI_STOPS").ok();
    let stops: u32 = given.map_or(20, |n| n.parse().expect("TESUJI_STOPS is a number"));
    let mut talk =
        Talk::with(&["--game", "sendit", "--size", "5", "--bot", "mcts:memory=8", "--seed", "1"]);
    let mut chance = Pcg64::new(9, 9);
    for number in 0..stops {
        talk.send(&format!("{number} lz-analyze 1"));
        sleep(Duration::from_micros(u64::from(chance.next_u32() % 40_000)));
        // Commands that change the position, each with its own reply; the last one fails.
        let change = [
            "play b C3",
            "clear_board",
            "genmove b",
            "tesuji-game rush 5",
            "tesuji-game sendit 5",
            "undo",
        ];
        let change = change[chance.next_u32() as usize % change.len()];
        talk.send(&format!("7{number} {change}\n8{number} tesuji-hash"));
        let analysis = talk.reply();
        assert_eq!(analysis[0], format!("={number} "));
        assert!(analysis[1..].iter().all(|line| line.starts_with("info move ")), "{analysis:?}");
        let answer = talk.reply();
        let expected = [format!("=7{number} "), format!("?7{number} ")];
        assert!(expected.iter().any(|start| answer[0].starts_with(start)), "{answer:?}");
        let hash = talk.reply();
        assert!(hash[0].starts_with(&format!("=8{number} ")), "{hash:?}");
        talk.ask("clear_board");
    }
}

#[test]
fn reports_name_whole_turns_and_the_answer_is_played() {
    let mut talk = Talk::with(&[
        "--game",
        "sendit",
        "--size",
        "5",
        "--bot",
        "mcts:time=0.2",
        "--unit",
        "turn",
    ]);
    talk.ask("play b D4");
    let lines = talk.ask("lz-genmove_analyze w 5");
    let (first, last) = (&lines[1], lines.last().unwrap());
    let pv = first.split(" pv ").nth(1).unwrap().split(" info ").next().unwrap();
    assert_eq!(pv.split(' ').next().unwrap().matches('+').count(), 2, "three drops: {first}");
    for field in ["info move ", " visits ", " winrate ", " prior ", " lcb ", " order 0 "] {
        assert!(first.contains(field), "{field}: {first}");
    }
    let played = last.strip_prefix("play ").expect(last);
    assert_eq!(played.matches('+').count(), 2, "{last}");
    assert!(talk.ask("tesuji-turn")[0].contains("\"turn\":3"));
}

#[test]
fn the_end_of_the_input_ends_an_analysis() {
    let mut talk = Talk::with(&["--game", "go", "--size", "5"]);
    talk.send("lz-analyze b 1");
    assert_eq!(talk.line(), "= ");
    assert!(talk.line().starts_with("info "));
    talk.input = None;
    let rest: Vec<_> = talk.output.by_ref().map(Result::unwrap).collect();
    assert_eq!(rest.iter().filter(|line| line.is_empty()).count(), 1, "{rest:?}");
    assert_eq!(rest.last().unwrap(), "");
}

/// The answers of a game against itself.
fn game(talk: &mut Talk) -> Vec<String> {
    let answers = ["b", "w"].iter().cycle().take(12);
    answers.map(|colour| talk.ask(&format!("genmove {colour}"))[0].clone()).collect()
}

#[test]
fn the_same_seed_plays_the_same_game_in_every_process_and_after_seeding_anew() {
    let boards = [("sendit", "5"), ("rush", "5"), ("medusa", "4"), ("rosette", "2"), ("go", "7")];
    for (name, size) in boards {
        let args = ["--game", name, "--size", size, "--bot", "mcts:playouts=150", "--unit", "turn"];
        let seeded = [&args[..], &["--seed", "11"]].concat();
        let first = game(&mut Talk::with(&seeded));
        let mut second = Talk::with(&seeded);
        assert_eq!(game(&mut second), first, "{name}");
        second.ask("clear_board");
        assert_ne!(game(&mut second), first, "{name}: another game follows");
        second.ask("tesuji-seed 11");
        second.ask("clear_board");
        assert_eq!(game(&mut second), first, "{name}");
        second.ask("undo");
        assert_eq!(second.ask("genmove w")[0], first[11], "{name}: undo repeats the answer");
    }
}

/// The most memory that a process has used, in megabytes, where the system tells.
fn peak_memory(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

#[test]
fn memory_stays_within_its_budget() {
    for (name, size) in [("go", "19"), ("medusa", "10")] {
        let bot = "mcts:memory=16,time=0.4,threads=2";
        let mut talk =
            Talk::with(&["--game", name, "--size", size, "--bot", bot, "--unit", "turn"]);
        for colour in ["b", "w", "b", "w"] {
            assert!(talk.ask(&format!("genmove {colour}"))[0].starts_with("= "));
        }
        if let Some(peak) = peak_memory(&talk.child) {
            assert!(peak <= 16 + 32, "{name}: {peak} MB");
        }
    }
}
