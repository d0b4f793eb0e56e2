//! Positions as one line of text.
//!
//! ```text
//! game=G size=S rules=KEY:VALUE,… komi=K stones=ROW/ROW/… to_move=b|w turn=N steps=STEP+STEP…
//! frozen=POINT,POINT,… consecutive_passes=N passes=B,W captures=B,W marker=M ; order=STEP+STEP… seen=KEY,KEY,…
//! ```
//!
//! Rows are written from the top, a point being `b`, `w` or `.`; `turn` counts from 1; `steps` are those of
//! the open turn in the order of their points, `-` where there are none; pairs are Black's and White's;
//! `komi`, `frozen` and `marker` are `-`, and may be left out, in games that have none.
//! What follows the `;` may be left out: `order`, the steps in the order of play, and `seen`, the
//! keys of the positions at the start of every turn so far, which only repetition needs.

use super::{Ending, Frame, Game, Options, Player, Refusal, Size, Step, Stones, Word};
use std::collections::BTreeMap;

/// Why a text is no position.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// The text cannot be read.
    #[error("{0}")]
    Form(String),
    /// It can be read, but no game stands so.
    #[error(transparent)]
    Impossible(#[from] Refusal),
}

fn form<T>(message: impl Into<String>) -> Result<T, TextError> {
    Err(TextError::Form(message.into()))
}

fn impossible<T>(message: impl Into<String>) -> Result<T, TextError> {
    Err(TextError::Impossible(Refusal(message.into())))
}

/// The keys of the text before and after the `;`, in their canonical order.
const KEYS: [&str; 13] = [
    "game",
    "size",
    "rules",
    "komi",
    "stones",
    "to_move",
    "turn",
    "steps",
    "frozen",
    "consecutive_passes",
    "passes",
    "captures",
    "marker",
];
const HISTORY_KEYS: [&str; 2] = ["order", "seen"];

/// The name of the game in a position's text.
///
/// # Errors
/// When the text names no game.
pub fn game_of_text(text: &str) -> Result<&str, TextError> {
    let game = text.split_whitespace().find_map(|field| field.strip_prefix("game="));
    game.map_or_else(|| form("the position names no game: game=… is missing"), Ok)
}

/// The hash of a text: FNV-1a of 64 bits. Of a position's text, the part before the `;` without the
/// field `turn` counts.
pub fn text_hash(text: &str) -> u64 {
    let fields = text.split(" ;").next().unwrap_or(text).split(' ');
    let counted: Vec<_> = fields.filter(|field| !field.starts_with("turn=")).collect();
    bytes_hash(counted.join(" ").bytes())
}

/// The hash of some bytes: FNV-1a of 64 bits.
pub fn bytes_hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

impl Frame {
    /// The whole line: two equal ones have equal legal steps for the rest of the game.
    pub fn text(&self) -> String {
        let seen: Vec<_> =
            self.repetition.latest_first().map(|key| format!("{key:016x}")).collect();
        let seen: Vec<_> = seen.into_iter().rev().collect();
        let order = or_dash(Step::join(&self.turn_steps, self.board()));
        format!("{} ; order={order} seen={}", self.comparable_text(), or_dash(seen.join(",")))
    }

    /// The line up to the `;`: what two programs that follow one game have in common.
    pub fn comparable_text(&self) -> String {
        let variant = self.variant();
        let rules: Vec<_> =
            variant.options.iter().map(|(key, value)| format!("{key}:{value}")).collect();
        let mut steps = self.turn_steps.clone();
        steps.sort_unstable();
        let frozen = self.frozen.iter().map(|point| self.board().vertex(point).to_string());
        let tally = &self.tally;
        let values: [String; KEYS.len()] = [
            variant.game.name.to_string(),
            variant.size.to_string(),
            or_dash(rules.join(",")),
            self.komi.map_or("-".to_string(), |komi| komi.to_string()),
            self.rows().join("/"),
            self.to_move.letter().to_string(),
            (self.turn + 1).to_string(),
            or_dash(Step::join(&steps, self.board())),
            or_dash(frozen.collect::<Vec<_>>().join(",")),
            tally.consecutive_passes.to_string(),
            format!("{},{}", tally.passes[0], tally.passes[1]),
            format!("{},{}", tally.captures[0], tally.captures[1]),
            self.marker.map_or("-".to_string(), |marker| marker.to_string()),
        ];
        let fields = KEYS.iter().zip(values).map(|(key, value)| format!("{key}={value}"));
        fields.collect::<Vec<_>>().join(" ")
    }

