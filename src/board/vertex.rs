//! Names of points as GTP writes them: column letters without I, and a row number from the bottom.

use std::fmt;
use std::str::FromStr;

/// The column letters: the alphabet without I, which GTP leaves out.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A name of a point: column and row, both from 1. Whether a board has that point is another question.
///
/// Columns beyond Z go on with AA, AB, … AZ, BA, … ZZ; rows beyond every board are kept as 65,535,
/// so that `D99999999` reads as a vertex that no board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vertex {
    column: u16,
    row: u16,
}

/// Why a text is no vertex.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VertexError {
    /// The text is not one or two letters followed by digits.
    #[error("\"{0}\" is no vertex: a vertex is a column letter and a row number, as in C3")]
    Form(String),
    /// The column has the letter that GTP leaves out.
    #[error("\"{0}\" is no vertex: columns skip the letter I")]
    LetterI(String),
    /// The row is 0.
    #[error("\"{0}\" is no vertex: rows are numbered from 1")]
    RowZero(String),
}

impl Vertex {
    /// The vertex at a column and a row, both from 1.
    ///
    /// # Panics
    /// When the column or the row is 0.
    pub fn new(column: u16, row: u16) -> Vertex {
        assert!(column > 0 && row > 0, "columns and rows are numbered from 1");
        Vertex { column, row }
    }

    /// The column, from 1 at the left.
    pub fn column(self) -> u16 {
        self.column
    }

    /// The row, from 1 at the bottom.
    pub fn row(self) -> u16 {
        self.row
    }

    /// The vertex so many columns to the right and rows up, or `None` left of or below the first.
    pub fn shifted(self, columns: i32, rows: i32) -> Option<Vertex> {
        let column = u16::try_from(i32::from(self.column) + columns).ok().filter(|&c| c > 0)?;
        let row = u16::try_from(i32::from(self.row) + rows).ok().filter(|&r| r > 0)?;
        Some(Vertex { column, row })
    }

    /// The letters of a column, counted from 1.
    pub fn column_letters(column: u16) -> String {
        let mut letters = Vec::new();
        let mut rest = usize::from(column);
        while rest > 0 {
            letters.push(char::from(LETTERS[(rest - 1) % LETTERS.len()]));
            rest = (rest - 1) / LETTERS.len();
        }
        letters.iter().rev().collect()
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(&letter) = LETTERS.get(usize::from(self.column) - 1) {
            return write!(f, "{}{}", char::from(letter), self.row);
        }
        write!(f, "{}{}", Vertex::column_letters(self.column), self.row)
    }
}

impl FromStr for Vertex {
    type Err = VertexError;

    fn from_str(text: &str) -> Result<Vertex, VertexError> {
        let digits_at = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
        let (letters, digits) = text.split_at(digits_at);
        let lettered = (1..=2).contains(&letters.len());
        if !lettered || digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(VertexError::Form(text.to_string()));
        }
        let mut column = 0;
        for letter in letters.bytes() {
            let digit = LETTERS.iter().position(|&l| l == letter.to_ascii_uppercase());
            let digit = digit.ok_or_else(|| VertexError::LetterI(text.to_string()))?;
            column = column * LETTERS.len() as u16 + digit as u16 + 1;
        }
        let row = digits.bytes().fold(0u16, |row, digit| {
            row.saturating_mul(10).saturating_add(u16::from(digit - b'0'))
        });
        if row == 0 {
            return Err(VertexError::RowZero(text.to_string()));
        }
        Ok(Vertex { column, row })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_skip_i_and_go_on_with_two_letters() {
        let name = |column| Vertex::new(column, 1).to_string();
        assert_eq!(
            [1, 8, 9, 25, 26, 27, 50, 51, 52].map(name),
            ["A1", "H1", "J1", "Z1", "AA1", "AB1", "AZ1", "BA1", "BB1"]
        );
    }

    #[test]
    fn every_name_reads_back() {
        for column in 1..=650 {
            let vertex = Vertex::new(column, column);
            assert_eq!(vertex.to_string().parse(), Ok(vertex));
            assert_eq!(vertex.to_string().to_lowercase().parse(), Ok(vertex));
        }
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        for text in ["", "D", "4", "D4x", "D-4", "D+4", "D4.0", " D4", "Ä4", "pass1"] {
            assert_eq!(text.parse::<Vertex>(), Err(VertexError::Form(text.to_string())));
        }
        assert_eq!("I5".parse::<Vertex>(), Err(VertexError::LetterI("I5".to_string())));
        assert_eq!("D0".parse::<Vertex>(), Err(VertexError::RowZero("D0".to_string())));
    }

    #[test]
    fn rows_without_end_are_vertices_off_every_board() {
        let far: Vertex = "D99999999999999999999".parse().unwrap();
        assert_eq!((far.column(), far.row()), (4, u16::MAX));
    }
}
