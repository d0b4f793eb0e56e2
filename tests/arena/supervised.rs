//! Engines that fail: each in its own way, none of which ends the run or outlives it.

use super::{
    Check, conduct, engine, fresh_file, hasty, impatient_at_start, lines, plan, played, refused,
};
use libtest_mimic::Failed;
use std::path::Path;
use std::time::{Duration, Instant};
use tesuji::arena::{Entrant, Finish, MatchError, Reason, Stop, Verdict, run};

pub(super) const TRIALS: &[(&str, Check)] = &[
    ("every fault has its own reason, and the run goes on", every_fault_has_its_own_reason),
    (
        "void games are played again, and in the end lost by who is at fault",
        void_games_are_played_again,
    ),
    ("positions that differ make a game void", positions_that_differ_make_a_game_void),
    (
        "an engine that does not come up is found before the first game",
        a_check_before_the_first_game,
    ),
    ("an engine that floods its standard error plays on", a_flood_changes_nothing),
    ("engines that only know vertices play games of several steps", vertices_alone),
    ("the clock is told and kept", the_clock_is_told_and_kept),
    ("a game that does not end is scored at its turn limit", the_turn_limit),
    ("what a fault looked like stands in its log", faults_leave_logs),
    ("what comes after the end changes no result", after_the_end),
    ("all processes that a player has started end with it", nothing_is_left),
    ("a strict run ends at the first fault", strict_runs_end_at_the_first_fault),
    ("a run that is asked to stop finishes its games, or not even those", stopping),
    ("kept programs play one game after another", programs_are_kept),
];

/// The players whose faults forfeit their games, with the reason of each.
const FORFEITS: [(&str, Reason); 16] = [
    ("late", Reason::Late),
    ("silent", Reason::Stall),
    ("garbage", Reason::Garbage),
    ("unreadable", Reason::Garbage),
    ("empty", Reason::Garbage),
    ("twice", Reason::Garbage),
    ("twice-in-turn", Reason::Garbage),
    ("endless", Reason::Garbage),
    ("long-winded", Reason::Illegal),
    ("exits", Reason::Exit),
    ("closes", Reason::Exit),
    ("killed", Reason::Signal),
    ("illegal", Reason::Illegal),
    ("wrong-colour", Reason::WrongColour),
    ("refuses-word", Reason::RefusedWord),
    ("refuses-genmove", Reason::RefusedGenmove),
];

fn every_fault_has_its_own_reason() -> Result<(), Failed> {
    for (kind, reason) in FORFEITS {
        let mut plan = plan("sendit", 5, &engine(kind, None), "bot:random", 2);
        if [Reason::Late, Reason::Stall].contains(&reason) {
            plan.limits = hasty();
        }
        let games = lines(kind, &plan);
        assert_eq!(games.len(), 2, "{kind}: the run went on");
        for (line, result) in games.iter().zip(["W+", "B+"]) {
            assert_eq!((line.reason, line.verdict), (reason, Verdict::Forfeit), "{kind}: {line:?}");
            assert_eq!(
                (line.at_fault, line.winner),
                (Some(Entrant::A), Some(Entrant::B)),
                "{kind}"
            );
            assert!(
                line.result.starts_with(result) && line.result.ends_with("Forfeit"),
                "{kind}: {line:?}"
            );
            let detail = line.detail.as_ref().map_or(0, String::len);
            assert!((1..10_000).contains(&detail), "{kind}: {detail} bytes of detail");
        }
    }
    let games = lines("resigns", &plan("sendit", 5, &engine("resigns", None), "bot:random", 1));
    assert_eq!((games[0].reason, games[0].verdict), (Reason::Resignation, Verdict::Counts));
    assert_eq!((games[0].result.as_str(), games[0].winner), ("W+Resign", Some(Entrant::B)));
    Ok(())
}

