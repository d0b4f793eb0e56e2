//! Send It (João Pedro Neto, 2004), on a hexagon and, with the push, on a square.
//!
//! From the third turn on a player drops up to four stones a turn, each in sight of an own stone and each
//! in a group of its own among the stones of the turn. Captures follow every drop.

use super::chains;
use crate::board::{Board, Point, PointSet, Shape, Vertex};
use crate::rules::{
    DeadStones, Frame, Game, Memory, OptionRow, Player, Refusal, Rules, Sizes, Spare, Step, Stones,
    Variant, refuse,
};
use crate::{estimates, playouts};
use std::sync::Arc;

/// Send It on a hexagon.
pub static SEND_IT: Game = Game {
    name: "sendit",
    title: "Send It",
    author: "João Pedro Neto, 2004",
    sizes: Sizes { min: 5, max: 13, step: 1, default: 8, rectangular: false },
    options: OPTIONS,
    komi: None,
    memory: Memory::StonesAndSide,
    dead_stones: DeadStones::Unknown,
    spare: Spare::Grid,
    out_of_turn: false,
    shape: |size| Shape::Hexhex { side: size.columns },
    start: |variant| Box::new(SendIt::new(variant)),
    restore: |frame| Ok(Box::new(SendIt::restore(frame)?)),
    exact_from: None,
    estimate: estimates::send_it,
    playout: playouts::send_it,
};

/// Send It on a square, with the push.
pub static SEND_IT_SQUARE: Game = Game {
    name: "sendit-square",
    title: "Send It on the square",
    author: "João Pedro Neto, 2004",
    sizes: Sizes { min: 7, max: 25, step: 1, default: 13, rectangular: false },
    options: OPTIONS,
    komi: None,
    memory: Memory::StonesAndSide,
    dead_stones: DeadStones::Unknown,
    spare: Spare::Edge,
    out_of_turn: false,
    shape: |size| Shape::Rectangle { columns: size.columns, rows: size.rows },
    start: |variant| Box::new(SendIt::new(variant)),
    restore: |frame| Ok(Box::new(SendIt::restore(frame)?)),
    exact_from: None,
    estimate: estimates::send_it,
    playout: playouts::send_it,
};

const OPTIONS: &[OptionRow] = &[
    OptionRow {
        key: "setup",
        values: &["standard", "none"],
        default: "standard",
        help: "whether the game starts from the author's set-up or from the empty board",
    },
    OptionRow {
        key: "suicide",
        values: &["allowed", "forbidden"],
        default: "allowed",
        help: "whether a drop may leave own stones without a liberty, which are then captured",
    },
];

/// The rule that a drop on some point breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The turn has no drop left.
    NoDropLeft,
    /// A stone stands there, and cannot be pushed.
    Occupied,
    /// No direction in which the first stone met is an own one.
    OutOfSight,
    /// The stone would be in one group with this stone of the same turn.
    SameGroup(Point),
    /// Own stones would be left without a liberty, which the options forbid.
    Suicide,
}

/// What a drop took off the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Captures {
    /// Stones of the opponent.
    pub enemy: u32,
    /// Stones of the side that dropped.
    pub own: u32,
}

/// A position of Send It.
#[derive(Clone, Debug)]
pub struct SendIt {
    frame: Frame,
    suicide_allowed: bool,
}

impl SendIt {
    /// The position before the first drop.
    pub fn new(variant: Arc<Variant>) -> SendIt {
        let mut frame = Frame::empty(variant);
        frame.stones = set_up(&frame);
        frame.repetition.remember(frame.position_key());
        SendIt::from_frame(frame)
    }

    fn from_frame(frame: Frame) -> SendIt {
        let suicide_allowed = frame.variant().options.get("suicide") == "allowed";
        SendIt { frame, suicide_allowed }
    }

    /// The position a frame read from text describes.
    ///
    /// # Errors
    /// Why no game can stand so.
    pub fn restore(mut frame: Frame) -> Result<SendIt, Refusal> {
        frame.check_alternation(FIRST_FREE_TURN)?;
        frame.check_no_group_moves()?;
        check_stone_count(&frame)?;
        frame.resume_ending()?;
        let position = SendIt::from_frame(frame);
        position.check_open_turn()?;
        match chains::any_dead(position.board(), &position.frame.stones) {
            Some(dead) => refuse(format!("the group of {} has no liberty", position.name(dead))),
            None => Ok(position),
        }
    }