    /// The stones row by row from the top: `b`, `w` or `.` for each point.
    pub fn rows(&self) -> Vec<String> {
        let glyph =
            |&point: &crate::board::Point| self.stones.at(point).map_or('.', Player::letter);
        self.board().rows_from_top().map(|row| row.iter().map(glyph).collect()).collect()
    }

    /// Reads a line that [`Frame::text`] wrote, or one like it with the fields in another order or
    /// without what follows the `;`. What depends on the game's rules is not checked here.
    ///
    /// # Errors
    /// When the text cannot be read, or its counts contradict each other.
    pub fn read(game: &'static Game, text: &str) -> Result<Frame, TextError> {
        let (position, history) = text.split_once(';').unwrap_or((text, ""));
        let fields = Fields::read(position, &KEYS)?;
        let history = Fields::read(history, &HISTORY_KEYS)?;
        let mut frame = read_variant(game, &fields)?;
        frame.stones = read_stones(&frame, fields.required("stones")?)?;
        frame.to_move =
            fields.required("to_move")?.parse().or_else(|e| form(format!("to_move: {e}")))?;
        frame.turn = match number("turn", fields.required("turn")?)?.checked_sub(1) {
            Some(completed) => completed,
            None => return form("turns are numbered from 1"),
        };
        frame.tally.consecutive_passes =
            number("consecutive_passes", fields.required("consecutive_passes")?)?;
        frame.tally.passes = pair("passes", fields.required("passes")?)?;
        frame.tally.captures = pair("captures", fields.required("captures")?)?;
        frame.read_steps(fields.required("steps")?, history.get("order"))?;
        frame.check_counts()?;
        frame.read_extras(fields.get("komi"), fields.get("frozen"), fields.get("marker"))?;
        frame.read_seen(history.get("seen").unwrap_or("-"))?;
        Ok(frame)
    }

    fn read_steps(&mut self, steps: &str, order: Option<&str>) -> Result<(), TextError> {
        let listed = self.steps_of(steps)?;
        let ordered = order.map_or_else(|| Ok(listed.clone()), |order| self.steps_of(order))?;
        let sorted = |steps: &[Step]| {
            let mut steps = steps.to_vec();
            steps.sort_unstable();
            steps
        };
        if sorted(&listed) != sorted(&ordered) {
            return form("order must hold the same steps as steps");
        }
        self.turn_steps = ordered;
        Ok(())
    }

    /// Reads the fields that only some games have: `-`, or nothing, in the others.
    fn read_extras(
        &mut self,
        komi: Option<&str>,
        frozen: Option<&str>,
        marker: Option<&str>,
    ) -> Result<(), TextError> {
        let given = |field: Option<&'_ str>| field.filter(|text| *text != "-").map(str::to_string);
        if let Some(komi) = given(komi) {
            let plain = |c: char| c.is_ascii_digit() || c == '-' || c == '.';
            let value =
                komi.parse::<f64>().ok().filter(|_| komi.chars().all(plain)).map(|komi| komi + 0.0);
            let Some(value) = value else { return form(format!("komi: \"{komi}\" is no number")) };
            if self.komi.is_none() {
                return form("komi: this game has none; it is -");
            }
            self.komi = Some(value);
        }
        for name in given(frozen).iter().flat_map(|names| names.split(',')) {
            let vertex = name.parse().or_else(|error| form(format!("frozen: {error}")))?;
            let point = self.board().point(vertex);
            let Some(point) = point else {
                return form(format!("frozen: {vertex} is not on the board"));
            };
            self.frozen.insert(point);
        }
        if let Some(marker) = given(marker) {
            let value = marker.parse().ok().filter(|_| !marker.starts_with('+'));
            let Some(value) = value else {
                return form(format!("marker: \"{marker}\" is no number"));
            };
            self.marker = Some(value);
        }
        Ok(())
    }

    fn steps_of(&self, text: &str) -> Result<Vec<Step>, TextError> {
        if text == "-" {
            return Ok(Vec::new());
        }
        let word: Word = text.parse().or_else(|e| form(format!("steps: {e}")))?;
        let step = |part: &super::WordPart| match part.on(self.board()) {
            Ok(Step::Pass) => form("steps of an open turn hold no pass"),
            Ok(step) => Ok(step),
            Err(vertex) => form(format!("{vertex} is not on the board")),
        };
        word.parts().iter().map(step).collect()
    }