fn void_games_are_played_again() -> Result<(), Failed> {
    for (kind, reason) in [
        ("silent-at-start", Reason::NoStart),
        ("exits-at-start", Reason::NoStart),
        ("banner", Reason::Banner),
        ("no-game", Reason::NoGame),
    ] {
        let file = fresh_file(&format!("{kind}.seen"));
        let mut plan =
            plan("rush", 5, "bot:random", &engine(&format!("{kind}-later"), Some(&file)), 2);
        plan.limits = impatient_at_start();
        let games = lines(kind, &plan);
        let tries: Vec<_> =
            games.iter().map(|l| (l.game, l.attempt, l.verdict, l.winner)).collect();
        let (void, forfeit) = (Verdict::Void, Verdict::Forfeit);
        assert_eq!(
            tries,
            [
                (0, 0, void, None),
                (0, 1, forfeit, Some(Entrant::A)),
                (1, 0, void, None),
                (1, 1, forfeit, Some(Entrant::A))
            ],
            "{kind}"
        );
        assert!(
            games.iter().all(|line| line.reason == reason && line.at_fault == Some(Entrant::B)),
            "{kind}"
        );
    }
    Ok(())
}

fn positions_that_differ_make_a_game_void() -> Result<(), Failed> {
    let games =
        lines("forgets", &plan("sendit", 5, &engine("forgets", None), &engine("good", None), 1));
    assert_eq!(games.len(), 2, "it is played again, and then given up");
    for line in &games {
        assert_eq!((line.reason, line.verdict), (Reason::Desync, Verdict::Void));
        assert_eq!((line.winner, line.result.as_str()), (None, "Void"));
        assert_eq!(line.at_fault, Some(Entrant::A));
        let detail = line.detail.as_deref().unwrap_or("");
        assert!(detail.contains("stones=") && detail.contains("the referee's"), "{detail}");
    }
    let logs = fresh_logs("forgets");
    assert_eq!(logs.len(), 4, "both logs of each try: {logs:?}");
    Ok(())
}

/// The logs beside a run file.
fn fresh_logs(name: &str) -> Vec<String> {
    let folder = format!("{}/arena-{name}.logs", env!("CARGO_TARGET_TMPDIR"));
    let entries = std::fs::read_dir(folder).map(|dir| dir.flatten().collect::<Vec<_>>());
    let entries = entries.unwrap_or_default().into_iter();
    entries.map(|entry| entry.path().display().to_string()).collect()
}

fn a_check_before_the_first_game() -> Result<(), Failed> {
    for (player, expected) in [
        (engine("banner", None), "\"Welcome to the engine!\" is no reply to list_commands"),
        (engine("exits-at-start", None), "it ended with exit code 4"),
        (engine("silent-at-start", None), "no answer to list_commands"),
        ("no-such-program-anywhere".to_string(), "no-such-program-anywhere cannot be started"),
        ("bot:nobody".to_string(), "there is no bot \"nobody\""),
    ] {
        let mut plan = plan("rush", 5, "bot:random", &player, 2);
        plan.limits = impatient_at_start();
        let conduct = conduct("refused", 1);
        let error = refused(&plan, &conduct);
        assert!(matches!(error, MatchError::Player { entrant: Entrant::B, .. }), "{error}");
        assert!(error.to_string().contains(expected), "{player}: {error}");
        assert!(!conduct.file.exists(), "nothing was written");
    }
    Ok(())
}

fn a_flood_changes_nothing() -> Result<(), Failed> {
    let games = lines("floods", &plan("rush", 5, &engine("floods", None), "bot:random", 2));
    assert!(games.iter().all(|line| line.reason == Reason::FullBoard), "{games:?}");
    Ok(())
}

