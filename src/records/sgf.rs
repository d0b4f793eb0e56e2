//! Games as SGF: for programs that read nothing else.
//!
//! Each step is a node of its own (a group move two: the stone, then where it goes), and an explicit end
//! of a turn is an empty move, as GoGui writes such games. The game is named in the private property
//! `TESUJI`; a file without it is read as a game of whatever is being played, of the size of its `SZ`.

use super::RecordError;
use crate::board::{Board, Vertex, VertexError};
use crate::rules::{Player, Step, Word, WordPart};
use sgf_parse::go::{Move, Point, Prop};
use sgf_parse::{Color, SgfNode, SgfProp};

/// The most nodes that are read or written: far more than any game has. The library's trees are as deep as
/// a game is long, and are taken apart by recursion.
const MOST_NODES: usize = 10_000;

/// What an SGF file holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sgf {
    /// The game with its size and options, as `NAME SIZE KEY=VALUE …`, where the file names it.
    pub game: Option<String>,
    /// Columns and rows, where the file says so.
    pub size: Option<(u8, u8)>,
    /// The komi, where the file says so.
    pub komi: Option<f64>,
    /// The stones set up before the first move.
    pub stones: Vec<(Player, Vertex)>,
    /// The side that moves first after stones were set up, where the file says so.
    pub to_move: Option<Player>,
    /// The stones that both sides called dead when the result was counted.
    pub dead: Vec<Vertex>,
    /// The moves of the main line, one vertex or pass each.
    pub moves: Vec<(Player, WordPart)>,
    /// The result, where the file has one.
    pub result: Option<String>,
}

/// The property that names the game.
const GAME: &str = "TESUJI";
/// The property that lists the dead stones.
const DEAD: &str = "TESUJIDEAD";
/// The properties that must be readable: a fault in any other one does not matter here.
const NEEDED: [&str; 7] = ["SZ", "B", "W", "AB", "AW", "AE", "PL"];

/// What an SGF file says besides the moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Details {
    /// The game with its size and options, as in [`Sgf::game`].
    pub game: String,
    /// The komi, where the game has one.
    pub komi: Option<f64>,
    /// The stones set up before the first move, and the side that moves first then.
    pub stones: Vec<(Player, Vertex)>,
    /// The side that moves first.
    pub to_move: Player,
    /// The stones that both sides called dead when the result was counted.
    pub dead: Vec<Vertex>,
    /// The result, if the game is over.
    pub result: Option<String>,
}

/// Writes a game: its details and the steps of all turns.
///
/// # Errors
/// When the game has too many moves for the reader.
pub fn write(
    details: &Details,
    board: &Board,
    turns: &[(Player, Vec<Step>)],
) -> Result<String, RecordError> {
    let rows = board.shape().rows();
    let coordinates =
        |vertex: Vertex| Point { x: vertex.column() as u8 - 1, y: (rows - vertex.row()) as u8 };
    let point = |vertex: Vertex| Move::Move(coordinates(vertex));
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
    if moves.len() > MOST_NODES - 2 {
        return Err(RecordError::Sgf(format!("the game has more than {} moves", MOST_NODES - 2)));
    }
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
        text(GAME, &details.game),
    ];
    root.extend(details.komi.map(|komi| text("KM", &komi.to_string())));
    for (player, key) in [(Player::Black, "AB"), (Player::White, "AW")] {
        let stones = details.stones.iter().filter(|(side, _)| *side == player);
        let stones: Vec<_> = stones.map(|(_, vertex)| sgf_point(coordinates(*vertex))).collect();
        root.extend((!stones.is_empty()).then(|| Prop::Unknown(key.to_string(), stones)));
    }
    if !details.stones.is_empty() {
        root.push(text("PL", if details.to_move == Player::Black { "B" } else { "W" }));
    }
    if !details.dead.is_empty() {
        let dead = details.dead.iter().map(Vertex::to_string).collect();
        root.push(Prop::Unknown(DEAD.to_string(), dead));
    }
    root.extend(details.result.as_ref().map(|result| text("RE", result)));
    Ok(SgfNode::new(root, line, true).serialize() + "\n")
}

/// The nodes and variations of a text, those in property values left out.
fn nodes(text: &str) -> usize {
    let (mut nodes, mut in_value, mut escaped) = (0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_value => escaped = true,
            b']' => in_value = false,
            b'[' => in_value = true,
            b';' | b'(' if !in_value => nodes += 1,
            _ => {}
        }
    }
    nodes
}

/// A point as SGF writes it: a letter for the column, one for the row from the top.
fn sgf_point(point: Point) -> String {
    let letter =
        |number: u8| char::from(if number < 26 { b'a' + number } else { b'A' + number - 26 });
    format!("{}{}", letter(point.x), letter(point.y))
}

