//! Go, with area scoring, positional superko and without suicide.

use super::area::Area;
use crate::board::Shape;
use crate::rules::{DeadStones, Game, Memory, Sizes, Spare};
use crate::{estimates, playouts};

/// Go.
pub static GO: Game = Game {
    name: "go",
    title: "Go",
    author: "traditional",
    sizes: Sizes { min: 2, max: 25, step: 1, default: 19, rectangular: false },
    options: &[],
    komi: Some(7.5),
    memory: Memory::Stones,
    dead_stones: DeadStones::Removed,
    spare: Spare::None,
    out_of_turn: true,
    shape: |size| Shape::Rectangle { columns: size.columns, rows: size.rows },
    start: |variant| Box::new(Area::new(variant)),
    restore: |frame| Ok(Box::new(Area::restore(frame)?)),
    exact_from: None,
    estimate: estimates::area,
    playout: playouts::area,
};
