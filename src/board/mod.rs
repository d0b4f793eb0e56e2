//! The graph of points a game is played on: shapes, neighbours, lines, names, drawing.
//!
//! A board knows no game. Its points are numbered from 0, row by row from the bottom, each row from
//! the left; every per-point table in the program is indexed by that number. People and protocols name
//! points by [`Vertex`].

mod draw;
mod links;
mod points;
mod symmetry;
mod vertex;

pub use links::Links;
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

    pub(crate) fn new(index: usize) -> Point {
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
        columns: u16,
        /// Points from bottom to top.
        rows: u16,
    },
    /// A hexagon with `side` points along each edge; points touch in 6 directions.
    Hexhex {
        /// Points along one edge.
        side: u16,
    },
    /// A hexhex of even side without its dark points, those whose column and row are both even.
    /// Every dark point has a ring of six points around it and interrupts the lines through it.
    Kagome {
        /// Points along one edge.
        side: u16,
    },
    /// The corners of a honeycomb of hexagonal shape: a hexagonal grid without the hexagons'
    /// centres, each of which has a ring of six points around it.
    Honeycomb {
        /// Hexagons along one edge.
        side: u16,
    },
}

/// A cell of a board's grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    /// A point of the board.
    Point,
    /// A dark point or the centre of a hexagon: part of the picture, but nothing is played there.
    Hole,
    /// Outside.
    Outside,
}

impl Shape {
    /// The width of the smallest grid of columns that holds the board.
    pub fn columns(self) -> u16 {
        match self {
            Shape::Rectangle { columns, .. } => columns,
            Shape::Hexhex { side } | Shape::Kagome { side } => 2 * side - 1,
            Shape::Honeycomb { side } => 4 * side - 1,
        }
    }

    /// The height of the smallest grid of rows that holds the board.
    pub fn rows(self) -> u16 {
        match self {
            Shape::Rectangle { rows, .. } => rows,
            // These grids are as high as they are wide.
            _ => self.columns(),
        }
    }

    /// What stands in the grid's cell at a column and a row.
    fn cell(self, column: u16, row: u16) -> Cell {
        let hexagon = |side: u16| column.abs_diff(row) < side;
        match self {
            Shape::Rectangle { .. } => Cell::Point,
            Shape::Hexhex { side } | Shape::Kagome { side } if !hexagon(side) => Cell::Outside,
            Shape::Hexhex { .. } => Cell::Point,
            Shape::Kagome { .. } if column.is_multiple_of(2) && row.is_multiple_of(2) => Cell::Hole,
            Shape::Kagome { .. } => Cell::Point,
            Shape::Honeycomb { side } => honeycomb_cell(i32::from(side), column.into(), row.into()),
        }
    }

    /// The column and row of the middle of a hexagonal board.
    fn centre(self) -> i32 {
        (i32::from(self.columns()) + 1) / 2
    }

    /// Whether points touch in six directions.
    pub fn is_hexagonal(self) -> bool {
        !matches!(self, Shape::Rectangle { .. })
    }

    /// How far one step goes in each direction, as columns and rows.
    fn offsets(self) -> &'static [(i32, i32)] {
        match self {
            Shape::Rectangle { .. } => &[(1, 0), (0, 1), (-1, 0), (0, -1)],
            _ => &HEXAGONAL,
        }
    }
}

/// One step in each direction of the hexagonal grid.
const HEXAGONAL: [(i32, i32); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];

/// Whether a cell of the honeycomb's grid is the centre of a hexagon. Hexagon (i, j) of the hexhex of
/// hexagons stands at (2i − j, i + j), shifted so that the smallest column and row of the board are 1.
fn is_centre(side: i32, column: i32, row: i32) -> bool {
    let thrice = column + row - side;
    if thrice % 3 != 0 {
        return false;
    }
    let (i, j) = (thrice / 3, row - thrice / 3);
    let hexagons = 1..2 * side;
    hexagons.contains(&i) && hexagons.contains(&j) && (i - j).abs() < side
}

fn honeycomb_cell(side: i32, column: i32, row: i32) -> Cell {
    let touches_centre = |&(c, r): &(i32, i32)| is_centre(side, column + c, row + r);
    if is_centre(side, column, row) {
        Cell::Hole
    } else if HEXAGONAL.iter().any(touches_centre) {
        Cell::Point
    } else {
        Cell::Outside
    }
}

