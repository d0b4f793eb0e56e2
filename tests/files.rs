//! Files as other programs, servers and accidents leave them.

use tesuji::catalog;
use tesuji::replay::{Options, replay};
use tesuji::rules::{self, Player, Size};
use tesuji::table::Table;

/// The table after an SGF file of Go, loaded where 9 × 9 is being played.
fn go(text: &str) -> Result<Table, String> {
    let playing = catalog::game("go").unwrap();
    let playing = playing.variant(Size::side(9), rules::Options::defaults(playing)).unwrap();
    Table::load(text, &playing, usize::MAX).map_err(|error| error.to_string())
}

fn komi(text: &str) -> Result<f64, String> {
    Ok(go(text)?.position().frame().komi.unwrap())
}

#[test]
fn files_of_go_that_name_no_size_are_of_19_columns_and_rows() {
    let table = go("(;GM[1]FF[4];B[pd])").unwrap();
    assert_eq!(table.board().shape().columns(), 19);
    assert_eq!(table.last_turn().unwrap().steps.len(), 1);
    let medusa = catalog::game("medusa").unwrap().default_variant();
    let table = Table::load("(;GM[1])", &medusa, usize::MAX).unwrap();
    assert_eq!(table.variant().size, medusa.size, "other games are of the size being played");
    let error = Table::load("(;GM[11])", &medusa, usize::MAX).err().unwrap();
    assert_eq!(error.to_string(), "GM[11] is another game than Medusa");
}

#[test]
fn a_komi_is_what_is_meant_or_an_error() {
    for (written, expected) in [
        ("6.5", 6.5),
        ("0", 0.0),
        ("-3", -3.0),
        ("650", 6.5),
        ("550", 5.5),
        ("375", 7.5),
        ("325", 6.5),
        ("-750", -7.5),
        ("2", 2.0),
    ] {
        assert_eq!(komi(&format!("(;KM[{written}])")), Ok(expected), "{written}");
    }
    assert_eq!(komi("(;KM[])"), Ok(7.5), "nothing is said");
    // On a small board the first player may be worth the whole of it, or the komi be that of a larger one.
    assert_eq!(komi("(;SZ[5]KM[25])"), Ok(25.0));
    assert_eq!(komi("(;SZ[2]KM[7.5])"), Ok(7.5));
    for (written, expected) in [
        ("6,5", "SGF: KM[6,5] is not a komi"),
        ("inf", "KM[inf] can be no komi of a board of 361 points"),
        ("NaN", "KM[NaN] can be no komi of a board of 361 points"),
        ("1e9", "KM[1000000000] can be no komi of a board of 361 points"),
        ("361.5", "KM[361.5] can be no komi of a board of 361 points"),
    ] {
        assert_eq!(komi(&format!("(;KM[{written}])")), Err(expected.to_string()));
    }
    let options =
        Options { playing: Some(go("(;)").unwrap().variant().clone()), ..Options::default() };
    let report = replay("(;KM[375])", &options).unwrap();
    assert_eq!(report.notes, ["KM[375] means 7.5: no komi is as large"]);
    assert!(report.to_string().contains("note: KM[375]"), "{report}");
}

