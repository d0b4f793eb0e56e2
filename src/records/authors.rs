//! Send It in its authors' notation, as their games were printed: misprints and all.
//!
//! A line holds the number of a pair of turns, the drops of the side that moves first, a `|` and those of the
//! other side. Rows count from the top. On the hexagon letters count half columns (a to z, then A, B, C), on
//! the square columns. One token may stand for several drops: `gw10` is g10 and w10, `u10.14` is u10 and
//! u14, `m26` is m2 and m6 as the board has no row 26, `v11r13` is v11 and r13. `:n` behind a token says
//! that n stones were captured, `:` alone that some were. Lines that begin with `#` tell the rest.

use super::RecordError;
use crate::board::{Board, Shape, Vertex};
use crate::catalog;
use crate::rules::{Options, Player, Size, Variant};
use std::sync::Arc;

/// A printed game.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The game with its size, under the standard rules.
    pub variant: Arc<Variant>,
    /// The printed turns in order.
    pub turns: Vec<PrintedTurn>,
    /// The rows of the final diagram, top row first, as printed; empty where none is.
    pub diagram: Vec<Vec<Option<Player>>>,
    /// The result as printed, where it is.
    pub result: Option<String>,
}

/// The drops of one side as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedTurn {
    /// The number of the pair of turns, as printed.
    pub number: u32,
    /// The side.
    pub player: Player,
    /// The letter that stands for the side: `x` or `o`.
    pub symbol: char,
    /// The drops in printed order.
    pub drops: Vec<PrintedDrop>,
    /// The captures as printed.
    pub captures: PrintedCaptures,
}

/// One drop as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedDrop {
    /// Its text, as `m6`.
    pub text: String,
    /// The point, or `None` where the text names no point of the board.
    pub vertex: Option<Vertex>,
}

/// How many stones a turn is printed to have captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrintedCaptures {
    /// The printed numbers added up.
    pub counted: u32,
    /// The marks without a number: each stands for one stone or more.
    pub uncounted: u32,
}

impl PrintedCaptures {
    /// Whether a number of captures agrees with what is printed.
    pub fn agree(self, captures: u32) -> bool {
        match self.uncounted {
            0 => captures == self.counted,
            more => captures >= self.counted.saturating_add(more),
        }
    }

    fn and(self, other: PrintedCaptures) -> PrintedCaptures {
        PrintedCaptures {
            counted: self.counted.saturating_add(other.counted),
            uncounted: self.uncounted.saturating_add(other.uncounted),
        }
    }

    fn without(self, other: PrintedCaptures) -> Option<PrintedCaptures> {
        Some(PrintedCaptures {
            counted: self.counted.checked_sub(other.counted)?,
            uncounted: self.uncounted.checked_sub(other.uncounted)?,
        })
    }
}

/// A correction of a misprint, written `TURN:SYMBOL:OLD=NEW`, as in `3:x:t3=r3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    number: u32,
    symbol: char,
    old: String,
    new: String,
}

impl std::str::FromStr for Correction {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Correction, RecordError> {
        let parts = || {
            let (number, rest) = text.split_once(':')?;
            let (symbol, change) = rest.split_once(':')?;
            let (old, new) = change.split_once('=')?;
            let mut symbols = symbol.trim().chars();
            let symbol = symbols.next().filter(|_| symbols.next().is_none())?;
            let (old, new) = (old.trim().to_string(), new.trim().to_string());
            Some(Correction { number: number.trim().parse().ok()?, symbol, old, new })
        };
        parts().ok_or_else(|| {
            unplayable(format!(
                "\"{text}\" is no correction: one is TURN:SYMBOL:OLD=NEW, as in 3:x:t3=r3"
            ))
        })
    }
}

fn unplayable(reason: String) -> RecordError {
    RecordError::Unplayable(reason)
}

impl Sheet {
    /// Whether a text looks like a printed game: it names its game in a line that begins with `#`.
    pub fn looks_like(text: &str) -> bool {
        text.lines().any(|line| line.starts_with("# game "))
    }