    fn check_counts(&self) -> Result<(), TextError> {
        let tally = &self.tally;
        let passes = u64::from(tally.passes[0]) + u64::from(tally.passes[1]);
        if tally.consecutive_passes > 2 {
            return impossible("two passes in succession end the game: there cannot be more");
        }
        if u64::from(tally.consecutive_passes) > passes || passes > u64::from(self.turn) {
            return impossible(
                "there cannot be more passes than turns, nor more in a row than in all",
            );
        }
        let [mover, other] =
            [self.to_move, self.to_move.opponent()].map(|p| tally.passes[p.index()]);
        if tally.consecutive_passes > 0 && other == 0 || tally.consecutive_passes > 1 && mover == 0
        {
            return impossible("the passes in a row are not among the passes of their sides");
        }
        if tally.consecutive_passes > 0 && !self.turn_steps.is_empty() {
            return impossible(
                "an open turn has steps, so the last turn's pass is not in a row any more",
            );
        }
        Ok(())
    }

    fn read_seen(&mut self, text: &str) -> Result<(), TextError> {
        for key in text.split(',').filter(|_| text != "-") {
            let plain = key.len() == 16 && key.bytes().all(|b| b.is_ascii_hexdigit());
            let Some(key) = u64::from_str_radix(key, 16).ok().filter(|_| plain) else {
                return form(format!("seen: \"{key}\" is no key of 16 hexadecimal digits"));
            };
            self.repetition.remember(key);
        }
        Ok(())
    }

    /// Checks that turns have alternated, Black first, and that their passes fit: `first` turns at the
    /// beginning cannot be passed. For the games' own `restore`.
    ///
    /// # Errors
    /// When the number of the turn and the side to move do not fit.
    pub fn check_alternation(&self, first: u32) -> Result<(), Refusal> {
        let black = self.turn.is_multiple_of(2);
        if black != (self.to_move == Player::Black) {
            let (turn, other) = (self.turn + 1, self.to_move.opponent());
            return Err(Refusal(format!("turn {turn} is {other}'s: Black has the odd turns")));
        }
        let passes: u32 = self.tally.passes.iter().sum();
        // But for the last ones, a turn that was no pass stands between two passes.
        let turns = self.turn.saturating_sub(first);
        // Once a turn is open, its steps hide whether the turn before was a pass.
        let hidden = u32::from(!self.turn_steps.is_empty());
        let latest = self.tally.consecutive_passes.max(hidden);
        if passes > turns || passes > turns - passes + latest {
            return Err(Refusal(
                "with so many passes two would have been in a row before".to_string(),
            ));
        }
        let excess = Player::BOTH
            .into_iter()
            .find(|player| self.tally.passes[player.index()] > self.turns_of(*player));
        match excess {
            Some(player) => Err(Refusal(format!("{player} has more passes than turns"))),
            None => Ok(()),
        }
    }

    /// The completed turns of a side, where turns alternate.
    pub fn turns_of(&self, player: Player) -> u32 {
        (self.turn + 1 - player.index() as u32) / 2
    }

    /// For the games without group moves and marker.
    ///
    /// # Errors
    /// When the text has either.
    pub fn check_no_group_moves(&self) -> Result<(), Refusal> {
        if self.marker.is_some() || !self.frozen.is_empty() {
            return Err(Refusal("this game has neither a marker nor frozen stones".to_string()));
        }
        Ok(())
    }

    /// For the games that end by two passes or the third time of a position: completes the memory of
    /// a position read from text with the position itself, and sets the ending that follows.
    ///
    /// # Errors
    /// When the memory ends with another position than this one at the start of its turn.
    pub fn resume_ending(&mut self) -> Result<(), Refusal> {
        if self.tally.consecutive_passes >= 2 {
            self.ending = Some(Ending::Passes);
        } else if self.turn_steps.is_empty() {
            self.resume_memory()?;
            self.end_by_repetition();
        }
        Ok(())
    }

