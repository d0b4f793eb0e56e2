//! The subcommands for matches.

use super::{GameArgs, Stop, komi, read, seed, variant};
use clap::{ArgAction, Args};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tesuji::arena::{
    self, Conduct, Event, Finish, GameLine, Limits, Openings, Plan, PlayerSpec, Run, Sprt, Summary,
};
use tesuji::clock::{self, TimeControl};
use tesuji::rules::Variant;

/// The exit code of a match in which a player failed.
const FAULTS: u8 = 1;
/// The exit code of a match that cannot begin, since a player does not come up.
const NO_PLAYER: u8 = 3;
/// The exit code of a match that cannot go on, for a fault of this program or want of what it needs.
const REFEREE: u8 = 4;
/// The exit code of a match that was asked to stop.
const STOPPED: u8 = 130;
/// From one look at the figures to the next, where they are shown all the time.
const REFRESH: Duration = Duration::from_millis(300);

/// What `tesuji match` does, in more words.
pub(super) const MATCH_HELP: &str = "\
Plays a match between two players and counts it

A player is a command line that speaks GTP (\"gnugo --mode gtp --seed {seed}\", \"ssh host tesuji --bot random\"), {seed}
standing for the seed of each game, or a bot of this program: bot:random, \"bot:exec:python3 bot.py\". Games 2n and 2n + 1 have
the same opening with colours swapped.

The referee is this program: it judges every word, says whose turn it is, and gives the result. Every game is written to a
file before the next one counts; the same command goes on with a match that was interrupted. One interrupt
from the keyboard lets the games that are being played end, a second one stops at once.

Exit codes: 0 all went well; 1 a player failed in some game; 2 the arguments or the file cannot be used; 3 a player does not
come up, or does not take the game; 4 a game cannot be played, for want of memory or the like; 130 the match was asked to stop.";

#[derive(Args)]
pub(super) struct MatchArgs {
    /// The first player: a command line, or bot: and a bot
    a: String,
    /// The other player
    b: String,
    #[command(flatten)]
    game: GameArgs,
    /// The points White gets for moving second, in Go and Rosette
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<f64>,
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// The file of the match, which the same command goes on with
    #[arg(long, value_name = "FILE", default_value = "match.jsonl")]
    out: PathBuf,
    /// What openings and the seeds of players come from; drawn, or taken from the file, where it is not given
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Each player's clock in seconds: 2/turn, 60 for the game, or 60+0.5 with an increment after each turn
    #[arg(long, value_name = "CLOCK")]
    time: Option<TimeControl>,
    /// By how many seconds a clock may be overstepped
    #[arg(long, value_name = "SECONDS", default_value = "0.1", value_parser = seconds)]
    margin: Duration,
    /// The random turns that are played before the players are asked
    #[arg(long, value_name = "N", default_value_t = 2, conflicts_with = "openings")]
    opening_turns: u32,
    /// A file of openings instead: the words of whole turns, an opening a line
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The turns after which a game is scored as it stands [default: four for every point]
    #[arg(long, value_name = "N")]
    max_turns: Option<u32>,
    /// Ends the match as soon as a test has decided between two Elo differences: ELO0,ELO1[,ALPHA,BETA]
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// How long a program may take for its first replies
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    start_timeout: Duration,
    /// How long a program may take for a command that is no question for a move
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    setup_timeout: Duration,
    /// How long a player may take for an answer, where no clock runs
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    reply_timeout: Duration,
    /// How long after its limit an answer is waited for, to tell a late one from none
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    grace: Duration,
    /// How often a void game is played again before who is at fault has lost it
    #[arg(long, value_name = "N", default_value_t = 2)]
    replays: u32,
    /// Keeps the programs from game to game, instead of starting them anew
    #[arg(long)]
    reuse: bool,
    /// Gives the game up where a program behind bot:exec: fails, instead of leaving its turn to random
    #[arg(long)]
    exec_resign: bool,
    /// Ends the match at the first fault of a player
    #[arg(long)]
    strict: bool,
    /// Prints the figures as JSON
    #[arg(long)]
    json: bool,
    /// Shows nothing before the figures
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Args)]
pub(super) struct ReportArgs {
    /// The file of a match
    file: PathBuf,
    /// Prints the figures as JSON
    #[arg(long)]
    json: bool,
    /// Only some of the games, as in 0..100: from the first number on, up to but without the second
    #[arg(long, value_name = "FROM..TO", value_parser = range)]
    games: Option<Range<u64>>,
    /// Prints one game instead, as a record
    #[arg(long, value_name = "N", conflicts_with_all = ["json", "games"])]
    game: Option<u64>,
    /// Judges all games once more, and exits with 1 where anything is not as the file says
    #[arg(long, conflicts_with_all = ["json", "games", "game"])]
    verify: bool,
    /// Prints that game as SGF
    #[arg(long, requires = "game", action = ArgAction::SetTrue)]
    sgf: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = clock::seconds(text);
    seconds.ok_or_else(|| "it is a number of seconds from 0 to ten million".to_string())
}

