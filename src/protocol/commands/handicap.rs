//! Handicap stones, in Go.

use crate::board::{Point, Vertex};
use crate::protocol::Failure;
use crate::protocol::args::Args;
use crate::protocol::session::Session;
use crate::rules::Player;
use crate::table::Table;

type Answer = Result<String, Failure>;

pub(super) fn fixed(session: &mut Session, args: &Args) -> Answer {
    let stones = args.whole(0);
    let points = usual_points(session);
    let most = points.len();
    let chosen = usize::try_from(stones).ok().filter(|stones| (2..=most).contains(stones));
    let Some(stones) = chosen else {
        let reason = match most {
            0 => "this board has no usual points".to_string(),
            _ => format!("{stones}; on this board they are 2 to {most}"),
        };
        return Err(Failure::NumberOfStones(reason));
    };
    place(session, &usual_order(&points, stones))
}

pub(super) fn place_free(session: &mut Session, args: &Args) -> Answer {
    let stones = args.whole(0);
    if stones < 2 {
        return Err(Failure::NumberOfStones(format!("{stones}; at least 2 are placed")));
    }
    let mut points = usual_points(session);
    if points.is_empty() {
        // On boards without usual points any will do, but one that stays empty.
        points = session.table.board().points().skip(1).collect();
    }
    // GTP lets the engine place fewer than it is asked for.
    let stones = usize::try_from(stones).unwrap_or(usize::MAX).min(points.len());
    place(session, &usual_order(&points, stones))
}

pub(super) fn set_free(session: &mut Session, args: &Args) -> Answer {
    let vertices = args.vertices(0)?;
    let board = session.table.board();
    let mut points = Vec::new();
    for vertex in vertices {
        let point = board.point(vertex);
        let point = point.filter(|point| !points.contains(point));
        points.push(point.ok_or_else(|| {
            Failure::BadVertexList(format!("{vertex} is named twice or not on the board"))
        })?);
    }
    if points.len() < 2 || points.len() >= board.len() {
        let most = board.len() - 1;
        let count = points.len();
        return Err(Failure::BadVertexList(format!("{count} vertices; they are 2 to {most}")));
    }
    place(session, &points)?;
    Ok(String::new())
}

/// Begins a game with black stones on the points, and answers their vertices.
fn place(session: &mut Session, points: &[Point]) -> Answer {
    let empty = session.position().frame().stones.count(Player::Black) == 0
        && session.position().frame().stones.count(Player::White) == 0;
    if !empty {
        return Err(Failure::BoardNotEmpty);
    }
    let mut frame = session.position().frame().clone();
    for &point in points {
        let (board, stones) = frame.board_and_stones();
        stones.set(board, point, Some(Player::Black));
    }
    frame.to_move = Player::White;
    frame.repetition = Default::default();
    let restored = (session.variant().game.restore)(frame);
    let position = restored.map_err(|refusal| Failure::BadVertexList(refusal.to_string()))?;
    let board = session.table.board();
    let names: Vec<_> = points.iter().map(|&point| board.vertex(point).to_string()).collect();
    session.begin(Table::new(position));
    Ok(names.join(" "))
}

/// The usual points of a board in the order in which they are used, the middle one last: none below 7×7,
/// four on 7×7 and on even boards, nine on the others. They are on the third line from the edge, from
/// 13×13 on the fourth.
fn usual_points(session: &Session) -> Vec<Point> {
    let board = session.table.board();
    let size = board.shape().columns();
    if size < 7 {
        return Vec::new();
    }
    let near = if size < 13 { 3 } else { 4 };
    let (far, middle) = (size + 1 - near, size.div_ceil(2));
    let mut points = vec![(near, near), (far, far), (near, far), (far, near)];
    if size % 2 == 1 && size > 7 {
        points.extend([
            (near, middle),
            (far, middle),
            (middle, near),
            (middle, far),
            (middle, middle),
        ]);
    }
    let point = |(column, row)| board.point(Vertex::new(column, row));
    points.into_iter().filter_map(point).collect()
}

/// So many of the usual points: odd numbers from five on use the middle.
fn usual_order(points: &[Point], stones: usize) -> Vec<Point> {
    let middle = points.last().filter(|_| stones >= 5 && stones % 2 == 1);
    let others = stones - usize::from(middle.is_some());
    points[..others].iter().chain(middle).copied().collect()
}
