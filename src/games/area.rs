//! Go's rules, on any board: placements capture, suicide and repetition are illegal, area counts.
//!
//! On boards with rings a group that contains all six points of one lives without liberties.

use super::chains::{self, Chains};
use crate::board::{Point, PointSet, Vertex};
use crate::rules::{Ending, Frame, Memory, Player, Refusal, Rules, Step, Variant, refuse};
use std::sync::Arc;

/// A position of a game with Go's rules.
#[derive(Clone, Debug)]
pub(super) struct Area {
    frame: Frame,
}

impl Area {
    /// The empty board.
    pub(super) fn new(variant: Arc<Variant>) -> Area {
        let mut frame = Frame::empty(variant);
        frame.repetition.remember(frame.position_key());
        Area { frame }
    }

    /// The position a frame read from text describes.
    ///
    /// # Errors
    /// Why no game can stand so.
    pub(super) fn restore(mut frame: Frame) -> Result<Area, Refusal> {
        frame.check_no_group_moves()?;
        if !frame.variant().game.out_of_turn {
            frame.check_alternation(0)?;
            check_stone_count(&frame)?;
        }
        if !frame.turn_steps.is_empty() {
            return refuse("a turn is one placement: there are no open turns");
        }
        frame.resume_memory()?;
        if frame.tally.consecutive_passes >= 2 {
            frame.ending = Some(Ending::Passes);
        }
        let area = Area { frame };
        match chains::any_dead(area.board(), &area.frame.stones) {
            Some(dead) => refuse(format!("the group of {} has no liberty", area.name(dead))),
            None => Ok(area),
        }
    }

    /// The enemy chains that a placement on an empty point captures, or `None` when it is suicide.
    fn captures(&self, point: Point) -> Option<Chains> {
        let (board, stones, mover) = (self.board(), &self.frame.stones, self.to_move());
        let captured = chains::dying(board, stones, point, mover);
        let lives = !captured.is_empty() || chains::would_live(board, stones, point, mover);
        lives.then_some(captured)
    }

    /// The key of the position after a placement of the side to move that captures some chains.
    fn key_after(&self, point: Point, captured: &Chains) -> u64 {
        let mover = self.to_move();
        let stones = self.frame.stones.key_after(point, mover, captured);
        self.frame.key_with(stones, mover.opponent())
    }

    /// Which former position a key belongs to, for people: the latest with that key.
    fn former(&self, key: u64) -> Option<String> {
        let back = self.frame.repetition.latest_first().position(|former| former == key)?;
        let turn = (self.turn() as usize).checked_sub(back)?;
        let position = match turn {
            0 => "the first position".to_string(),
            _ => format!("the position after turn {turn}"),
        };
        let side = self.to_move().opponent();
        Some(match self.variant().game.memory {
            Memory::StonesAndSide => format!("{position} with {side} to move"),
            _ => position,
        })
    }

    fn is_own_eye(&self, point: Point) -> bool {
        chains::is_eye(self.board(), &self.frame.stones, point, self.to_move())
    }

    fn name(&self, point: Point) -> Vertex {
        self.board().vertex(point)
    }
}

/// Where turns alternate, every turn of a side that was no pass has brought one stone.
fn check_stone_count(frame: &Frame) -> Result<(), Refusal> {
    for player in Player::BOTH {
        let placed = frame.turns_of(player) - frame.tally.passes[player.index()];
        let captured = frame.tally.captures[player.opponent().index()];
        if u64::from(frame.stones.count(player)) + u64::from(captured) != u64::from(placed) {
            return refuse(format!(
                "{player} has placed {placed} stones, which are not those on the board and the captured ones"
            ));
        }
    }
    Ok(())
}

