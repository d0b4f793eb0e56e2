//! The graph of points a game is played on: shapes, neighbours, lines, names, drawing.
//!
//! A board knows no game. Its points are numbered from 0, row by row from the bottom, each row from
//! the left; every per-point table in the program is indexed by that number. People and protocols name
//! points by [`Vertex`].

mod draw;
mod points;
mod symmetry;
mod vertex;

pub use points::PointSet;
pub use vertex::{Vertex, VertexError};

use arrayvec::ArrayVec;

/// The most points a board may have: a 25×25 square.
pub const MAX_POINTS: usize = 625;
/// The most neighbours a point may have: six, on the hexagonal grid.
pub const MAX_NEIGHBOURS: usize = 6;

/// A point of one particular board, as its index from 0 to `Board::len() - 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

impl Point {
    /// The point's number on its board.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    fn new(index: usize) -> Point {
        assert!(index < MAX_POINTS, "a board has at most {MAX_POINTS} points");
        Point(index as u16)
    }
}

/// A direction in which lines of points run, as its index from 0 to `Board::directions() - 1`.
pub type Direction = usize;

/// The outline of a board and how its points touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Columns by rows; points touch orthogonally (4 directions).
    Rectangle {
        /// Points from left to right.
        columns: u8,
        /// Points from bottom to top.
        rows: u8,
    },
    /// A hexagon with `side` points along each edge; points touch in 6 directions.
    Hexhex {
        /// Points along one edge.
        side: u8,
    },
}

impl Shape {
    /// The width of the smallest grid of columns that holds the board.
    pub fn columns(self) -> u16 {
        match self {
            Shape::Rectangle { columns, .. } => u16::from(columns),
            Shape::Hexhex { side } => 2 * u16::from(side) - 1,
        }
    }

    /// The height of the smallest grid of rows that holds the board.
    pub fn rows(self) -> u16 {
        match self {
            Shape::Rectangle { rows, .. } => u16::from(rows),
            Shape::Hexhex { side } => 2 * u16::from(side) - 1,
        }
    }

    /// Whether the grid's cell at this column and row is a point of the board.
    fn contains(self, column: u16, row: u16) -> bool {
        match self {
            Shape::Rectangle { .. } => true,
            Shape::Hexhex { side } => column.abs_diff(row) < u16::from(side),
        }
    }

    /// How far one step goes in each direction, as columns and rows.
    fn offsets(self) -> &'static [(i32, i32)] {
        match self {
            Shape::Rectangle { .. } => &[(1, 0), (0, 1), (-1, 0), (0, -1)],
            Shape::Hexhex { .. } => &[(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)],
        }
    }
}

/// A board: its points with their names, neighbours and lines. Never changes once built.
#[derive(Debug)]
pub struct Board {
    shape: Shape,
    vertices: Vec<Vertex>,
    /// The point at each cell of the grid, row by row from the bottom.
    cells: Vec<Option<Point>>,
    neighbours: Vec<ArrayVec<Point, MAX_NEIGHBOURS>>,
    /// The next point in each direction, at `point * directions + direction`.
    next: Vec<Option<Point>>,
}

impl Board {
    /// Builds the board of a shape.
    ///
    /// # Panics
    /// When the shape has no points or more than [`MAX_POINTS`]; games offer only sizes that fit.
    pub fn new(shape: Shape) -> Board {
        let mut vertices = Vec::new();
        let mut cells = Vec::new();
        for row in 1..=shape.rows() {
            for column in 1..=shape.columns() {
                let on_board = shape.contains(column, row);
                cells.push(on_board.then(|| Point::new(vertices.len())));
                if on_board {
                    vertices.push(Vertex::new(column, row));
                }
            }
        }
        assert!(!vertices.is_empty(), "a board has points");
        let mut board = Board { shape, vertices, cells, neighbours: Vec::new(), next: Vec::new() };
        board.link();
        board
    }

    /// Fills the tables of neighbours and lines.
    fn link(&mut self) {
        for vertex in &self.vertices {
            let next = self.shape.offsets().iter().map(|&(columns, rows)| {
                vertex.shifted(columns, rows).and_then(|shifted| self.point(shifted))
            });
            let next: ArrayVec<Option<Point>, MAX_NEIGHBOURS> = next.collect();
            self.neighbours.push(next.iter().copied().flatten().collect());
            self.next.extend(next);
        }
    }

    /// The shape this board was built from.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of points.
    #[allow(clippy::len_without_is_empty)] // a board is never empty
    pub fn len(&self) -> usize {
        self.vertices.len()
    }

