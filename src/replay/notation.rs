//! Replay of the authors' notation.
//!
//! The printed order of the drops of a turn is not the order of play, and single drops break rules. Of all
//! orders the one is taken that breaks the fewest rules; among those, one with the printed number of
//! captures; among those, the first in printed order.

use super::report::{Broken, Captures, DiagramRow, Report, TurnReport, Unplaced};
use crate::board::Point;
use crate::games::send_it::{Fault, SendIt};
use crate::records::authors::{PrintedCaptures, PrintedTurn, Sheet};
use crate::rules::{Player, Rules, Step};

/// Turns with more drops than this are replayed in printed order, and said to be: they are misprints, and
/// the number of orders explodes.
const MOST_ORDERED: usize = 6;

/// Replays a printed game, to the end or, when strict, to the first broken rule.
pub(super) fn replay(sheet: &Sheet, strict: bool) -> Report {
    let mut position = SendIt::new(sheet.variant.clone());
    let mut turns = Vec::new();
    let mut stopped = false;
    for printed in &sheet.turns {
        let attempt = best_order(&position, printed);
        turns.push(attempt.report(printed));
        position = attempt.position;
        stopped = strict && turns.last().is_some_and(|turn| !turn.broken.is_empty());
        if stopped {
            break;
        }
        position.end_turn();
    }
    let score = position.score();
    Report {
        notes: Vec::new(),
        game: sheet.variant.game.name.to_string(),
        size: sheet.variant.size.to_string(),
        turns,
        stopped,
        rows: position.frame().rows(),
        diagram: if stopped { Vec::new() } else { compare(&position, &sheet.diagram) },
        has_diagram: !sheet.diagram.is_empty() && !stopped,
        score: score.to_string(),
        points: [score.black, score.white],
        written_result: sheet.result.clone(),
        result_differs: None,
    }
}

/// The drops of a turn made in some order.
struct Attempt {
    position: SendIt,
    captures: Captures,
    broken: Vec<Broken>,
    unplaced: Vec<Unplaced>,
    notes: Vec<String>,
}

impl Attempt {
    fn report(&self, printed: &PrintedTurn) -> TurnReport {
        let steps = self.position.turn_steps();
        let goes_on = self.position.any_drop_is_legal() && self.position.may_end();
        let closes = steps.is_empty() || goes_on;
        let word: Vec<_> = steps.iter().copied().chain(closes.then_some(Step::Pass)).collect();
        TurnReport {
            turn: printed.number,
            color: printed.player,
            word: Step::join(&word, self.position.board()),
            captures: self.captures.clone(),
            broken: self.broken.clone(),
            unplaced: self.unplaced.clone(),
            notes: self.notes.clone(),
        }
    }

    /// Smaller is better.
    fn rank(&self) -> (usize, bool) {
        (self.broken.len() + self.unplaced.len(), !self.captures.agree)
    }
}

fn best_order(position: &SendIt, printed: &PrintedTurn) -> Attempt {
    let mut order: Vec<_> = (0..printed.drops.len()).collect();
    let mut best = attempt(position, printed, &order);
    if order.len() > MOST_ORDERED {
        let count = order.len();
        best.notes.push(format!(
            "{count} drops are too many to try their orders: the printed one is taken"
        ));
        return best;
    }
    // Orders come sorted, so that the first of equals is the closest to the printed one.
    while next_permutation(&mut order) {
        let other = attempt(position, printed, &order);
        if other.rank() < best.rank() {
            best = other;
        }
    }
    best
}

/// The next order of the same numbers in lexicographic order, or `false` after the last.
fn next_permutation(order: &mut [usize]) -> bool {
    let Some(pivot) = order.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let swap =
        order.iter().rposition(|&number| number > order[pivot]).expect("the next one is larger");
    order.swap(pivot, swap);
    order[pivot + 1..].reverse();
    true
}

