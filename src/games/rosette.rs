//! Rosette (Mark Berger, 1975): Go's rules on the corners of a honeycomb, where a group that contains all six
//! points around a centre cannot be captured. Situational superko, area scoring, no komi.

use super::area::Area;
use crate::board::Shape;
use crate::rules::{DeadStones, Game, Memory, Sizes, Spare};
use crate::{estimates, playouts};

/// Rosette.
pub static ROSETTE: Game = Game {
    name: "rosette",
    title: "Rosette",
    author: "Mark Berger, 1975",
    sizes: Sizes { min: 2, max: 7, step: 1, default: 7, rectangular: false },
    options: &[],
    komi: Some(0.0),
    memory: Memory::StonesAndSide,
    dead_stones: DeadStones::Removed,
    spare: Spare::None,
    out_of_turn: false,
    shape: |size| Shape::Honeycomb { side: size.columns },
    start: |variant| Box::new(Area::new(variant)),
    restore: |frame| Ok(Box::new(Area::restore(frame)?)),
    exact_from: None,
    estimate: estimates::rosette,
    playout: playouts::area,
};
