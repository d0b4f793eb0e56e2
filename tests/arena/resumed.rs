//! Runs that are interrupted, by a signal or by nothing at all, and go on.

use super::supervised::{all_end, noted_pids};
use super::{Check, conduct, engine, fresh_file, plan, played, refused};
use libtest_mimic::Failed;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tesuji::arena::{Conduct, Finish, GameLine, MatchError, Run, RunFileError, Stop, Summary, run};

pub(super) const TRIALS: &[(&str, Check)] = &[
    ("a runner that is killed again and again plays every game once", killed_again_and_again),
    ("a run that is interrupted ends like one that is not", interrupted_runs_are_the_same),
    ("a line that was cut off is played again", a_line_that_was_cut_off),
    ("a finished run is not played again, and can be made longer", longer_runs),
    ("a changed match is refused", a_changed_match_is_refused),
    ("a file that is no run is left alone", a_file_that_is_no_run),
    ("a run is written by one runner at a time", one_runner_at_a_time),
    ("the program tells by its exit code", exit_codes),
];

fn tesuji(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tesuji"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn lines_of(file: &Path) -> usize {
    std::fs::read(file).map_or(0, |bytes| bytes.iter().filter(|&&byte| byte == b'\n').count())
}

fn killed_again_and_again() -> Result<(), Failed> {
    let (out, seen) = (fresh_file("killed"), fresh_file("killed.seen"));
    let player = engine("good", Some(&seen));
    let out_text = out.display().to_string();
    let args = [
        "match", &player, &player, "--game", "sendit", "--size", "5", "--games", "200", "--jobs",
        "2", "--seed", "3", "--out", &out_text, "--quiet",
    ];
    for kill_at in [1, 7, 8, 31, 59, 77, 102, 131, 166, 199] {
        let mut runner = tesuji(&args).spawn()?;
        while lines_of(&out) < kill_at && runner.try_wait()?.is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        runner.kill()?;
        runner.wait()?;
        assert!(all_end(&noted_pids(&seen)), "engines have outlived the runner");
    }
    let last = tesuji(&args).stdout(Stdio::piped()).output()?;
    assert_eq!(last.status.code(), Some(0));
    let run = Run::read(&out)?;
    let mut games: Vec<_> = run.games.iter().map(|line| line.game).collect();
    games.sort_unstable();
    assert_eq!(games, (0..200).collect::<Vec<_>>());
    let table = String::from_utf8(last.stdout)?;
    assert!(table.starts_with(&Summary::of(&run).to_string()), "{table}");
    assert!(all_end(&noted_pids(&seen)));
    Ok(())
}

/// What of a game does not depend on how long anything took.
fn timeless(line: &GameLine) -> GameLine {
    let seconds = vec![None; line.seconds.len()];
    GameLine { seconds, wall: 0.0, engines: 0.0, ..line.clone() }
}

fn in_order(run: &Run) -> Vec<GameLine> {
    let mut lines: Vec<_> = run.games.iter().map(timeless).collect();
    lines.sort_by_key(|line| (line.game, line.attempt));
    lines
}

fn interrupted_runs_are_the_same() -> Result<(), Failed> {
    let plan = plan("medusa", 4, &engine("good", None), "bot:random", 8);
    let (whole, _) = played(&plan, &conduct("whole", 1));
    let conduct = conduct("parts", 2);
    for _ in 0..3 {
        let stop = Stop::default();
        run(&plan, &conduct, &stop, &mut |event| {
            if matches!(event, tesuji::arena::Event::Ended(..)) {
                stop.ask();
            }
        })?;
    }
    let (parts, finish) = played(&plan, &conduct);
    assert_eq!(finish, Finish::Complete);
    assert_eq!(in_order(&parts), in_order(&whole));
    Ok(())
}

fn a_line_that_was_cut_off() -> Result<(), Failed> {
    let plan = plan("rush", 5, "bot:random", "bot:random", 6);
    let conduct = conduct("cut", 1);
    let (whole, _) = played(&plan, &conduct);
    let text = std::fs::read(&conduct.file)?;
    std::fs::write(&conduct.file, &text[..text.len() - 20])?;
    assert_eq!(Run::read(&conduct.file)?.games.len(), 5);
    let (again, _) = played(&plan, &conduct);
    assert_eq!(in_order(&again), in_order(&whole));
    assert_eq!(in_order(&Run::read(&conduct.file)?), in_order(&whole));
    Ok(())
}

fn longer_runs() -> Result<(), Failed> {
    let mut plan = plan("rush", 5, "bot:random", "bot:random", 4);
    let conduct = conduct("longer", 2);
    let (first, _) = played(&plan, &conduct);
    assert_eq!(played(&plan, &conduct).0, first);
    plan.games = 6;
    let (longer, _) = played(&plan, &conduct);
    assert_eq!(longer.games[..4], first.games);
    assert_eq!(longer.games.len(), 6);
    Ok(())
}

