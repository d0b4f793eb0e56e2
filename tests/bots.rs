//! Programs as bots: the exchange as the specification shows it, and every way to fail.
//!
//! The test program plays the bots itself: started with `act-as` and what to be, it reads requests and answers
//! as that kind of bot does.

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Value, json};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tesuji::arena::{
    self, Conduct, Entrant, GameLine, Limits, Openings, Plan, Reason, Stop, Verdict,
};
use tesuji::bots::{BOTS, ExecPolicy};
use tesuji::catalog;
use tesuji::protocol::{Engine, Settings, Unit};
use tesuji::rules::{Options, Size};

/// Reads requests, notes them in a file if there is one, and answers as its kind does.
fn act_as(kind: &str, file: Option<&str>) -> io::Result<()> {
    let mut answers = file.map(|file| std::fs::read_to_string(file).unwrap_or_default());
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let request: Value = serde_json::from_str(&line?).map_err(io::Error::from)?;
        let (id, legal) = (&request["id"], &request["legal"][0]);
        let answer = match kind {
            "first" => json!({"id": id, "play": legal}).to_string(),
            "resigns" => json!({"id": id, "resign": true}).to_string(),
            "garbage" => "what?".to_string(),
            "illegal" => json!({"id": id, "play": "Z9"}).to_string(),
            "unreadable" => json!({"id": id, "play": "C3++D4"}).to_string(),
            "array" => json!([id, legal, false]).to_string(),
            "nothing" => json!({"id": id}).to_string(),
            "stale-first" => {
                let stale = json!({"id": id.as_u64().unwrap_or(0) - 1, "play": "A9"});
                format!("{stale}\n{}", json!({"id": id, "play": legal}))
            }
            "late" => {
                for _ in 0..1_000 {
                    writeln!(io::stdout(), "{}", json!({"id": 0, "play": legal}))?;
                }
                json!({"id": id, "play": legal}).to_string()
            }
            "endless" => loop {
                writeln!(io::stdout(), "{}", json!({"id": 0, "play": legal}))?;
            },
            "noisy" => {
                for _ in 0..20_000 {
                    writeln!(io::stderr(), "a line that nobody asked for")?;
                }
                json!({"id": id, "play": legal}).to_string()
            }
            "closing-pass" => {
                json!({"id": id, "play": format!("{}+pass", legal.as_str().unwrap())}).to_string()
            }
            "occupied" => json!({"id": id, "play": "C5"}).to_string(),
            "future" => json!({"id": 1000, "play": legal}).to_string(),
            "dies" => return Ok(()),
            "silent" => continue,
            "slow" => {
                std::thread::sleep(Duration::from_millis(400));
                json!({"id": id, "play": legal}).to_string()
            }
            // As long as it may, with a part of its turn.
            "clockwatcher" => {
                let seconds = request["seconds"].as_f64().unwrap_or(600.0);
                std::thread::sleep(Duration::from_secs_f64(seconds / 4.0));
                json!({"id": id, "play": legal}).to_string()
            }
            "scripted" => {
                let script = answers.take().unwrap_or_default();
                let mut lines = script.lines();
                let answer = lines.nth(number).unwrap_or_default().to_string();
                answers = Some(script);
                let noted = format!("{}.requests", file.unwrap_or_default());
                let mut noted =
                    std::fs::OpenOptions::new().create(true).append(true).open(noted)?;
                writeln!(noted, "{request}")?;
                answer
            }
            _ => return Err(io::Error::other("no such kind of bot")),
        };
        writeln!(io::stdout(), "{answer}")?;
    }
    Ok(())
}

/// The command line of this program as a bot.
fn spec(kind: &str, file: Option<&Path>) -> String {
    let program = std::env::current_exe().unwrap();
    let file = file.map_or(String::new(), |file| format!(" '{}'", file.display()));
    format!("exec:'{}' act-as {kind}{file}", program.display())
}

fn settings(bot: String, policy: ExecPolicy) -> Settings {
    let game = catalog::game("sendit").unwrap();
    let variant = game.variant(Size::side(5), Options::defaults(game)).unwrap();
    let (bots, seed) = (BOTS.to_vec(), Some(1));
    Settings { variant, unit: Unit::Turn, seed, bots, bot, exec: policy, ..Settings::default() }
}

fn engine(kind: &str, policy: ExecPolicy) -> Engine {
    Engine::new(settings(spec(kind, None), policy)).unwrap()
}

fn ask(engine: &mut Engine, line: &str) -> String {
    engine.handle_line(line.as_bytes()).expect("a reply").trim_end().to_string()
}

/// The answers of a bot to the first turn of each side, and what the engine's own bot would play.
fn turns(kind: &str, policy: ExecPolicy) -> (Vec<String>, Vec<String>) {
    let play = |engine: &mut Engine| vec![ask(engine, "genmove b"), ask(engine, "genmove w")];
    let mut random = Engine::new(settings("random".to_string(), policy)).unwrap();
    (play(&mut engine(kind, policy)), play(&mut random))
}