    /// At the start of a turn the memory ends with the position itself: adds it where the memory is
    /// empty.
    ///
    /// # Errors
    /// When the memory ends with another position.
    pub fn resume_memory(&mut self) -> Result<(), Refusal> {
        let key = self.position_key();
        let remembered = self.repetition.latest_first().count();
        if remembered > self.turn as usize + 1 {
            return Err(Refusal(format!(
                "seen has {remembered} keys, but only {} turns have started",
                self.turn + 1
            )));
        }
        let latest = self.repetition.latest_first().next();
        match latest {
            None => {
                self.repetition.remember(key);
                Ok(())
            }
            Some(latest) if latest == key => Ok(()),
            Some(_) => Err(Refusal(format!(
                "the last key of seen must be that of the position itself, {key:016x}"
            ))),
        }
    }
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_string() } else { text }
}

fn read_variant(game: &'static Game, fields: &Fields<'_>) -> Result<Frame, TextError> {
    let size: Size = fields.required("size")?.parse().or_else(|e| form(format!("{e}")))?;
    let mut options = Options::defaults(game);
    let rules = fields.required("rules")?;
    for rule in rules.split(',').filter(|_| rules != "-") {
        let Some((key, value)) = rule.split_once(':') else {
            return form(format!("rules: \"{rule}\" is not KEY:VALUE"));
        };
        options.set(game, key, value).or_else(|e| form(format!("rules: {e}")))?;
    }
    let variant =
        game.variant(size, options).or_else(|e| form(format!("unacceptable size: {e}")))?;
    Ok(Frame::empty(variant))
}

fn read_stones(frame: &Frame, text: &str) -> Result<Stones, TextError> {
    let board = frame.board();
    let mut stones = Stones::none_on(board);
    let mut rows = text.split('/');
    for (index, points) in board.rows_from_top().enumerate() {
        let row = rows.next().unwrap_or("");
        if row.chars().count() != points.len() {
            let (number, expected, found) = (index + 1, points.len(), row.chars().count());
            return form(format!("row {number} from the top has {expected} points, not {found}"));
        }
        for (point, glyph) in points.into_iter().zip(row.chars()) {
            match glyph {
                '.' => {}
                'b' => stones.put(board, point, Player::Black),
                'w' => stones.put(board, point, Player::White),
                _ => return form(format!("stones: a point is b, w or ., not \"{glyph}\"")),
            }
        }
    }
    match rows.next() {
        Some(row) => form(format!("stones: \"{row}\" is a row too many")),
        None => Ok(stones),
    }
}

fn number(key: &str, text: &str) -> Result<u32, TextError> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match text.parse() {
        // Room is left for the turns that follow.
        Ok(number) if digits && number <= u32::MAX / 2 => Ok(number),
        _ => form(format!("{key}: \"{text}\" is no whole number up to {}", u32::MAX / 2)),
    }
}

fn pair(key: &str, text: &str) -> Result<[u32; 2], TextError> {
    match text.split_once(',') {
        Some((black, white)) => Ok([number(key, black)?, number(key, white)?]),
        None => form(format!("{key}: \"{text}\" is not Black's and White's number, as in 0,1")),
    }
}

/// `key=value` fields, each of a known key, none twice.
struct Fields<'t>(BTreeMap<&'static str, &'t str>);

impl<'t> Fields<'t> {
    fn read(text: &'t str, keys: &[&'static str]) -> Result<Fields<'t>, TextError> {
        let mut fields = BTreeMap::new();
        for field in text.split_whitespace() {
            let known = field.split_once('=').and_then(|(key, value)| {
                keys.iter().find(|known| **known == key).map(|&known| (known, value))
            });
            let Some((key, value)) = known else {
                return form(format!("\"{field}\" is no field; fields are {}", keys.join(", ")));
            };
            if fields.insert(key, value).is_some() {
                return form(format!("{key} stands twice"));
            }
        }
        Ok(Fields(fields))
    }

    fn get(&self, key: &str) -> Option<&'t str> {
        self.0.get(key).copied()
    }

    fn required(&self, key: &str) -> Result<&'t str, TextError> {
        self.get(key).map_or_else(|| form(format!("{key}=… is missing")), Ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_fnv_1a() {
        // Published values of FNV-1a, 64 bits.
        assert_eq!(text_hash(""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(text_hash("a"), 0xAF63_DC4C_8601_EC8C);
        assert_eq!(text_hash("foobar"), 0x8594_4171_F739_67E8);
    }

    #[test]
    fn the_hash_leaves_out_the_turn_and_what_follows_the_semicolon() {
        assert_eq!(text_hash("a=1 turn=3 b=2 ; seen=0"), text_hash("a=1 turn=5 b=2"));
        assert_ne!(text_hash("a=1 b=2"), text_hash("a=1 b=3"));
    }
}
