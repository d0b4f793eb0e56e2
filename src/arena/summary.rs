//! What a run has shown so far, computed from its file alone.

use super::course::Course;
use super::plan::Entrant;
use super::reason::{Reason, Verdict};
use super::record::{GameLine, PlayerLine, Run};
use super::sprt::{Sprt, SprtState};
use super::statistics::{Share, Unit, elo};
use crate::rules::Player;
use crate::table::microseconds;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
}

impl From<Share> for Estimate {
    fn from(share: Share) -> Estimate {
        let [low, high] = share.interval;
        Estimate { value: share.value, low, high }
    }
}

/// A difference in Elo points with its 95 % interval; what has no bound is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct EloEstimate {
    /// The difference.
    pub value: Option<f64>,
    /// The interval's lower end.
    pub low: Option<f64>,
    /// The interval's upper end.
    pub high: Option<f64>,
}

/// How often games ended for a reason.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ReasonCount {
    /// All tries that ended so, those that do not count included.
    pub tries: u64,
    /// Those in which a player did something wrong, or resigned.
    pub by: BTreeMap<Entrant, u64>,
}

/// What a player's turns took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Times {
    /// The slowest turn, in seconds.
    pub slowest: f64,
    /// The mean, in seconds.
    pub mean: f64,
    /// By how much the clock was overstepped at most, in seconds.
    pub over: f64,
}

/// The figures of a run. Scores are those of A.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The game.
    pub game: String,
    /// Its size.
    pub size: String,
    /// The players.
    pub players: BTreeMap<Entrant, PlayerLine>,
    /// What all chance came from.
    pub seed: u64,
    /// The games that have been settled: played, forfeited, or given up as void.
    pub games: u64,
    /// Those that count.
    pub counted: u64,
    /// Those that are not counted because the same game, up to a symmetry of the board, was played before.
    pub duplicates: u64,
    /// Those that were void to the last try.
    pub given_up: u64,
    /// Tries that were void.
    pub void: u64,
    /// Games of A.
    pub wins: u64,
    /// Games of B.
    pub losses: u64,
    /// Games of nobody.
    pub draws: u64,
    /// Games lost by a fault.
    pub forfeits: BTreeMap<Entrant, u64>,
    /// The share of the points that A made.
    pub score: Option<Estimate>,
    /// The difference in Elo points, A's less B's.
    pub elo: EloEstimate,
    /// How likely it is that A is the better player.
    pub los: Option<f64>,
    /// The pairs in which A made 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// The share of the points made by who had Black.
    pub first_player: Option<Estimate>,
    /// The test, where there is one.
    pub sprt: Option<SprtState>,
    /// Tries in which a player did something that a sound one does not.
    pub faulty: u64,
    /// The reasons for which games ended.
    pub reasons: BTreeMap<Reason, ReasonCount>,
    /// Games whose result a player reported otherwise than the referee.
    pub disputed: u64,
    /// Those of them in which another winner was reported.
    pub winner_disputed: u64,
    /// Turns that `random` finished for a bot that had failed.
    pub fallbacks: BTreeMap<Entrant, u64>,
    /// The times of the players.
    pub times: BTreeMap<Entrant, Times>,
    /// The turns of a game, on average.
    pub turns: f64,
    /// The median of what a game took besides waiting for the players, in seconds.
    pub overhead: f64,
    /// How the games that count went on to their ends, where somebody has asked for it: it takes a replay of all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<Course>,
}

impl Summary {
    /// The figures of a run.
    pub fn of(run: &Run) -> Summary {
        Summary::of_games(run, 0..u64::MAX)
    }

