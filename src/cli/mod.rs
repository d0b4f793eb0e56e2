//! The command line.

mod matches;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
use matches::{MATCH_HELP, MatchArgs, ReportArgs, play_match, report};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tesuji::bots::{self, BOTS, ExecPolicy};
use tesuji::catalog::{self, GAMES};
use tesuji::protocol::{Engine, Settings, Unit, serve_live};
use tesuji::records::authors::Correction;
use tesuji::records::{RecordError, decode};
use tesuji::replay::{self, replay};
use tesuji::rules::{Options, Size, Variant, perft};

/// The exit code for arguments that cannot be used.
const USAGE: u8 = 2;

/// Plays board games whose turn is more than one stone, over a text protocol modelled on GTP.
///
/// Without a subcommand it speaks the protocol at once, on standard input and output.
/// RUST_LOG chooses what is logged to standard error, as in RUST_LOG=debug; warnings where it is not set.
#[derive(Parser)]
#[command(name = "tesuji", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(flatten)]
    serve: ServeArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Args)]
struct GameArgs {
    /// The game
    #[arg(long, value_name = "NAME", ignore_case = true, default_value = GAMES[0].name,
          value_parser = PossibleValuesParser::new(catalog::names()))]
    game: String,
    /// The game's own size: the side of a hexagon or square, or columns x rows, as in 13x9
    #[arg(long)]
    size: Option<Size>,
    /// A rule option of the game; may be given several times
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    rules: Vec<String>,
}

#[derive(Args)]
struct ServeArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The points White gets for moving second, in Go and Rosette
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<f64>,
    /// The bot that answers genmove
    #[arg(long, value_name = "SPEC", default_value = bots::DEFAULT, long_help = bots_help())]
    bot: String,
    /// How much of a turn genmove answers
    #[arg(long, default_value = "point", long_help = units_help(),
          value_parser = PossibleValuesParser::new(Unit::names()))]
    unit: String,
    /// The seed of the bot: the same seed plays the same game; drawn where it is not given
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// How long a program that plays as a bot (exec:) may take for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, allow_negative_numbers = true)]
    exec_timeout: f64,
    /// A fault of such a program gives the game up, instead of leaving the turn to random
    #[arg(long)]
    exec_resign: bool,
    /// Forbids the commands to choose a bot that starts a program
    #[arg(long)]
    no_exec: bool,
    /// Forbids the commands that read or write files
    #[arg(long)]
    no_files: bool,
}

#[derive(Subcommand)]
enum Command {
    #[command(about = MATCH_HELP.lines().next(), long_about = MATCH_HELP)]
    Match(Box<MatchArgs>),
    /// Prints the figures of a match, or one of its games
    ///
    /// The match may be played at the same time.
    Report(ReportArgs),
    /// Replays a game and reports every broken rule and what differs from what is written
    ///
    /// Reads records of JSON lines, SGF, and Send It in its authors' notation. Exits with 1 where anything
    /// differs or a rule is broken, with 2 where the file cannot be read.
    Replay(ReplayArgs),
    /// Counts the sequences of single steps from the start of a game
    Perft {
        /// The length of the sequences
        #[arg(value_parser = depth, allow_negative_numbers = true)]
        depth: u32,
        #[command(flatten)]
        game: GameArgs,
    },
    /// Measures what the rules cost on this machine
    ///
    /// Each game on its default board and on two smaller ones. The fingerprint at the end tells whether rules or playouts
    /// have changed.
    Bench {
        /// Only this game
        #[arg(long, value_name = "NAME", ignore_case = true,
              value_parser = PossibleValuesParser::new(catalog::names()))]
        game: Option<String>,
        /// How long each figure is measured
        #[arg(long, value_name = "SECONDS", default_value_t = 0.5, allow_negative_numbers = true)]
        seconds: f64,
        /// Prints the figures as JSON
        #[arg(long)]
        json: bool,
    },
    /// Lists the games with their sizes and rule options
    Games,
}

#[derive(Args)]
struct ReplayArgs {
    /// The file
    file: PathBuf,
    /// Stops at the first broken rule
    #[arg(long)]
    strict: bool,
    /// Replays a file that is cut off as far as it goes
    #[arg(long)]
    lenient: bool,
    /// Prints the report as JSON
    #[arg(long)]
    json: bool,
    /// Corrects a misprint in the authors' notation, as in 3:x:t3=r3; may be given several times
    #[arg(long = "fix", value_name = "TURN:SIDE:OLD=NEW")]
    fixes: Vec<String>,
    /// A file of such corrections, one a line; lines that begin with # are remarks
    #[arg(long, value_name = "FILE")]
    fixes_file: Option<PathBuf>,
    /// The game of an SGF file that names none
    #[arg(long, value_name = "NAME", ignore_case = true,
          value_parser = PossibleValuesParser::new(catalog::names()))]
    game: Option<String>,
}