    /// An open turn has a drop left, and stones in groups of their own.
    fn check_open_turn(&self) -> Result<(), Refusal> {
        if self.frame.turn_steps.is_empty() {
            return Ok(());
        }
        if self.frame.turn_steps.iter().any(|step| !matches!(step, Step::Place(_))) {
            return refuse("the steps of a Send It turn are drops");
        }
        if let Some(lost) = self.frame.placed_this_turn().find(|&drop| !self.may_stand_so(drop)) {
            return refuse(format!("{} cannot have been dropped on in this turn", self.name(lost)));
        }
        if self.drops_left() == 0 || !self.any_drop_is_legal() {
            return refuse("a turn with these steps would have ended by itself");
        }
        let steps = &self.frame.turn_steps;
        if steps.iter().enumerate().any(|(index, step)| steps[..index].contains(step)) {
            return refuse("no point is dropped on twice in a turn");
        }
        let last = self.frame.placed_this_turn().next_back();
        if let Some(last) = last.filter(|&last| self.faults(last).next().is_none()) {
            return refuse(format!("{} was dropped on last, and could be again", self.name(last)));
        }
        let standing: Vec<_> = self.standing_drops().collect();
        for (index, &drop) in standing.iter().enumerate() {
            let in_group = |other: &&Point| self.frame.stones.same_chain(drop, **other);
            if let Some(other) = standing[index + 1..].iter().find(in_group) {
                let (drop, other) = (self.name(drop), self.name(*other));
                return refuse(format!("{drop} and {other} of one turn are in one group"));
            }
        }
        Ok(())
    }

    /// Whether a point can look as it does after a drop on it in the open turn: the stone stands, or has been
    /// captured as suicide, and then an enemy stone may have been pushed there.
    fn may_stand_so(&self, drop: Point) -> bool {
        let own = self.to_move();
        let lost_some = self.frame.tally.captures[own.opponent().index()] > 0;
        match self.stone(drop) {
            Some(player) if player == own => true,
            None => self.suicide_allowed && lost_some,
            Some(_) => self.suicide_allowed && lost_some && self.pushes(),
        }
    }

