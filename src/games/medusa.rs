//! Medusa (Christian Freeling, 1981): placements and group moves, and captures that turn stones over.
//!
//! A turn is an optional placement, then any number of group moves, each group once. A turn without a
//! placement moves the marker one point towards the mover.

use super::area::area;
use super::chains;
use crate::board::{Point, PointSet, Shape, Vertex};
use crate::rules::{
    DeadStones, Frame, Game, Memory, OptionRow, Player, Refusal, Rules, Sizes, Spare, Step,
    Variant, refuse,
};
use crate::{estimates, playouts};
use std::sync::Arc;

/// Medusa.
pub static MEDUSA: Game = Game {
    name: "medusa",
    title: "Medusa",
    author: "Christian Freeling, 1981",
    sizes: Sizes { min: 4, max: 12, step: 2, default: 10, rectangular: false },
    options: &[OptionRow {
        key: "komi",
        values: &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
        default: "3",
        help: "how far on White's side the marker starts",
    }],
    komi: None,
    memory: Memory::StonesAndSide,
    dead_stones: DeadStones::Reversed,
    spare: Spare::Grid,
    out_of_turn: false,
    shape: |size| Shape::Kagome { side: size.columns },
    start: |variant| Box::new(Medusa::new(variant)),
    restore: |frame| Ok(Box::new(Medusa::restore(frame)?)),
    exact_from: None,
    estimate: estimates::medusa,
    playout: playouts::medusa,
};

/// The marker stops so far from the middle on either side.
const MARKER_END: i8 = 9;

/// A position of Medusa.
#[derive(Clone, Debug)]
pub struct Medusa {
    frame: Frame,
}

impl Medusa {
    /// The empty board, the marker at the komi on White's side.
    pub fn new(variant: Arc<Variant>) -> Medusa {
        let mut frame = Frame::empty(variant);
        frame.marker = Some(-komi(&frame));
        frame.repetition.remember(frame.position_key());
        Medusa { frame }
    }

    /// The position a frame read from text describes.
    ///
    /// # Errors
    /// Why no game can stand so.
    pub fn restore(mut frame: Frame) -> Result<Medusa, Refusal> {
        frame.check_alternation(0)?;
        check_marker(&frame)?;
        if frame.tally.captures != [0, 0] {
            return refuse("Medusa turns stones over and takes none off: captures are 0,0");
        }
        check_stone_count(&frame)?;
        frame.resume_ending()?;
        let medusa = Medusa { frame };
        medusa.check_open_turn()?;
        match chains::any_dead(medusa.board(), &medusa.frame.stones) {
            Some(dead) => refuse(format!(
                "the group of {} has neither a liberty nor a rosette",
                medusa.name(dead)
            )),
            None => Ok(medusa),
        }
    }

    /// At most one placement, whose stone stands; stones are frozen exactly when something has moved.
    fn check_open_turn(&self) -> Result<(), Refusal> {
        let frame = &self.frame;
        let placed = frame.placed_this_turn().count();
        let moved = frame.turn_steps.len() > placed;
        if placed > 1 {
            return refuse("a turn has at most one placement");
        }
        if let (Some(late), 1) =
            (frame.turn_steps.iter().position(|s| matches!(s, Step::Place(_))), placed)
            && late > 0
        {
            return refuse("the placement comes before the moves of its turn");
        }
        self.check_steps()?;
        if moved == frame.frozen.is_empty() {
            return refuse("stones are frozen when a group has moved in the turn, and only then");
        }
        for stone in frame.frozen.iter() {
            if self.stone(stone) != Some(self.to_move()) {
                return refuse(format!(
                    "{} is frozen, but no stone of {}",
                    self.name(stone),
                    self.to_move()
                ));
            }
            let mut group = frame.stones.chain(stone);
            if let Some(free) = group.find(|&stone| !frame.frozen.contains(stone)) {
                let (free, stone) = (self.name(free), self.name(stone));
                return refuse(format!("{free} is not frozen, but {stone} of its group is"));
            }
        }
        if !frame.turn_steps.is_empty() && !self.any_move() {
            return refuse("a turn with these steps would have ended by itself");
        }
        Ok(())
    }

    /// What the steps of the open turn have left behind: every stone that moved stands frozen where it went,
    /// and nothing stands where it came from but what went there; the placed stone stands, turned over
    /// perhaps, unless it moved.
    fn check_steps(&self) -> Result<(), Refusal> {
        let moves = self.frame.turn_steps.iter().filter_map(|step| match *step {
            Step::Move { from, to } => Some((from, to)),
            _ => None,
        });
        let moves: Vec<_> = moves.collect();
        let went = |point: Point| moves.iter().filter(|(_, to)| *to == point).count();
        for &(from, to) in &moves {
            if went(to) > 1 || !self.frame.frozen.contains(to) {
                return refuse(format!("no stone has moved to {} and stands there", self.name(to)));
            }
            if self.stone(from).is_some() && went(from) == 0 {
                return refuse(format!("a stone has moved away from {}", self.name(from)));
            }
        }
        let left = |point: Point| moves.iter().any(|(from, _)| *from == point);
        match self.frame.placed_this_turn().find(|&at| self.stone(at).is_none() && !left(at)) {
            Some(at) => {
                refuse(format!("no stone stands on {}, where one was placed", self.name(at)))
            }
            None => Ok(()),
        }
    }

