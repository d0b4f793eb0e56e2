//! A match from its first game to its last: workers, the run file, and when to stop.

use super::contestant::{BuiltIn, Contestant};
use super::game::{Seats, play};
use super::gtp::{Gtp, Introduction};
use super::plan::{Entrant, Plan, PlayerSpec, Try};
use super::reason::{Fault, Verdict};
use super::record::{GameLine, PlayerLine, Run, RunFile, RunFileError, RunHeader};
use super::summary::PairTest;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// From one look at the wish to stop to the next.
const LOOK: Duration = Duration::from_millis(50);

/// The wish to stop a match. Shared: every copy says the same.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicU8>);

impl Stop {
    /// Asks to stop: the first time after the games that are being played, the second time at once.
    pub fn ask(&self) {
        let _ =
            self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| Some(n.saturating_add(1)));
    }

    /// Whether no further game is to begin.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::SeqCst) >= 1
    }

    /// Whether games are not even to be finished.
    pub fn is_urgent(&self) -> bool {
        self.0.load(Ordering::SeqCst) >= 2
    }
}

/// How a match is run, which its results do not depend on.
#[derive(Clone, Debug)]
pub struct Conduct {
    /// The run file.
    pub file: PathBuf,
    /// The games that are played at the same time.
    pub jobs: usize,
    /// Whether the first fault of a player ends the run.
    pub strict: bool,
}

/// What happens during a match.
#[derive(Debug)]
pub enum Event<'a> {
    /// A player has introduced itself.
    Introduced(Entrant, &'a PlayerSpec, Option<&'a Introduction>),
    /// The match begins, or goes on after so many games.
    Begun(u64),
    /// A try at a game has ended, and is in the file. The run is the one so far.
    Ended(&'a GameLine, &'a Run),
}

/// How a match came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// All games are settled.
    Complete,
    /// The test has decided.
    Decided,
    /// A player has failed, and the run was strict.
    Strict,
    /// Somebody asked to stop.
    Stopped,
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A player does not even start.
    #[error("player {entrant} does not come up: {detail}{log}", log = indented(log))]
    Player {
        /// The player.
        entrant: Entrant,
        /// What happened.
        detail: String,
        /// What went to it and came from it.
        log: String,
    },
    /// The run file cannot be used.
    #[error(transparent)]
    File(#[from] RunFileError),
    /// A game cannot be played, for a fault of this program or want of what it needs.
    #[error("game {} cannot be played: {detail}; the other games are safe", attempt.game)]
    Referee {
        /// The game.
        attempt: Try,
        /// What happened.
        detail: String,
    },
    /// Somebody asked to stop before the first game.
    #[error("stopped before the first game")]
    Stopped,
}

fn indented(log: &str) -> String {
    log.lines().map(|line| format!("\n    {line}")).collect()
}

/// Starts both players and asks what they can do, as a check before the first game.
fn introductions(
    plan: &Plan,
    stop: &Stop,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<[PlayerLine; 2], MatchError> {
    let mut lines = Vec::new();
    for entrant in Entrant::BOTH {
        let spec = &plan.players[entrant.index()];
        let introduction = introduced(plan, entrant, stop)?;
        watch(Event::Introduced(entrant, spec, introduction.as_ref()));
        let introduction = introduction.unwrap_or_default();
        let (name, version) = (introduction.name, introduction.version);
        lines.push(PlayerLine { player: spec.to_string(), name, version });
    }
    Ok(lines.try_into().expect("there are two players"))
}

/// What a player says of itself. It is asked by a thread of its own, since it need not answer, and somebody may
/// ask to stop.
fn introduced(
    plan: &Plan,
    entrant: Entrant,
    stop: &Stop,
) -> Result<Option<Introduction>, MatchError> {
    let (done, introduction) = channel();
    let asking = plan.clone();
    thread::spawn(move || {
        // Whoever asked to stop does not listen any more.
        let _ = done.send(introduce(&asking, &asking.players[entrant.index()]));
    });
    loop {
        match introduction.recv_timeout(LOOK) {
            Ok(done) => {
                return done.map_err(|(Fault { detail, .. }, log)| MatchError::Player {
                    entrant,
                    detail,
                    log,
                });
            }
            Err(_) if stop.is_asked() => return Err(MatchError::Stopped),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                let detail = "asking it has failed; details are in the log".to_string();
                return Err(MatchError::Player { entrant, detail, log: String::new() });
            }
        }
    }
}

