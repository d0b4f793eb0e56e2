//! What the rules cost on this machine, and a fingerprint of what they do.

use crate::catalog::GAMES;
use crate::rules::{Chance, Game, Options, PlayoutPolicy, Rules, Size, Variant, bytes_hash, perft};
use crate::search::{Limits, Search, Settings, Weights};
use serde::Serialize;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// The figures of one game on one board. Rates are medians of several slices of time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameFigures {
    /// The game.
    pub game: &'static str,
    /// Its size.
    pub size: String,
    /// The points of the board.
    pub points: usize,
    /// Playouts from the start, a second.
    pub playouts: f64,
    /// Playouts of a search from the start, a second, one thread, by each policy: light, full.
    pub searches: [f64; 2],
    /// The steps of a playout, on average.
    pub steps: f64,
    /// The turns of a playout that end because no step is left although the player had to go on, on average.
    pub forced_ends: f64,
    /// The share of playouts that are cut off.
    pub capped: f64,
    /// Nanoseconds for each step of a playout.
    pub step: f64,
    /// Sequences counted by perft, a second.
    pub perft: f64,
    /// Nanoseconds for copying the stones of a position in the middle of a game over others.
    pub copy: f64,
    /// The bytes of a position, its past left out, which positions share.
    pub bytes: usize,
    /// Commands through a pipe, a second: `play` and `undo` by turns. None where no program was named.
    pub commands: Option<f64>,
}

/// All figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// The program's version.
    pub version: &'static str,
    /// Each game on three boards.
    pub games: Vec<GameFigures>,
    /// Milliseconds from the start of the program to its first reply, a median. None where no program was named.
    pub start: Option<f64>,
    /// Equal for all programs that know the same rules, play the same playouts and search alike.
    pub fingerprint: String,
}

/// The slices of time that a median is taken of.
const SLICES: usize = 5;