const PATIENT: ExecPolicy = ExecPolicy { timeout: Duration::from_secs(60), resigns: false };
/// Long enough for no answer to come, short enough for a test.
const HASTY: ExecPolicy = ExecPolicy { timeout: Duration::from_millis(200), resigns: false };

/// Programs that fail at every decision, each in its own way.
const FAILING: [(&str, ExecPolicy); 10] = [
    ("garbage", PATIENT),
    ("illegal", PATIENT),
    ("unreadable", PATIENT),
    ("nothing", PATIENT),
    ("array", PATIENT),
    ("dies", PATIENT),
    ("occupied", PATIENT),
    ("future", PATIENT),
    ("silent", HASTY),
    ("endless", HASTY),
];

fn a_program_plays_its_steps_until_the_turn_is_over() -> Result<(), Failed> {
    for kind in ["first", "stale-first", "late", "noisy"] {
        let (answers, _) = turns(kind, PATIENT);
        assert_eq!(answers, ["= A1", "= B1+D1+A2"], "{kind}");
    }
    Ok(())
}

fn a_closing_pass_after_the_end_of_a_turn_is_accepted() -> Result<(), Failed> {
    let mut engine = engine("closing-pass", PATIENT);
    assert_eq!(ask(&mut engine, "genmove b"), "= A1");
    Ok(())
}

/// A request longer than a pipe holds, to a program that never reads.
fn nobody_has_to_read_a_request() -> Result<(), Failed> {
    let mut engine = Engine::new(settings(spec("deaf", None), HASTY)).unwrap();
    let seen = vec!["0123456789abcdef"; 6_000].join(",");
    let stones = ".........../".repeat(10) + "...........";
    let position = format!(
        "tesuji-set_position game=go size=11 rules=- komi=0 stones={stones} to_move=b turn=6001 steps=- \
         consecutive_passes=0 passes=0,0 captures=0,0 ; order=- seen={seen},0000000000000000"
    );
    assert_eq!(ask(&mut engine, &position), "=");
    for color in ["b", "w", "b"] {
        assert!(ask(&mut engine, &format!("genmove {color}")).starts_with("= "));
    }
    Ok(())
}

fn a_program_that_fails_loses_its_turn_to_random_and_is_asked_again() -> Result<(), Failed> {
    for (kind, policy) in FAILING {
        let (answers, _) = turns(kind, policy);
        assert!(answers[0].starts_with("= ") && answers[0].len() < 6, "{kind}: {answers:?}");
        assert_eq!(answers[1].matches('+').count(), 2, "{kind}: three stones in {answers:?}");
    }
    Ok(())
}

fn a_fault_may_give_the_game_up_instead() -> Result<(), Failed> {
    let policy = ExecPolicy { resigns: true, ..PATIENT };
    for kind in ["garbage", "occupied", "dies", "future"] {
        assert_eq!(turns(kind, policy).0, ["= resign", "? illegal move"], "{kind}");
    }
    assert_eq!(turns("resigns", PATIENT).0, ["= resign", "? illegal move"]);
    Ok(())
}

fn a_wrong_command_line_is_an_error_at_once() -> Result<(), Failed> {
    for (spec, expected) in [
        ("exec:no-such-program-anywhere", "no-such-program-anywhere cannot be started"),
        ("exec:", "is no command line"),
        ("exec:'open", "a quotation mark is not closed"),
    ] {
        let error = Engine::new(settings(spec.to_string(), PATIENT)).err().expect(spec).to_string();
        assert!(error.contains(expected), "{spec}: {error}");
    }
    let mut forbidden = Settings { programs: false, ..settings("random".to_string(), PATIENT) };
    forbidden.seed = Some(1);
    let mut engine = Engine::new(forbidden).unwrap();
    let refused = ask(&mut engine, &format!("tesuji-bot {}", spec("first", None)));
    assert!(refused.ends_with("started with --no-exec"), "{refused}");
    assert_eq!(ask(&mut engine, "tesuji-bot"), "= random");
    Ok(())
}

fn a_bot_is_chosen_through_the_protocol() -> Result<(), Failed> {
    let mut engine = Engine::new(settings("random".to_string(), PATIENT)).unwrap();
    assert_eq!(ask(&mut engine, &format!("tesuji-bot {}", spec("first", None))), "=");
    assert_eq!(ask(&mut engine, "genmove b"), "= A1");
    Ok(())
}

