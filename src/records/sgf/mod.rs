//! Games as SGF: for programs that read nothing else.
//!
//! Each step is a node of its own (a group move two: the stone, then where it goes), and an explicit end
//! of a turn is an empty move, as GoGui writes such games. The game is named in the private property
//! `TESUJI`; a file without it is read as a game of whatever is being played, of the size of its `SZ`.
//!
//! Other programs' files are read as they are: in any encoding but wide ones, with text before the game, with the names and
//! vertices of older formats, with stones set up in the middle. What stands in a property that matters must be
//! readable, and nothing is guessed.

mod tree;

use self::tree::Property;
use super::RecordError;
use crate::board::{Board, Shape, Vertex};
use crate::rules::{Player, Step, Word, WordPart};

/// What an SGF file holds: its first game, of that the main line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sgf {
    /// The game with its size and options, as `NAME SIZE KEY=VALUE …`, where the file names it.
    pub game: Option<String>,
    /// The number that SGF has for the game, where the file says so: 1 is Go, and what other programs write for ours.
    pub kind: Option<u32>,
    /// Columns and rows, where the file says so.
    pub size: Option<(u16, u16)>,
    /// The komi as written, where the file says so.
    pub komi: Option<f64>,
    /// The moves of the main line, and what else happens to the board.
    pub events: Vec<Event>,
    /// The stones that both sides called dead when the result was counted.
    pub dead: Vec<Vertex>,
    /// The result, where the file has one.
    pub result: Option<String>,
}

/// What happens to the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A move: a step of a turn, or half of a group move.
    Move(Player, At),
    /// A change by hand.
    SetUp(SetUp),
}

/// Stones that are put on the board or taken off it without a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetUp {
    /// Rectangles from one corner to the other, and what stands on all of their points then.
    pub stones: Vec<(Option<Player>, At, At)>,
    /// The side that moves next, as the file says or shows by its next move.
    pub to_move: Option<Player>,
}

/// A point as an SGF file names it: which one it is depends on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// None: a pass.
    Pass,
    /// So many columns from the left and rows from the top, from 1: two letters.
    FromTop {
        /// The column.
        column: u16,
        /// The row from the top.
        row: u16,
    },
    /// A vertex by its name, as older files have it: `R16`.
    Named(Vertex),
}

impl At {
    /// The vertex or pass on a board, as a word.
    ///
    /// # Errors
    /// When its column or row is off the board.
    pub fn word(self, shape: Shape) -> Result<Word, RecordError> {
        Ok(self.vertex(shape)?.map_or(WordPart::Pass, WordPart::Vertex).into())
    }

    /// The vertex on a board; none for a pass.
    fn vertex(self, shape: Shape) -> Result<Option<Vertex>, RecordError> {
        let (columns, rows) = (shape.columns(), shape.rows());
        match self {
            At::Pass => Ok(None),
            // SGF's other way to write a pass, on boards that do not have that point.
            At::FromTop { column: 20, row: 20 } if columns <= 19 && rows <= 19 => Ok(None),
            At::FromTop { column, row } if column <= columns && row <= rows => {
                Ok(Some(Vertex::new(column, rows - row + 1)))
            }
            At::FromTop { column, row } => Err(RecordError::Sgf(format!(
                "column {column}, row {row} from the top is off the board, which has {columns} columns and {rows} rows"
            ))),
            At::Named(vertex) => Ok(Some(vertex)),
        }
    }
}

impl SetUp {
    /// The vertices of a board in the order in which they are set, each with what stands there then. Some of them may be
    /// no points of the board, where it does not fill its columns and rows.
    ///
    /// # Errors
    /// When a corner is off the board.
    pub fn vertices(&self, shape: Shape) -> Result<Vec<(Vertex, Option<Player>)>, RecordError> {
        let mut vertices = Vec::new();
        let corner = |at: At| {
            let vertex = at.vertex(shape)?;
            vertex
                .ok_or_else(|| RecordError::Sgf("a stone is set up where no point is".to_string()))
        };
        for &(stone, one, other) in &self.stones {
            let (one, other) = (corner(one)?, corner(other)?);
            let range = |one: u16, other: u16| one.min(other)..=one.max(other);
            for column in range(one.column(), other.column()) {
                let rows = range(one.row(), other.row());
                vertices.extend(rows.map(|row| (Vertex::new(column, row), stone)));
            }
        }
        Ok(vertices)
    }
}

