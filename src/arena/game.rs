//! One game: the referee asks whose turn it is, judges every word, and gives every end its reason.

use super::clocks::Clocks;
use super::contestant::{Answer, Chosen, Contestant};
use super::duplicates::key;
use super::plan::{Entrant, Plan, Try};
use super::reason::{Fault, Reason, Verdict};
use super::record::{Fallbacks, GameLine};
use crate::rules::{Ending, Player, Step, Word};
use crate::table::{Decider, Table, microseconds};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The players of a game, by [`Entrant::index`]; none that could not be started.
pub(super) type Seats = [Option<Box<dyn Contestant>>; 2];

/// How a game came to its end.
struct End {
    reason: Reason,
    /// The player at fault.
    at_fault: Option<Entrant>,
    detail: Option<String>,
    /// Whether it is this program's fault, or the machine's.
    ours: bool,
}

/// A fault of one of the players.
struct Blamed(Entrant, Fault);

impl From<Blamed> for End {
    fn from(Blamed(entrant, fault): Blamed) -> End {
        let Fault { reason, detail, ours } = fault;
        End { reason, at_fault: Some(entrant), detail: Some(detail), ours }
    }
}

/// A game being played.
struct Play<'a> {
    plan: &'a Plan,
    attempt: Try,
    seats: &'a mut Seats,
    names: [String; 2],
    table: Table,
    clocks: Option<Clocks>,
    opening: Vec<Word>,
    /// The results that the players report of the finished game.
    claims: BTreeMap<Entrant, String>,
    fallbacks: BTreeMap<Entrant, Fallbacks>,
    /// What players did wrong after the rules had ended the game.
    after_end: BTreeMap<Entrant, String>,
}

/// Plays one game from its opening to its end. `start` starts a player that is not there yet.
///
/// # Errors
/// Why it cannot be played at all, which is no player's fault.
pub(super) fn play(
    plan: &Plan,
    attempt: Try,
    seats: &mut Seats,
    start: impl Fn(Entrant) -> Result<Box<dyn Contestant>, Fault>,
) -> Result<GameLine, String> {
    let begun = Instant::now();
    let waited_before = waited(seats);
    let mut play = Play {
        plan,
        attempt,
        names: Entrant::BOTH.map(|entrant| plan.players[entrant.index()].to_string()),
        table: plan.table(),
        clocks: plan.clock.map(Clocks::new),
        opening: plan.openings.of(attempt.pair(), plan),
        claims: BTreeMap::new(),
        fallbacks: BTreeMap::new(),
        after_end: BTreeMap::new(),
        seats,
    };
    let end = play.begin(start).and_then(|()| play.turns()).unwrap_or_else(|end| end);
    if end.ours {
        return Err(end.detail.unwrap_or_default());
    }
    let end = play.ask_for_claims(end);
    let mut line = play.line(end);
    line.wall = microseconds(begun.elapsed().as_secs_f64());
    line.engines = microseconds(waited(seats).saturating_sub(waited_before).as_secs_f64());
    Ok(line)
}

/// The time spent on waiting for the players so far.
fn waited(seats: &Seats) -> Duration {
    seats.iter().flatten().map(|contestant| contestant.waited()).sum()
}