/// Measures some games, for so long each figure. The pipe is measured with a program that is this one, where there is one.
///
/// # Errors
/// When the program cannot be used.
pub fn measure(
    games: &[&'static Game],
    time: Duration,
    program: Option<&Path>,
) -> io::Result<Figures> {
    let mut figures = Vec::new();
    for game in games {
        for size in sizes(game) {
            let variant = variant(game, size);
            let commands = program.map(|program| commands(program, &variant)).transpose()?;
            figures.push(GameFigures { commands, ..of_variant(&variant, time) });
        }
    }
    let start = program.map(start).transpose()?;
    Ok(Figures { version: crate::VERSION, games: figures, start, fingerprint: fingerprint() })
}

fn variant(game: &'static Game, size: Size) -> Arc<Variant> {
    game.variant(size, Options::defaults(game)).expect("a size of the game")
}

/// The default size of a game, and those with about a quarter and half of its points.
fn sizes(game: &'static Game) -> Vec<Size> {
    let points = |size: Size| variant(game, size).board.len();
    let all: Vec<_> =
        game.sizes.sides().map(|side| (Size::side(side), points(Size::side(side)))).collect();
    let full = points(game.sizes.default());
    let nearest = |target: usize| all.iter().min_by_key(|(_, points)| points.abs_diff(target));
    let sizes = [full / 4, full / 2, full].into_iter().filter_map(nearest);
    let mut sizes: Vec<_> = sizes.map(|(size, _)| *size).collect();
    sizes.dedup();
    sizes
}

/// The median of how often something can be done in a second. It is done `batch` times between two looks at the clock.
fn rate(time: Duration, batch: u32, mut act: impl FnMut()) -> f64 {
    let slice = time / SLICES as u32;
    let mut rates = [0; SLICES].map(|_| {
        let (started, mut count) = (Instant::now(), 0);
        while started.elapsed() < slice {
            (0..batch).for_each(|_| act());
            count += batch;
        }
        f64::from(count) / started.elapsed().as_secs_f64()
    });
    rates.sort_by(f64::total_cmp);
    rates[SLICES / 2]
}

fn of_variant(variant: &Arc<Variant>, time: Duration) -> GameFigures {
    let first = variant.start();
    let mut playout = variant.playout(first.as_ref(), PlayoutPolicy::Light);
    let mut chance = Chance::new(1);
    let (mut count, mut steps, mut forced_ends, mut capped) = (0.0, 0.0, 0.0, 0.0);
    let playouts = rate(time, 20, || {
        let ended = playout.run(&mut chance);
        count += 1.0;
        steps += f64::from(ended.steps);
        forced_ends += f64::from(ended.forced_ends);
        capped += f64::from(u8::from(ended.capped));
    });
    let middle = middle(variant);
    let mut copy = middle.frame().stones.clone();
    let copies = rate(time / 5, 1_000, || {
        copy.clone_from(std::hint::black_box(&middle.frame().stones));
        std::hint::black_box(&mut copy);
    });
    GameFigures {
        game: variant.game.name,
        size: variant.size.to_string(),
        points: variant.board.len(),
        playouts,
        searches: [PlayoutPolicy::Light, PlayoutPolicy::Full]
            .map(|policy| search_rate(first.as_ref(), policy, time)),
        steps: steps / count,
        forced_ends: forced_ends / count,
        capped: capped / count,
        step: 1e9 / playouts / (steps / count),
        perft: perft_rate(first.as_ref(), time),
        copy: 1e9 / copies,
        bytes: size_of_val(middle.as_ref()) + middle.frame().stones.heap_bytes(),
        commands: None,
    }
}

fn settings(policy: PlayoutPolicy) -> Settings {
    Settings { threads: 1, memory: 256 << 20, policy, weights: Weights::DEFAULT }
}

/// Playouts of a search a second, begun anew for every slice of time.
fn search_rate(position: &dyn Rules, policy: PlayoutPolicy, time: Duration) -> f64 {
    let slice = time / SLICES as u32;
    let mut rates = [0; SLICES].map(|_| {
        let mut search = Search::new(position, settings(policy));
        let started = Instant::now();
        let until = Some(started + slice);
        let limits = Limits { playouts: None, until, stop: &|| false, when_decided: false };
        let count = search.run(&limits, &mut Chance::new(1));
        count as f64 / started.elapsed().as_secs_f64()
    });
    rates.sort_by(f64::total_cmp);
    rates[SLICES / 2]
}

/// A position in the middle of a playout.
fn middle(variant: &Arc<Variant>) -> Box<dyn Rules> {
    let mut position = variant.start();
    let (_, turns) =
        variant.playout(position.as_ref(), PlayoutPolicy::Light).traced(&mut Chance::new(1));
    for turn in &turns[..turns.len() / 2] {
        let before = position.turn();
        turn.iter().for_each(|&step| position.apply(step));
        if position.turn() == before {
            position.apply(crate::rules::Step::Pass);
        }
    }
    position
}

/// The sequences that perft counts at most when it is measured.
const SEQUENCES: u64 = 1_000_000;

/// Sequences a second, at the largest depth with no more than [`SEQUENCES`] of them.
fn perft_rate(first: &dyn Rules, time: Duration) -> f64 {
    let (mut depth, mut nodes) = (1, perft(first, 1));
    // The next depth has about as many times more as its first step has.
    let branching = nodes;
    while depth < 12 && nodes.saturating_mul(branching) <= SEQUENCES {
        depth += 1;
        nodes = perft(first, depth);
    }
    nodes as f64 * rate(time, 1, || _ = std::hint::black_box(perft(first, depth)))
}

fn spawn(program: &Path, args: &[&str]) -> io::Result<Child> {
    Command::new(program).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
}

/// Commands a second through a pipe, of which half play the first legal step and half take it back.
fn commands(program: &Path, variant: &Arc<Variant>) -> io::Result<f64> {
    const PAIRS: usize = 50_000;
    let first = variant.start();
    let size = variant.size.to_string();
    let mut child = spawn(program, &["--game", variant.game.name, "--size", &size])?;
    let (Some(mut input), Some(mut output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(io::Error::other("the program has no pipes"));
    };
    let step = first.steps()[0].text(first.board());
    let lines = format!("play b {step}\nundo\n").repeat(PAIRS);
    let started = Instant::now();
    let writer = thread::spawn(move || input.write_all(lines.as_bytes()));
    let mut replies = Vec::new();
    output.read_to_end(&mut replies)?;
    let seconds = started.elapsed().as_secs_f64();
    writer.join().map_err(|_| io::Error::other("the writer panicked"))??;
    child.wait()?;
    if replies != b"= \n\n".repeat(2 * PAIRS) {
        return Err(io::Error::other(format!(
            "{}: play and undo were not answered",
            variant.game.name
        )));
    }
    Ok(2.0 * PAIRS as f64 / seconds)
}

/// Milliseconds from the start of a program to its first reply: the median.
fn start(program: &Path) -> io::Result<f64> {
    let mut times = Vec::new();
    for _ in 0..15 {
        let started = Instant::now();
        let mut child = spawn(program, &[])?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the program has no pipes"));
        };
        input.write_all(b"name\n")?;
        BufReader::new(output).read_line(&mut String::new())?;
        times.push(1e3 * started.elapsed().as_secs_f64());
        drop(input);
        child.wait()?;
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

/// What the playouts of every game on its smallest and its default board come to, how many short sequences of steps there
/// are, and how often a short search tries each step: as a hash, which tells whether rules, playouts or search have changed.
fn fingerprint() -> String {
    let mut text = String::new();
    for game in GAMES {
        for side in [game.sizes.min, game.sizes.default] {
            let variant = variant(game, Size::side(side));
            let first = variant.start();
            let mut playout = variant.playout(first.as_ref(), PlayoutPolicy::Light);
            for seed in 0..20 {
                let ended = playout.run(&mut Chance::new(seed));
                text += &format!("{} {} {};", ended.score, ended.steps, ended.capped);
            }
            text += &format!("{};", perft(first.as_ref(), 2));
            let mut search = Search::new(first.as_ref(), settings(PlayoutPolicy::Full));
            let limits =
                Limits { playouts: Some(200), until: None, stop: &|| false, when_decided: false };
            search.run(&limits, &mut Chance::new(1));
            for prospect in search.prospects() {
                text += &format!("{} {};", prospect.step.text(first.board()), prospect.visits);
            }
        }
    }
    format!("{:016x}", bytes_hash(text.bytes()))
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = comfy_table::Table::new();
        table.load_preset(comfy_table::presets::NOTHING);
        table.set_header([
            "game",
            "size",
            "points",
            "playouts/s",
            "search/s",
            "full/s",
            "steps",
            "ns/step",
            "forced",
            "capped",
            "perft/s",
            "copy ns",
            "bytes",
            "commands/s",
        ]);
        for row in &self.games {
            table.add_row([
                row.game.to_string(),
                row.size.clone(),
                row.points.to_string(),
                format!("{:.0}", row.playouts),
                format!("{:.0}", row.searches[0]),
                format!("{:.0}", row.searches[1]),
                format!("{:.2}", row.steps),
                format!("{:.1}", row.step),
                format!("{:.3}", row.forced_ends),
                format!("{:.3}", row.capped),
                format!("{:.0}", row.perft),
                format!("{:.0}", row.copy),
                row.bytes.to_string(),
                row.commands.map_or_else(String::new, |commands| format!("{commands:.0}")),
            ]);
        }
        writeln!(f, "{}", table.trim_fmt())?;
        if let Some(start) = self.start {
            writeln!(f, "from the start to the first reply: {start:.2} ms")?;
        }
        write!(f, "fingerprint: {}", self.fingerprint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;

    #[test]
    fn boards_of_a_quarter_and_half_of_the_points_are_measured() {
        let measured = |name: &str| -> Vec<String> {
            sizes(catalog::game(name).unwrap()).iter().map(Size::to_string).collect()
        };
        assert_eq!(measured("go"), ["9", "13", "19"]);
        assert_eq!(measured("rush"), ["9", "13", "19"]);
        assert_eq!(measured("rosette"), ["3", "5", "7"]);
        assert!(GAMES.iter().all(|game| sizes(game).len() == 3), "three sizes each");
    }

    #[test]
    fn every_figure_is_there() {
        let rush = catalog::game("rush").unwrap();
        let figures = measure(&[rush], Duration::from_millis(20), None).unwrap();
        assert_eq!(figures.games.len(), 3);
        for row in &figures.games {
            let numbers = [row.playouts, row.steps, row.step, row.perft, row.copy];
            assert!(row.searches.iter().all(|n| n.is_finite() && *n > 0.0), "{row:?}");
            assert!(numbers.iter().all(|n| n.is_finite() && *n > 0.0), "{row:?}");
            assert_eq!(row.steps as usize, row.points);
        }
        assert_eq!(figures.fingerprint, fingerprint());
    }
}
