//! What a game offers before it is played: its name, sizes and options.

use super::{Frame, Player, Playout, PlayoutPolicy, Refusal, Rules};
use crate::board::{Board, Shape, Vertex};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// One game: the row that makes it known to the whole program.
#[derive(Debug)]
pub struct Game {
    /// The name in commands and texts, in lower case.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// Who made the game, and when.
    pub author: &'static str,
    /// The sizes it is played on.
    pub sizes: Sizes,
    /// Its rule options.
    pub options: &'static [OptionRow],
    /// The points White gets for moving second, where the command `komi` sets them: the default.
    pub komi: Option<f64>,
    /// What its rule of repetition compares.
    pub memory: Memory,
    /// What becomes of stones that both sides call dead when the game is counted.
    pub dead_stones: DeadStones,
    /// Which vertices off the board can stand for the end of a turn, where a turn may be ended early.
    pub spare: Spare,
    /// Whether either side may play at any time, and a stone resumes a game that has ended.
    pub out_of_turn: bool,
    /// The board's shape at a size of the game.
    pub shape: fn(Size) -> Shape,
    /// The position before the first step.
    pub start: fn(Arc<Variant>) -> Box<dyn Rules>,
    /// The position that a frame read from text describes; an error says why there can be none.
    pub restore: fn(Frame) -> Result<Box<dyn Rules>, Refusal>,
    /// From how few empty points on games are searched to their end, where they end by filling them.
    pub exact_from: Option<u32>,
    /// What a position is worth to a player at a glance, in sixteenths of a point, the opponent being next to move.
    pub estimate: fn(&dyn Rules, Player) -> i32,
    /// Random playouts from a position of the game.
    pub playout: fn(&dyn Rules, PlayoutPolicy) -> Box<dyn Playout>,
}

impl Game {
    /// The game on a board of some size, with options.
    ///
    /// # Errors
    /// When the game is not played on that size.
    pub fn variant(&'static self, size: Size, options: Options) -> Result<Arc<Variant>, SizeError> {
        if !self.sizes.allow(size) {
            return Err(SizeError {
                text: size.to_string(),
                kind: SizeErrorKind::Size,
                game: self,
            });
        }
        Ok(Arc::new(Variant { game: self, size, options, board: Board::new((self.shape)(size)) }))
    }

    /// The game at its default size with its default options.
    pub fn default_variant(&'static self) -> Arc<Variant> {
        let size = self.sizes.default();
        self.variant(size, Options::defaults(self)).expect("the default size is allowed")
    }

    /// The width in columns of the board at a size.
    pub fn width(&self, size: Size) -> u16 {
        (self.shape)(size).columns()
    }

    /// The size whose board is so many columns wide and, where given, so many rows high. One
    /// number means a board as high as it is wide. `extra` columns and rows are not the game's.
    ///
    /// # Errors
    /// When no size of the game has such a board.
    pub fn size_of_board(
        &'static self,
        width: u64,
        height: Option<u64>,
        extra: u64,
    ) -> Result<Size, SizeError> {
        let height = height.unwrap_or(width);
        let fits = |&size: &Size| {
            let shape = (self.shape)(size);
            u64::from(shape.columns()) + extra == width && u64::from(shape.rows()) + extra == height
        };
        let text = if width == height { width.to_string() } else { format!("{width} {height}") };
        let error = SizeError { text, kind: SizeErrorKind::Width(extra), game: self };
        self.sizes.all().find(fits).ok_or(error)
    }
}

/// What a rule of repetition compares positions by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// There is no such rule.
    None,
    /// The stones alone: positional.
    Stones,
    /// The stones, the side to move and, where the game has one, the marker: situational.
    StonesAndSide,
}

/// The vertices off a game's board that can stand for the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spare {
    /// None is needed: every turn ends by itself or is a pass.
    None,
    /// The cells of the board's grid that are no points.
    Grid,
    /// The row above the board and the column to the right of it.
    Edge,
}