fn a_changed_match_is_refused() -> Result<(), Failed> {
    let first = plan("rush", 5, "bot:random", "bot:random", 2);
    let conduct = conduct("changed", 1);
    played(&first, &conduct);
    let before = std::fs::read(&conduct.file)?;
    let mut changes = vec![plan("rush", 7, "bot:random", "bot:random", 2)];
    for change in 0..4 {
        let mut changed = first.clone();
        match change {
            0 => changed.seed = 2,
            1 => changed.players[1] = engine("good", None).parse()?,
            2 => changed.clock = Some("1/turn".parse()?),
            _ => changed.openings = tesuji::arena::Openings::Random(3),
        }
        changes.push(changed);
    }
    for (changed, key) in changes.iter().zip(["size", "seed", "players", "clock", "openings"]) {
        let error = refused(changed, &conduct);
        assert!(matches!(&error, MatchError::File(RunFileError::Changed { .. })), "{error}");
        assert!(error.to_string().contains(&format!("{key} was")), "{key}: {error}");
    }
    assert_eq!(std::fs::read(&conduct.file)?, before);
    Ok(())
}

fn a_file_that_is_no_run() -> Result<(), Failed> {
    let plan = plan("rush", 5, "bot:random", "bot:random", 2);
    let conduct = conduct("other", 1);
    for text in ["my notes", "my notes\n", "{\"tesuji-record\":1}\n", "{\"tesuji-match\":99}\n"] {
        std::fs::write(&conduct.file, text)?;
        let error = refused(&plan, &conduct);
        assert!(
            matches!(error, MatchError::File(RunFileError::Damaged { line: 1, .. })),
            "{error}"
        );
        assert_eq!(std::fs::read_to_string(&conduct.file)?, text);
    }
    std::fs::remove_file(&conduct.file)?;
    played(&plan, &conduct);
    let text = std::fs::read_to_string(&conduct.file)?;
    std::fs::write(&conduct.file, text.clone() + text.lines().last().unwrap_or("") + "\n")?;
    assert!(
        refused(&plan, &conduct).to_string().contains("line 4: try 0 at game 1 does not follow")
    );
    std::fs::write(&conduct.file, text.replace("\"reason\"", "\"raisin\""))?;
    assert!(refused(&plan, &conduct).to_string().contains("line 2: unknown field `raisin`"));
    Ok(())
}

fn one_runner_at_a_time() -> Result<(), Failed> {
    let plan = plan("rush", 5, "bot:random", "bot:random", 2);
    let first = conduct("locked", 1);
    let second = Conduct { jobs: 1, ..first.clone() };
    let mut tried = false;
    run(&plan, &first, &Stop::default(), &mut |event| {
        if matches!(event, tesuji::arena::Event::Begun(_)) {
            let error = refused(&plan, &second);
            assert!(matches!(error, MatchError::File(RunFileError::Locked(_))), "{error}");
            tried = true;
        }
    })?;
    assert!(tried);
    Ok(())
}

fn exit_codes() -> Result<(), Failed> {
    let run = |players: [&str; 2], more: &[&str]| -> Result<Output, Failed> {
        let out = fresh_file("codes").display().to_string();
        let args = [
            "match", players[0], players[1], "--game", "rush", "--size", "5", "--games", "2",
            "--out", &out,
        ];
        let output = tesuji(&[&args, more].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .output()?;
        Ok(output)
    };
    let code = |output: &Output| output.status.code();
    let fine = run(["bot:random", "bot:random"], &["--json"])?;
    assert_eq!(code(&fine), Some(0));
    let json: serde_json::Value = serde_json::from_slice(&fine.stdout)?;
    assert_eq!((&json["games"], &json["counted"]), (&2.into(), &2.into()), "{json}");
    let faulty = run(["bot:random", &engine("exits", None)], &[])?;
    assert_eq!(code(&faulty), Some(1));
    let (table, said) = (String::from_utf8(faulty.stdout)?, String::from_utf8(faulty.stderr)?);
    assert!(table.contains("exit 2 (B 2)") && table.contains("codes.logs"), "{table}");
    assert!(said.contains("game 1 (B black, A white): W+Forfeit, exit by B"), "{said}");
    assert_eq!(code(&run(["bot:random", "bot:random"], &["--size", "4"])?), Some(2));
    assert_eq!(code(&run(["bot:random", "'open"], &[])?), Some(2));
    let missing = run(["bot:random", "no-such-program-anywhere"], &[])?;
    assert_eq!(code(&missing), Some(3));
    assert!(
        String::from_utf8(missing.stderr)?
            .contains("player B does not come up: no-such-program-anywhere")
    );
    Ok(())
}