/// A match of a program against `random`, two games of Send It.
fn match_of(kind: &str, policy: ExecPolicy, clock: Option<&str>) -> Vec<GameLine> {
    let game = catalog::game("sendit").unwrap();
    let variant = game.variant(Size::side(5), Options::defaults(game)).unwrap();
    let plan = Plan {
        players: [
            format!("bot:{}", spec(kind, None)).parse().unwrap(),
            "bot:random".parse().unwrap(),
        ],
        komi: None,
        games: 2,
        seed: 1,
        openings: Openings::Random(2),
        max_turns: 12,
        clock: clock.map(|clock| clock.parse().unwrap()),
        margin: Duration::from_millis(50),
        limits: Limits { reply: policy.timeout, ..Limits::default() },
        replays: 0,
        reuse: false,
        exec_resigns: policy.resigns,
        sprt: None,
        variant,
    };
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("bots-{kind}"));
    let _ = std::fs::remove_file(&file);
    let conduct = Conduct { file, jobs: 2, strict: false };
    let ended = arena::run(&plan, &conduct, &Stop::default(), &mut |_| {});
    let (run, finish) = ended.map_err(|error| error.to_string()).unwrap();
    assert_eq!(finish, arena::Finish::Complete, "{kind}");
    run.games
}

fn no_way_to_fail_ends_a_match() -> Result<(), Failed> {
    for (kind, policy) in FAILING {
        for line in match_of(kind, policy, None) {
            assert_eq!(line.verdict, Verdict::Counts, "{kind}: {line:?}");
            assert_eq!(line.fallbacks[&Entrant::A].turns, 5, "{kind}: one for each of its turns");
        }
        for line in match_of(kind, ExecPolicy { resigns: true, ..policy }, None) {
            assert_eq!((line.reason, line.verdict), (Reason::BotFault, Verdict::Forfeit), "{kind}");
            assert_eq!(
                (line.at_fault, line.winner),
                (Some(Entrant::A), Some(Entrant::B)),
                "{kind}"
            );
        }
    }
    assert!(match_of("noisy", PATIENT, None).iter().all(|line| line.fallbacks.is_empty()));
    Ok(())
}

fn a_program_is_told_its_time_and_loses_by_it() -> Result<(), Failed> {
    for line in match_of("slow", PATIENT, Some("0.2/turn")) {
        assert_eq!((line.reason, line.at_fault), (Reason::Time, Some(Entrant::A)), "{line:?}");
    }
    for line in match_of("clockwatcher", PATIENT, Some("0.2/turn")) {
        assert_eq!(line.verdict, Verdict::Counts, "{line:?}");
    }
    Ok(())
}

/// The block of the specification: lines of the protocol, then requests (`> `) and answers (`< `).
fn the_exchange_of_the_specification() -> Result<(), Failed> {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol/README.md");
    let document = std::fs::read_to_string(document).unwrap();
    let block = document.split_once("```exec\n").ok_or("no exec block in protocol/README.md")?.1;
    let block = block.split_once("```").ok_or("the exec block is not closed")?.0;
    let part = |mark: &str| block.lines().filter_map(|l| l.strip_prefix(mark)).collect::<Vec<_>>();
    let (requests, answers) = (part("> "), part("< "));
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("exchange.answers");
    let noted = file.with_extension("answers.requests");
    let _ = std::fs::remove_file(&noted);
    std::fs::write(&file, answers.join("\n")).unwrap();
    let mut engine = Engine::new(settings(spec("scripted", Some(&file)), PATIENT)).unwrap();
    for line in block.lines().filter(|line| !line.starts_with(['>', '<'])) {
        let reply = ask(&mut engine, line);
        assert!(reply.starts_with('='), "{line}: {reply}");
    }
    let noted = std::fs::read_to_string(&noted).unwrap();
    assert_eq!(noted.lines().collect::<Vec<_>>(), requests);
    Ok(())
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args.get(1).is_some_and(|arg| arg == "act-as") {
        if args[2] == "deaf" {
            std::thread::sleep(Duration::from_secs(600));
        }
        // A reader that has gone is no fault of the bot's.
        let _ = act_as(&args[2], args.get(3).map(String::as_str));
        return;
    }
    type Check = fn() -> Result<(), Failed>;
    let trials: [(&str, Check); 10] = [
        ("no way to fail ends a match", no_way_to_fail_ends_a_match),
        ("a program is told its time and loses by it", a_program_is_told_its_time_and_loses_by_it),
        (
            "a closing pass after the end of a turn is accepted",
            a_closing_pass_after_the_end_of_a_turn_is_accepted,
        ),
        ("nobody has to read a request", nobody_has_to_read_a_request),
        (
            "a program plays its steps until the turn is over",
            a_program_plays_its_steps_until_the_turn_is_over,
        ),
        (
            "a program that fails loses its turn to random and is asked again",
            a_program_that_fails_loses_its_turn_to_random_and_is_asked_again,
        ),
        ("a fault may give the game up instead", a_fault_may_give_the_game_up_instead),
        ("a wrong command line is an error at once", a_wrong_command_line_is_an_error_at_once),
        ("a bot is chosen through the protocol", a_bot_is_chosen_through_the_protocol),
        ("the exchange of the specification", the_exchange_of_the_specification),
    ];
    let trials = trials.map(|(name, trial)| Trial::test(name, trial)).into_iter().collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