    /// All rules that a drop on the point by the side to move breaks now; none when it is legal.
    pub fn faults(&self, point: Point) -> impl Iterator<Item = Fault> + '_ {
        const DROP_RULES: [fn(&SendIt, Point) -> Option<Fault>; 5] = [
            |position, _| (position.drops_left() == 0).then_some(Fault::NoDropLeft),
            SendIt::occupied,
            SendIt::out_of_sight,
            SendIt::same_group,
            SendIt::suicide,
        ];
        DROP_RULES.into_iter().filter_map(move |rule| rule(self, point))
    }

    fn occupied(&self, point: Point) -> Option<Fault> {
        let free = self.stone(point).is_none() || self.pushed_to(point).is_some();
        (!free).then_some(Fault::Occupied)
    }

    fn out_of_sight(&self, point: Point) -> Option<Fault> {
        let sight_counts = self.frame.turn >= FIRST_FREE_TURN;
        (sight_counts && !self.in_sight(self.to_move(), point)).then_some(Fault::OutOfSight)
    }

    fn same_group(&self, point: Point) -> Option<Fault> {
        let own = |near: &&Point| self.stone(**near) == Some(self.to_move());
        let joined = self.board().neighbours(point).iter().filter(own);
        let dropped_in = |near: &Point| {
            self.standing_drops().find(|&drop| self.frame.stones.same_chain(drop, *near))
        };
        joined.into_iter().find_map(dropped_in).map(Fault::SameGroup)
    }

    fn suicide(&self, point: Point) -> Option<Fault> {
        let forbidden = !self.suicide_allowed && self.kills_own(self.to_move(), point);
        forbidden.then_some(Fault::Suicide)
    }

    /// Makes a drop of the side to move, whatever rules it breaks, as long as the point is not
    /// occupied. The turn does not end by this. For records of games in which rules were broken.
    pub fn drop_stone(&mut self, point: Point) -> Captures {
        let mover = self.to_move();
        let pushed_to = self.pushed_to(point);
        let (board, stones) = self.frame.board_and_stones();
        let captures = drop_on(board, stones, mover, point, pushed_to);
        self.frame.captured(mover, captures.enemy);
        self.frame.captured(mover.opponent(), captures.own);
        self.frame.make(Step::Place(point));
        captures
    }

    /// Hands the turn over, whether or not it may end. A turn without a drop is a pass.
    pub fn end_turn(&mut self) {
        self.frame.end_turn();
        self.frame.end_by_passes_or_repetition();
    }

    /// The drops that the open turn still has.
    pub fn drops_left(&self) -> usize {
        let quota = match self.frame.turn {
            0 => 1,
            1 => 3,
            _ => 4,
        };
        quota - self.frame.turn_steps.len().min(quota)
    }

    /// Whether the open turn can go on: if not, it ends by itself.
    pub fn any_drop_is_legal(&self) -> bool {
        self.board().points().any(|point| self.faults(point).next().is_none())
    }

    /// The stones dropped in the open turn that have not been captured.
    fn standing_drops(&self) -> impl Iterator<Item = Point> + '_ {
        let mover = self.to_move();
        self.frame.placed_this_turn().filter(move |&point| self.stone(point) == Some(mover))
    }

    /// Whether the first stone met in some direction is the player's.
    fn in_sight(&self, player: Player, point: Point) -> bool {
        let board = self.board();
        (0..board.directions()).any(|direction| {
            board.ray(point, direction).find_map(|p| self.stone(p)) == Some(player)
        })
    }

    /// Whether enemy stones can be pushed: on the square.
    fn pushes(&self) -> bool {
        matches!(self.board().shape(), Shape::Rectangle { .. })
    }

    /// Where a drop on an enemy stone pushes it: to its only liberty, when it has no neighbour of
    /// its own colour.
    fn pushed_to(&self, point: Point) -> Option<Point> {
        let enemy = Some(self.to_move().opponent());
        if self.stone(point) != enemy || !self.pushes() {
            return None;
        }
        let near = self.board().neighbours(point);
        let mut liberties = near.iter().copied().filter(|&p| self.stone(p).is_none());
        let liberty = liberties.next()?;
        let alone = near.iter().all(|&p| self.stone(p) != enemy);
        (alone && liberties.next().is_none()).then_some(liberty)
    }

    /// Whether a drop would leave own stones without a liberty.
    fn kills_own(&self, player: Player, point: Point) -> bool {
        let (board, stones) = (self.board(), &self.frame.stones);
        let Some(pushed_to) = self.pushed_to(point) else {
            return !chains::would_live(board, stones, point, player)
                && chains::dying(board, stones, point, player).is_empty();
        };
        let mut stones = stones.clone();
        drop_on(board, &mut stones, player, point, Some(pushed_to)).own > 0
    }

    /// Whether the adversary could not drop a stone on an empty point at the start of a turn.
    fn controls(&self, player: Player, point: Point) -> bool {
        let adversary = player.opponent();
        let could_drop = self.in_sight(adversary, point)
            && (self.suicide_allowed || !self.kills_own(adversary, point));
        !could_drop
    }

    fn name(&self, point: Point) -> Vertex {
        self.board().vertex(point)
    }

    /// One sentence on a fault of a drop on a point.
    pub fn explain(&self, point: Point, fault: Fault) -> String {
        let (at, mover) = (self.name(point), self.to_move());
        match fault {
            Fault::NoDropLeft => format!("{at} is one drop too many: the turn has none left"),
            Fault::Occupied if self.pushes() && self.stone(point) != Some(mover) => {
                format!("{at} is occupied by a stone that cannot be pushed")
            }
            Fault::Occupied => format!("{at} is occupied"),
            Fault::OutOfSight => format!("{at} is not in sight of a stone of {mover}"),
            Fault::SameGroup(earlier) => {
                format!(
                    "{at} would be in one group with {}, dropped in the same turn",
                    self.name(earlier)
                )
            }
            Fault::Suicide => {
                format!("{at} would leave stones of {mover} without a liberty (suicide=forbidden)")
            }
        }
    }
}

/// The first turn, counted from 0, in which a player drops up to four stones in sight, or passes.
const FIRST_FREE_TURN: u32 = 2;

impl Rules for SendIt {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn steps_in_play(&self) -> Vec<Step> {
        let legal = self.board().points().filter(|&p| self.faults(p).next().is_none());
        let pass = (self.frame.turn >= FIRST_FREE_TURN).then_some(Step::Pass);
        legal.map(Step::Place).chain(pass).collect()
    }

    fn judge_in_play(&self, step: Step) -> Result<(), Refusal> {
        match step {
            Step::Place(point) => match self.faults(point).next() {
                Some(fault) => refuse(self.explain(point, fault)),
                None => Ok(()),
            },
            Step::Move { .. } => refuse("Send It has no group moves: a step is a drop or pass"),
            Step::Pass if self.frame.turn == 0 => refuse("turn 1 is exactly one stone"),
            Step::Pass if self.frame.turn == 1 => refuse("turn 2 is exactly three stones"),
            Step::Pass => Ok(()),
        }
    }

    fn apply(&mut self, step: Step) {
        match step {
            Step::Place(point) => {
                self.drop_stone(point);
                if !self.any_drop_is_legal() {
                    self.end_turn();
                }
            }
            Step::Pass => self.end_turn(),
            Step::Move { .. } => unreachable!("Send It has no group moves"),
        }
    }