/// The six points around a dark point or a hexagon's centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ring {
    /// The name of the cell in the middle, which is no point.
    pub middle: Vertex,
    /// The points around it.
    pub points: [Point; 6],
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
    rings: Vec<Ring>,
    /// The rings each point is part of, as their numbers: at most three.
    rings_of: Vec<ArrayVec<u16, 3>>,
    links: Links,
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
                let on_board = shape.cell(column, row) == Cell::Point;
                cells.push(on_board.then(|| Point::new(vertices.len())));
                if on_board {
                    vertices.push(Vertex::new(column, row));
                }
            }
        }
        assert!(!vertices.is_empty(), "a board has points");
        let rings_of = vec![ArrayVec::new(); vertices.len()];
        let (neighbours, next, rings) = (Vec::new(), Vec::new(), Vec::new());
        let links = Links::default();
        let mut board = Board { shape, vertices, cells, neighbours, next, rings, rings_of, links };
        board.link();
        board.find_rings();
        board.links = Links::new(&board);
        board
    }

    fn find_rings(&mut self) {
        for row in 1..=self.shape.rows() {
            for column in 1..=self.shape.columns() {
                if self.shape.cell(column, row) != Cell::Hole {
                    continue;
                }
                let middle = Vertex::new(column, row);
                let around = HEXAGONAL.map(|(columns, rows)| {
                    let vertex = middle.shifted(columns, rows);
                    vertex.and_then(|vertex| self.point(vertex)).expect("a ring is complete")
                });
                for point in around {
                    self.rings_of[point.index()].push(self.rings.len() as u16);
                }
                self.rings.push(Ring { middle, points: around });
            }
        }
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

    /// Neighbours and lines as tables of numbers.
    pub fn links(&self) -> &Links {
        &self.links
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

    /// The rings of the board, in the reading order of their middles from the bottom; none on
    /// boards without dark points or centres.
    pub fn rings(&self) -> &[Ring] {
        &self.rings
    }

    /// The rings that a point is part of.
    pub fn rings_of(&self, point: Point) -> impl Iterator<Item = &Ring> + '_ {
        self.rings_of[point.index()].iter().map(|&ring| &self.rings[usize::from(ring)])
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

    fn hexhex(side: u16) -> Board {
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
        let rectangle = Shape::Rectangle { columns: 7, rows: 11 };
        let others = [Shape::Kagome { side: 6 }, Shape::Honeycomb { side: 4 }, rectangle];
        for board in others.map(Board::new).into_iter().chain([hexhex(6)]) {
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
    fn a_kagome_of_side_10_has_210_points_and_61_dark_ones() {
        let board = Board::new(Shape::Kagome { side: 10 });
        assert_eq!((board.len(), board.rings().len()), (210, 61));
        assert_eq!(board.point("B2".parse().unwrap()), None);
        let degree = |name: &str| board.neighbours(point(&board, name)).len();
        assert_eq!([degree("A1"), degree("B1"), degree("C1"), degree("C2")], [2, 3, 3, 4]);
        for p in board.points() {
            let degree = board.neighbours(p).len();
            assert!((2..=4).contains(&degree), "{} has {degree}", board.vertex(p));
            let lines = (0..3).filter(|&direction| {
                board.next(p, direction).is_some() || board.next(p, direction + 3).is_some()
            });
            assert_eq!(lines.count(), 2, "lines through {}", board.vertex(p));
            assert!(board.rings_of(p).count() <= 2);
        }
    }

    #[test]
    fn honeycombs_have_the_points_of_the_rules() {
        for (side, points) in [(2, 24), (3, 54), (5, 150), (6, 216), (7, 294)] {
            let board = Board::new(Shape::Honeycomb { side });
            let hexagons = 3 * usize::from(side) * (usize::from(side) - 1) + 1;
            assert_eq!((board.len(), board.rings().len()), (points, hexagons));
            for p in board.points() {
                let degree = board.neighbours(p).len();
                let rings = board.rings_of(p).count();
                assert!(degree == 3 || degree == 2 && rings == 1, "{}", board.vertex(p));
            }
        }
        assert_eq!(Shape::Honeycomb { side: 7 }.columns(), 27);
    }

    #[test]
    fn rows_are_written_from_the_top_left() {
        let board = hexhex(2);
        let rows: Vec<_> = board.rows_from_top().map(|row| names(&board, row)).collect();
        assert_eq!(rows, [vec!["B3", "C3"], vec!["A2", "B2", "C2"], vec!["A1", "B1"]]);
    }
}
