//! SGF as a text: the nodes of the first game's main line, each with its properties.
//!
//! The tree is walked without recursion and only its main line is kept, so its depth and the number of its variations
//! cost nothing. Every structural fault is found, in the variations too.

/// A property: its name in capitals, and its values with their escapes taken out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<String>,
}

/// The properties of a node in their order.
pub(super) type Node = Vec<Property>;

/// What was read of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MainLine {
    pub(super) nodes: Vec<Node>,
    /// Where the text stops before the game does, if so, and in what.
    pub(super) cut_off: Option<String>,
}

/// Where the first game of a text begins: at a parenthesis that a node follows. What stands before it does not count. Some
/// programs leave the semicolon of the first node out.
pub(super) fn beginning(text: &str) -> Option<usize> {
    let mut parentheses = text.match_indices('(').map(|(at, _)| at);
    parentheses.find(|at| {
        let rest = text[at + 1..].trim_start();
        rest.starts_with(';') || begins_with_property(rest)
    })
}

fn begins_with_property(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
    rest.len() < text.len() && rest.trim_start().starts_with('[')
}

/// The main line of the first game: of every node, the first that follows it.
///
/// # Errors
/// What is wrong and where, when the text breaks SGF's grammar.
pub(super) fn main_line(text: &str) -> Result<MainLine, String> {
    let start = beginning(text).ok_or("there is no (; with which a game begins")?;
    let mut reader = Reader { text, at: start };
    let mut line = MainLine::default();
    match reader.game(&mut line.nodes) {
        Ok(()) => {}
        Err(Fault::Wrong(reason)) => return Err(reason),
        Err(Fault::CutOff(how)) => line.cut_off = Some(how),
    }
    Ok(line)
}

/// Why a game cannot be read to its end.
enum Fault {
    /// The text ends.
    CutOff(String),
    /// Something stands where it may not.
    Wrong(String),
}

struct Reader<'a> {
    text: &'a str,
    /// The place in bytes: always between characters.
    at: usize,
}