    /// All points in the order of their numbers: row by row from the bottom, each from the left.
    pub fn points(&self) -> impl DoubleEndedIterator<Item = Point> + use<> {
        (0..self.vertices.len()).map(Point::new)
    }

    /// The rows of points from the top, each from the left: the order in which boards are written.
    pub fn rows_from_top(&self) -> impl Iterator<Item = Vec<Point>> + '_ {
        let columns = usize::from(self.shape.columns());
        self.cells.chunks(columns).rev().map(|row| row.iter().copied().flatten().collect())
    }

    /// The points that touch this one.
    pub fn neighbours(&self, point: Point) -> &[Point] {
        &self.neighbours[point.index()]
    }

    /// The number of directions in which lines run from a point: 4 or 6.
    pub fn directions(&self) -> usize {
        self.shape.offsets().len()
    }

    /// The next point on the line from `point` in a direction, or `None` at the edge.
    pub fn next(&self, point: Point, direction: Direction) -> Option<Point> {
        self.next[point.index() * self.directions() + direction]
    }

    /// The points of the line from `point`, itself excluded, to the edge.
    pub fn ray(&self, point: Point, direction: Direction) -> impl Iterator<Item = Point> + '_ {
        std::iter::successors(self.next(point, direction), move |&p| self.next(p, direction))
    }

    /// The name of a point.
    pub fn vertex(&self, point: Point) -> Vertex {
        self.vertices[point.index()]
    }

    /// The point of that name, or `None` where the board has none.
    pub fn point(&self, vertex: Vertex) -> Option<Point> {
        let (column, row) = (vertex.column(), vertex.row());
        if column > self.shape.columns() || row > self.shape.rows() {
            return None;
        }
        let columns = usize::from(self.shape.columns());
        self.cells[usize::from(row - 1) * columns + usize::from(column - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hexhex(side: u8) -> Board {
        Board::new(Shape::Hexhex { side })
    }

    fn point(board: &Board, name: &str) -> Point {
        board.point(name.parse().expect("a vertex")).expect("on the board")
    }

    fn names(board: &Board, points: impl IntoIterator<Item = Point>) -> Vec<String> {
        points.into_iter().map(|p| board.vertex(p).to_string()).collect()
    }

    #[test]
    fn a_hexhex_of_side_8_has_169_points_and_no_corners_of_the_rhombus() {
        let board = hexhex(8);
        assert_eq!(board.len(), 169);
        assert_eq!(board.point("A9".parse().unwrap()), None);
        assert_eq!(board.point("P7".parse().unwrap()), None);
        assert_eq!(board.vertex(point(&board, "P15")).to_string(), "P15");
    }

    #[test]
    fn hexagonal_neighbours_are_the_six_of_the_rules() {
        let board = hexhex(5);
        let mut around = names(&board, board.neighbours(point(&board, "E5")).iter().copied());
        around.sort();
        assert_eq!(around, ["D4", "D5", "E4", "E6", "F5", "F6"]);
        assert_eq!(board.neighbours(point(&board, "A1")).len(), 3);
        assert_eq!(board.neighbours(point(&board, "B1")).len(), 4);
    }

    #[test]
    fn square_neighbours_are_orthogonal() {
        let board = Board::new(Shape::Rectangle { columns: 9, rows: 5 });
        let mut around = names(&board, board.neighbours(point(&board, "J3")).iter().copied());
        around.sort();
        assert_eq!(around, ["H3", "J2", "J4"]);
    }

    #[test]
    fn neighbours_are_mutual_and_lines_can_be_walked_back() {
        for board in [hexhex(6), Board::new(Shape::Rectangle { columns: 7, rows: 11 })] {
            let half = board.directions() / 2;
            for p in board.points() {
                for &q in board.neighbours(p) {
                    assert!(board.neighbours(q).contains(&p));
                }
                for direction in 0..board.directions() {
                    if let Some(q) = board.next(p, direction) {
                        assert_eq!(board.next(q, (direction + half) % (2 * half)), Some(p));
                    }
                }
            }
        }
    }

    #[test]
    fn a_ray_runs_to_the_edge() {
        let board = hexhex(5);
        let ray = names(&board, board.ray(point(&board, "C2"), 1));
        assert_eq!(ray, ["D3", "E4", "F5", "G6", "H7", "J8"]);
    }

    #[test]
    fn rows_are_written_from_the_top_left() {
        let board = hexhex(2);
        let rows: Vec<_> = board.rows_from_top().map(|row| names(&board, row)).collect();
        assert_eq!(rows, [vec!["B3", "C3"], vec!["A2", "B2", "C2"], vec!["A1", "B1"]]);
    }
}
