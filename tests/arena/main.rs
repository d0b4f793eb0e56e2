//! Matches: refereed, supervised, resumed, counted.

mod counted;
mod engines;
mod resumed;
mod supervised;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::PathBuf;
use std::time::Duration;
use tesuji::arena::{
    Conduct, Event, Finish, GameLine, Limits, MatchError, Openings, Plan, Run, Stop, run,
};
use tesuji::catalog;
use tesuji::rules::{Options, Size};

/// A test.
type Check = fn() -> Result<(), Failed>;

/// A new file for a test, in a folder for such.
fn fresh_file(name: &str) -> PathBuf {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("arena-{name}"));
    let _ = std::fs::remove_file(&file);
    let _ = std::fs::remove_dir_all(format!("{}.logs", file.display()));
    file
}

/// The command line of this program as an engine of some kind, which notes what it gets in a file.
fn engine(kind: &str, file: Option<&PathBuf>) -> String {
    let program = std::env::current_exe().unwrap();
    let file = file.map_or(String::new(), |file| format!(" '{}'", file.display()));
    format!("'{}' act-as {kind}{file}", program.display())
}

/// A match on a small board with limits that are soon reached.
fn plan(game: &str, side: u16, a: &str, b: &str, games: u64) -> Plan {
    let game = catalog::game(game).unwrap();
    let variant = game.variant(Size::side(side), Options::defaults(game)).unwrap();
    let seconds = Duration::from_secs;
    Plan {
        players: [a.parse().unwrap(), b.parse().unwrap()],
        komi: None,
        games,
        seed: 1,
        openings: Openings::Random(2),
        max_turns: Plan::default_max_turns(&variant),
        clock: None,
        margin: Duration::from_millis(50),
        limits: Limits {
            start: seconds(20),
            setup: seconds(20),
            reply: seconds(20),
            grace: seconds(2),
        },
        replays: 1,
        reuse: false,
        exec_resigns: false,
        sprt: None,
        variant,
    }
}

/// Limits that an engine which sleeps oversteps at once.
fn hasty() -> Limits {
    let milliseconds = Duration::from_millis;
    Limits {
        start: Duration::from_secs(20),
        setup: Duration::from_secs(20),
        reply: milliseconds(300),
        grace: milliseconds(1_200),
    }
}

/// Limits that an engine which does not come up oversteps soon.
fn impatient_at_start() -> Limits {
    let milliseconds = Duration::from_millis;
    let setup = Duration::from_secs(20);
    Limits { start: milliseconds(1_500), setup, reply: setup, grace: milliseconds(200) }
}

fn conduct(name: &str, jobs: usize) -> Conduct {
    Conduct { file: fresh_file(name), jobs, strict: false }
}

fn played(plan: &Plan, conduct: &Conduct) -> (Run, Finish) {
    run(plan, conduct, &Stop::default(), &mut |_| {}).map_err(|error| error.to_string()).unwrap()
}

/// Plays a match in a file of that name and gives its lines.
fn lines(name: &str, plan: &Plan) -> Vec<GameLine> {
    let (run, finish) = played(plan, &conduct(name, 1));
    assert_eq!(finish, Finish::Complete);
    run.games
}

fn refused(plan: &Plan, conduct: &Conduct) -> MatchError {
    let ended = run(plan, conduct, &Stop::default(), &mut |event| {
        assert!(!matches!(event, Event::Ended(..)), "a game was played");
    });
    ended.expect_err("the match is refused")
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args.get(1).is_some_and(|arg| arg == "act-as") {
        // A reader that has gone is no fault of the engine's.
        let _ = engines::act_as(&args[2], args.get(3).map(String::as_str));
        return;
    }
    let trials = [supervised::TRIALS, resumed::TRIALS, counted::TRIALS].concat();
    let trials = trials.into_iter().map(|(name, check): (&str, Check)| Trial::test(name, check));
    let python = std::process::Command::new("python3").arg("--version").output().is_ok();
    let readme = Trial::test(
        "the README's match has the README's figures",
        counted::the_match_of_the_readme,
    );
    let trials = trials.chain([readme.with_ignored_flag(!python)]);
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