/// What a program says of itself, or that a bot of this program can be made; with the log where not.
fn introduce(plan: &Plan, spec: &PlayerSpec) -> Result<Option<Introduction>, (Fault, String)> {
    match spec {
        PlayerSpec::BuiltIn(spec) => {
            BuiltIn::new(spec, plan).map(|_| None).map_err(|fault| (fault, String::new()))
        }
        PlayerSpec::Program(words) => {
            let mut gtp = Gtp::start(words, 0, plan).map_err(|fault| (fault, String::new()))?;
            let introduction = gtp.introduction(plan).map_err(|fault| (fault, gtp.log()))?;
            Box::new(gtp).quit();
            Ok(Some(introduction))
        }
    }
}

/// Plays a match, or what is left of it, and returns all that its file holds then.
///
/// # Errors
/// When a player does not come up, or the run file cannot be used.
pub fn run(
    plan: &Plan,
    conduct: &Conduct,
    stop: &Stop,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<(Run, Finish), MatchError> {
    let (mut file, found) = RunFile::open(&conduct.file)?;
    let players = match introductions(plan, stop, watch) {
        Ok(players) => players,
        Err(error) => {
            file.discard();
            return Err(error);
        }
    };
    let header = RunHeader::new(plan, players);
    let run = match found {
        Some(run) => {
            file.check(&run.header, &header)?;
            run
        }
        None => {
            file.begin(&header)?;
            Run { header, games: Vec::new() }
        }
    };
    let mut schedule = Schedule::new(run, plan);
    watch(Event::Begun(schedule.settled.len() as u64));
    let crew = Crew::new(plan, conduct, stop);
    let finish = schedule.work(&crew, &mut file, conduct.strict, stop, watch)?;
    if !stop.is_urgent() {
        crew.dismiss();
    }
    Ok((schedule.run, finish))
}

/// Which games are there, which are being played, and which come next.
struct Schedule {
    run: Run,
    games: u64,
    replays: u32,
    /// The settled games, each with its place in the run.
    settled: BTreeMap<u64, usize>,
    playing: BTreeSet<u64>,
    /// The first game that has not been given out yet.
    next: u64,
    /// Void games, to be played again.
    again: BTreeSet<u64>,
    /// The tries at each game so far.
    tries: BTreeMap<u64, u32>,
    /// Whether a player has failed since the run went on.
    failed: bool,
    test: Option<PairTest>,
}

impl Schedule {
    fn new(run: Run, plan: &Plan) -> Schedule {
        let settles = |line: &GameLine| line.is_settling(plan.replays);
        let places = run.games.iter().enumerate().filter(|(_, line)| settles(line));
        let settled = places.map(|(place, line)| (line.game, place)).collect();
        let (games, replays) = (plan.games, plan.replays);
        let mut tries = BTreeMap::new();
        run.games.iter().for_each(|line| *tries.entry(line.game).or_default() += 1);
        let (playing, again) = (BTreeSet::new(), BTreeSet::new());
        let test = plan.sprt.map(PairTest::new);
        let failed = false;
        let mut schedule =
            Schedule { run, games, replays, settled, playing, next: 0, again, tries, failed, test };
        schedule.go_on_with_test();
        schedule
    }

    /// The next try at a game that nobody plays yet.
    fn next(&mut self) -> Option<Try> {
        let game = self.again.pop_first().or_else(|| {
            let game = (self.next..self.games).find(|game| !self.settled.contains_key(game))?;
            self.next = game + 1;
            Some(game)
        })?;
        self.playing.insert(game);
        Some(Try { game, attempt: self.tries.get(&game).copied().unwrap_or(0) })
    }

    /// Notes a try that has ended.
    fn note(&mut self, line: GameLine) {
        self.playing.remove(&line.game);
        *self.tries.entry(line.game).or_default() += 1;
        self.failed |= line.is_faulty();
        match !line.is_settling(self.replays) {
            true => _ = self.again.insert(line.game),
            false => _ = self.settled.insert(line.game, self.run.games.len()),
        }
        self.run.games.push(line);
        self.go_on_with_test();
    }

    /// Shows the test the pairs that have been settled since.
    fn go_on_with_test(&mut self) {
        let Schedule { test, settled, run, .. } = self;
        if let Some(test) = test {
            test.go_on(|game| settled.get(&game).map(|&place| &run.games[place]));
        }
    }

    /// Why no further game is to begin, where there is a reason.
    fn finish(&self, strict: bool, stop: &Stop) -> Option<Finish> {
        if self.playing.is_empty() && self.settled.range(..self.games).count() as u64 == self.games
        {
            Some(Finish::Complete)
        } else if stop.is_asked() {
            Some(Finish::Stopped)
        } else if strict && self.failed {
            Some(Finish::Strict)
        } else if self.test.as_ref().is_some_and(|test| test.state().accepted.is_some()) {
            Some(Finish::Decided)
        } else {
            None
        }
    }

    /// Hands out games and writes down how they ended, until there are no more.
    fn work(
        &mut self,
        crew: &Crew,
        file: &mut RunFile,
        strict: bool,
        stop: &Stop,
        watch: &mut dyn FnMut(Event<'_>),
    ) -> Result<Finish, MatchError> {
        let mut idle: Vec<usize> = (0..crew.orders.len()).rev().collect();
        loop {
            let finish = self.finish(strict, stop);
            while finish.is_none()
                && let Some(worker) = idle.pop()
            {
                match self.next() {
                    Some(attempt) => crew.order(worker, attempt),
                    None => {
                        idle.push(worker);
                        break;
                    }
                }
            }
            if self.playing.is_empty() {
                return Ok(finish.unwrap_or(Finish::Complete));
            }
            let Some((worker, line)) = crew.ended(stop) else { return Ok(Finish::Stopped) };
            let line = line?;
            file.append(&line)?;
            self.note(line);
            let line = self.run.games.last().expect("just noted");
            watch(Event::Ended(line, &self.run));
            idle.push(worker);
        }
    }
}

/// The workers, each of which plays one game after another.
struct Crew {
    orders: Vec<Sender<Try>>,
    ends: Receiver<(usize, Result<GameLine, MatchError>)>,
    threads: Vec<JoinHandle<()>>,
}

impl Crew {
    fn new(plan: &Plan, conduct: &Conduct, stop: &Stop) -> Crew {
        let (ended, ends) = channel();
        let logs = logs_folder(&conduct.file);
        // More workers than games would wait for nothing.
        let jobs = conduct.jobs.clamp(1, plan.games.clamp(1, 4096) as usize);
        let (mut orders_of, mut threads) = (Vec::new(), Vec::new());
        for number in 0..jobs {
            let (order, orders) = channel();
            let (plan, logs, ended) = (plan.clone(), logs.clone(), ended.clone());
            let stop = stop.clone();
            threads.push(thread::spawn(move || {
                let mut worker = Worker { plan, logs, seats: [None, None] };
                for attempt in orders {
                    // Whoever waits for this game must learn that it will never end.
                    let line = catch_unwind(AssertUnwindSafe(|| worker.play(attempt)));
                    let line = line.unwrap_or_else(|_| {
                        Err("the referee has failed; details are in the log".to_string())
                    });
                    let line = line.map_err(|detail| MatchError::Referee { attempt, detail });
                    if stop.is_urgent() || ended.send((number, line)).is_err() {
                        return;
                    }
                }
                worker.dismiss();
            }));
            orders_of.push(order);
        }
        Crew { orders: orders_of, ends, threads }
    }

    /// Lets the workers go, once they have let their players go.
    fn dismiss(self) {
        drop(self.orders);
        // A worker that has panicked has said so.
        self.threads.into_iter().for_each(|thread| _ = thread.join());
    }

    fn order(&self, worker: usize, attempt: Try) {
        self.orders[worker].send(attempt).expect("workers wait for orders");
    }

    /// The next game that ends; none when everything is to stop at once.
    fn ended(&self, stop: &Stop) -> Option<(usize, Result<GameLine, MatchError>)> {
        loop {
            if stop.is_urgent() {
                return None;
            }
            match self.ends.recv_timeout(LOOK) {
                Ok(ended) => return Some(ended),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    unreachable!("workers wait for orders as long as these can come")
                }
            }
        }
    }
}

/// The folder for the logs of faults: beside the run file, with its name.
pub fn logs_folder(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_os_string();
    name.push(".logs");
    PathBuf::from(name)
}

/// One of the threads that play games.
struct Worker {
    plan: Plan,
    logs: PathBuf,
    seats: Seats,
}

impl Worker {
    /// Plays a game, keeps the logs where somebody failed, and lets go of who is not needed any more.
    ///
    /// # Errors
    /// Why the game cannot be played, which is no player's fault.
    fn play(&mut self, attempt: Try) -> Result<GameLine, String> {
        let plan = &self.plan;
        let start = |entrant: Entrant| -> Result<Box<dyn Contestant>, Fault> {
            match &plan.players[entrant.index()] {
                PlayerSpec::BuiltIn(spec) => Ok(Box::new(BuiltIn::new(spec, plan)?)),
                PlayerSpec::Program(words) => {
                    let seed = attempt.seed(plan.seed, entrant);
                    Ok(Box::new(Gtp::start(words, seed, plan)?))
                }
            }
        };
        let line = play(plan, attempt, &mut self.seats, start)?;
        if line.is_faulty() {
            self.keep_logs(&line);
        }
        for entrant in Entrant::BOTH {
            let failed = line.at_fault == Some(entrant)
                || line.verdict == Verdict::Void
                || line.after_end.contains_key(&entrant);
            if self.plan.reuse && !failed {
                continue;
            }
            match self.seats[entrant.index()].take() {
                // Who has failed is ended without ceremony.
                Some(seat) if !failed => seat.quit(),
                _ => {}
            }
        }
        Ok(line)
    }

    /// Writes what went to the players and came from them, and what they wrote to their standard error.
    fn keep_logs(&mut self, line: &GameLine) {
        for entrant in Entrant::BOTH {
            let Some(seat) = &mut self.seats[entrant.index()] else { continue };
            let log = seat.log();
            if log.is_empty() {
                continue;
            }
            let name = format!("game-{}-try-{}-{entrant}.log", line.game, line.attempt);
            let path = self.logs.join(name);
            let head = format!(
                "# {}\n# game {}, try {}: {} ({})\n",
                self.plan.players[entrant.index()],
                line.game,
                line.attempt,
                line.reason,
                line.detail.as_deref().unwrap_or("")
            );
            let written = std::fs::create_dir_all(&self.logs)
                .and_then(|()| std::fs::write(&path, head + &log));
            if let Err(error) = written {
                log::warn!("{}: {error}", path.display());
            }
        }
    }

    /// Lets the players go.
    fn dismiss(&mut self) {
        self.seats.iter_mut().filter_map(Option::take).for_each(Contestant::quit);
    }
}
