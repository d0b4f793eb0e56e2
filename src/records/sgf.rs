//! Games as SGF: for programs that read nothing else.
//!
//! Each step is a node of its own (a group move two: the stone, then where it goes), and an explicit end
//! of a turn is an empty move, as GoGui writes such games. The game is named in the private property
//! `TESUJI`; a file without it is read as a game of whatever is being played, of the size of its `SZ`.

use super::RecordError;
use crate::board::{Board, Vertex};
use crate::rules::{Player, Step, Word, WordPart};
use sgf_parse::go::{Move, Point, Prop};
use sgf_parse::{SgfNode, SgfProp};

/// What an SGF file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Sgf {
    /// The game with its size and options, as `NAME SIZE KEY=VALUE …`, where the file names it.
    pub game: Option<String>,
    /// Columns and rows, where the file says so.
    pub size: Option<(u8, u8)>,
    /// The moves of the main line, one vertex or pass each.
    pub moves: Vec<(Player, WordPart)>,
    /// The result, where the file has one.
    pub result: Option<String>,
}

/// The property that names the game.
const GAME: &str = "TESUJI";

/// Writes a game: `game` as in [`Sgf::game`], the steps of all turns, and the result if it is over.
pub fn write(
    game: &str,
    board: &Board,
    turns: &[(Player, Vec<Step>)],
    result: Option<&str>,
) -> String {
    let rows = board.shape().rows();
    let point = |vertex: Vertex| {
        Move::Move(Point { x: vertex.column() as u8 - 1, y: (rows - vertex.row()) as u8 })
    };
    let moves = turns.iter().flat_map(|(player, steps)| {
        steps.iter().flat_map(|step| {
            let moves = match *step {
                Step::Place(at) => vec![point(board.vertex(at))],
                Step::Move { from, to } => vec![point(board.vertex(from)), point(board.vertex(to))],
                Step::Pass => vec![Move::Pass],
            };
            moves.into_iter().map(|at| match player {
                Player::Black => Prop::B(at),
                Player::White => Prop::W(at),
            })
        })
    });
    let moves: Vec<_> = moves.collect();
    let line = moves
        .into_iter()
        .rev()
        .fold(Vec::new(), |children, prop| vec![SgfNode::new(vec![prop], children, false)]);
    let columns = board.shape().columns();
    let size = if columns == rows { rows.to_string() } else { format!("{columns}:{rows}") };
    let text = |key: &str, value: &str| Prop::new(key.to_string(), vec![value.to_string()]);
    let mut root = vec![
        text("FF", "4"),
        text("CA", "UTF-8"),
        text("AP", concat!("tesuji:", env!("CARGO_PKG_VERSION"))),
        // Written by hand: for square boards the library writes both numbers, which SGF forbids.
        Prop::Unknown("SZ".to_string(), vec![size]),
        text(GAME, game),
    ];
    root.extend(result.map(|result| text("RE", result)));
    SgfNode::new(root, line, true).serialize() + "\n"
}

/// Reads the first game of an SGF collection, its main line.
///
/// # Errors
/// When the text is no SGF, sets stones up, or has a move that is no point.
pub fn read(text: &str) -> Result<Sgf, RecordError> {
    let error = |reason: String| RecordError::Sgf(reason);
    let games = sgf_parse::go::parse(text).map_err(|e| error(e.to_string()))?;
    let root = games.first().ok_or_else(|| error("the file holds no game".to_string()))?;
    let mut sgf = Sgf { game: None, size: None, moves: Vec::new(), result: None };
    let mut moves = Vec::new();
    for node in root.main_variation() {
        for property in node.properties() {
            match property {
                Prop::SZ((columns, rows)) => sgf.size = Some((*columns, *rows)),
                Prop::RE(result) => sgf.result = Some(result.text.clone()),
                Prop::B(at) => moves.push((Player::Black, *at)),
                Prop::W(at) => moves.push((Player::White, *at)),
                Prop::AB(_) | Prop::AW(_) | Prop::AE(_) => {
                    return Err(error("set-up stones (AB, AW, AE) cannot be replayed".to_string()));
                }
                Prop::Unknown(key, values) if key == GAME => sgf.game = values.first().cloned(),
                Prop::Invalid(key, values) => {
                    return Err(error(format!("{key}[{}] cannot be read", values.join("]["))));
                }
                _ => {}
            }
        }
    }
    // Rows count from the top, so the moves wait for the size.
    let (_, rows) = sgf.size.unwrap_or((19, 19));
    let part = |at| match at {
        Move::Pass => Ok(WordPart::Pass),
        Move::Move(Point { x, y }) if y < rows => {
            Ok(WordPart::Vertex(Vertex::new(u16::from(x) + 1, u16::from(rows - y))))
        }
        Move::Move(Point { x, y }) => Err(error(format!(
            "a move at column {}, row {} from the top is off the board",
            x + 1,
            y + 1
        ))),
    };
    for (player, at) in moves {
        sgf.moves.push((player, part(at)?));
    }
    Ok(sgf)
}

impl Sgf {
    /// The moves as words of one vertex or pass.
    pub fn words(&self) -> impl Iterator<Item = (Player, Word)> + '_ {
        self.moves.iter().map(|&(player, part)| (player, Word::from(part)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;

    #[test]
    fn steps_become_nodes_and_nodes_moves() {
        let board = Board::new(Shape::Hexhex { side: 5 });
        let at = |name: &str| board.point(name.parse().unwrap()).unwrap();
        let turns = [
            (Player::Black, vec![Step::Place(at("A1")), Step::Place(at("E9")), Step::Pass]),
            (Player::White, vec![Step::Pass]),
        ];
        let text = write("sendit 5 setup=none", &board, &turns, Some("B+3"));
        assert!(text.contains(";B[ai];B[ea];B[];W[])"), "{text}");
        let sgf = read(&text).unwrap();
        assert_eq!(sgf.game.as_deref(), Some("sendit 5 setup=none"));
        assert_eq!((sgf.size, sgf.result.as_deref()), (Some((9, 9)), Some("B+3")));
        let words: Vec<_> = sgf.words().map(|(p, w)| format!("{} {w}", p.letter())).collect();
        assert_eq!(words, ["b A1", "b E9", "b pass", "w pass"]);
    }

    #[test]
    fn what_cannot_be_replayed_is_refused() {
        for text in ["", "hello", "(;AB[aa])", "(;SZ[5];B[zz])", "(;B[aa]"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