fn attempt(position: &SendIt, printed: &PrintedTurn, order: &[usize]) -> Attempt {
    let mut attempt = Attempt {
        position: position.clone(),
        captures: Captures { found: 0, own: 0, written: None, agree: false },
        broken: Vec::new(),
        unplaced: Vec::new(),
        notes: Vec::new(),
    };
    for &index in order {
        let drop = &printed.drops[index];
        let point = drop.vertex.and_then(|vertex| position.board().point(vertex));
        match point {
            Some(point) => attempt.drop(point, &drop.text),
            None => attempt.unplaced.push(Unplaced {
                token: drop.text.clone(),
                reason: "it is no point of the board".to_string(),
            }),
        }
    }
    attempt.check_count();
    let captures = &mut attempt.captures;
    captures.agree = printed.captures.agree(captures.found);
    captures.written = match printed.captures {
        PrintedCaptures { counted: 0, uncounted: 0 } => None,
        PrintedCaptures { counted, uncounted: 0 } => Some(counted.to_string()),
        PrintedCaptures { counted, uncounted } => Some(format!("{}+", counted + uncounted)),
    };
    attempt
}

impl Attempt {
    fn drop(&mut self, point: Point, text: &str) {
        let position = &self.position;
        let faults: Vec<_> = position.faults(point).collect();
        if faults.contains(&Fault::Occupied) {
            let reason = position.explain(point, Fault::Occupied);
            self.unplaced.push(Unplaced { token: text.to_string(), reason });
            return;
        }
        let name = |point| position.board().vertex(point).to_string();
        let broken = faults.into_iter().map(|fault| Broken {
            rule: rule(fault),
            stone: name(point),
            with: match fault {
                Fault::SameGroup(other) => Some(name(other)),
                _ => None,
            },
            text: position.explain(point, fault),
        });
        self.broken.extend(broken.collect::<Vec<_>>());
        let captures = self.position.drop_stone(point);
        self.captures.found += captures.enemy;
        self.captures.own += captures.own;
    }

    /// In the first two turns the number of stones is fixed.
    fn check_count(&mut self) {
        let too_few = self.position.drops_left() > 0 && !self.position.may_end();
        if too_few && !self.position.is_over() {
            let text = match self.position.judge(Step::Pass) {
                Err(refusal) => refusal.to_string(),
                Ok(()) => return,
            };
            self.broken.push(Broken {
                rule: "toofew",
                stone: "pass".to_string(),
                with: None,
                text,
            });
        }
    }
}

/// The word for a broken rule in the report.
fn rule(fault: Fault) -> &'static str {
    match fault {
        Fault::NoDropLeft => "toomany",
        Fault::Occupied => "occupied",
        Fault::OutOfSight => "nosight",
        Fault::SameGroup(_) => "samegroup",
        Fault::Suicide => "suicide",
    }
}

/// The rows of a printed diagram that differ from a position.
fn compare(position: &SendIt, diagram: &[Vec<Option<Player>>]) -> Vec<DiagramRow> {
    if diagram.is_empty() {
        return Vec::new();
    }
    let rows: Vec<_> = position.board().rows_from_top().collect();
    let shown = |stones: &[Option<Player>]| {
        stones.iter().map(|stone| stone.map_or('.', Player::letter)).collect::<String>()
    };
    let mut differing = Vec::new();
    for index in 0..rows.len().max(diagram.len()) {
        let points = rows.get(index).map_or(&[][..], Vec::as_slice);
        let printed = diagram.get(index).map_or(&[][..], Vec::as_slice);
        let replayed: Vec<_> = points.iter().map(|&point| position.stone(point)).collect();
        if printed == replayed {
            continue;
        }
        let pairs = points.iter().zip(&replayed).zip(printed);
        let differ = pairs.filter(|((_, replayed), printed)| replayed != printed);
        let names = differ.map(|((&point, _), _)| position.board().vertex(point).to_string());
        differing.push(DiagramRow {
            row_from_top: index + 1,
            printed: shown(printed),
            replayed: shown(&replayed),
            points: if printed.len() == points.len() { names.collect() } else { Vec::new() },
        });
    }
    differing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_come_sorted_and_complete() {
        let mut order = vec![0, 1, 2];
        let mut all = vec![order.clone()];
        while next_permutation(&mut order) {
            all.push(order.clone());
        }
        assert_eq!(all.len(), 6);
        assert!(all.is_sorted());
    }
}
