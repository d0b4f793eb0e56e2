//! Boards as text, with coordinates: a hexagon looks like one.

use super::{Board, Point, Shape, Vertex};

impl Board {
    /// The board as lines of text, top row first, one character a point, with row numbers at the
    /// left and column letters below. On a hexagon every row is shifted half a point to the left
    /// of the row below it, and a column runs from its letter up and to the left.
    pub fn drawing(&self, glyph: impl Fn(Point) -> char) -> Vec<String> {
        let layout = Layout::new(self.shape);
        let mut canvas = vec![String::new(); usize::from(self.shape.rows()) + 1];
        for (line, row) in canvas.iter_mut().zip(self.rows_from_top()) {
            let first = self.vertex(row[0]);
            let number = first.row().to_string();
            let number_at = layout.x(first.column(), first.row()) - layout.margin(&number);
            layout.write(line, number_at, &number);
            for &point in &row {
                let vertex = self.vertex(point);
                let at = layout.x(vertex.column(), vertex.row());
                layout.write(line, at, &glyph(point).to_string());
            }
        }
        for column in 1..=self.shape.columns() {
            let row_below = self.lowest_row(column) - 1;
            let line = canvas.len() - 1 - usize::from(row_below);
            let letters = Vertex::column_letters(column);
            layout.write(&mut canvas[line], layout.x(column, row_below), &letters);
        }
        canvas
    }

    fn lowest_row(&self, column: u16) -> u16 {
        match self.shape {
            Shape::Rectangle { .. } => 1,
            Shape::Hexhex { side } => (column + 1).saturating_sub(u16::from(side)).max(1),
        }
    }
}

/// Where columns and rows stand in a drawing.
struct Layout {
    /// Characters from one column to the next: even, so that half a point is whole.
    pitch: i32,
    /// Characters a row is shifted to the left of the row below it.
    slant: i32,
    /// The character position of column 0 in row 0.
    origin: i32,
}

impl Layout {
    fn new(shape: Shape) -> Layout {
        let widest = Vertex::column_letters(shape.columns()).len() as i32;
        let pitch = 2 * widest;
        let number_width = shape.rows().to_string().len() as i32;
        let (slant, leftmost) = match shape {
            Shape::Rectangle { .. } => (0, pitch),
            Shape::Hexhex { side } => (pitch / 2, pitch - pitch / 2 * i32::from(side)),
        };
        Layout { pitch, slant, origin: number_width + 1 - leftmost }
    }

    fn x(&self, column: u16, row: u16) -> usize {
        let x = self.origin + self.pitch * i32::from(column) - self.slant * i32::from(row);
        x.try_into().expect("the origin leaves room for every row")
    }

    fn margin(&self, number: &str) -> usize {
        number.len() + 1
    }

    fn write(&self, line: &mut String, at: usize, text: &str) {
        let gap = at.saturating_sub(line.chars().count());
        line.extend(std::iter::repeat_n(' ', gap));
        line.push_str(text);
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