impl Reader<'_> {
    fn game(&mut self, nodes: &mut Vec<Node>) -> Result<(), Fault> {
        let mut depth = 0;
        // The first variation of the first variation …: it is over where the first one closes.
        let mut on_main_line = true;
        // Some programs leave the semicolon of a variation's first node out.
        let (mut property_may_follow, mut node_is_open) = (false, false);
        loop {
            let begins = self.at;
            match self.next_mark("the end of the game")? {
                '(' => {
                    depth += 1;
                    (property_may_follow, node_is_open) = (true, false);
                }
                ')' => {
                    depth -= 1;
                    (on_main_line, property_may_follow) = (false, false);
                    if depth == 0 {
                        return Ok(());
                    }
                }
                ';' => {
                    (property_may_follow, node_is_open) = (true, true);
                    nodes.extend(on_main_line.then(Node::new));
                }
                letter if letter.is_ascii_alphabetic() && property_may_follow => {
                    if !node_is_open {
                        node_is_open = true;
                        nodes.extend(on_main_line.then(Node::new));
                    }
                    self.at = begins;
                    let property = self.property()?;
                    if let Some(node) = nodes.last_mut().filter(|_| on_main_line) {
                        node.push(property);
                    }
                }
                other => {
                    let expected = if property_may_follow { "a property, " } else { "" };
                    return Err(self.wrong(
                        self.at - other.len_utf8(),
                        &format!(
                            "\"{other}\" stands where {expected}a node or a parenthesis is expected"
                        ),
                    ));
                }
            }
        }
    }

    /// A property with its values.
    fn property(&mut self) -> Result<Property, Fault> {
        self.skip_blanks();
        let begins = self.at;
        let rest = &self.text[begins..];
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let written = &rest[..length];
        self.at += length;
        // Older files write names out: `Black` is B.
        let name: String = written.chars().filter(|c| !c.is_ascii_lowercase()).collect();
        if name.is_empty() {
            return Err(self.wrong(
                begins,
                &format!("\"{written}\" is no property: its name has no capital letter"),
            ));
        }
        let mut values = Vec::new();
        while self.peek() == Some('[') {
            values.push(self.value(&name)?);
        }
        match self.peek() {
            None if values.is_empty() => Err(self.cut_off(&format!("the value of {name}"))),
            Some(other) if values.is_empty() => Err(self.wrong(
                self.at,
                &format!("\"{other}\" stands where the value of {name} is expected"),
            )),
            _ => Ok(Property { name, values }),
        }
    }

    /// A value between its brackets.
    fn value(&mut self, name: &str) -> Result<String, Fault> {
        let begins = self.at;
        let mut value = String::new();
        let mut characters = self.text[begins + 1..].char_indices().peekable();
        while let Some((index, c)) = characters.next() {
            match c {
                ']' => {
                    self.at = begins + 1 + index + 1;
                    return Ok(value);
                }
                '\\' => match characters.next() {
                    // An escaped end of line is none, whether it is one character or two.
                    Some((_, end @ ('\n' | '\r'))) => {
                        let other = if end == '\n' { '\r' } else { '\n' };
                        characters.next_if(|&(_, c)| c == other);
                    }
                    Some((_, c)) => value.push(c),
                    None => {}
                },
                c => value.push(c),
            }
        }
        let place = self.place(begins);
        self.at = self.text.len();
        Err(self.cut_off(&format!("the ] of the value of {name} that begins at {place}")))
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        let blank = |c: char| c.is_whitespace() || c == '\0' || c == '\u{feff}';
        self.at += rest.len() - rest.trim_start_matches(blank).len();
    }

    /// The next character that is no blank, which stays.
    fn peek(&mut self) -> Option<char> {
        self.skip_blanks();
        self.text[self.at..].chars().next()
    }

    /// The next character that is no blank, which is taken.
    fn next_mark(&mut self, expected: &str) -> Result<char, Fault> {
        let mark = self.peek().ok_or_else(|| self.cut_off(expected))?;
        self.at += mark.len_utf8();
        Ok(mark)
    }

    fn wrong(&self, at: usize, reason: &str) -> Fault {
        Fault::Wrong(format!("{}: {reason}", self.place(at)))
    }

    fn cut_off(&self, missing: &str) -> Fault {
        Fault::CutOff(format!("it ends at {} before {missing}", self.place(self.text.len())))
    }

    /// A place for people.
    fn place(&self, at: usize) -> String {
        let before = &self.text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        format!("line {line}, column {column}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nodes as text, for comparison.
    fn shown(text: &str) -> String {
        let line = main_line(text).unwrap();
        assert_eq!(line.cut_off, None);
        let property = |p: &Property| format!("{}{:?}", p.name, p.values);
        let node = |node: &Node| node.iter().map(property).collect::<String>();
        line.nodes.iter().map(|n| format!(";{}", node(n))).collect()
    }

    #[test]
    fn the_main_line_is_the_first_variation_of_every_node() {
        let text = "(;SZ[9](;B[aa](;W[bb];B[cc])(;W[dd]))(;B[ee];W[ff]))(;SZ[5])";
        assert_eq!(shown(text), r#";SZ["9"];B["aa"];W["bb"];B["cc"]"#);
    }

    #[test]
    fn values_lose_their_escapes_and_nothing_else() {
        assert_eq!(shown(r"(;C[a\]b\\]B[(;)])"), r#";C["a]b\\"]B["(;)"]"#);
        assert_eq!(shown("(;C[a\\\r\nb\\\nc\nd])"), r#";C["abc\nd"]"#);
    }

    #[test]
    fn older_names_blanks_and_what_stands_around_a_game_are_allowed() {
        let text =
            "From: somebody (at home)\n\0\0( \r\n;GaMe [1]\n AddBlack[aa] [bb]\n;\n) and more";
        assert_eq!(shown(text), r#";GM["1"]AB["aa", "bb"];"#);
        let unmarked = "(\nSZ[9]GM[1];B[aa](W[bb]C[x](;B[dd]))(W[cc]))";
        let nodes = r#";SZ["9"]GM["1"];B["aa"];W["bb"]C["x"];B["dd"]"#;
        assert_eq!(shown(unmarked), nodes, "variations without the mark of their first node");
    }

    #[test]
    fn faults_are_named_with_their_place() {
        for (text, reason) in [
            ("hello", "there is no (; with which a game begins"),
            (
                "(;B[aa]\n!)",
                "line 2, column 1: \"!\" stands where a property, a node or a parenthesis is expected",
            ),
            (
                "(;B[aa](;B[bb])B[cc])",
                "line 1, column 16: \"B\" stands where a node or a parenthesis is expected",
            ),
            (
                "(;B[aa](;W[bb])(;W!))",
                "line 1, column 19: \"!\" stands where the value of W is expected",
            ),
            ("(;b[aa])", "line 1, column 3: \"b\" is no property: its name has no capital letter"),
        ] {
            assert_eq!(main_line(text).unwrap_err(), reason, "{text}");
        }
    }

    #[test]
    fn a_text_that_is_cut_off_tells_where_and_keeps_what_it_has() {
        for (text, nodes, how) in [
            ("(;B[aa];W[bb]", 2, "it ends at line 1, column 14 before the end of the game"),
            ("(;B[aa];W", 2, "it ends at line 1, column 10 before the value of W"),
            (
                "(;B[aa]\n;W[b",
                2,
                "it ends at line 2, column 5 before the ] of the value of W that begins at line 2, column 3",
            ),
        ] {
            let line = main_line(text).unwrap();
            assert_eq!((line.nodes.len(), line.cut_off.as_deref()), (nodes, Some(how)), "{text}");
        }
    }

    #[test]
    fn no_depth_exhausts_the_stack() {
        let deep = format!("(;SZ[9]{}{})", "(;B[aa]".repeat(200_000), ")".repeat(200_000));
        assert_eq!(main_line(&deep).unwrap().nodes.len(), 200_001);
    }
}