    fn may_place(&self) -> bool {
        self.frame.turn_steps.is_empty()
    }

    fn has_placed(&self) -> bool {
        self.frame.placed_this_turn().next().is_some()
    }

    /// Whether the stone's group may still move: no stone of it has been frozen in this turn. The stones of
    /// a group are frozen all together, so one tells for all.
    fn may_move(&self, stone: Point) -> bool {
        self.stone(stone) == Some(self.to_move()) && !self.frame.frozen.contains(stone)
    }

    /// Where the stone of a group goes in a direction: over one or more own stones in an unbroken row,
    /// to the first point beyond, if that is empty.
    fn destination(&self, from: Point, direction: usize) -> Option<Point> {
        let own = Some(self.to_move());
        let mut row = self.board().ray(from, direction);
        row.next().filter(|&first| self.stone(first) == own)?;
        row.find(|&point| self.stone(point) != own).filter(|&point| self.stone(point).is_none())
    }

    fn moves(&self) -> Vec<Step> {
        let mut moves = Vec::new();
        for from in self.board().points().filter(|&stone| self.may_move(stone)) {
            let directions = 0..self.board().directions();
            let mut targets: Vec<_> =
                directions.filter_map(|direction| self.destination(from, direction)).collect();
            targets.sort_unstable();
            moves.extend(targets.into_iter().map(|to| Step::Move { from, to }));
        }
        moves
    }

    fn any_move(&self) -> bool {
        let directions = 0..self.board().directions();
        let stones = self.board().points().filter(|&stone| self.may_move(stone));
        stones.into_iter().any(|from| {
            directions.clone().any(|direction| self.destination(from, direction).is_some())
        })
    }

    /// Turns the dead enemy groups next to a point over, all together.
    fn turn_enemies_over(&mut self, point: Point) {
        let mover = self.to_move();
        let (board, stones) = self.frame.board_and_stones();
        let dead = chains::dead_near(board, stones, mover.opponent(), &[point]);
        dead.into_iter().for_each(|stone| stones.turn_over(board, stone));
    }

    fn place(&mut self, point: Point) {
        let mover = self.to_move();
        let (board, stones) = self.frame.board_and_stones();
        stones.put(board, point, mover);
        self.turn_enemies_over(point);
        let (board, stones) = self.frame.board_and_stones();
        if stones.is_dead(point) {
            stones.turn_over(board, point);
        }
    }

    fn move_stone(&mut self, from: Point, to: Point) {
        let mover = self.to_move();
        let left = self.frame.stones.chain(from).filter(|&stone| stone != from);
        let mut frozen = left.collect::<PointSet>();
        let (board, stones) = self.frame.board_and_stones();
        stones.take(board, from);
        stones.put(board, to, mover);
        self.turn_enemies_over(to);
        self.frame.stones.chain(to).for_each(|stone| _ = frozen.insert(stone));
        frozen.iter().for_each(|stone| _ = self.frame.frozen.insert(stone));
    }

    fn end_turn(&mut self) {
        if !self.has_placed() {
            let towards = if self.to_move() == Player::Black { 1 } else { -1 };
            let marker = self.marker() + towards;
            self.frame.marker = Some(marker.clamp(-MARKER_END, MARKER_END));
        }
        self.frame.end_turn();
        self.frame.end_by_passes_or_repetition();
    }

    fn marker(&self) -> i8 {
        self.frame.marker.expect("Medusa has a marker")
    }

    /// Whether a placement by the side to move would lose its own group.
    fn is_suicide(&self, point: Point) -> bool {
        if self.frame.stones.touches_empty(self.board(), point) {
            return false;
        }
        let mut after = self.clone();
        after.place(point);
        after.stone(point) != Some(self.to_move())
    }

    fn is_own_eye(&self, point: Point) -> bool {
        chains::is_eye(self.board(), &self.frame.stones, point, self.to_move())
    }

    fn name(&self, point: Point) -> Vertex {
        self.board().vertex(point)
    }

    fn judge_placement(&self, point: Point) -> Result<(), Refusal> {
        let at = self.name(point);
        if self.stone(point) == Some(self.to_move()) {
            return refuse(match self.frame.frozen.contains(point) {
                true => format!("the group of {at} has already moved this turn"),
                false => format!("{at} is occupied, and no move of its stone is legal"),
            });
        }
        if self.stone(point).is_some() {
            return refuse(format!("{at} is occupied"));
        }
        if self.has_placed() {
            return refuse(format!("{at} would be the second placement of the turn"));
        }
        if !self.may_place() {
            return refuse(format!(
                "{at} comes too late: the placement is the first step of a turn"
            ));
        }
        Ok(())
    }