fn range(text: &str) -> Result<Range<u64>, String> {
    let ends =
        text.split_once("..").and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    let range = ends.map(|(from, to)| from..to).filter(|range: &Range<u64>| !range.is_empty());
    range.ok_or_else(|| "a range of games is two numbers, as in 0..100".to_string())
}

/// Plays a match.
pub(super) fn play_match(args: &MatchArgs) -> Result<ExitCode, Stop> {
    let plan = plan(args)?;
    warn_of_crowd(args.jobs);
    let conduct = Conduct { file: args.out.clone(), jobs: args.jobs, strict: args.strict };
    let stop = stop_on_signals();
    let mut screen = Screen::new(args, &plan);
    let done = arena::run(&plan, &conduct, &stop, &mut |event| screen.show(&event));
    screen.clear();
    let (run, finish) = match done {
        Ok(done) => done,
        Err(error @ arena::MatchError::Player { .. }) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            return Ok(ExitCode::from(NO_PLAYER));
        }
        Err(error @ arena::MatchError::Referee { .. }) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            return Ok(ExitCode::from(REFEREE));
        }
        Err(error @ arena::MatchError::Stopped) => {
            let _ = writeln!(io::stderr(), "{error}");
            return Ok(ExitCode::from(STOPPED));
        }
        Err(arena::MatchError::File(error)) => return Err(Stop::File(error.to_string())),
    };
    let summary = Summary::of(&run);
    print(&summary, args.json)?;
    if !args.json {
        writeln!(io::stdout(), "{}", last_words(finish, &summary, args))?;
    }
    Ok(match finish {
        Finish::Stopped => ExitCode::from(STOPPED),
        _ if summary.faulty > 0 => ExitCode::from(FAULTS),
        _ => ExitCode::SUCCESS,
    })
}

fn plan(args: &MatchArgs) -> Result<Plan, Stop> {
    let variant = variant(&args.game)?;
    let players = [player("A", &args.a)?, player("B", &args.b)?];
    if args.reuse && players.iter().any(PlayerSpec::is_seeded) {
        return Err(Stop::usage(
            "--reuse: {seed} changes from game to game, a kept program does not",
        ));
    }
    if args.jobs == 0 {
        return Err(Stop::usage("--jobs 0: one game at least is played at the same time"));
    }
    Ok(Plan {
        komi: komi(args.komi, &variant)?,
        games: args.games,
        seed: run_seed(args)?,
        openings: openings(args, &variant)?,
        max_turns: args.max_turns.unwrap_or_else(|| Plan::default_max_turns(&variant)),
        clock: args.time,
        margin: args.margin,
        limits: Limits {
            start: args.start_timeout,
            setup: args.setup_timeout,
            reply: args.reply_timeout,
            grace: args.grace,
        },
        replays: args.replays,
        reuse: args.reuse,
        exec_resigns: args.exec_resign,
        sprt: args.sprt,
        players,
        variant,
    })
}

fn player(name: &str, text: &str) -> Result<PlayerSpec, Stop> {
    text.parse().map_err(|error| Stop::usage(format!("player {name}: {error}")))
}