/// A plain engine is sent group moves as two vertices, and answers its own so.
fn vertices_alone() -> Result<(), Failed> {
    let file = fresh_file("plain.seen");
    let mut plan = plan("medusa", 4, &engine("plain", Some(&file)), &engine("good", None), 6);
    plan.max_turns = 60;
    let games = lines("plain", &plan);
    assert!(games.iter().all(|line| line.verdict == Verdict::Counts), "{games:?}");
    let moved = |line: &tesuji::arena::GameLine| line.words.iter().any(|word| word.contains('-'));
    assert!(games.iter().any(moved), "no group has moved: {games:?}");
    let seen = std::fs::read_to_string(&file)?;
    assert!(!seen.contains('+') && !seen.contains("tesuji-"), "{seen}");
    Ok(())
}

fn the_clock_is_told_and_kept() -> Result<(), Failed> {
    for (clock, told) in [
        ("0.4/turn", ["time_settings 0 0.400 1", "time_left b 0.400 1"]),
        ("5", ["time_settings 5.000 0 0", "time_left b "]),
    ] {
        let file = fresh_file("clock.seen");
        let mut plan = plan("sendit", 5, &engine("good", Some(&file)), "bot:random", 1);
        plan.clock = Some(clock.parse().unwrap());
        let games = lines("clock", &plan);
        assert_eq!(games[0].verdict, Verdict::Counts, "{clock}: {games:?}");
        let seen = std::fs::read_to_string(&file)?;
        let seen: Vec<_> = seen.lines().collect();
        assert!(told.iter().all(|told| seen.iter().any(|line| line.starts_with(told))), "{seen:?}");
        for pair in seen.windows(2).filter(|pair| pair[1].starts_with("genmove")) {
            assert!(pair[0].starts_with("time_left"), "{clock}: {pair:?}");
        }
    }
    let mut plan = plan("sendit", 5, &engine("late", None), "bot:random", 1);
    plan.clock = Some("0.2/turn".parse().unwrap());
    let games = lines("overstepped", &plan);
    assert_eq!((games[0].reason, games[0].result.as_str()), (Reason::Time, "W+Time"), "{games:?}");
    Ok(())
}

fn the_turn_limit() -> Result<(), Failed> {
    let mut plan = plan("sendit", 5, "bot:random", "bot:random", 2);
    plan.max_turns = 6;
    for line in lines("limit", &plan) {
        assert_eq!(
            (line.reason, line.verdict, line.words.len()),
            (Reason::TurnLimit, Verdict::Counts, 6)
        );
        assert!(line.result.contains('+') || line.result == "0", "{line:?}");
    }
    Ok(())
}

/// A game that the rules have ended has its result, whatever a player does then; but it is a fault all the same, and
/// its late answer is none to the next game.
fn after_the_end() -> Result<(), Failed> {
    let sound = lines("sound", &plan("rush", 5, &engine("good", None), "bot:random", 4));
    for (kind, expected) in [
        ("dies-at-score", "exit: it ended with exit code 5"),
        ("refuses-last", "refused-word: play "),
        ("slow-score", "late: final_score took"),
    ] {
        let mut plan = plan("rush", 5, &engine(kind, None), "bot:random", 4);
        plan.reuse = true;
        if kind == "slow-score" {
            plan.limits.setup = Duration::from_millis(300);
        }
        let games = lines(kind, &plan);
        for (line, sound) in games.iter().zip(&sound) {
            assert_eq!(
                (line.verdict, &line.result),
                (Verdict::Counts, &sound.result),
                "{kind}: {line:?}"
            );
            let ended = line.words.last() == sound.words.last();
            assert!(
                ended && line.is_faulty() == line.after_end.contains_key(&Entrant::A),
                "{kind}"
            );
            assert!(!line.is_disputed(), "{kind}: {line:?}");
        }
        let faults: Vec<_> =
            games.iter().filter_map(|line| line.after_end.get(&Entrant::A)).collect();
        assert!(
            !faults.is_empty() && faults.iter().all(|fault| fault.contains(expected)),
            "{faults:?}"
        );
    }
    Ok(())
}