impl Play<'_> {
    /// A player that is at the board.
    fn seat(&mut self, entrant: Entrant) -> &mut dyn Contestant {
        self.seat_and_table(entrant).0
    }

    /// A player that is at the board, and the board.
    fn seat_and_table(&mut self, entrant: Entrant) -> (&mut dyn Contestant, &Table) {
        let seat = self.seats[entrant.index()].as_mut().expect("both players have been started");
        (seat.as_mut(), &self.table)
    }

    /// Starts the players, and plays the opening.
    fn begin(
        &mut self,
        start: impl Fn(Entrant) -> Result<Box<dyn Contestant>, Fault>,
    ) -> Result<(), End> {
        let (plan, attempt) = (self.plan, self.attempt);
        for entrant in Entrant::BOTH {
            if self.seats[entrant.index()].is_none() {
                self.seats[entrant.index()] =
                    Some(start(entrant).map_err(|fault| Blamed(entrant, fault))?);
            }
            let seat = self.seat(entrant);
            seat.begin(plan, attempt, entrant).map_err(|fault| Blamed(entrant, fault))?;
        }
        for word in self.opening.clone() {
            let player = self.table.position().to_move();
            self.table.play(player, &word).expect("openings have been judged");
            for entrant in Entrant::BOTH {
                self.tell(entrant, player).map_err(|Blamed(entrant, fault)| {
                    Blamed(entrant, Fault { reason: Reason::NoGame, ..fault })
                })?;
            }
        }
        self.compare()
    }

    /// Tells a player the steps of the latest entry.
    fn tell(&mut self, entrant: Entrant, player: Player) -> Result<(), Blamed> {
        let steps = self.table.latest().map(|entry| entry.steps.clone()).unwrap_or_default();
        let (seat, table) = self.seat_and_table(entrant);
        seat.watch(player, &steps, table).map_err(|fault| Blamed(entrant, fault))
    }

    /// Compares the players' positions with the referee's.
    fn compare(&mut self) -> Result<(), End> {
        let mut differing = Vec::new();
        for entrant in Entrant::BOTH {
            let (seat, table) = self.seat_and_table(entrant);
            match seat.agree(table) {
                Err(fault) if fault.reason == Reason::Desync => differing.push((entrant, fault)),
                agreed => {
                    let blamed = agreed.map_err(|fault| Blamed(entrant, fault));
                    blamed.or_else(|blamed| self.weigh(blamed))?;
                }
            }
        }
        // Where both differ from the referee it may be the one who is wrong.
        let at_fault =
            differing.first().filter(|_| differing.len() == 1).map(|(entrant, _)| *entrant);
        let details =
            differing.into_iter().map(|(entrant, fault)| format!("{entrant}: {}", fault.detail));
        match details.collect::<Vec<_>>() {
            details if details.is_empty() => Ok(()),
            details => {
                let detail = Some(details.join("; "));
                Err(End { reason: Reason::Desync, at_fault, detail, ours: false })
            }
        }
    }

    /// What a fault means: the end of the game, or nothing any more where the rules have ended it.
    fn weigh(&mut self, Blamed(entrant, fault): Blamed) -> Result<(), End> {
        if !self.table.position().is_over() {
            return Err(Blamed(entrant, fault).into());
        }
        let Fault { reason, detail, .. } = fault;
        self.after_end.entry(entrant).or_insert_with(|| format!("{reason}: {detail}"));
        Ok(())
    }

    /// Asks for turns until the game is over.
    fn turns(&mut self) -> Result<End, End> {
        loop {
            let ended = |reason| End { reason, at_fault: None, detail: None, ours: false };
            if let Some(ending) = self.table.position().ending() {
                return Ok(ended(of_ending(ending)));
            }
            if self.table.position().turn() >= self.plan.max_turns {
                return Ok(ended(Reason::TurnLimit));
            }
            let (player, turn) = (self.table.position().to_move(), self.table.position().turn());
            let entrant = self.attempt.entrant(player);
            let chosen = self.choose(entrant, player).map_err(|fault| Blamed(entrant, fault))?;
            match chosen.answer {
                Answer::Resign => {
                    let reason = Reason::Resignation;
                    return Ok(End { at_fault: Some(entrant), ..ended(reason) });
                }
                Answer::Word(word) => self
                    .make(entrant, player, &word, chosen.spent)
                    .map_err(|fault| Blamed(entrant, fault))?,
            }
            self.tell(entrant.opponent(), player).or_else(|blamed| self.weigh(blamed))?;
            if self.table.position().turn() != turn {
                if let Some(clocks) = &mut self.clocks {
                    clocks.end_turn(player);
                }
                self.compare()?;
            }
        }
    }

    /// Asks a player for its next steps, and charges its clock.
    fn choose(&mut self, entrant: Entrant, player: Player) -> Result<Chosen, Fault> {
        let clocks = self.clocks.clone();
        let asked = Instant::now();
        let (seat, table) = self.seat_and_table(entrant);
        let chosen = seat.choose(table, clocks.as_ref());
        let faults = seat.fallbacks();
        if let Some(first) = faults.first() {
            let noted = self.fallbacks.entry(entrant).or_default();
            if noted.turns == 0 {
                noted.first.clone_from(first);
            }
            noted.turns += faults.len() as u64;
        }
        // Who did not answer in time has spent all that time.
        let spent = chosen.as_ref().map_or_else(|_| asked.elapsed(), |chosen| chosen.spent);
        let charged = self.charge(player, spent);
        let chosen = chosen?;
        charged?;
        Ok(chosen)
    }

    /// Charges the clock of a side, where one runs.
    fn charge(&mut self, player: Player, spent: Duration) -> Result<(), Fault> {
        let Some(clocks) = &mut self.clocks else { return Ok(()) };
        let allowed = clocks.allowed(player, self.plan.margin);
        clocks.charge(player, spent);
        if spent <= allowed {
            return Ok(());
        }
        let (spent, allowed) = (spent.as_secs_f64(), allowed.as_secs_f64());
        let detail = format!("the answer took {spent:.3} s, {allowed:.3} s were allowed");
        Err(Fault::new(Reason::Time, detail))
    }

    /// Makes the steps of a player's word.
    fn make(
        &mut self,
        entrant: Entrant,
        player: Player,
        word: &Word,
        spent: Duration,
    ) -> Result<(), Fault> {
        let illegal = |why: String| Fault::new(Reason::Illegal, format!("{word}: {why}"));
        let had_selected = self.table.selection().is_some();
        self.table.play(player, word).map_err(|refusal| illegal(refusal.to_string()))?;
        let no_step = self.table.latest().is_some_and(|entry| entry.steps.is_empty());
        if no_step && (had_selected || !self.seat(entrant).clicks()) {
            // Selections in a row could go on for ever, and a whole word is no click.
            self.table.undo(1).expect("something was just played");
            return Err(illegal("it makes no step".to_string()));
        }
        let bot = &self.names[entrant.index()];
        self.table.note_decider(Decider { bot, seconds: microseconds(spent.as_secs_f64()) });
        Ok(())
    }

    /// Lets the players say what they think the result is, where the rules have ended the game.
    fn ask_for_claims(&mut self, end: End) -> End {
        if !self.table.position().is_over() || end.reason.row().verdict != Verdict::Counts {
            return end;
        }
        for entrant in Entrant::BOTH {
            if self.after_end.contains_key(&entrant) {
                continue;
            }
            match self.seat(entrant).claim() {
                Ok(claim) => {
                    claim.into_iter().for_each(|claim| _ = self.claims.insert(entrant, claim));
                }
                Err(fault) => {
                    let weighed = self.weigh(Blamed(entrant, fault));
                    weighed.unwrap_or_else(|_| unreachable!("the game is over"));
                }
            }
        }
        end
    }

    /// What becomes of the game: its reason's verdict, but a player whose games stay void to the last try
    /// has lost. Positions that differ are nobody's fault.
    fn verdict(&self, end: &End) -> Verdict {
        let last = self.attempt.attempt >= self.plan.replays;
        match end.reason.row().verdict {
            Verdict::Void if last && end.reason != Reason::Desync => Verdict::Forfeit,
            verdict => verdict,
        }
    }

    fn line(&self, end: End) -> GameLine {
        let (attempt, verdict) = (self.attempt, self.verdict(&end));
        let score = self.table.score();
        let lead = score.lead(Player::Black);
        let loser = match (verdict, end.at_fault) {
            (Verdict::Void, _) => None,
            (_, Some(entrant)) => Some(attempt.player(entrant)),
            (_, None) if lead > 0.0 => Some(Player::White),
            (_, None) if lead < 0.0 => Some(Player::Black),
            _ => None,
        };
        let winner = loser.map(Player::opponent);
        let how = match end.reason {
            Reason::Resignation => "Resign",
            Reason::Time => "Time",
            _ => "Forfeit",
        };
        let result = match (verdict, end.at_fault, winner) {
            (Verdict::Void, ..) => "Void".to_string(),
            (_, Some(_), Some(winner)) => format!("{}+{how}", winner.letter().to_ascii_uppercase()),
            _ => score.to_string(),
        };
        let turns = self.table.turns();
        let over = |entrant| {
            let over = self.clocks.as_ref()?.over(attempt.player(entrant));
            Some((entrant, microseconds(over)))
        };
        GameLine {
            game: attempt.game,
            attempt: attempt.attempt,
            black: attempt.entrant(Player::Black),
            result,
            winner: winner.map(|player| attempt.entrant(player)),
            reason: end.reason,
            verdict,
            at_fault: end.at_fault.filter(|_| end.reason != Reason::Resignation),
            detail: end.detail,
            seeds: Entrant::BOTH
                .map(|entrant| (entrant, attempt.seed(self.plan.seed, entrant)))
                .into(),
            opening: self.opening.len(),
            words: turns.iter().map(|turn| Step::join(&turn.steps, self.table.board())).collect(),
            open: turns.last().is_some_and(|turn| turn.open),
            seconds: turns.iter().map(|turn| turn.seconds).collect(),
            key: key(&self.table, attempt.entrant(Player::Black)),
            after_end: self.after_end.clone(),
            claims: self.claims.clone(),
            fallbacks: self.fallbacks.clone(),
            over: Entrant::BOTH.into_iter().filter_map(over).collect(),
            wall: 0.0,
            engines: 0.0,
        }
    }
}

fn of_ending(ending: Ending) -> Reason {
    match ending {
        Ending::Passes => Reason::Passes,
        Ending::Repetition => Reason::Repetition,
        Ending::FullBoard => Reason::FullBoard,
    }
}
