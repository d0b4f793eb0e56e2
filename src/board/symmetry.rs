//! The turns and reflections that carry a board onto itself.

use super::{Board, Point, Shape, Vertex};

impl Board {
    /// All symmetries of the board: for each, the point every point goes to. The first one moves
    /// nothing. A square has 8, a rectangle 4, a hexagon 12.
    pub fn symmetries(&self) -> Vec<Vec<Point>> {
        match self.shape {
            Shape::Rectangle { columns, rows } => {
                self.rectangle_symmetries(i32::from(columns), i32::from(rows))
            }
            _ => self.hexagonal_symmetries(self.shape.centre()),
        }
    }

    fn rectangle_symmetries(&self, columns: i32, rows: i32) -> Vec<Vec<Point>> {
        let mut symmetries = Vec::new();
        for transposed in [false, true] {
            if transposed && columns != rows {
                continue;
            }
            for (mirror_columns, mirror_rows) in
                [(false, false), (true, false), (false, true), (true, true)]
            {
                symmetries.push(self.mapped(|(column, row)| {
                    let column = if mirror_columns { columns + 1 - column } else { column };
                    let row = if mirror_rows { rows + 1 - row } else { row };
                    if transposed { (row, column) } else { (column, row) }
                }));
            }
        }
        symmetries
    }

    /// A sixth of a full turn takes the offset (c, r) from the centre to (c − r, c).
    fn hexagonal_symmetries(&self, centre: i32) -> Vec<Vec<Point>> {
        let mut symmetries = Vec::new();
        for mirrored in [false, true] {
            for sixths in 0..6 {
                symmetries.push(self.mapped(|(column, row)| {
                    let (mut c, mut r) = (column - centre, row - centre);
                    if mirrored {
                        (c, r) = (r, c);
                    }
                    for _ in 0..sixths {
                        (c, r) = (c - r, c);
                    }
                    (c + centre, r + centre)
                }));
            }
        }
        symmetries
    }

    fn mapped(&self, map: impl Fn((i32, i32)) -> (i32, i32)) -> Vec<Point> {
        let image = |vertex: &Vertex| {
            let (column, row) = map((i32::from(vertex.column()), i32::from(vertex.row())));
            let vertex = Vertex::new(column as u16, row as u16);
            self.point(vertex).expect("a symmetry keeps every point on the board")
        };
        self.vertices.iter().map(image).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::PointSet;
    use super::*;

    #[test]
    fn symmetries_are_distinct_and_keep_neighbours() {
        for (shape, count) in [
            (Shape::Rectangle { columns: 5, rows: 5 }, 8),
            (Shape::Rectangle { columns: 9, rows: 5 }, 4),
            (Shape::Hexhex { side: 5 }, 12),
            (Shape::Kagome { side: 6 }, 12),
            (Shape::Honeycomb { side: 3 }, 12),
        ] {
            let board = Board::new(shape);
            let mut symmetries = board.symmetries();
            assert_eq!(symmetries.len(), count);
            assert_eq!(symmetries[0], board.points().collect::<Vec<_>>());
            for image in &symmetries {
                for p in board.points() {
                    let around = board.neighbours(p).iter().map(|q| image[q.index()]);
                    let image_around = board.neighbours(image[p.index()]).iter().copied();
                    assert_eq!(
                        around.collect::<PointSet>(),
                        image_around.collect::<PointSet>(),
                        "neighbours of {} on {shape:?}",
                        board.vertex(p)
                    );
                }
            }
            symmetries.sort();
            symmetries.dedup();
            assert_eq!(symmetries.len(), count);
        }
    }
}