    /// The figures of some games of a run, by their numbers.
    pub fn of_games(run: &Run, numbers: Range<u64>) -> Summary {
        let lines: Vec<_> = run.games.iter().filter(|line| numbers.contains(&line.game)).collect();
        let settled = settled(&lines, run.header.replays);
        let counted = counted(&settled);
        let units = pair_units(&counted, |line| points(line, Entrant::A));
        let black = pair_units(&counted, |line| points(line, line.black));
        let shares = |units: &[(u64, Unit)]| {
            Share::of(&units.iter().map(|(_, unit)| *unit).collect::<Vec<_>>())
        };
        let (score, first_player) = (shares(&units), shares(&black));
        let won_by =
            |entrant| counted.values().filter(|l| l.winner == Some(entrant)).count() as u64;
        let (wins, losses) = (won_by(Entrant::A), won_by(Entrant::B));
        let given_up = settled.values().filter(|line| line.verdict == Verdict::Void).count() as u64;
        let count = |is: &dyn Fn(&GameLine) -> bool| {
            counted.values().filter(|&&line| is(line)).count() as u64
        };
        Summary {
            game: run.header.game.clone(),
            size: run.header.size.clone(),
            players: run.header.players.clone(),
            seed: run.header.seed,
            games: settled.len() as u64,
            counted: counted.len() as u64,
            duplicates: (settled.len() - counted.len()) as u64 - given_up,
            given_up,
            void: lines.iter().filter(|line| line.verdict == Verdict::Void).count() as u64,
            wins,
            losses,
            draws: counted.len() as u64 - wins - losses,
            forfeits: by_entrant(|entrant| {
                count(&|line| line.verdict == Verdict::Forfeit && line.at_fault == Some(entrant))
            }),
            score: score.map(Estimate::from),
            elo: score.map_or(EloEstimate::default(), |share| EloEstimate {
                value: elo(share.value),
                low: elo(share.interval[0]),
                high: elo(share.interval[1]),
            }),
            los: score.map(|share| share.superiority()),
            pairs: pentanomial(&units),
            first_player: first_player.map(Estimate::from),
            // A part of a run that does not begin with it says nothing of the test.
            sprt: (numbers.start == 0).then(|| sprt_state(run, &settled)).flatten(),
            faulty: lines.iter().filter(|line| line.is_faulty()).count() as u64,
            reasons: reasons(&lines),
            disputed: count(&GameLine::is_disputed),
            winner_disputed: count(&GameLine::winner_is_disputed),
            fallbacks: by_entrant(|entrant| {
                let of = |line: &&GameLine| line.fallbacks.get(&entrant).map_or(0, |f| f.turns);
                lines.iter().map(of).sum()
            }),
            times: by_entrant(|entrant| times(&lines, entrant)),
            turns: mean(counted.values().map(|line| line.words.len() as f64)),
            overhead: median(lines.iter().map(|line| line.wall - line.engines)),
            course: None,
        }
    }

    /// The same with the course of the games, which are replayed for it.
    ///
    /// # Errors
    /// In one sentence, why a game cannot be replayed.
    pub fn with_course(run: &Run, numbers: Range<u64>) -> Result<Summary, String> {
        let mut summary = Summary::of_games(run, numbers.clone());
        let lines: Vec<_> = run.games.iter().filter(|line| numbers.contains(&line.game)).collect();
        let counted = counted(&settled(&lines, run.header.replays));
        summary.course = Some(Course::of(counted.into_values(), &run.header)?);
        Ok(summary)
    }
}

/// The tries by which games are settled, by the games' numbers: the first that is not void, or the last one
/// that there is to be.
fn settled<'a>(lines: &[&'a GameLine], replays: u32) -> BTreeMap<u64, &'a GameLine> {
    let settles = |line: &&&GameLine| line.is_settling(replays);
    lines.iter().filter(settles).map(|&line| (line.game, line)).collect()
}

/// The games that count.
fn counted<'a>(settled: &BTreeMap<u64, &'a GameLine>) -> BTreeMap<u64, &'a GameLine> {
    let mut seen = Seen::default();
    let counted = settled.iter().filter(|(_, line)| seen.counts(line));
    counted.map(|(&game, &line)| (game, line)).collect()
}