    /// Reads a printed game. What it prints wrongly within a turn is kept; only its frame must be
    /// readable.
    ///
    /// # Errors
    /// The line that is neither a remark, nor a turn, nor a row of the diagram.
    pub fn read(text: &str) -> Result<Sheet, RecordError> {
        let variant = read_variant(text)?;
        let [first, second] = symbols(text)?;
        let mut sheet = Sheet { variant, turns: Vec::new(), diagram: Vec::new(), result: None };
        let mut in_diagram = false;
        for (index, line) in text.lines().enumerate() {
            let error = |reason: String| RecordError::Line { line: index + 1, reason };
            if let Some(remark) = line.strip_prefix('#') {
                in_diagram |= remark.trim_start().starts_with("final diagram");
                if let Some((_, result)) = remark.split_once("result as printed:") {
                    sheet.result = Some(result.trim().to_string());
                }
            } else if in_diagram {
                let row = read_row(line, first).map_err(error)?;
                sheet.diagram.extend((!row.is_empty()).then_some(row));
            } else if !line.trim().is_empty() {
                sheet.read_turns(line, [first, second]).map_err(error)?;
            }
        }
        Ok(sheet)
    }

    fn read_turns(&mut self, line: &str, symbols: [char; 2]) -> Result<(), String> {
        let (number, drops) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let number = number.parse();
        let number =
            number.map_err(|_| format!("\"{line}\" does not begin with the number of a turn"))?;
        if drops.split('|').count() > 2 {
            return Err("a line holds the turns of two sides, so at most one |".to_string());
        }
        let sides = drops.split('|').zip(Player::BOTH.into_iter().zip(symbols));
        for (tokens, (player, symbol)) in sides {
            if tokens.trim().is_empty() {
                continue;
            }
            let (drops, captures) = read_tokens(&self.variant.board, tokens);
            self.turns.push(PrintedTurn { number, player, symbol, drops, captures });
        }
        Ok(())
    }

    /// Corrects a misprint: replaces drops of one turn by others.
    ///
    /// # Errors
    /// When there is no such turn, or it has no such drops.
    pub fn correct(&mut self, correction: &Correction) -> Result<(), RecordError> {
        let Correction { number, symbol, old, new } = correction;
        let board = &self.variant.board;
        let found =
            self.turns.iter_mut().find(|turn| turn.number == *number && turn.symbol == *symbol);
        let turn =
            found.ok_or_else(|| unplayable(format!("there is no turn {number} of {symbol}")))?;
        let mut drops = turn.drops.clone();
        let mut place = drops.len();
        let (old_drops, old_captures) = read_tokens(board, old);
        let (new_drops, new_captures) = read_tokens(board, new);
        let captures = turn.captures.without(old_captures).ok_or_else(|| {
            unplayable(format!(
                "turn {number} of {symbol} is not printed with the captures of \"{old}\""
            ))
        })?;
        for dropped in old_drops {
            let Some(at) = drops.iter().position(|drop| drop.text == dropped.text) else {
                let printed: Vec<_> = turn.drops.iter().map(|drop| drop.text.as_str()).collect();
                return Err(unplayable(format!(
                    "turn {number} of {symbol} has no {}; it has {}",
                    dropped.text,
                    printed.join(", ")
                )));
            };
            drops.remove(at);
            place = place.min(at);
        }
        let place = place.min(drops.len());
        drops.splice(place..place, new_drops);
        turn.drops = drops;
        turn.captures = captures.and(new_captures);
        Ok(())
    }
}

/// The line `# game NAME, size SIZE`.
fn read_variant(text: &str) -> Result<Arc<Variant>, RecordError> {
    let line = text.lines().find_map(|line| line.strip_prefix("# game "));
    let line = line
        .ok_or_else(|| unplayable("the line \"# game NAME, size SIZE\" is missing".to_string()))?;
    let Some((name, size)) = line.split_once(", size ") else {
        return Err(unplayable(format!("\"# game {line}\" is not \"# game NAME, size SIZE\"")));
    };
    let game = catalog::game(name.trim()).map_err(|error| unplayable(error.to_string()))?;
    if !game.name.starts_with("sendit") {
        return Err(unplayable(format!(
            "the authors' notation is for Send It, not for {}",
            game.title
        )));
    }
    let size: Size = size.trim().parse().map_err(|error| unplayable(format!("{error}")))?;
    game.variant(size, Options::defaults(game))
        .map_err(|error| unplayable(format!("unacceptable size: {error}")))
}

/// The letters of the side that moves first and of the other, from the remark `… x moves first`.
fn symbols(text: &str) -> Result<[char; 2], RecordError> {
    let remarks = text.lines().filter(|line| line.starts_with('#'));
    let first =
        remarks.filter_map(|line| line.split_once(" moves first")).find_map(|(before, _)| {
            let symbol = before.split(' ').next_back()?;
            ["x", "o"].iter().position(|s| *s == symbol)
        });
    match first {
        Some(0) => Ok(['x', 'o']),
        Some(_) => Ok(['o', 'x']),
        None => Err(unplayable(
            "no remark says which side moves first, as in \"x moves first\"".to_string(),
        )),
    }
}