#[test]
fn stones_set_up_in_the_middle_begin_a_new_history() {
    let text =
        "(;SZ[9];AB[aa][bb]AW[cc];AE[bb];B[ee];W[ff];AE[ee]AB[gg:hg]PL[W]C[later];W[ii];B[])";
    let mut table = go(text).unwrap();
    let stones = |table: &Table| table.position().frame().rows().concat();
    assert_eq!(table.turns().len(), 2, "the moves since then");
    let later = stones(&table);
    assert_eq!((later.matches('b').count(), later.matches('w').count()), (3, 3), "{later}");
    table.undo(2).unwrap();
    assert!(table.undo(1).is_err());
    assert_eq!(table.position().to_move(), Player::White);
    // Moves are counted through, and what is set up before the one that is left out stands.
    let playing = go("(;)").unwrap().variant().clone();
    let third = Table::load(text, &playing, 2).unwrap();
    assert_eq!((third.turns().len(), stones(&third)), (0, stones(&table)));
    // Captures before it are no captures of the new history.
    let captures = "(;SZ[9];B[ba];W[aa];B[ab];AW[ii];W[cc];B[dd])";
    let options = Options { playing: Some(playing), ..Options::default() };
    let found = replay(captures, &options).unwrap().turns;
    assert_eq!(found.iter().map(|turn| turn.captures.found).collect::<Vec<_>>(), [0, 0, 1, 0, 0]);
    // A handicap is White's turn, unless the file says otherwise.
    for (text, side) in [
        ("(;SZ[9]HA[2]AB[cc][gg])", Player::White),
        ("(;SZ[9]AB[cc][gg]PL[B])", Player::Black),
        ("(;SZ[9]AB[cc][gg];B[aa];W[bb])", Player::Black),
        ("(;SZ[9]AB[cc]AW[gg])", Player::Black),
        ("(;SZ[9];B[aa];AB[cc])", Player::White),
    ] {
        assert_eq!(go(text).unwrap().position().to_move(), side, "{text}");
    }
}

#[test]
fn what_cannot_be_set_up_says_why() {
    for (text, reason) in [
        ("(;SZ[9]AB[ba][ab]AW[aa])", "the group of A9 has no liberty"),
        (
            "(;SZ[9]AB[zz])",
            "SGF: column 26, row 26 from the top is off the board, which has 9 columns and 9 rows",
        ),
        ("(;SZ[9]AB[K10])", "K10 is not on the board"),
        (
            "(;SZ[9];B[aa];W[ja])",
            "move 2, SGF: column 10, row 1 from the top is off the board, which has 9 columns and 9 rows",
        ),
        ("(;SZ[9];B[aa];W[aa])", "move 2, White A9: A9 is occupied"),
    ] {
        let error = go(text).err().unwrap();
        assert!(error.ends_with(reason), "{text}: {error}");
    }
    let medusa = catalog::game("medusa").unwrap().default_variant();
    let load = |text: &str| Table::load(text, &medusa, usize::MAX);
    let error = load("(;AB[aj])").err().unwrap().to_string();
    assert_eq!(error, "set-up stones and sides (AB, AW, AE, PL) of Medusa cannot be replayed");
    assert!(load("(;PL[B])").is_ok(), "it is Black's turn anyway");
}

#[test]
fn text_before_a_game_is_skipped() {
    let sgf = std::fs::read_to_string("tests/data/games/sendit-5.sgf").unwrap();
    for before in ["From: a friend (see below)\n\n", "\0\0\0", "\u{feff}", "\n \t"] {
        let text = format!("{before}{sgf}\n-- \nBye");
        assert!(!replay(&text, &Options::default()).unwrap().differs(), "{before:?}");
    }
}

#[test]
fn a_file_that_is_cut_off_is_replayed_only_when_asked_for() {
    let lenient = Options { lenient: true, ..Options::default() };
    for name in ["rush-5.jsonl", "sendit-5.sgf"] {
        let whole = std::fs::read_to_string(format!("tests/data/games/{name}")).unwrap();
        assert_eq!(replay(&whole, &lenient).unwrap(), replay(&whole, &Options::default()).unwrap());
        let cut = &whole[..whole.len() * 2 / 3];
        assert!(replay(cut, &Options::default()).unwrap_err().to_string().contains("cut off"));
        let report = replay(cut, &lenient).unwrap();
        assert!(!report.differs() && report.turns.len() > 5, "{report}");
        assert!(report.notes[0].starts_with("the file is cut off: "), "{report}");
    }
}

#[test]
fn names_of_players_in_any_encoding_are_no_obstacle() {
    let sgf = std::fs::read("tests/data/games/sendit-5.sgf").unwrap();
    let latin = [b"(;PB[J\xf6rg]".as_slice(), &sgf[2..]].concat();
    let text = tesuji::records::decode(&latin).unwrap();
    assert!(!replay(&text, &Options::default()).unwrap().differs());
    let error = tesuji::records::decode(b"{\"game\":\"\xf6\"}").unwrap_err();
    assert_eq!(error.to_string(), "it is not UTF-8");
}