/// What becomes of dead stones when a game is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadStones {
    /// The game knows no dead stones: everything counts as it stands.
    Unknown,
    /// They are taken off the board.
    Removed,
    /// They change colour.
    Reversed,
}

/// A game with its size and options: all that does not change while it is played.
#[derive(Debug)]
pub struct Variant {
    /// The game.
    pub game: &'static Game,
    /// The game's own size.
    pub size: Size,
    /// Its rule options.
    pub options: Options,
    /// The board of that size.
    pub board: Board,
}

impl Variant {
    /// The vertices that can stand for the end of a turn, in reading order.
    pub fn spares(&self) -> Vec<Vertex> {
        let shape = self.board.shape();
        let (columns, rows) = match self.game.spare {
            Spare::None => return Vec::new(),
            Spare::Grid => (shape.columns(), shape.rows()),
            Spare::Edge => (shape.columns() + 1, shape.rows() + 1),
        };
        let vertices =
            (1..=rows).rev().flat_map(|row| (1..=columns).map(move |c| Vertex::new(c, row)));
        vertices.filter(|&vertex| self.board.point(vertex).is_none()).collect()
    }

    /// Random playouts from a position of this variant.
    pub fn playout(&self, position: &dyn Rules, policy: PlayoutPolicy) -> Box<dyn Playout> {
        (self.game.playout)(position, policy)
    }

    /// The position before the first step.
    pub fn start(self: &Arc<Variant>) -> Box<dyn Rules> {
        (self.game.start)(self.clone())
    }
}

/// A game's own size: the side of a hexagon or square, or columns by rows. Written `8` or `13x9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The side, or the columns.
    pub columns: u16,
    /// The same as `columns` but for rectangles.
    pub rows: u16,
}

impl Size {
    /// The size with as many rows as columns.
    pub fn side(side: u16) -> Size {
        Size { columns: side, rows: side }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Larger numbers were not kept apart when they were read: no game has such a board.
        let number = |number: u16| match number {
            u16::MAX => format!("{number} or more"),
            _ => number.to_string(),
        };
        f.write_str(&number(self.columns))?;
        if self.columns != self.rows { write!(f, "x{}", number(self.rows)) } else { Ok(()) }
    }
}

/// The text is no size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no size: a size is a number, as in 8, or columns by rows, as in 13x9")]
pub struct SizeFormError(String);

impl FromStr for Size {
    type Err = SizeFormError;

    fn from_str(text: &str) -> Result<Size, SizeFormError> {
        let number = |part: &str| match part.bytes().all(|b| b.is_ascii_digit()) {
            // A number too large for any board reads as one that no game allows.
            true if !part.is_empty() => Ok(part.parse().unwrap_or(u16::MAX)),
            _ => Err(SizeFormError(text.to_string())),
        };
        match text.split_once(['x', 'X']) {
            Some((columns, rows)) => Ok(Size { columns: number(columns)?, rows: number(rows)? }),
            None => Ok(Size::side(number(text)?)),
        }
    }
}

/// The sizes a game is played on: from, to, in steps; the default; whether columns and rows may differ.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// The smallest side.
    pub min: u16,
    /// The largest side.
    pub max: u16,
    /// From one side to the next.
    pub step: u16,
    /// The side taken where none is named.
    pub default: u16,
    /// Whether columns and rows may differ.
    pub rectangular: bool,
}

impl Sizes {
    /// The sides in rising order.
    pub fn sides(&self) -> impl Iterator<Item = u16> + use<> {
        (self.min..=self.max).step_by(usize::from(self.step))
    }

    /// The size taken where none is named.
    pub fn default(&self) -> Size {
        Size::side(self.default)
    }

    /// Whether the game is played on that size.
    pub fn allow(&self, size: Size) -> bool {
        let allowed = |side| self.sides().any(|s| s == side);
        let square = size.columns == size.rows;
        allowed(size.columns) && allowed(size.rows) && (square || self.rectangular)
    }