/// The property that names the game.
const GAME: &str = "TESUJI";
/// The property that lists the dead stones.
const DEAD: &str = "TESUJIDEAD";

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
pub fn write(details: &Details, board: &Board, turns: &[(Player, Vec<Step>)]) -> String {
    let (columns, rows) = (board.shape().columns(), board.shape().rows());
    let point = |vertex: Vertex| {
        [letter(vertex.column()), letter(rows - vertex.row() + 1)].iter().collect::<String>()
    };
    let size = if columns == rows { rows.to_string() } else { format!("{columns}:{rows}") };
    let mut text = "(;FF[4]CA[UTF-8]".to_string();
    let program = concat!("tesuji:", env!("CARGO_PKG_VERSION")).to_string();
    text.push_str(&property("AP", [program]));
    text.push_str(&property("SZ", [size]));
    text.push_str(&property(GAME, [details.game.clone()]));
    text.push_str(&property("KM", details.komi.map(|komi| komi.to_string())));
    for (player, name) in [(Player::Black, "AB"), (Player::White, "AW")] {
        let stones = details.stones.iter().filter(|(side, _)| *side == player);
        text.push_str(&property(name, stones.map(|(_, vertex)| point(*vertex))));
    }
    let to_move = (!details.stones.is_empty()).then(|| colour(details.to_move).to_string());
    text.push_str(&property("PL", to_move));
    text.push_str(&property(DEAD, details.dead.iter().map(Vertex::to_string)));
    text.push_str(&property("RE", details.result.clone()));
    for (player, steps) in turns {
        let places = steps.iter().flat_map(|step| match *step {
            Step::Place(at) => vec![point(board.vertex(at))],
            Step::Move { from, to } => vec![point(board.vertex(from)), point(board.vertex(to))],
            Step::Pass => vec![String::new()],
        });
        places.for_each(|place| text.push_str(&format!(";{}[{place}]", colour(*player))));
    }
    text + ")\n"
}

/// A property as text; nothing if it has no values.
fn property(name: &str, values: impl IntoIterator<Item = String>) -> String {
    let escaped = |value: String| value.replace('\\', "\\\\").replace(']', "\\]");
    let values: String = values.into_iter().map(|value| format!("[{}]", escaped(value))).collect();
    if values.is_empty() { values } else { format!("{name}{values}") }
}

fn colour(player: Player) -> char {
    player.letter().to_ascii_uppercase()
}

/// The letter of a column, or of a row from the top: no board has more of them than SGF has letters.
fn letter(number: u16) -> char {
    let letters = ('a'..='z').chain('A'..='Z');
    letters.clone().nth(usize::from(number) - 1).expect("boards have 52 columns and rows at most")
}

/// Whether there is a game in a text, whatever stands before it.
pub(super) fn begins_in(text: &str) -> bool {
    tree::beginning(text).is_some()
}

/// Whether the first game of a text is written as the grammar demands, and to its end.
pub(super) fn is_sound(text: &str) -> bool {
    tree::main_line(text).is_ok_and(|line| line.cut_off.is_none())
}

impl Sgf {
    /// Reads the first game of an SGF collection, its main line.
    ///
    /// # Errors
    /// When the text is no SGF or is cut off, or a property that matters cannot be read.
    pub fn read(text: &str) -> Result<Sgf, RecordError> {
        match Sgf::read_what_is_there(text)? {
            (sgf, None) => Ok(sgf),
            (_, Some(how)) => Err(RecordError::SgfCutOff(how)),
        }
    }