fn bots_help() -> String {
    let rows = BOTS.iter().map(|row| format!("\n- {}: {}", row.name, row.help));
    format!(
        "The bot that answers genmove. Where nothing is said {}, with 10,000 playouts a turn, less than a second on most boards: in the round \
         robins of the README it wins most in every game.{}",
        bots::DEFAULT,
        rows.collect::<String>()
    )
}

fn units_help() -> String {
    let rows = Unit::ALL.iter().map(|(_, name, help)| format!("\n- {name}: {help}"));
    format!("How much of a turn genmove answers:{}", rows.collect::<String>())
}

/// Why the program stops before it has done its work.
enum Stop {
    /// The arguments cannot be used.
    Usage(String),
    /// A file that the arguments name cannot be used.
    File(String),
    /// Reading or writing failed on the way.
    Io(io::Error),
}

impl Stop {
    fn usage(message: impl std::fmt::Display) -> Stop {
        Stop::Usage(message.to_string())
    }

    fn file(file: &Path, error: impl std::fmt::Display) -> Stop {
        Stop::File(format!("{}: {error}", file.display()))
    }

    /// Says why on standard error, and gives the exit code.
    fn report(self) -> ExitCode {
        match self {
            Stop::Usage(message) => Cli::command().error(ErrorKind::InvalidValue, message).exit(),
            Stop::File(message) => {
                // Where nobody reads the message, the exit code still tells.
                let _ = writeln!(io::stderr(), "error: {message}");
                ExitCode::from(USAGE)
            }
            // Nobody listens any more: nothing is left to do, and nothing went wrong.
            Stop::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Stop::Io(error) => {
                log::error!("{error}");
                ExitCode::FAILURE
            }
        }
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Io(error)
    }
}

/// Runs the program with its arguments.
pub(crate) fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return report_usage(&error),
    };
    let done = match cli.command {
        None => serve_protocol(cli.serve),
        Some(Command::Match(args)) => play_match(&args),
        Some(Command::Report(args)) => report(&args),
        Some(Command::Replay(args)) => replay_file(&args),
        Some(Command::Perft { depth, game }) => print_perft(depth, &game),
        Some(Command::Bench { game, seconds, json }) => bench(game, seconds, json),
        Some(Command::Games) => print_games(),
    };
    done.unwrap_or_else(Stop::report)
}

/// Says what is wrong with the arguments, and where nothing else tells what is possible, all that is.
fn report_usage(error: &clap::Error) -> ExitCode {
    let failed = error.exit_code() != 0;
    // Where nobody reads the message, the exit code still tells.
    let _ = error.print();
    if matches!(error.kind(), ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand) {
        let _ = write!(io::stderr(), "\n{}", Cli::command().render_help());
    }
    if failed { ExitCode::from(USAGE) } else { ExitCode::SUCCESS }
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

fn depth(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("a depth is a whole number from 0 to {}", u32::MAX))
}

fn serve_protocol(args: ServeArgs) -> Result<ExitCode, Stop> {
    let variant = variant(&args.game)?;
    let settings = Settings {
        komi: komi(args.komi, &variant)?,
        variant,
        bots: BOTS.to_vec(),
        bot: args.bot,
        unit: args.unit.parse().map_err(Stop::usage)?,
        seed: args.seed,
        exec: ExecPolicy { timeout: timeout(args.exec_timeout)?, resigns: args.exec_resign },
        programs: !args.no_exec,
        files: !args.no_files,
    };
    let mut engine = Engine::new(settings).map_err(Stop::usage)?;
    serve_live(io::stdin(), io::stdout().lock(), &mut engine)?;
    Ok(ExitCode::SUCCESS)
}

/// A time that something may take.
fn above_zero(seconds: f64) -> Option<Duration> {
    tesuji::clock::duration(seconds).filter(|time| !time.is_zero())
}

fn timeout(seconds: f64) -> Result<Duration, Stop> {
    above_zero(seconds).ok_or_else(|| {
        Stop::usage(format!(
            "--exec-timeout {seconds}: it is a number of seconds above 0, ten million at most"
        ))
    })
}

/// The komi for a game that has one.
fn komi(komi: Option<f64>, variant: &Variant) -> Result<Option<f64>, Stop> {
    let game = variant.game;
    match komi {
        Some(komi) if !komi.is_finite() => {
            Err(Stop::usage(format!("--komi {komi}: it is a finite number")))
        }
        Some(_) if game.komi.is_none() => {
            let as_rule = game.options.iter().any(|row| row.key == "komi");
            let hint = if as_rule { "; its komi is a rule option: --rule komi=N" } else { "" };
            Err(Stop::usage(format!("--komi: {} has no such komi{hint}", game.name)))
        }
        komi => Ok(komi),
    }
}