    fn judge_move(&self, from: Point, to: Point) -> Result<(), Refusal> {
        let (at, target, mover) = (self.name(from), self.name(to), self.to_move());
        if self.stone(from) != Some(mover) {
            return refuse(format!("{at} is no stone of {mover}"));
        }
        if self.frame.frozen.contains(from) {
            return refuse(format!("the group of {at} has already moved this turn"));
        }
        if self.frame.stones.chain(from).count() == 1 {
            return refuse(format!("{at} is a lone stone, which does not move"));
        }
        let directions = 0..self.board().directions();
        if directions.into_iter().any(|direction| self.destination(from, direction) == Some(to)) {
            return Ok(());
        }
        refuse(format!(
            "{at} does not go to {target}: a stone goes over an unbroken row of own stones to the first point \
             beyond, which must be empty"
        ))
    }
}

impl Rules for Medusa {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn steps_in_play(&self) -> Vec<Step> {
        let placements = self.board().points().filter(|_| self.may_place());
        let placements = placements.filter(|&point| self.stone(point).is_none());
        placements.map(Step::Place).chain(self.moves()).chain([Step::Pass]).collect()
    }

    fn judge_in_play(&self, step: Step) -> Result<(), Refusal> {
        match step {
            Step::Place(point) => self.judge_placement(point),
            Step::Move { from, to } => self.judge_move(from, to),
            Step::Pass => Ok(()),
        }
    }

    fn apply(&mut self, step: Step) {
        match step {
            Step::Place(point) => self.place(point),
            Step::Move { from, to } => self.move_stone(from, to),
            Step::Pass => return self.end_turn(),
        }
        self.frame.make(step);
        if !self.any_move() {
            self.end_turn();
        }
    }

    fn counting(&self) -> [PointSet; 2] {
        area(self)
    }

    /// A placement that is no suicide and does not fill an own one-point eye; after it, any group move.
    /// Moves without a placement are left out, so that games without a plan end when the board is full.
    fn is_sensible(&self, step: Step) -> bool {
        match step {
            Step::Place(point) => !self.is_own_eye(point) && !self.is_suicide(point),
            Step::Move { .. } => self.has_placed(),
            Step::Pass => false,
        }
    }

    fn steps_left(&self) -> Option<u32> {
        None
    }

    /// Any dark point ends a turn that has a step.
    fn end_vertices(&self) -> Vec<Vertex> {
        let open = !self.is_over() && !self.frame.turn_steps.is_empty();
        self.board().rings().iter().filter(|_| open).map(|ring| ring.middle).collect()
    }

    fn boxed(&self) -> Box<dyn Rules> {
        Box::new(self.clone())
    }
}

fn komi(frame: &Frame) -> i8 {
    frame.variant().options.get("komi").parse().expect("a value of the option")
}

/// The marker is on its track, and where turns without a placement have taken it: each moved it by one, but at
/// the ends of the track.
fn check_marker(frame: &Frame) -> Result<(), Refusal> {
    let Some(marker) = frame.marker else {
        return refuse("Medusa has a marker: marker=… is missing");
    };
    if !(-MARKER_END..=MARKER_END).contains(&marker) {
        return refuse(format!("the marker stops at {MARKER_END} on either side"));
    }
    let way = u32::from((marker + komi(frame)).unsigned_abs());
    let moved = frame.turn.saturating_sub(placements(frame));
    let reaches_end = moved > u32::from((MARKER_END - komi(frame)).unsigned_abs());
    if way > moved || (moved - way) % 2 == 1 && !reaches_end {
        return refuse(format!(
            "{moved} turns without a placement do not take the marker to {marker}"
        ));
    }
    Ok(())
}

/// The placements of the completed turns: stones never leave the board.
fn placements(frame: &Frame) -> u32 {
    let stones: u32 = Player::BOTH.iter().map(|&player| frame.stones.count(player)).sum();
    stones.saturating_sub(frame.placed_this_turn().count() as u32)
}

/// Stones never leave the board: there are as many as there were placements, at most one a turn.
fn check_stone_count(frame: &Frame) -> Result<(), Refusal> {
    let stones: u32 = Player::BOTH.iter().map(|&player| frame.stones.count(player)).sum();
    let placed = frame.placed_this_turn().count() as u32;
    let passes: u32 = frame.tally.passes.iter().sum();
    let turns = frame.turn.saturating_sub(passes);
    match stones.checked_sub(placed) {
        Some(before) if before <= turns => Ok(()),
        _ => refuse(format!("{turns} turns that were no passes do not bring {stones} stones")),
    }
}