    /// Reads it also where the text stops before the game does, and says where then. What it stops in the middle of is not
    /// read.
    ///
    /// # Errors
    /// When the text is no SGF, or a property that matters cannot be read.
    pub fn read_what_is_there(text: &str) -> Result<(Sgf, Option<String>), RecordError> {
        let line = tree::main_line(text).map_err(RecordError::Sgf)?;
        let mut sgf = Sgf::default();
        for node in &line.nodes {
            sgf.read_node(node).map_err(RecordError::Sgf)?;
        }
        sgf.note_next_sides();
        Ok((sgf, line.cut_off))
    }

    /// Reads a node. What is set up in it stands before its move is made, whatever their order.
    fn read_node(&mut self, node: &[Property]) -> Result<(), String> {
        let (mut set_up, mut moves) = (SetUp::default(), Vec::new());
        for property in node {
            match property.name.as_str() {
                GAME => self.game = Some(single(property)?.to_string()),
                "GM" => self.kind = number(property, "the number of a game")?,
                "SZ" => self.size = size(property)?,
                "KM" => self.komi = number(property, "a komi")?,
                "RE" => self.result = Some(single(property)?.to_string()),
                DEAD => {
                    let dead = property.values.iter().map(|name| vertex(name));
                    self.dead = dead.collect::<Result<_, _>>()?;
                }
                "B" => moves.push(Event::Move(Player::Black, at(property, single(property)?)?)),
                "W" => moves.push(Event::Move(Player::White, at(property, single(property)?)?)),
                "AB" => set_up.add(Some(Player::Black), property)?,
                "AW" => set_up.add(Some(Player::White), property)?,
                "AE" => set_up.add(None, property)?,
                "PL" => set_up.to_move = side(property)?,
                _ => {}
            }
        }
        self.events.extend((set_up != SetUp::default()).then_some(Event::SetUp(set_up)));
        self.events.extend(moves);
        Ok(())
    }

    /// Where nothing says who moves after stones were set up, the next move shows it.
    fn note_next_sides(&mut self) {
        let mut next = None;
        for event in self.events.iter_mut().rev() {
            match event {
                Event::Move(player, _) => next = Some(*player),
                Event::SetUp(set_up) => {
                    set_up.to_move = set_up.to_move.or(next);
                    next = set_up.to_move;
                }
            }
        }
    }
}

impl SetUp {
    /// Adds what a property sets up: points, and rectangles by two corners.
    fn add(&mut self, stone: Option<Player>, property: &Property) -> Result<(), String> {
        for value in property.values.iter().filter(|value| !value.trim().is_empty()) {
            let (one, other) = value.split_once(':').unwrap_or((value, value));
            self.stones.push((stone, at(property, one)?, at(property, other)?));
        }
        Ok(())
    }
}

/// The only value of a property.
fn single(property: &Property) -> Result<&str, String> {
    match property.values.as_slice() {
        [value] => Ok(value.trim()),
        values => Err(format!("{} has {} values instead of one", property.name, values.len())),
    }
}

/// The number that a property has; none where it is empty.
fn number<T: std::str::FromStr>(property: &Property, what: &str) -> Result<Option<T>, String> {
    let value = single(property)?;
    let number = value.parse().map_err(|_| format!("{}[{value}] is not {what}", property.name));
    if value.is_empty() { Ok(None) } else { number.map(Some) }
}

/// Columns and rows; none where nothing is said.
fn size(property: &Property) -> Result<Option<(u16, u16)>, String> {
    let value = single(property)?;
    if value.is_empty() {
        return Ok(None);
    }
    let (columns, rows) = value.split_once(':').unwrap_or((value, value));
    let number = |text: &str| text.trim().parse().ok().filter(|&number: &u16| number > 0);
    let size = number(columns).zip(number(rows));
    size.map(Some)
        .ok_or_else(|| format!("SZ[{value}] is no size: that is a number, or columns:rows"))
}