/// The points of a player in a game that counts.
fn points(line: &GameLine, entrant: Entrant) -> f64 {
    match line.winner {
        Some(winner) if winner == entrant => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    }
}

/// The points made in each pair, with the pair's number.
fn pair_units(
    counted: &BTreeMap<u64, &GameLine>,
    points: impl Fn(&GameLine) -> f64,
) -> Vec<(u64, Unit)> {
    let mut units: Vec<(u64, Unit)> = Vec::new();
    for (&game, line) in counted {
        let points = points(line);
        match units.last_mut() {
            Some((pair, unit)) if *pair == game / 2 => {
                unit.points += points;
                unit.games += 1;
            }
            _ => units.push((game / 2, Unit { points, games: 1 })),
        }
    }
    units
}

/// Which of the five results a pair is: its points, twice. None where a game of it does not count.
fn pair_result(unit: Unit) -> Option<usize> {
    (unit.games == 2).then_some((2.0 * unit.points) as usize)
}

fn pentanomial(units: &[(u64, Unit)]) -> [u64; 5] {
    let mut counts = [0; 5];
    units.iter().filter_map(|&(_, unit)| pair_result(unit)).for_each(|result| counts[result] += 1);
    counts
}

/// Where the test of a run stands.
fn sprt_state(run: &Run, settled: &BTreeMap<u64, &GameLine>) -> Option<SprtState> {
    let mut test = PairTest::new(run.header.sprt.as_ref()?.parse().ok()?);
    test.go_on(|game| settled.get(&game).copied());
    Some(test.state())
}

/// A test that looks at pairs in their order, up to the first that is not settled: so it is the same however many
/// games are played at once, and short games have no say before long ones.
pub(super) struct PairTest {
    sprt: Sprt,
    state: SprtState,
    /// The next pair to look at.
    next: u64,
    seen: Seen,
}

impl PairTest {
    pub(super) fn new(sprt: Sprt) -> PairTest {
        PairTest { sprt, state: sprt.begin(), next: 0, seen: Seen::default() }
    }

    pub(super) fn state(&self) -> SprtState {
        self.state
    }

    /// Looks at the pairs that have been settled by now, until it is decided.
    pub(super) fn go_on<'a>(&mut self, settled: impl Fn(u64) -> Option<&'a GameLine>) {
        while let (None, Some(first), Some(second)) =
            (self.state.accepted, settled(2 * self.next), settled(2 * self.next + 1))
        {
            let counted = [first, second].map(|line| self.seen.counts(line));
            if counted == [true, true] {
                let points = points(first, Entrant::A) + points(second, Entrant::A);
                self.sprt.add(&mut self.state, (2.0 * points) as usize);
            }
            self.next += 1;
        }
    }
}

/// The games so far, to know those that have been played before.
#[derive(Default)]
struct Seen(BTreeSet<(String, Reason)>);

impl Seen {
    /// Whether a game counts: it has a result, and the same was not played before. A fault counts every time.
    fn counts(&mut self, line: &GameLine) -> bool {
        match line.verdict {
            Verdict::Void => false,
            Verdict::Forfeit => true,
            Verdict::Counts => self.0.insert((line.key.clone(), line.reason)),
        }
    }
}

fn reasons(lines: &[&GameLine]) -> BTreeMap<Reason, ReasonCount> {
    let mut reasons: BTreeMap<Reason, ReasonCount> = BTreeMap::new();
    for line in lines {
        let count = reasons.entry(line.reason).or_default();
        count.tries += 1;
        let resigned = || line.winner.map(Entrant::opponent);
        let by = if line.reason == Reason::Resignation { resigned() } else { line.at_fault };
        by.into_iter().for_each(|entrant| *count.by.entry(entrant).or_default() += 1);
    }
    reasons
}

fn by_entrant<T>(of: impl Fn(Entrant) -> T) -> BTreeMap<Entrant, T> {
    Entrant::BOTH.into_iter().map(|entrant| (entrant, of(entrant))).collect()
}