/// The seed that is given, or that of the match in the file, or a new one.
fn run_seed(args: &MatchArgs) -> Result<u64, Stop> {
    match args.seed {
        Some(seed) => Ok(seed),
        None if args.out.metadata().is_ok_and(|about| !about.is_file()) => {
            Err(Stop::file(&args.out, "it is no regular file"))
        }
        None => {
            let seed = Run::seed(&args.out).map_err(|error| Stop::File(error.to_string()))?;
            Ok(seed.unwrap_or_else(tesuji::bots::drawn_seed))
        }
    }
}

fn openings(args: &MatchArgs, variant: &std::sync::Arc<Variant>) -> Result<Openings, Stop> {
    let Some(file) = &args.openings else { return Ok(Openings::Random(args.opening_turns)) };
    Openings::read(&read(file)?, variant).map_err(|error| Stop::file(file, error))
}

/// Games that wait for each other's processor time lose on time for no fault of their players.
fn warn_of_crowd(jobs: usize) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if jobs > cores {
        let _ = writeln!(
            io::stderr(),
            "warning: {jobs} games at the same time on {cores} cores: times are not to be trusted"
        );
    }
}

/// The wish to stop, which the signals to interrupt or terminate this program express.
fn stop_on_signals() -> arena::Stop {
    let stop = arena::Stop::default();
    let asked = stop.clone();
    // Where interrupts are ignored, as for programs in the background, they stay so.
    let handled = ctrlc::try_set_handler(move || {
        asked.ask();
        if !asked.is_urgent() {
            let _ = writeln!(
                io::stderr(),
                "\nthe games that are being played come to their end; once more stops at once"
            );
        }
    });
    if let Err(error) = handled {
        log::debug!("interrupts are left as they are: {error}");
    }
    stop
}

/// What is shown while a match is played: a bar on a terminal, lines elsewhere.
struct Screen {
    quiet: bool,
    bar: Option<ProgressBar>,
    refreshed: Instant,
}

impl Screen {
    fn new(args: &MatchArgs, plan: &Plan) -> Screen {
        let on_terminal = io::stderr().is_terminal() && !args.quiet;
        let bar = on_terminal.then(|| {
            let bar = ProgressBar::with_draw_target(Some(plan.games), ProgressDrawTarget::stderr());
            let style = "{wide_bar} {pos}/{len}  {msg}  {eta} left";
            bar.with_style(ProgressStyle::with_template(style).expect("a template"))
        });
        Screen { quiet: args.quiet, bar, refreshed: Instant::now() }
    }

    fn show(&mut self, event: &Event<'_>) {
        match event {
            Event::Introduced(entrant, spec, introduction) => {
                let abilities = introduction.map(|found| abilities(found, spec.is_seeded()));
                let abilities = abilities.unwrap_or_else(|| "built in".to_string());
                self.line(format!("{entrant}: {spec}: {abilities}"));
            }
            Event::Begun(settled) => {
                if *settled > 0 {
                    self.line(format!("going on after {settled} games"));
                }
                if let Some(bar) = &self.bar {
                    bar.set_position(*settled);
                    bar.reset_eta();
                }
            }
            Event::Ended(line, run) => {
                // Above a bar that shows the score only faults are news.
                if line.is_faulty() || self.bar.is_none() {
                    self.line(described(line));
                }
                self.refresh(run);
            }
        }
    }

    fn refresh(&mut self, run: &Run) {
        let Some(bar) = &self.bar else { return };
        if self.refreshed.elapsed() < REFRESH {
            return;
        }
        self.refreshed = Instant::now();
        let summary = Summary::of(run);
        bar.set_position(summary.games);
        if let Some(score) = summary.score {
            let half = 50.0 * (score.high - score.low);
            bar.set_message(format!("A {:.1} ± {half:.1} %", 100.0 * score.value));
        }
    }

    /// A line of its own, above the bar where there is one.
    fn line(&self, text: impl Display) {
        match &self.bar {
            Some(bar) => bar.println(text.to_string()),
            None if self.quiet => {}
            // Where nobody reads it the match goes on all the same.
            None => _ = writeln!(io::stderr(), "{text}"),
        }
    }

