//! The characters of an SGF file. It says its encoding itself, inside, or not at all, or wrongly. It matters: in
//! several encodings the second byte of a character may be that of `]` or `\`.

use super::sgf;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_8, WINDOWS_1252};
use std::borrow::Cow;

/// The text of an SGF file: of the encodings that it may have, the first in which all bytes are characters and all
/// brackets close. The one that it names comes first, then UTF-8, then what its letters look like, in the end Latin-1.
pub(super) fn of_sgf(bytes: &[u8]) -> Cow<'_, str> {
    if bytes.is_ascii() {
        return UTF_8.decode_without_bom_handling(bytes).0;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    let looks_like = detector.guess(None, Utf8Detection::Deny);
    let others = [UTF_8, looks_like, GB18030, SHIFT_JIS, EUC_KR, BIG5, WINDOWS_1252];
    let mut candidates = named(bytes).into_iter().chain(others);
    let sound = |encoding: &'static Encoding| {
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
        sgf::is_sound(&text).then_some(text)
    };
    // Where none will do, names and comments may be lost, and what is wrong is said later.
    let fallback = || named(bytes).unwrap_or(UTF_8).decode_without_bom_handling(bytes).0;
    candidates.find_map(sound).unwrap_or_else(fallback)
}

/// The encoding that a file names in its property CA.
fn named(bytes: &[u8]) -> Option<&'static Encoding> {
    let starts = bytes.windows(3).position(|window| window == b"CA[")?;
    let rest = &bytes[starts + 3..];
    let length = rest.iter().position(|&byte| byte == b']')?;
    Encoding::for_label(&rest[..length])
}

/// The name of an encoding whose characters all have several bytes, by its mark or by its empty bytes.
pub(super) fn wide(bytes: &[u8]) -> Option<&'static str> {
    let empty = |from: usize, step: usize| {
        let mut bytes = bytes.iter().take(64).skip(from).step_by(step).peekable();
        bytes.peek().is_some() && bytes.all(|&byte| byte == 0)
    };
    match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Some("UTF-32"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("UTF-16"),
        [first, second, ..] if (*first == 0) != (*second == 0) && (empty(0, 2) || empty(1, 2)) => {
            Some("UTF-16 or UTF-32")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::decode;
    use super::super::sgf::Sgf;
    use super::*;

    /// The comment of a file and the number of moves in it.
    fn read(bytes: &[u8]) -> (String, usize) {
        let text = decode(bytes).unwrap();
        let game = Sgf::read(&text).unwrap();
        let comment = text.split_once("]C[").or(text.split_once("C[")).unwrap().1;
        (comment.rsplit_once("];B[dd]").unwrap().0.to_string(), game.events.len())
    }

    /// A file with a comment in some encoding, which it may name.
    fn file(comment: &str, encoding: &'static Encoding, named: bool) -> Vec<u8> {
        let (comment, _, lossy) = encoding.encode(comment);
        assert!(!lossy);
        let name = if named { format!("CA[{}]", encoding.name()) } else { String::new() };
        [format!("(;GM[1]{name}C[").as_bytes(), &comment, b"];B[dd];W[ee])"].concat()
    }

    #[test]
    fn second_bytes_end_no_value() {
        // Second bytes of these are those of \ and ].
        let japanese = "日本棋院の囲碁ソフト、対局の表示と能力の予測。ソ゛構";
        let chinese = "中国围棋协会的对局，黑方先行，白方贴目。鎈俓榎";
        for (comment, encoding) in [(japanese, SHIFT_JIS), (chinese, GB18030)] {
            let bytes = file(comment, encoding, true);
            assert_eq!(read(&bytes), (comment.to_string(), 2), "named");
            let bytes = file(comment, encoding, false);
            assert_eq!(read(&bytes), (comment.to_string(), 2), "not named");
        }
    }

    #[test]
    fn every_way_to_write_a_name_is_read() {
        for encoding in [UTF_8, WINDOWS_1252] {
            assert_eq!(read(&file("Jörg gegen Søren", encoding, false)).0, "Jörg gegen Søren");
        }
        let wrongly = [b"(;CA[GB18030]C[".as_slice(), "Jörg".as_bytes(), b"];B[dd])"].concat();
        assert_eq!(read(&wrongly).1, 1, "whatever its name has become");
        let both = [b"(;CA[UTF-8]C[".as_slice(), b"J\xf6rg", b"];B[dd])"].concat();
        assert_eq!(read(&both), ("Jörg".to_string(), 1), "it names what it is not");
    }

    #[test]
    fn wide_characters_are_refused_by_name() {
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
        for text in ["\u{feff}(;SZ[9])", "(;SZ[9])"] {
            let error = decode(&wide(text)).unwrap_err().to_string();
            assert!(error.starts_with("it is UTF-16"), "{error}");
        }
        assert!(decode(b"\0\0\0(;SZ[9])").is_ok(), "blanks before it");
    }
}