/// Reads the first game of an SGF collection, its main line.
///
/// # Errors
/// When the text is no SGF, sets stones up in the middle of the game or takes some off, or has a move
/// that is no point.
pub fn read(text: &str) -> Result<Sgf, RecordError> {
    let error = |reason: String| RecordError::Sgf(reason);
    if nodes(text) > MOST_NODES {
        return Err(error(format!("the file has more than {MOST_NODES} nodes")));
    }
    let games = sgf_parse::go::parse(text).map_err(|e| error(e.to_string()))?;
    let root = games.first().ok_or_else(|| error("the file holds no game".to_string()))?;
    let mut sgf = Sgf::default();
    let (mut moves, mut stones) = (Vec::new(), Vec::new());
    for node in root.main_variation() {
        for property in node.properties() {
            match property {
                Prop::SZ((columns, rows)) => sgf.size = Some((*columns, *rows)),
                Prop::RE(result) => sgf.result = Some(result.text.clone()),
                Prop::B(at) => moves.push((Player::Black, *at)),
                Prop::W(at) => moves.push((Player::White, *at)),
                Prop::KM(komi) => sgf.komi = Some(*komi),
                Prop::AB(points) if moves.is_empty() => {
                    stones.extend(points.iter().map(|&at| (Player::Black, at)));
                }
                Prop::AW(points) if moves.is_empty() => {
                    stones.extend(points.iter().map(|&at| (Player::White, at)));
                }
                Prop::AB(_) | Prop::AW(_) | Prop::AE(_) => {
                    let reason =
                        "stones set up or taken off after the first move cannot be replayed";
                    return Err(error(reason.to_string()));
                }
                Prop::PL(Color::Black) => sgf.to_move = Some(Player::Black),
                Prop::PL(Color::White) => sgf.to_move = Some(Player::White),
                Prop::Unknown(key, values) if key == GAME => sgf.game = values.first().cloned(),
                Prop::Unknown(key, values) if key == DEAD => {
                    let dead = values.iter().map(|name| name.parse());
                    sgf.dead = dead
                        .collect::<Result<_, _>>()
                        .map_err(|e: VertexError| error(e.to_string()))?;
                }
                Prop::Invalid(key, values) if NEEDED.contains(&key.as_str()) => {
                    return Err(error(format!("{key}[{}] cannot be read", values.join("]["))));
                }
                _ => {}
            }
        }
    }
    // Rows count from the top, so the moves wait for the size.
    let (columns, rows) = sgf.size.unwrap_or((19, 19));
    let vertex = |Point { x, y }: Point| match rows.checked_sub(y).filter(|&row| row > 0) {
        Some(row) => Ok(Vertex::new(u16::from(x) + 1, row.into())),
        None => {
            Err(error(format!("column {}, row {} from the top is off the board", x + 1, y + 1)))
        }
    };
    let part = |at| match at {
        Move::Pass => Ok(WordPart::Pass),
        // SGF's other way to write a pass, on boards that do not have that point.
        Move::Move(Point { x: 19, y: 19 }) if columns <= 19 && rows <= 19 => Ok(WordPart::Pass),
        Move::Move(point) => vertex(point).map(WordPart::Vertex),
    };
    for (player, at) in stones {
        sgf.stones.push((player, vertex(at)?));
    }
    sgf.stones.sort();
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
        let details = Details {
            game: "sendit 5 setup=none".to_string(),
            komi: None,
            stones: Vec::new(),
            to_move: Player::Black,
            dead: Vec::new(),
            result: Some("B+3".to_string()),
        };
        let text = write(&details, &board, &turns).unwrap();
        assert!(text.contains(";B[ai];B[ea];B[];W[])"), "{text}");
        let sgf = read(&text).unwrap();
        assert_eq!(sgf.game.as_deref(), Some("sendit 5 setup=none"));
        assert_eq!((sgf.size, sgf.result.as_deref()), (Some((9, 9)), Some("B+3")));
        let words: Vec<_> = sgf.words().map(|(p, w)| format!("{} {w}", p.letter())).collect();
        assert_eq!(words, ["b A1", "b E9", "b pass", "w pass"]);
    }

    #[test]
    fn what_other_programs_write_is_understood_or_does_not_matter() {
        let sgf = read("(;SZ[9]KM[]HA[0]GM[1];B[ee];W[tt];B[])").unwrap();
        let parts: Vec<_> = sgf.words().map(|(_, word)| word.to_string()).collect();
        assert_eq!((sgf.komi, parts), (None, vec!["E5".into(), "pass".into(), "pass".into()]));
        let big = read("(;SZ[25];B[tt])").unwrap();
        assert_eq!(big.words().next().unwrap().1.to_string(), "U6");
        let set_up = read("(;SZ[9]AB[aa]AW[bb]PL[B])").unwrap();
        assert_eq!((set_up.stones.len(), set_up.to_move), (2, Some(Player::Black)));
    }

    #[test]
    fn files_without_end_are_refused_before_they_exhaust_the_stack() {
        for deep in [";".repeat(200_000), "(;".repeat(200_000), "(;C[x]".repeat(200_000)] {
            let error = read(&format!("(;SZ[9]{deep})")).unwrap_err().to_string();
            assert_eq!(error, "SGF: the file has more than 10000 nodes");
        }
        let comment = format!("(;SZ[9]C[{}];B[aa])", ";(\\]".repeat(20_000));
        assert_eq!(read(&comment).unwrap().moves.len(), 1);
    }

    #[test]
    fn what_cannot_be_replayed_is_refused() {
        for text in ["", "hello", "(;B[aa];AB[bb])", "(;AE[aa])", "(;SZ[5];B[zz])", "(;B[aa]"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