/// The stones of each side and the empty points in regions bordered by that side only.
pub(super) fn area(position: &dyn Rules) -> [PointSet; 2] {
    let (board, stones) = (position.board(), &position.frame().stones);
    let mut points = Player::BOTH.map(|player| stones.of(player));
    let mut seen = PointSet::new();
    for start in board.points() {
        if stones.at(start).is_some() || !seen.insert(start) {
            continue;
        }
        let mut region = vec![start];
        let mut borders = [false; 2];
        let mut next = 0;
        while let Some(&point) = region.get(next) {
            next += 1;
            for &neighbour in board.neighbours(point) {
                match stones.at(neighbour) {
                    Some(player) => borders[player.index()] = true,
                    None if seen.insert(neighbour) => region.push(neighbour),
                    None => {}
                }
            }
        }
        for player in Player::BOTH {
            if borders[player.index()] && !borders[player.opponent().index()] {
                region.iter().for_each(|&point| _ = points[player.index()].insert(point));
            }
        }
    }
    points
}

impl Rules for Area {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn steps_in_play(&self) -> Vec<Step> {
        let former = self.frame.repetition.recall();
        let new = |point: &Point| {
            let captured = self.stone(*point).is_none().then(|| self.captures(*point)).flatten();
            captured.is_some_and(|captured| !former.contains(self.key_after(*point, &captured)))
        };
        self.board().points().filter(new).map(Step::Place).chain([Step::Pass]).collect()
    }

    fn judge_in_play(&self, step: Step) -> Result<(), Refusal> {
        let point = match step {
            Step::Pass => return Ok(()),
            Step::Move { .. } => {
                return refuse("there are no group moves: a step is a placement or pass");
            }
            Step::Place(point) => point,
        };
        let at = self.name(point);
        if self.stone(point).is_some() {
            return refuse(format!("{at} is occupied"));
        }
        let Some(captured) = self.captures(point) else {
            return refuse(format!("{at} would be suicide: its group would have no liberty"));
        };
        match self.former(self.key_after(point, &captured)) {
            Some(former) => refuse(format!("{at} would repeat {former}")),
            None => Ok(()),
        }
    }

    fn apply(&mut self, step: Step) {
        match step {
            Step::Place(point) => {
                let mover = self.to_move();
                let (board, stones) = self.frame.board_and_stones();
                stones.put(board, point, mover);
                let captured = chains::remove_dead(board, stones, mover.opponent(), &[point]);
                self.frame.captured(mover, captured);
                self.frame.make(step);
            }
            Step::Pass => {}
            Step::Move { .. } => unreachable!("there are no group moves"),
        }
        self.frame.end_turn();
        self.frame.repetition.remember(self.frame.position_key());
        if self.frame.tally.consecutive_passes >= 2 {
            self.frame.ending = Some(Ending::Passes);
        }
    }

    fn counting(&self) -> [PointSet; 2] {
        area(self)
    }

    /// A placement that does not fill an own one-point eye. On boards where captures never cease, as on
    /// those with three neighbours a point, none is sensible after two turns for each point of the board.
    fn is_sensible(&self, step: Step) -> bool {
        let endless = self.turn() as usize >= 2 * self.board().len();
        matches!(step, Step::Place(point) if !self.is_own_eye(point)) && !endless
    }

    fn steps_left(&self) -> Option<u32> {
        Some(u32::from(!self.is_over()))
    }

    fn end_vertices(&self) -> Vec<Vertex> {
        Vec::new()
    }

    fn open_to(&self, player: Player) -> Option<Box<dyn Rules>> {
        if !self.variant().game.out_of_turn {
            return (!self.is_over() && self.to_move() == player).then(|| self.boxed());
        }
        let mut open = self.clone();
        let frame = &mut open.frame;
        // Two passes end the game only if they come from different sides.
        if frame.ending.take().is_some() || frame.to_move != player {
            frame.tally.consecutive_passes = 0;
        }
        frame.to_move = player;
        Some(Box::new(open))
    }

    fn boxed(&self) -> Box<dyn Rules> {
        Box::new(self.clone())
    }
}