fn read_row(line: &str, first: char) -> Result<Vec<Option<Player>>, String> {
    let stone = |symbol: &str| match symbol.to_ascii_lowercase().as_str() {
        "." => Ok(None),
        side @ ("x" | "o") if side.starts_with(first) => Ok(Some(Player::Black)),
        "x" | "o" => Ok(Some(Player::White)),
        _ => Err(format!("\"{symbol}\" is no point of a diagram: one is x, o or .")),
    };
    line.split_whitespace().map(stone).collect()
}

/// The drops of some tokens, and the captures printed behind them.
fn read_tokens(board: &Board, tokens: &str) -> (Vec<PrintedDrop>, PrintedCaptures) {
    let mut drops = Vec::new();
    let mut captures = PrintedCaptures::default();
    for token in tokens.split_whitespace() {
        let (places, printed) = match token.split_once(':') {
            None => (token, PrintedCaptures::default()),
            Some((places, "")) => (places, PrintedCaptures { counted: 0, uncounted: 1 }),
            Some((places, count)) => match count.parse() {
                Ok(counted) => (places, PrintedCaptures { counted, uncounted: 0 }),
                // Not a count: the token is shown as one that cannot be placed.
                Err(_) => (token, PrintedCaptures::default()),
            },
        };
        captures = captures.and(printed);
        drops.extend(read_places(board, places));
    }
    (drops, captures)
}

/// Letters followed by rows, perhaps several times.
fn read_places(board: &Board, token: &str) -> Vec<PrintedDrop> {
    let mut drops = Vec::new();
    let mut rest = token;
    while !rest.is_empty() {
        let letters_end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let (letters, behind) = rest.split_at(letters_end);
        let rows_end =
            behind.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(behind.len());
        let (rows, behind) = behind.split_at(rows_end);
        if letters.is_empty() || rows.is_empty() {
            return vec![PrintedDrop { text: token.to_string(), vertex: None }];
        }
        for letter in letters.chars() {
            for row in rows.split('.') {
                drops.extend(read_rows(board, letter, row));
            }
        }
        rest = behind;
    }
    drops
}

/// One letter with the digits behind it: one row, or else as many rows as there are digits.
fn read_rows(board: &Board, letter: char, digits: &str) -> Vec<PrintedDrop> {
    let drop = |row: &str| PrintedDrop {
        text: format!("{letter}{row}"),
        vertex: place(board, letter, row),
    };
    let whole = drop(digits);
    if whole.vertex.is_some() || digits.len() < 2 {
        return vec![whole];
    }
    let single: Vec<_> = digits.chars().map(|digit| drop(&digit.to_string())).collect();
    if single.iter().all(|drop| drop.vertex.is_some()) { single } else { vec![whole] }
}