fn times(lines: &[&GameLine], entrant: Entrant) -> Times {
    // Turns alternate, and Black has the first.
    let is_own = |line: &GameLine, index: usize| {
        let player = Player::BOTH[index % 2];
        (if player == Player::Black { line.black } else { line.white() }) == entrant
    };
    let own = |line: &&&GameLine| -> Vec<f64> {
        let turns = line.seconds.iter().enumerate();
        turns
            .filter(|(index, _)| is_own(line, *index))
            .filter_map(|(_, seconds)| *seconds)
            .collect()
    };
    let turns: Vec<f64> = lines.iter().flat_map(|line| own(&line)).collect();
    let over = lines.iter().filter_map(|line| line.over.get(&entrant).copied());
    Times {
        slowest: turns.iter().copied().fold(0.0, f64::max),
        mean: microseconds(mean(turns.iter().copied())),
        over: over.fold(0.0, f64::max),
    }
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), n| (sum + n, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    microseconds(numbers.get(numbers.len() / 2).copied().unwrap_or(0.0))
}

impl fmt::Display for Summary {
    /// The table that people look at.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = comfy_table::Table::new();
        table.load_preset(comfy_table::presets::NOTHING);
        for (key, value) in self.rows() {
            table.add_row([key, value]);
        }
        write!(f, "{}", table.trim_fmt())
    }
}

impl Summary {
    fn rows(&self) -> Vec<(String, String)> {
        let mut rows =
            vec![row("match", format!("{} {}, seed {}", self.game, self.size, self.seed))];
        rows.extend(self.players.iter().map(|(entrant, line)| row(entrant, described(line))));
        rows.push(row("games", self.games_text()));
        if let Some(score) = self.score {
            let results =
                format!("{} wins, {} losses, {} draws", self.wins, self.losses, self.draws);
            rows.push(row("score of A", format!("{}: {results}", percent(score))));
            rows.push(row("Elo of A", elo_text(self.elo)));
        }
        if let Some(los) = self.los {
            rows.push(row("A is better", format!("with {} (LOS)", likelihood(los))));
        }
        let pairs = self.pairs.map(|count| count.to_string()).join(", ");
        rows.push(row("pairs", format!("{pairs} in which A made 0, ½, 1, 1½, 2 points")));
        rows.extend(self.first_player.map(|share| row("first player", percent(share))));
        rows.extend(self.sprt.map(|state| row("SPRT", sprt_text(state))));
        rows.push(row("ends", self.ends_text()));
        if let Some(course) = &self.course {
            rows.push(row("passes answered", answered_text(course, self.counted)));
            rows.extend(settled_text(course).map(|text| row("turns for nothing", text)));
        }
        if self.disputed > 0 {
            let (all, winner) = (self.disputed, self.winner_disputed);
            let text = format!(
                "{all} games whose result a player reports otherwise, {winner} of them with another winner"
            );
            rows.push(row("disputed", text));
        }
        for (entrant, count) in self.fallbacks.iter().filter(|(_, count)| **count > 0) {
            let text = format!("{count} turns of {entrant}, whose bot had failed");
            rows.push(row("finished by random", text));
        }
        for (entrant, times) in &self.times {
            let Times { slowest, mean, over } = times;
            let over = match *over > 0.0 {
                true => format!(", at most {} over the clock", time_text(*over)),
                false => String::new(),
            };
            let (mean, slowest) = (time_text(*mean), time_text(*slowest));
            let text = format!("{mean} on average, {slowest} at most{over}");
            rows.push(row(format!("turns of {entrant}"), text));
        }
        let overhead = format!("{} a game (median)", time_text(self.overhead));
        rows.push(row("the runner's own time", overhead));
        rows.push(row("in parentheses", "intervals that hold the truth in 95 of 100 cases"));
        rows
    }