/// A side. Some older programs number them.
fn side(property: &Property) -> Result<Option<Player>, String> {
    let value = single(property)?;
    match value.to_ascii_lowercase().as_str() {
        "" => Ok(None),
        "b" | "black" | "1" => Ok(Some(Player::Black)),
        "w" | "white" | "2" => Ok(Some(Player::White)),
        _ => Err(format!("PL[{value}] is no side: that is B or W")),
    }
}

/// A point: two letters, or a letter and a number.
fn at(property: &Property, text: &str) -> Result<At, String> {
    let text = text.trim();
    match *text.as_bytes() {
        [] => Ok(At::Pass),
        [column, row] if column.is_ascii_alphabetic() && row.is_ascii_alphabetic() => {
            Ok(At::FromTop { column: count(column), row: count(row) })
        }
        _ if text.eq_ignore_ascii_case("pass") => Ok(At::Pass),
        _ => text.parse().map(At::Named).map_err(|_| {
            format!(
                "{}[{text}] is no point: that is two letters, as in {}[dp]",
                property.name, property.name
            )
        }),
    }
}

/// The number that a letter stands for, from 1.
fn count(letter: u8) -> u16 {
    let number = if letter.is_ascii_lowercase() { letter - b'a' } else { letter - b'A' + 26 };
    u16::from(number) + 1
}