    fn all(&self) -> impl Iterator<Item = Size> + use<> {
        let sizes = *self;
        sizes
            .sides()
            .flat_map(move |columns| sizes.sides().map(move |rows| Size { columns, rows }))
            .filter(move |&size| sizes.allow(size))
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides: Vec<_> = self.sides().map(|side| side.to_string()).collect();
        f.write_str(&sides.join(", "))?;
        if self.rectangular {
            write!(f, ", or columns by rows of these, as in {}x{}", self.max, self.min)?;
        }
        Ok(())
    }
}

/// Whether a size was named as the game's own, or as a width in columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeErrorKind {
    /// The game's own size.
    Size,
    /// A board's width in columns, so many of which are not the game's.
    Width(u64),
}

/// A game is not played on a size.
#[derive(Clone, Debug)]
pub struct SizeError {
    text: String,
    kind: SizeErrorKind,
    game: &'static Game,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SizeError { text, kind, game } = self;
        match kind {
            SizeErrorKind::Size => write!(f, "{text}; sizes of {} are {}", game.name, game.sizes),
            SizeErrorKind::Width(extra) => {
                let widths = game
                    .sizes
                    .sides()
                    .map(|side| (u64::from(game.width(Size::side(side))) + extra).to_string());
                write!(f, "{text}; widths are {}", widths.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

impl std::error::Error for SizeError {}

/// A rule option: its key, its values, the one taken where none is named.
#[derive(Debug)]
pub struct OptionRow {
    /// The name.
    pub key: &'static str,
    /// All possible values.
    pub values: &'static [&'static str],
    /// The value taken where none is named.
    pub default: &'static str,
    /// What it decides, in one sentence.
    pub help: &'static str,
}

/// The value of each rule option of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options(Vec<(&'static str, &'static str)>);

/// An option or a value that the game does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// No such option.
    #[error("{game} has no rule option \"{key}\"; {possible}")]
    Key {
        /// The game's name.
        game: &'static str,
        /// The key that was named.
        key: String,
        /// The options there are.
        possible: String,
    },
    /// No such value.
    #[error("\"{value}\" is no value of {key}; it is one of {possible}")]
    Value {
        /// The option.
        key: &'static str,
        /// The value that was named.
        value: String,
        /// The values there are.
        possible: String,
    },
}

impl Options {
    /// The options of a game at their defaults.
    pub fn defaults(game: &Game) -> Options {
        Options(game.options.iter().map(|row| (row.key, row.default)).collect())
    }

    /// The keys with their values, in the order of the game's table.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str)> + '_ {
        self.0.iter().copied()
    }

    /// The value of an option of the game.
    ///
    /// # Panics
    /// When the game has no such option.
    pub fn get(&self, key: &str) -> &'static str {
        let found = self.0.iter().find(|(k, _)| *k == key);
        found.map(|&(_, value)| value).expect("an option of this game")
    }

    /// Sets one option.
    ///
    /// # Errors
    /// When the game has no such option, or the option no such value; nothing is changed then.
    pub fn set(&mut self, game: &Game, key: &str, value: &str) -> Result<(), OptionsError> {
        let place = game.options.iter().position(|row| row.key == key).ok_or_else(|| {
            let keys: Vec<_> = game.options.iter().map(|row| row.key).collect();
            let possible = if keys.is_empty() {
                "it has none".to_string()
            } else {
                format!("its options are {}", keys.join(", "))
            };
            OptionsError::Key { game: game.name, key: key.to_string(), possible }
        })?;
        let row = &game.options[place];
        let value =
            row.values.iter().find(|v| **v == value).ok_or_else(|| OptionsError::Value {
                key: row.key,
                value: value.to_string(),
                possible: row.values.join(", "),
            })?;
        self.0[place].1 = value;
        Ok(())
    }
}
