//! Boards as text, with coordinates: a hexagon looks like one.

use super::{Board, Cell, Point, Shape, Vertex};

/// A dark point or the centre of a hexagon in drawings.
const HOLE: char = '*';

impl Board {
    /// The board as lines of text, top row first, one character a point, with row numbers at the
    /// left and column letters below; a `*` is a dark point or the centre of a hexagon. On hexagonal
    /// boards every row is shifted half a point to the left of the row below it, and a column runs from
    /// its letter up and to the left.
    pub fn drawing(&self, glyph: impl Fn(Point) -> char) -> Vec<String> {
        let layout = Layout::new(self);
        let rows = self.shape.rows();
        let mut lines = Vec::new();
        for row in (0..=rows).rev() {
            let mut texts: Vec<(usize, String)> = Vec::new();
            for column in 1..=self.shape.columns() {
                let at = layout.x(column, row);
                match self.cell(column, row) {
                    Cell::Outside if row + 1 == self.lowest_row(column) => {
                        texts.push((at, Vertex::column_letters(column)));
                    }
                    Cell::Outside => {}
                    Cell::Hole => texts.push((at, HOLE.to_string())),
                    Cell::Point => {
                        let point = self.point(Vertex::new(column, row)).expect("a point");
                        texts.push((at, glyph(point).to_string()));
                    }
                }
            }
            let first = (1..=self.shape.columns()).find(|&c| self.cell(c, row) != Cell::Outside);
            texts.extend(first.map(|first| {
                let number = row.to_string();
                (layout.number_end(first, row) - number.len(), number)
            }));
            lines.push(written(texts));
        }
        lines
    }

    fn cell(&self, column: u16, row: u16) -> Cell {
        if row == 0 || row > self.shape.rows() {
            Cell::Outside
        } else {
            self.shape.cell(column, row)
        }
    }

    /// The lowest row of a column that has something in it.
    fn lowest_row(&self, column: u16) -> u16 {
        let rows = 1..=self.shape.rows();
        rows.into_iter().find(|&row| self.cell(column, row) != Cell::Outside).unwrap_or(1)
    }
}

/// A line with texts at character positions.
fn written(mut texts: Vec<(usize, String)>) -> String {
    texts.sort();
    let mut line = String::new();
    for (at, text) in texts {
        let gap = at.saturating_sub(line.chars().count());
        line.extend(std::iter::repeat_n(' ', gap));
        line.push_str(&text);
    }
    line
}

/// Where columns and rows stand in a drawing.
struct Layout {
    /// Characters from one column to the next: even, so that half a point is whole.
    pitch: i32,
    /// Characters a row is shifted to the left of the row below it.
    slant: i32,
    /// The character position of column 0 in row 0.
    origin: i32,
    /// Where all row numbers end, if they do not stand beside their rows.
    gutter: Option<usize>,
}

impl Layout {
    fn new(board: &Board) -> Layout {
        let shape = board.shape;
        let pitch = 2 * Vertex::column_letters(shape.columns()).len() as i32;
        let slant = if shape.is_hexagonal() { pitch / 2 } else { 0 };
        let place =
            |vertex: &Vertex| pitch * i32::from(vertex.column()) - slant * i32::from(vertex.row());
        let leftmost = board.vertices.iter().map(place).min().unwrap_or(0);
        let number_width = shape.rows().to_string().len() as i32;
        // Beside the rows of a honeycomb stand the letters of its leftmost columns.
        let gutter = matches!(shape, Shape::Honeycomb { .. }).then_some(number_width as usize);
        Layout { pitch, slant, origin: number_width + 1 - leftmost, gutter }
    }

    /// The position behind the number of a row whose first cell is in a column.
    fn number_end(&self, column: u16, row: u16) -> usize {
        self.gutter.unwrap_or_else(|| self.x(column, row) - 1)
    }

    fn x(&self, column: u16, row: u16) -> usize {
        let x = self.origin + self.pitch * i32::from(column) - self.slant * i32::from(row);
        x.max(0) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(shape: Shape) -> Vec<String> {
        let board = Board::new(shape);
        let centre = board.points().nth(board.len() / 2).expect("a centre");
        board.drawing(|p| if p == centre { 'X' } else { '.' })
    }

    #[test]
    fn a_hexhex_looks_like_a_hexagon() {
        let picture =
            ["  5 . . .", " 4 . . . .", "3 . . X . .", " 2 . . . . E", "  1 . . . D", "     A B C"];
        assert_eq!(drawn(Shape::Hexhex { side: 3 }), picture);
    }

    #[test]
    fn dark_points_and_centres_are_stars() {
        let picture = [
            "   7 . . . .",
            "  6 . * . * .",
            " 5 . . . . . .",
            "4 . * . * X * .",
            " 3 . . . . . . G",
            "  2 . * . * . F",
            "   1 . . . . E",
            "      A B C D",
        ];
        assert_eq!(drawn(Shape::Kagome { side: 4 }), picture);
        let picture = [
            "7     . .",
            "6  . . * . .",
            "5 . * . . * .",
            "4  . . * X . G",
            "3 . * . . * .",
            "2  . . * . . F",
            "1   A . . D E",
            "       B C",
        ];
        assert_eq!(drawn(Shape::Honeycomb { side: 2 }), picture);
    }

    #[test]
    fn a_rectangle_has_its_letters_below() {
        let picture = ["3 . . . . .", "2 . . X . .", "1 . . . . .", "  A B C D E"];
        assert_eq!(drawn(Shape::Rectangle { columns: 5, rows: 3 }), picture);
    }

    #[test]
    fn two_digit_rows_keep_the_points_aligned() {
        let lines = Board::new(Shape::Rectangle { columns: 10, rows: 10 }).drawing(|_| '.');
        assert_eq!(lines[0], "10 . . . . . . . . . .");
        assert_eq!(lines[9], " 1 . . . . . . . . . .");
        assert_eq!(lines[10], "   A B C D E F G H J K");
    }
}