    fn counting(&self) -> [PointSet; 2] {
        Player::BOTH.map(|player| {
            let counts = |&point: &Point| match self.stone(point) {
                Some(stone) => stone == player,
                None => self.controls(player, point),
            };
            self.board().points().filter(counts).collect()
        })
    }

    fn is_sensible(&self, step: Step) -> bool {
        let Step::Place(point) = step else { return false };
        // The adversary never sees an own one-point eye: every first stone there is the player's.
        let safe = self.stone(point).is_none() && self.controls(self.to_move(), point);
        !safe && !self.kills_own(self.to_move(), point)
    }

    fn steps_left(&self) -> Option<u32> {
        Some(if self.is_over() { 0 } else { self.drops_left() as u32 })
    }

    /// The vertex dropped on last: it is never a legal drop, even if its stone is gone, since a group
    /// without liberties leaves no view of an own stone.
    fn end_vertices(&self) -> Vec<Vertex> {
        let may_end = !self.is_over() && self.frame.turn >= FIRST_FREE_TURN;
        let last = self.frame.placed_this_turn().next_back().filter(|_| may_end);
        last.map(|point| self.name(point)).into_iter().collect()
    }

    fn boxed(&self) -> Box<dyn Rules> {
        Box::new(self.clone())
    }
}

/// Puts a player's stone on a point, an enemy stone there going to `pushed_to`, and makes the captures:
/// first the enemy groups without a liberty, then the player's own.
fn drop_on(
    board: &Board,
    stones: &mut Stones,
    player: Player,
    point: Point,
    pushed_to: Option<Point>,
) -> Captures {
    let enemy = player.opponent();
    if let Some(to) = pushed_to {
        stones.take(board, point);
        stones.put(board, to, enemy);
    }
    stones.put(board, point, player);
    let changed = [point, pushed_to.unwrap_or(point)];
    let enemy = chains::remove_dead(board, stones, enemy, &changed);
    Captures { enemy, own: chains::remove_dead(board, stones, player, &changed) }
}

/// The stones before the first turn: on a hexagon six on the main diagonals, three points from the corner,
/// the colours alternating; on a square the four 3-3 points.
fn set_up(frame: &Frame) -> Stones {
    let variant = frame.variant();
    let board = &variant.board;
    let mut stones = Stones::none_on(board);
    if variant.options.get("setup") == "none" {
        return stones;
    }
    let n = variant.size.columns;
    let (black, white) = if let Shape::Rectangle { .. } = board.shape() {
        (vec![(3, n - 2), (n - 2, 3)], vec![(3, 3), (n - 2, n - 2)])
    } else {
        let d = n - 3;
        let black = vec![(n - d, n), (n, n - d), (n + d, n + d)];
        (black, vec![(n + d, n), (n, n + d), (n - d, n - d)])
    };
    for (player, vertices) in [(Player::Black, black), (Player::White, white)] {
        for (column, row) in vertices {
            stones.put(board, point_at(board, column, row), player);
        }
    }
    stones
}

fn point_at(board: &Board, column: u16, row: u16) -> Point {
    board.point(Vertex::new(column, row)).expect("the set-up fits every size")
}

/// The stones of each side, on the board and captured, are those of the set-up and of its turns so far: one in
/// turn 1, three in turn 2, one to four in every later turn that was no pass.
fn check_stone_count(frame: &Frame) -> Result<(), Refusal> {
    let at_start = set_up(frame);
    for player in Player::BOTH {
        let placed = frame.stones.count(player) + frame.tally.captures[player.opponent().index()];
        let open = if player == frame.to_move { frame.turn_steps.len() as u32 } else { 0 };
        let dropped = placed.checked_sub(at_start.count(player) + open);
        let first = if player == Player::Black { 1 } else { 3 };
        let passes = frame.tally.passes[player.index()];
        let (least, most) = match frame.turns_of(player) {
            0 => (0, 0),
            turns => match (turns - 1).checked_sub(passes) {
                Some(later) => (first + later, first + 4 * later),
                None => {
                    return refuse(format!("the first turn of {player} cannot have been a pass"));
                }
            },
        };
        if !dropped.is_some_and(|dropped| (least..=most).contains(&dropped)) {
            let turns = frame.turns_of(player);
            return refuse(format!(
                "the stones of {player}, on the board and captured, are not those of the set-up with \
                 {least} to {most} of {turns} turns ({passes} passed) and {open} of the open one"
            ));
        }
    }
    match frame.turn {
        0 if frame.stones != at_start => {
            refuse("turn 1 begins with the stones of the set-up alone")
        }
        _ => Ok(()),
    }
}
