//! What a player with some sense answers to the latest stone: it saves what stands in atari, captures what does, and plays
//! shapes that are known to be good.

use crate::board::{Board, Links, Shape};
use crate::rules::Stones;
use arrayvec::ArrayVec;
use std::sync::LazyLock;

/// Some points to choose from; what does not fit is left out.
pub(super) type Candidates = ArrayVec<usize, 32>;

/// The points that answer a stone by saving own chains that it has put in atari, or by capturing it.
pub(super) fn atari_replies<const D: usize>(
    stones: &Stones,
    links: &Links,
    last: usize,
    player: usize,
    replies: &mut Candidates,
) {
    if let Some(liberty) = stones.only_liberty::<D>(links, last) {
        push(replies, liberty);
    }
    for &near in &links.near(last)[..D] {
        let near = usize::from(near);
        if stones.is_of(near, player)
            && !stones.is_safe_cell(near)
            && let Some(liberty) = stones.only_liberty::<D>(links, near)
        {
            saves::<D>(stones, links, near, liberty, player, replies);
        }
    }
}

/// The points that save a chain in atari: its liberty, where that leads on, and those that capture a chain around it.
fn saves<const D: usize>(
    stones: &Stones,
    links: &Links,
    chain: usize,
    liberty: usize,
    player: usize,
    replies: &mut Candidates,
) {
    if escapes::<D>(stones, links, liberty, player) {
        push(replies, liberty);
    }
    for stone in stones.chain_cells(chain) {
        for &near in &links.near(stone)[..D] {
            let near = usize::from(near);
            if stones.is_of(near, 1 - player)
                && let Some(capture) = stones.only_liberty::<D>(links, near)
            {
                push(replies, capture);
            }
        }
    }
}

/// Whether a stone on an empty point would have more than one liberty, by itself or by a chain that it joins. At times it is
/// taken for granted of a chain whose liberties are few.
pub(super) fn escapes<const D: usize>(
    stones: &Stones,
    links: &Links,
    cell: usize,
    player: usize,
) -> bool {
    stones.free_near(links, cell) >= 2 || {
        let mut near = links.near(cell)[..D].iter().map(|&near| usize::from(near));
        let free = stones.free_near(links, cell);
        near.any(|near| {
            stones.is_of(near, player)
                && (stones.is_safe_cell(near)
                    || match stones.only_liberty::<D>(links, near) {
                        // Its other liberties stay.
                        None => free > 0 || stones.liberties(near) > 2,
                        Some(_) => false,
                    })
        })
    }
}

/// Whether a stone on an empty point does not stand in atari there, or captures.
#[inline]
pub(super) fn is_careful<const D: usize>(
    board: &Board,
    stones: &Stones,
    cell: usize,
    player: usize,
) -> bool {
    escapes::<D>(stones, board.links(), cell, player)
        || stones.fate::<D>(board, cell, player).captures
}

fn push(candidates: &mut Candidates, cell: usize) {
    if !candidates.contains(&cell) {
        let _ = candidates.try_push(cell);
    }
}

/// The eight points around each point of a square board, clockwise from the north, and the shapes that are good there.
pub(super) struct Shapes {
    around: Vec<[u16; 8]>,
}

impl Shapes {
    /// The surroundings of all points; none on other boards than rectangles.
    pub(super) fn new(board: &Board) -> Option<Shapes> {
        let Shape::Rectangle { .. } = board.shape() else { return None };
        let sentinel = board.links().sentinel() as u16;
        let around = board.points().map(|point| {
            let vertex = board.vertex(point);
            CLOCKWISE.map(|(columns, rows)| {
                let near = vertex.shifted(columns, rows).and_then(|vertex| board.point(vertex));
                near.map_or(sentinel, |near| near.index() as u16)
            })
        });
        Some(Shapes { around: around.collect() })
    }

    /// The points around a stone on which a stone of a player makes a good shape.
    pub(super) fn replies(&self, stones: &Stones, last: usize, replies: &mut Candidates) {
        for &near in &self.around[last] {
            let near = usize::from(near);
            if stones.is_empty(near) && self.is_good(stones, near) {
                push(replies, near);
            }
        }
    }

    /// Whether a stone of either side on an empty point makes a good shape.
    #[inline]
    pub(super) fn is_good(&self, stones: &Stones, cell: usize) -> bool {
        let around = &self.around[cell];
        let code = around.iter().fold(0, |code, &near| code << 2 | stones.colour(near.into()));
        GOOD[code / 64] & 1 << (code % 64) != 0
    }
}

const CLOCKWISE: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The shapes of the program MoGo (Gelly, Wang, Munos, Teytaud, *Modification of UCT with patterns in Monte-Carlo Go*, 2006):
/// three rows of three around an empty point. `X` and `O` are stones of the two sides, `x` is anything but X and `o` anything
/// but O, `.` is empty, `?` anything, `#` beyond the edge. They hold turned, mirrored, and for either side.
const SHAPES: [[&str; 3]; 13] = [
    // Hane that encloses, that does not cut, that turns, and the attachment on the diagonal.
    ["XOX", ".*.", "???"],
    ["XO.", ".*.", "?.?"],
    ["XO?", "X*.", "x.?"],
    [".O.", "X*.", "..."],
    // Cuts: without protection, peeped at, between two, at a knight's move.
    ["XO?", "O*o", "?o?"],
    ["XO?", "O*X", "???"],
    ["?X?", "O*O", "ooo"],
    ["OX?", "o*O", "???"],
    // At the edge: the chase, blocks of a cut and of a connection, the descent, the cut.
    ["X.?", "O*?", "###"],
    ["OX?", "X*O", "###"],
    ["?X?", "x*O", "###"],
    ["?XO", "x*x", "###"],
    ["?OX", "X*O", "###"],
];