    fn games_text(&self) -> String {
        let mut text = format!("{}, {:.1} turns on average", self.counted, self.turns);
        let forfeits: u64 = self.forfeits.values().sum();
        let parts = [
            (forfeits, "forfeited"),
            (self.duplicates, "duplicates not counted"),
            (self.given_up, "given up as void"),
            (self.void, "void tries"),
        ];
        for (count, what) in parts.iter().filter(|(count, _)| *count > 0) {
            text += &format!(", {count} {what}");
        }
        text
    }

    fn ends_text(&self) -> String {
        let ends = self.reasons.iter().map(|(reason, count)| {
            let by: Vec<_> = count.by.iter().map(|(by, count)| format!("{by} {count}")).collect();
            let by = if by.is_empty() { String::new() } else { format!(" ({})", by.join(", ")) };
            format!("{reason} {}{by}", count.tries)
        });
        ends.collect::<Vec<_>>().join(", ")
    }
}

fn row(key: impl fmt::Display, value: impl Into<String>) -> (String, String) {
    (key.to_string(), value.into())
}

/// A player's text, and what it calls itself.
fn described(line: &PlayerLine) -> String {
    match (&line.name, &line.version) {
        (Some(name), Some(version)) => format!("{} ({name} {version})", line.player),
        (Some(name), None) => format!("{} ({name})", line.player),
        _ => line.player.clone(),
    }
}

/// A time in the unit in which it is a number that people can read.
fn time_text(seconds: f64) -> String {
    match seconds {
        seconds if seconds >= 1.0 => format!("{seconds:.2} s"),
        seconds if seconds >= 1e-3 => format!("{:.1} ms", 1e3 * seconds),
        seconds => format!("{:.0} µs", 1e6 * seconds),
    }
}

/// A likelihood, never shown as a certainty.
fn likelihood(value: f64) -> String {
    match 100.0 * value {
        percent if percent > 99.95 => "more than 99.9 %".to_string(),
        percent if percent < 0.05 => "less than 0.1 %".to_string(),
        percent => format!("{percent:.1} %"),
    }
}

fn percent(share: Estimate) -> String {
    let [value, low, high] = [share.value, share.low, share.high].map(|share| 100.0 * share);
    format!("{value:.1} % ({low:.1} to {high:.1} %)")
}

fn elo_text(elo: EloEstimate) -> String {
    let shown = |elo: Option<f64>, unbound: &str| {
        elo.map_or_else(|| unbound.to_string(), |elo| format!("{elo:+.0}"))
    };
    let value = shown(elo.value, "no bound");
    format!("{value} ({} to {})", shown(elo.low, "−∞"), shown(elo.high, "+∞"))
}

/// How often the other side went on after a pass.
fn answered_text(course: &Course, games: u64) -> String {
    let all: u64 = course.answered_passes.values().sum();
    let by: Vec<_> =
        course.answered_passes.iter().map(|(by, count)| format!("{count} of {by}")).collect();
    let each = all as f64 / (games.max(1)) as f64;
    format!("by going on: {}; {each:.1} a game", by.join(", "))
}

/// The shares of turns that changed nothing any more, where any game was played out.
fn settled_text(course: &Course) -> Option<String> {
    let share = |turns: u64| 100.0 * turns as f64 / course.turns as f64;
    let (winner, score) = (share(course.after_winner), share(course.after_score));
    (course.turns > 0).then(|| {
        format!(
            "{winner:.1} % after the board as it stood had its last winner, {score:.1} % after it had its last score"
        )
    })
}

fn sprt_text(state: SprtState) -> String {
    let SprtState { llr, lower, upper, pairs, accepted, .. } = state;
    let decision = match accepted {
        Some(0) => "the first hypothesis is accepted: A is not that much better",
        Some(_) => "the second hypothesis is accepted: A is that much better",
        None => "undecided",
    };
    format!("{decision}; LLR {llr:.2} (from {lower:.2} to {upper:.2}) after {pairs} pairs")
}