fn vertex(name: &str) -> Result<Vertex, String> {
    name.trim().parse().map_err(|error| format!("{DEAD}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: Shape = Shape::Rectangle { columns: 9, rows: 9 };

    /// The moves as words of one vertex or pass.
    fn words(sgf: &Sgf, shape: Shape) -> Vec<String> {
        let moves = sgf.events.iter().filter_map(|event| match event {
            Event::Move(player, at) => {
                Some(format!("{} {}", player.letter(), at.word(shape).unwrap()))
            }
            Event::SetUp(_) => None,
        });
        moves.collect()
    }

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
        let text = write(&details, &board, &turns);
        assert!(text.contains(";B[ai];B[ea];B[];W[])"), "{text}");
        let sgf = Sgf::read(&text).unwrap();
        assert_eq!(sgf.game.as_deref(), Some("sendit 5 setup=none"));
        assert_eq!((sgf.size, sgf.result.as_deref()), (Some((9, 9)), Some("B+3")));
        assert_eq!(words(&sgf, board.shape()), ["b A1", "b E9", "b pass", "w pass"]);
    }

    #[test]
    fn what_is_written_of_a_game_is_read_again() {
        let details = Details {
            game: r"go 3x2 odd=[\]".to_string(),
            komi: Some(-0.5),
            stones: vec![(Player::Black, Vertex::new(1, 2)), (Player::White, Vertex::new(3, 1))],
            to_move: Player::White,
            dead: vec![Vertex::new(1, 2)],
            result: None,
        };
        let board = Board::new(Shape::Rectangle { columns: 3, rows: 2 });
        let sgf = Sgf::read(&write(&details, &board, &[])).unwrap();
        assert_eq!(sgf.game.as_ref(), Some(&details.game));
        assert_eq!((sgf.komi, sgf.size), (details.komi, Some((3, 2))));
        assert_eq!((&sgf.dead, sgf.result), (&details.dead, None));
        let [Event::SetUp(set_up)] = sgf.events.as_slice() else { panic!("{:?}", sgf.events) };
        let stones = details.stones.iter().map(|&(player, at)| (at, Some(player)));
        assert_eq!(set_up.vertices(board.shape()).unwrap(), stones.collect::<Vec<_>>());
        assert_eq!(set_up.to_move, Some(Player::White));
    }

    #[test]
    fn what_other_programs_write_is_understood_or_does_not_matter() {
        let sgf = Sgf::read("(;SZ[9]KM[]HA[0]GM[1];B[ee];W[tt];B[];White[C3];B[ PASS ])").unwrap();
        assert_eq!(words(&sgf, SQUARE), ["b E5", "w pass", "b pass", "w C3", "b pass"]);
        assert_eq!((sgf.komi, sgf.kind), (None, Some(1)));
        let big = Sgf::read("(;SZ[25];B[tt])").unwrap();
        assert_eq!(words(&big, Shape::Rectangle { columns: 25, rows: 25 }), ["b U6"]);
    }

    #[test]
    fn stones_are_set_up_by_points_and_rectangles_before_the_move_of_their_node() {
        let sgf = Sgf::read("(;SZ[9];W[aa]AB[bb]AE[dc:cd];AW[j9]PL[B];W[cc];AE[aa])").unwrap();
        let set_ups = sgf.events.iter().map(|event| match event {
            Event::Move(player, _) => format!("{} moves", player.letter()),
            Event::SetUp(set_up) => {
                let stone = |stone: Option<Player>| stone.map_or('.', Player::letter);
                let vertices = set_up.vertices(SQUARE);
                let vertices =
                    vertices.unwrap().into_iter().map(|(v, s)| format!("{} {v}", stone(s)));
                format!("{}: {:?}", stone(set_up.to_move), vertices.collect::<Vec<_>>())
            }
        });
        let expected = [
            r#"w: ["b B8", ". C6", ". C7", ". D6", ". D7"]"#,
            "w moves",
            r#"b: ["w J9"]"#,
            "w moves",
            r#".: [". A9"]"#,
        ];
        assert_eq!(set_ups.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_matters_must_be_readable() {
        for (text, reason) in [
            ("(;KM[6,5])", "KM[6,5] is not a komi"),
            ("(;GM[Go])", "GM[Go] is not the number of a game"),
            ("(;SZ[0])", "SZ[0] is no size: that is a number, or columns:rows"),
            ("(;SZ[19][9])", "SZ has 2 values instead of one"),
            ("(;SZ[9:])", "SZ[9:] is no size: that is a number, or columns:rows"),
            ("(;B[abc])", "B[abc] is no point: that is two letters, as in B[dp]"),
            ("(;AB[aa:b])", "AB[b] is no point: that is two letters, as in AB[dp]"),
            ("(;PL[3])", "PL[3] is no side: that is B or W"),
            ("(;PL[red])", "PL[red] is no side: that is B or W"),
        ] {
            assert_eq!(
                Sgf::read(text).unwrap_err().to_string(),
                format!("SGF: {reason}"),
                "{text}"
            );
        }
        assert_eq!(Sgf::read("(;SZ[]PL[]C[x][y]XX[no]TM[])").unwrap(), Sgf::default());
    }

    #[test]
    fn a_file_that_is_cut_off_is_read_only_when_asked_for() {
        let text = "(;SZ[9];B[aa];W[b";
        let error = Sgf::read(text).unwrap_err().to_string();
        let how = "it ends at line 1, column 18 before the ] of the value of W that begins at line 1, column 16";
        assert_eq!(error, format!("SGF: the file is cut off: {how}"));
        let (sgf, cut_off) = Sgf::read_what_is_there(text).unwrap();
        assert_eq!(
            (words(&sgf, SQUARE), cut_off.as_deref()),
            (vec!["b A9".to_string()], Some(how))
        );
    }

    #[test]
    fn points_off_the_board_are_told_from_passes() {
        let at = |column, row| At::FromTop { column, row };
        assert_eq!(at(20, 20).word(SQUARE), Ok(WordPart::Pass.into()));
        let error = at(20, 19).word(SQUARE).unwrap_err().to_string();
        let expected =
            "SGF: column 20, row 19 from the top is off the board, which has 9 columns and 9 rows";
        assert_eq!(error, expected);
        let set_up = SetUp { stones: vec![(None, At::Pass, At::Pass)], to_move: None };
        assert!(set_up.vertices(SQUARE).is_err());
    }
}