/// For every surrounding, two bits a point, whether it is one of the shapes.
static GOOD: LazyLock<Vec<u64>> = LazyLock::new(good);

fn good() -> Vec<u64> {
    let mut good = vec![0; (1 << 16) / 64];
    for shape in SHAPES {
        for turned in turned(shape) {
            for [black, white] in [[b'X', b'O'], [b'O', b'X']] {
                mark(&turned, 0, 0, [black, white], &mut good);
            }
        }
    }
    good
}

/// The eight ways to turn and mirror a shape, each as its points clockwise from the north.
fn turned(shape: [&str; 3]) -> Vec<[u8; 8]> {
    let at =
        |(column, row): (i32, i32)| shape[(1 - row) as usize].as_bytes()[(column + 1) as usize];
    let mirrored = |(column, row): (i32, i32)| (-column, row);
    let turn = |clockwise: usize, mirror: bool| {
        std::array::from_fn(|place| {
            let place = CLOCKWISE[(place + 2 * clockwise) % 8];
            at(if mirror { mirrored(place) } else { place })
        })
    };
    (0..4).flat_map(|clockwise| [turn(clockwise, false), turn(clockwise, true)]).collect()
}

/// Marks all surroundings that fit the rest of a shape, whose first points have given a code.
fn mark(shape: &[u8; 8], place: usize, code: usize, [black, white]: [u8; 2], good: &mut [u64]) {
    if place == shape.len() {
        good[code / 64] |= 1 << (code % 64);
        return;
    }
    let stands = [b'.', black, white, b'#'];
    for (colour, stands) in stands.into_iter().enumerate() {
        let fits = match shape[place] {
            b'?' => true,
            b'x' => stands != b'X',
            b'o' => stands != b'O',
            exact => exact == stands,
        };
        if fits {
            mark(shape, place + 1, code << 2 | colour, [black, white], good);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;
    use crate::rules::Player;

    /// Stones on a square board, from rows of `X`, `O` and `.`, the top row first.
    fn square(rows: &[&str]) -> (Board, Stones) {
        let side = rows.len() as u16;
        let board = Board::new(Shape::Rectangle { columns: side, rows: side });
        let mut stones = Stones::none_on(&board);
        for (row, text) in rows.iter().rev().enumerate() {
            for (column, glyph) in text.bytes().enumerate() {
                let player = match glyph {
                    b'X' => Player::Black,
                    b'O' => Player::White,
                    _ => continue,
                };
                stones.put(&board, Point::new(row * rows.len() + column), player);
            }
        }
        (board, stones)
    }

    fn cell(board: &Board, name: &str) -> usize {
        board.point(name.parse().unwrap()).unwrap().index()
    }

    fn replies(rows: &[&str], last: &str, player: usize) -> Vec<String> {
        let (board, stones) = square(rows);
        let mut replies = Candidates::new();
        let last = cell(&board, last);
        atari_replies::<4>(&stones, board.links(), last, player, &mut replies);
        replies.iter().map(|&reply| board.vertex(Point::new(reply)).to_string()).collect()
    }

    #[test]
    fn a_chain_in_atari_runs_or_captures_and_a_careless_stone_is_captured() {
        // White has put the black stone in the middle in atari.
        assert_eq!(replies(&[".....", "..O..", ".OX..", "..O..", "....."], "C4", 0), ["D3"]);
        // At the edge there is no way out.
        assert!(replies(&[".....", ".....", ".....", "O....", "XO..."], "A2", 0).is_empty());
        // There, the white stone that took the liberty is itself in atari: to take it saves.
        assert_eq!(replies(&[".....", ".....", "X....", "OX...", "XO..."], "B1", 0), ["C1"]);
        // The latest stone stands in atari.
        assert_eq!(replies(&["OX...", ".....", ".....", ".....", "....."], "A5", 0), ["A4"]);
    }

    #[test]
    fn shapes_hold_turned_mirrored_and_for_either_side() {
        // A hane: around the end of a chain of the other side.
        let hane = [".....", ".XO..", ".....", ".....", "....."];
        for (rows, good, bad) in [
            (hane, "B3", "D2"),
            ([".....", ".OX..", ".....", ".....", "....."], "B3", "D2"),
            ([".....", ".....", "...X.", "...O.", "....."], "C3", "B4"),
        ] {
            let (board, stones) = square(&rows);
            let shapes = Shapes::new(&board).unwrap();
            assert!(shapes.is_good(&stones, cell(&board, good)), "{rows:?} {good}");
            assert!(!shapes.is_good(&stones, cell(&board, bad)), "{rows:?} {bad}");
            let mut around = Candidates::new();
            shapes.replies(&stones, stones_first(&stones), &mut around);
            assert!(around.contains(&cell(&board, good)));
        }
        assert!(Shapes::new(&Board::new(Shape::Hexhex { side: 3 })).is_none());
    }

    fn stones_first(stones: &Stones) -> usize {
        (0..25).find(|&cell| !stones.is_empty(cell)).unwrap()
    }
}
