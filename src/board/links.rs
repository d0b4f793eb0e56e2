//! Tables for code that is called millions of times a second: numbers instead of points, and a sentinel instead of
//! the edge.

use super::{Board, MAX_NEIGHBOURS, Shape};

/// The neighbours of every point as numbers, and where lines lead, in tables without a special case at the edge: beyond
/// it is the sentinel, a cell that belongs to no point, whose number is that of the board's points.
#[derive(Debug, Default)]
pub struct Links {
    /// The neighbours of each point, the sentinel in the places that are left.
    near: Vec<[u16; MAX_NEIGHBOURS]>,
    /// How many neighbours each point has.
    degrees: Vec<u8>,
    /// The next cell in each direction; the sentinel leads to itself.
    ahead: Vec<[u16; MAX_NEIGHBOURS]>,
    /// The diagonal neighbours of each point on rectangles, the sentinel in the places that are left.
    diagonals: Vec<[u16; 4]>,
    /// How many neighbours a point has at most.
    degree: usize,
}

impl Links {
    pub(super) fn new(board: &Board) -> Links {
        let points = board.vertices.len();
        let sentinel = points as u16;
        let mut near = vec![[sentinel; MAX_NEIGHBOURS]; points + 1];
        let mut degrees = vec![0; points + 1];
        let mut diagonals = vec![[sentinel; 4]; points];
        for point in board.points() {
            let neighbours = board.neighbours(point);
            for (place, neighbour) in near[point.index()].iter_mut().zip(neighbours) {
                *place = neighbour.index() as u16;
            }
            degrees[point.index()] = neighbours.len() as u8;
            if let Shape::Rectangle { .. } = board.shape {
                let vertex = board.vertex(point);
                let corners = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
                let corners = corners.map(|(columns, rows)| {
                    let corner = vertex.shifted(columns, rows).and_then(|v| board.point(v));
                    corner.map_or(sentinel, |corner| corner.index() as u16)
                });
                diagonals[point.index()] = corners;
            }
        }
        let mut ahead = vec![[sentinel; MAX_NEIGHBOURS]; points + 1];
        for point in board.points() {
            let places = ahead[point.index()].iter_mut().enumerate();
            for (direction, place) in places.take(board.directions()) {
                if let Some(next) = board.next(point, direction) {
                    *place = next.index() as u16;
                }
            }
        }
        let degree = degrees.iter().copied().max().unwrap_or(0).into();
        Links { near, degrees, ahead, diagonals, degree }
    }

    /// The number of the sentinel, which is that of the points.
    pub fn sentinel(&self) -> usize {
        self.near.len() - 1
    }

    /// How many neighbours a point of the board has at most: 3, 4 or 6.
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// The neighbours of a cell, the sentinel in the places that are left.
    pub fn near(&self, cell: usize) -> &[u16; MAX_NEIGHBOURS] {
        &self.near[cell]
    }

    /// How many neighbours a point has.
    pub fn degree_of(&self, cell: usize) -> usize {
        usize::from(self.degrees[cell])
    }

    /// The next cell of a cell in each direction.
    #[inline]
    pub fn ahead(&self, cell: usize) -> &[u16; MAX_NEIGHBOURS] {
        &self.ahead[cell]
    }

    /// The diagonal neighbours of a point on a rectangle, the sentinel in the places that are left.
    pub fn diagonals(&self, cell: usize) -> &[u16; 4] {
        &self.diagonals[cell]
    }
}

#[cfg(test)]
mod tests {
    use super::super::Point;
    use super::*;

    #[test]
    fn links_are_the_neighbours_lines_and_degrees_of_the_board() {
        for shape in [
            Shape::Rectangle { columns: 5, rows: 7 },
            Shape::Hexhex { side: 5 },
            Shape::Kagome { side: 6 },
            Shape::Honeycomb { side: 3 },
        ] {
            let board = Board::new(shape);
            let links = board.links();
            assert_eq!(links.sentinel(), board.len());
            for point in board.points() {
                let near: Vec<_> =
                    links.near(point.index()).iter().map(|&q| usize::from(q)).collect();
                let neighbours: Vec<_> =
                    board.neighbours(point).iter().map(|q| q.index()).collect();
                assert_eq!(near[..neighbours.len()], neighbours);
                assert!(near[neighbours.len()..].iter().all(|&q| q == board.len()));
                assert_eq!(links.degree_of(point.index()), neighbours.len());
                assert!(neighbours.len() <= links.degree());
                for direction in 0..board.directions() {
                    let next = board.next(point, direction).map_or(board.len(), Point::index);
                    assert_eq!(usize::from(links.ahead(point.index())[direction]), next);
                }
            }
            for direction in 0..board.directions() {
                assert_eq!(usize::from(links.ahead(board.len())[direction]), board.len());
            }
        }
    }

    #[test]
    fn diagonals_are_those_of_the_square() {
        let board = Board::new(Shape::Rectangle { columns: 5, rows: 5 });
        let point = |name: &str| board.point(name.parse().unwrap()).unwrap().index() as u16;
        let mut middle = *board.links().diagonals(point("C3").into());
        let mut expected = [point("B2"), point("B4"), point("D2"), point("D4")];
        middle.sort_unstable();
        expected.sort_unstable();
        assert_eq!(middle, expected);
        let corner = board.links().diagonals(point("A1").into());
        assert_eq!(corner.iter().filter(|&&q| q == 25).count(), 3);
    }
}