fn variant(args: &GameArgs) -> Result<Arc<Variant>, Stop> {
    let game = catalog::game(&args.game).map_err(Stop::usage)?;
    let mut options = Options::defaults(game);
    for rule in &args.rules {
        let Some((key, value)) = rule.split_once('=') else {
            return Err(Stop::usage(format!("--rule {rule}: a rule is KEY=VALUE")));
        };
        let set = options.set(game, key, value);
        set.map_err(|error| Stop::usage(format!("--rule {rule}: {error}")))?;
    }
    let size = args.size.unwrap_or(game.sizes.default());
    game.variant(size, options).map_err(|error| Stop::usage(format!("unacceptable size: {error}")))
}

fn replay_file(args: &ReplayArgs) -> Result<ExitCode, Stop> {
    let text = read(&args.file)?;
    let options = replay::Options {
        strict: args.strict,
        lenient: args.lenient,
        corrections: corrections(args)?,
        playing: match &args.game {
            Some(name) => Some(catalog::game(name).map_err(Stop::usage)?.default_variant()),
            None => None,
        },
    };
    let report = replay(&text, &options).map_err(|error| match error {
        RecordError::CutOff | RecordError::SgfCutOff(_) => {
            Stop::file(&args.file, format!("{error} (--lenient replays what is there)"))
        }
        _ => Stop::file(&args.file, error),
    })?;
    let mut output = io::stdout().lock();
    if args.json {
        let json = serde_json::to_string_pretty(&report).map_err(io::Error::from)?;
        writeln!(output, "{json}")?;
    } else {
        writeln!(output, "{report}")?;
    }
    Ok(if report.differs() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn read(file: &Path) -> Result<String, Stop> {
    let bytes = std::fs::read(file).map_err(|error| Stop::file(file, error))?;
    let text = decode(&bytes).map_err(|error| Stop::file(file, error))?;
    Ok(text.into_owned())
}

fn corrections(args: &ReplayArgs) -> Result<Vec<Correction>, Stop> {
    let mut lines = args.fixes.clone();
    if let Some(file) = &args.fixes_file {
        let text = read(file)?;
        let fixes =
            text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.extend(fixes.map(str::to_string));
    }
    lines.iter().map(|line| line.parse().map_err(Stop::usage)).collect()
}

fn print_perft(depth: u32, game: &GameArgs) -> Result<ExitCode, Stop> {
    let variant = variant(game)?;
    let mut output = io::stdout().lock();
    for depth in 1..=depth {
        let count = perft(variant.start().as_ref(), depth);
        writeln!(output, "{} {} {depth} {count}", variant.game.name, variant.size)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn bench(game: Option<String>, seconds: f64, json: bool) -> Result<ExitCode, Stop> {
    let games = match game {
        Some(name) => vec![catalog::game(&name).map_err(Stop::usage)?],
        None => GAMES.to_vec(),
    };
    let time = above_zero(seconds)
        .ok_or_else(|| Stop::usage("--seconds: it is a number of seconds above 0"))?;
    let program = std::env::current_exe()?;
    let figures = tesuji::measure::measure(&games, time, Some(&program))?;
    let text = match json {
        true => serde_json::to_string_pretty(&figures).map_err(io::Error::from)?,
        false => figures.to_string(),
    };
    writeln!(io::stdout().lock(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

fn print_games() -> Result<ExitCode, Stop> {
    let mut table = comfy_table::Table::new();
    table.load_preset(comfy_table::presets::NOTHING);
    table.set_header(["game", "title", "author", "sizes", "default", "options (default first)"]);
    for game in GAMES {
        let options = game.options.iter().map(|row| {
            let others = row.values.iter().filter(|value| **value != row.default);
            let values: Vec<_> = std::iter::once(&row.default).chain(others).copied().collect();
            format!("{}={}", row.key, values.join("|"))
        });
        table.add_row([
            game.name.to_string(),
            game.title.to_string(),
            game.author.to_string(),
            sizes(&game.sizes),
            game.sizes.default().to_string(),
            options.collect::<Vec<_>>().join(" "),
        ]);
    }
    writeln!(io::stdout().lock(), "{}", table.trim_fmt())?;
    Ok(ExitCode::SUCCESS)
}

/// The sizes in a few words.
fn sizes(sizes: &tesuji::rules::Sizes) -> String {
    let odd = match sizes.step {
        1 => "",
        _ if sizes.min % 2 == 1 => "odd ",
        _ => "even ",
    };
    let range = format!("{odd}{} to {}", sizes.min, sizes.max);
    if sizes.rectangular { format!("{range}, columns x rows") } else { range }
}