/// The point at a letter and a row from the top, where the board has one.
fn place(board: &Board, letter: char, row: &str) -> Option<Vertex> {
    let across = match letter {
        'a'..='z' => letter as u16 - 'a' as u16 + 1,
        'A'..='Z' => letter as u16 - 'A' as u16 + 27,
        _ => return None,
    };
    let rows = board.shape().rows();
    let row = row.parse::<u16>().ok().filter(|row| (1..=rows).contains(row))?;
    let row = rows + 1 - row;
    let column = match board.shape() {
        Shape::Rectangle { .. } => across,
        // The leftmost point, in the middle row, stands in half column 1; a column to the right is two
        // half columns, a row up one to the left.
        Shape::Hexhex { side } => {
            let twice = (across + row).checked_sub(side - 1)?;
            if twice % 2 == 1 { return None } else { twice / 2 }
        }
        Shape::Kagome { .. } | Shape::Honeycomb { .. } => return None,
    };
    let vertex = (column > 0).then(|| Vertex::new(column, row))?;
    board.point(vertex).map(|_| vertex)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(shape: Shape, token: &str) -> Vec<String> {
        let (drops, _) = read_tokens(&Board::new(shape), token);
        let shown = |drop: PrintedDrop| match drop.vertex {
            Some(vertex) => format!("{}={vertex}", drop.text),
            None => format!("{}=?", drop.text),
        };
        drops.into_iter().map(shown).collect()
    }

    #[test]
    fn tokens_stand_for_one_or_more_drops() {
        let hexagon = Shape::Hexhex { side: 8 };
        for (token, drops) in [
            ("w6", &["w6=N10"][..]),
            ("gw10", &["g10=C6", "w10=L6"]),
            ("m26", &["m2=K14", "m6=H10"]),
            ("u10.14", &["u10=K6", "u14=H2"]),
            ("v11r13", &["v11=K5", "r13=G3"]),
            ("A10", &["A10=N6"]),
            ("r4", &["r4=?"]),
            ("w", &["w=?"]),
            ("s12:1", &["s12=H4"]),
            ("s12:x", &["s12:x=?"]),
        ] {
            assert_eq!(places(hexagon, token), drops, "{token}");
        }
        let square = Shape::Rectangle { columns: 13, rows: 13 };
        for (token, drops) in [
            ("cfk12", &["c12=C2", "f12=F2", "k12=L2"][..]),
            ("i3", &["i3=J11"]),
            ("d58", &["d5=D9", "d8=D6"]),
            ("m13", &["m13=N1"]),
            ("n1", &["n1=?"]),
        ] {
            assert_eq!(places(square, token), drops, "{token}");
        }
    }

    #[test]
    fn captures_are_added_up() {
        let board = Board::new(Shape::Rectangle { columns: 13, rows: 13 });
        let captures = |tokens| read_tokens(&board, tokens).1;
        let printed = |counted, uncounted| PrintedCaptures { counted, uncounted };
        assert_eq!(captures("d6:3 j6"), printed(3, 0));
        assert_eq!(captures("d6:3 j6: k1"), printed(3, 1));
        assert_eq!(captures("d6"), printed(0, 0));
        assert!(printed(3, 1).agree(4) && !printed(3, 1).agree(3) && !printed(3, 0).agree(4));
    }

    const SHEET: &str = "\
# game sendit-square, size 7
# A plays o, B plays x; o moves first
# result as printed: none
1 d4 | a1 g1 a7
2 b2 b9
# final diagram as printed, top row first
o . X . . . .
";

    #[test]
    fn a_sheet_is_read_with_its_remarks() {
        let sheet = Sheet::read(SHEET).unwrap();
        assert_eq!((sheet.variant.game.name, sheet.variant.size), ("sendit-square", Size::side(7)));
        assert_eq!(sheet.result.as_deref(), Some("none"));
        let turns: Vec<_> =
            sheet.turns.iter().map(|t| (t.number, t.player, t.symbol, t.drops.len())).collect();
        assert_eq!(
            turns,
            [(1, Player::Black, 'o', 1), (1, Player::White, 'x', 3), (2, Player::Black, 'o', 2)]
        );
        assert_eq!(sheet.diagram[0][..3], [Some(Player::Black), None, Some(Player::White)]);
    }

    #[test]
    fn corrections_replace_drops_or_say_why_not() {
        let mut sheet = Sheet::read(SHEET).unwrap();
        let correct = |sheet: &mut Sheet, text: &str| {
            text.parse::<Correction>().and_then(|c| sheet.correct(&c)).map_err(|e| e.to_string())
        };
        assert_eq!(correct(&mut sheet, "2:o:b9=c3 d5"), Ok(()));
        let drops: Vec<_> = sheet.turns[2].drops.iter().map(|drop| drop.text.as_str()).collect();
        assert_eq!(drops, ["b2", "c3", "d5"]);
        assert_eq!(correct(&mut sheet, "2:o:c3=c3:2"), Ok(()));
        assert_eq!(sheet.turns[2].captures, PrintedCaptures { counted: 2, uncounted: 0 });
        let error = correct(&mut sheet, "2:o:c3:4=c3").unwrap_err();
        assert_eq!(error, "turn 2 of o is not printed with the captures of \"c3:4\"");
        let error = correct(&mut sheet, "2:o:e5=e6").unwrap_err();
        assert_eq!(error, "turn 2 of o has no e5; it has b2, c3, d5");
        assert_eq!(correct(&mut sheet, "9:o:e5=e6").unwrap_err(), "there is no turn 9 of o");
        assert!(correct(&mut sheet, "2:o:e5").unwrap_err().contains("is no correction"));
    }

    #[test]
    fn a_broken_frame_is_named_with_its_line() {
        let error = |text: &str| Sheet::read(text).expect_err("an error").to_string();
        assert!(error("1 a1").contains("\"# game NAME, size SIZE\" is missing"));
        assert!(error(&SHEET.replace("size 7", "size 6")).contains("unacceptable size: 6"));
        assert!(error(&SHEET.replace("o moves", "z moves")).contains("which side moves first"));
        assert!(error(&SHEET.replace("\n2 b2", "\nx b2")).starts_with("line 5:"));
        assert!(error(&SHEET.replace("b9\n", "b9 | a3 | a5\n")).contains("at most one |"));
        assert!(error(&SHEET.replace("o . X", "o . ?")).starts_with("line 7:"));
    }
}