    fn clear(&self) {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}

/// What a program has been found to be able to do.
fn abilities(introduction: &arena::Introduction, is_seeded: bool) -> String {
    let name = introduction.name.as_deref().unwrap_or("a program without a name");
    let version = introduction.version.as_deref().unwrap_or("");
    let yes_or_no = |has: bool, yes: &str, no: &str| if has { yes } else { no }.to_string();
    let parts = [
        format!("{name} {version}").trim_end().to_string(),
        yes_or_no(introduction.speaks_words, "plays whole turns", "plays vertex by vertex"),
        yes_or_no(introduction.shows_position, "positions are compared", "its position is unknown"),
        yes_or_no(introduction.takes_seed || is_seeded, "takes a seed", "takes no seed"),
        match (introduction.takes_time, introduction.takes_fractions) {
            (false, _) => "is not told the clock",
            (true, false) => "is told the clock in whole seconds",
            (true, true) => "is told the clock",
        }
        .to_string(),
        yes_or_no(introduction.counts, "is asked for the score", "is not asked for the score"),
    ];
    parts.join(", ")
}

/// A game in one line.
fn described(line: &GameLine) -> String {
    let by = line.at_fault.map_or(String::new(), |entrant| format!(" by {entrant}"));
    let detail = line.detail.as_ref().map_or(String::new(), |detail| format!(": {detail}"));
    let fallbacks = line.fallbacks.iter().map(|(entrant, faults)| {
        format!("; {} turns of {entrant} finished by random: {}", faults.turns, faults.first)
    });
    let after_end =
        line.after_end.iter().map(|(entrant, what)| format!("; {entrant} after the end: {what}"));
    format!(
        "game {} ({} black, {} white): {}, {}{by}, {} turns{detail}{}",
        line.game,
        line.black,
        line.white(),
        line.result,
        line.reason,
        line.words.len(),
        fallbacks.chain(after_end).collect::<String>()
    )
}

fn last_words(finish: Finish, summary: &Summary, args: &MatchArgs) -> String {
    let folder = arena::logs_folder(&args.out);
    let logs = match summary.faulty > 0 && folder.exists() {
        true => format!("; logs of faults are in {}", folder.display()),
        false => String::new(),
    };
    let file = args.out.display();
    match finish {
        Finish::Complete => format!("complete; the games are in {file}{logs}"),
        Finish::Decided => format!("decided by the test; the games are in {file}{logs}"),
        Finish::Strict => format!("stopped at a fault, since --strict is given{logs}"),
        Finish::Stopped => format!("stopped; the same command goes on with {file}{logs}"),
    }
}

fn print(summary: &Summary, json: bool) -> Result<(), Stop> {
    let text = match json {
        true => serde_json::to_string_pretty(summary).map_err(io::Error::from)?,
        false => summary.to_string(),
    };
    writeln!(io::stdout().lock(), "{text}")?;
    Ok(())
}

/// Reports on a match, which may be played at the same time.
pub(super) fn report(args: &ReportArgs) -> Result<ExitCode, Stop> {
    let run = Run::read(&args.file).map_err(|error| Stop::File(error.to_string()))?;
    if args.verify {
        return verify(&run);
    }
    let Some(game) = args.game else {
        let games = args.games.clone().unwrap_or(0..u64::MAX);
        let summary = Summary::with_course(&run, games);
        print(&summary.map_err(|error| Stop::file(&args.file, error))?, args.json)?;
        return Ok(ExitCode::SUCCESS);
    };
    let line = run.games.iter().rfind(|line| line.game == game);
    let line = line.ok_or_else(|| Stop::file(&args.file, format!("it has no game {game}")))?;
    let table = line.table(&run.header).map_err(|error| Stop::file(&args.file, error))?;
    let text = match args.sgf {
        true => table.sgf().map_err(|error| Stop::file(&args.file, error))?,
        false => table.record(None).write(),
    };
    write!(io::stdout().lock(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

/// Judges the games of a match once more.
fn verify(run: &Run) -> Result<ExitCode, Stop> {
    let wrong: Vec<_> =
        run.games.iter().filter_map(|line| line.verify(&run.header).err()).collect();
    let mut output = io::stdout().lock();
    wrong.iter().try_for_each(|what| writeln!(output, "{what}"))?;
    writeln!(output, "{} games judged again, {} not as written", run.games.len(), wrong.len())?;
    Ok(if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