fn faults_leave_logs() -> Result<(), Failed> {
    lines("logged", &plan("sendit", 5, "bot:random", &engine("garbage", None), 1));
    let logs = fresh_logs("logged");
    let text = std::fs::read_to_string(&logs[0])?;
    assert!(text.contains("act-as garbage") && text.contains("garbage (\"I think D4"), "{text}");
    assert!(text.contains("> genmove w") && text.contains("< I think D4 is good"), "{text}");
    Ok(())
}

/// Whether a process is there, and not only its exit code for a parent that does not ask.
fn runs(pid: &str) -> bool {
    let stat = std::fs::read_to_string(Path::new("/proc").join(pid).join("stat"));
    let state = stat.ok().and_then(|stat| stat.rsplit(") ").next()?.chars().next());
    state.is_some_and(|state| state != 'Z')
}

/// Waits for processes to end that were told to.
pub(super) fn all_end(pids: &[String]) -> bool {
    let patience = Instant::now() + Duration::from_secs(10);
    while pids.iter().any(|pid| runs(pid)) && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(10));
    }
    !pids.iter().any(|pid| runs(pid))
}

/// The processes that engines have noted in a file.
pub(super) fn noted_pids(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().filter_map(|line| line.strip_prefix("pid ")).map(str::to_string).collect()
}

fn nothing_is_left() -> Result<(), Failed> {
    for kind in ["good", "silent", "closes", "floods"] {
        let (file, child) = (fresh_file("left.seen"), fresh_file("left.child"));
        let command =
            format!("env TESUJI_TEST_PIDS='{}' {}", child.display(), engine(kind, Some(&file)));
        let mut plan = plan("rush", 5, &command, "bot:random", 2);
        if kind == "silent" {
            plan.limits = hasty();
        }
        lines("left", &plan);
        let mut pids = noted_pids(&file);
        assert_eq!(pids.len(), 3, "the check and two games");
        pids.extend(std::fs::read_to_string(&child));
        assert_eq!(pids.len() == 4, kind == "closes");
        assert!(all_end(&pids), "{kind}: {pids:?}");
    }
    Ok(())
}

fn strict_runs_end_at_the_first_fault() -> Result<(), Failed> {
    let plan = plan("sendit", 5, &engine("garbage", None), "bot:random", 10);
    let mut conduct = conduct("strict", 1);
    conduct.strict = true;
    let (run, finish) = played(&plan, &conduct);
    assert_eq!((run.games.len(), finish), (1, Finish::Strict));
    Ok(())
}

fn stopping() -> Result<(), Failed> {
    for (times, ended) in [(1, 3), (2, 2)] {
        let plan = plan("rush", 5, &engine("good", None), "bot:random", 100);
        let (conduct, stop) = (conduct("stopped", 2), Stop::default());
        let mut seen = 0;
        let (run, finish) = run(&plan, &conduct, &stop, &mut |event| {
            seen += u32::from(matches!(event, tesuji::arena::Event::Ended(..)));
            if seen == 2 && !stop.is_asked() {
                (0..times).for_each(|_| stop.ask());
            }
        })
        .map_err(|error| error.to_string())?;
        assert_eq!((run.games.len(), finish), (ended, Finish::Stopped), "asked {times} times");
    }
    Ok(())
}

fn programs_are_kept() -> Result<(), Failed> {
    let file = fresh_file("kept.seen");
    let mut plan = plan("sendit", 5, &engine("good", Some(&file)), "bot:random", 4);
    let anew = lines("anew", &plan);
    assert_eq!(noted_pids(&file).len(), 5, "the check and four games");
    plan.reuse = true;
    let kept = lines("kept", &plan);
    assert_eq!(noted_pids(&file).len(), 5 + 2, "the check and one for all games");
    let words = |games: &[tesuji::arena::GameLine]| -> Vec<_> {
        games.iter().map(|line| line.words.clone()).collect()
    };
    assert_eq!(words(&kept), words(&anew), "the seed of each game is the same");
    Ok(())
}
