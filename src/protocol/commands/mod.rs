//! The commands: one table, from which everything that is said of them is computed.

mod analysis;
mod answers;
mod dead;
mod describe;
mod files;
mod games;
mod gogui;
mod gomill;
mod handicap;
mod play;
mod time;

use super::Failure;
use super::args::{Args, Kind, Param, optional, required, usage};
use super::session::Session;
use crate::rules::DeadStones;

/// A command: the row that makes it known.
pub struct Command {
    /// The name, in lower case and compared exactly.
    pub name: &'static str,
    /// Its parameters in order.
    pub params: &'static [Param],
    /// What it does, in one or two sentences.
    pub help: &'static str,
    /// Whether the reply may take longer than a moment.
    pub slow: bool,
    /// Whether the command works now: otherwise it is not listed.
    pub(super) available: fn(&Session) -> bool,
    pub(super) run: Run,
}

/// What a command does.
#[derive(Clone, Copy)]
pub(super) enum Run {
    /// It answers when it is done.
    Once(fn(&mut Session, &Args) -> Result<String, Failure>),
    /// It says lines before it is done, and perhaps a last one then. Once it has said one it does not fail any more.
    Talking(Talking),
}

/// A command that is given a way to say lines.
type Talking = fn(&mut Session, &Args, &mut dyn FnMut(&str)) -> Result<String, Failure>;

impl Command {
    /// How it is used: the name with its parameters.
    pub fn usage(&self) -> String {
        usage(self.name, self.params)
    }
}

/// All commands.
pub fn commands() -> &'static [Command] {
    COMMANDS
}

/// The command of that name.
pub(super) fn find(session: &Session, name: &str) -> Option<&'static Command> {
    available(session).find(|command| command.name == name)
}

/// The commands that work in the game being played.
fn available(session: &Session) -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter().filter(|command| (command.available)(session))
}

/// The reference of all commands as a table in Markdown.
pub fn reference() -> String {
    let row = |command: &Command| format!("| `{}` | {} |\n", command.usage(), command.help);
    let rows: String = COMMANDS.iter().map(row).collect();
    format!("| command | what it does |\n|---|---|\n{rows}")
}

const fn command(
    name: &'static str,
    params: &'static [Param],
    help: &'static str,
    run: fn(&mut Session, &Args) -> Result<String, Failure>,
) -> Command {
    Command { name, params, help, slow: false, available: |_| true, run: Run::Once(run) }
}

/// A command that goes on until the next line arrives.
const fn talking(
    name: &'static str,
    params: &'static [Param],
    help: &'static str,
    run: Talking,
) -> Command {
    Command { name, params, help, slow: true, available: |_| true, run: Run::Talking(run) }
}

impl Command {
    const fn slow(self) -> Command {
        Command { slow: true, ..self }
    }

    const fn only(self, available: fn(&Session) -> bool) -> Command {
        Command { available, ..self }
    }
}

/// Whether the game's stones can be dead without having been captured.
pub(super) fn counts_dead_stones(session: &Session) -> bool {
    session.variant().game.dead_stones != DeadStones::Unknown
}

/// Whether the game has what GTP says of Go: play out of turn, handicaps.
fn is_go(session: &Session) -> bool {
    session.variant().game.out_of_turn
}

/// Whether decisions can be interrupted, or need not be.
fn is_interruptible(session: &Session) -> bool {
    session.watch.is_live() || session.seat.answers_at_once()
}

static COMMANDS: &[Command] = &[
    command("protocol_version", &[], "Answers `2`.", describe::protocol_version),
    command("name", &[], "The program's name.", describe::name),
    command("version", &[], "The program's version.", describe::version),
    command(
        "known_command",
        &[required("NAME", Kind::Text)],
        "`true` if the command is listed, otherwise `false`.",
        describe::known_command,
    ),
    command("list_commands", &[], "All commands, one a line.", describe::list_commands),
    command(
        "help",
        &[optional("NAME", Kind::Text)],
        "How a command is used and what it does; without a name, that of all.",
        describe::help,
    ),
    command("quit", &[], "Ends the session.", describe::quit),
    command(
        "boardsize",
        &[required("WIDTH", Kind::Whole), optional("HEIGHT", Kind::Whole)],
        "Begins a new game on a board so many columns wide, and as high unless a height is given.",
        games::boardsize,
    ),
    command(
        "rectangular_boardsize",
        &[required("WIDTH", Kind::Whole), required("HEIGHT", Kind::Whole)],
        "Begins a new game on a board of so many columns and rows.",
        games::boardsize,
    ),
    command(
        "clear_board",
        &[],
        "Begins a new game; size, rules, unit, bot and time settings stay.",
        games::clear_board,
    ),
    command(
        "komi",
        &[required("POINTS", Kind::Number)],
        "Sets the points White gets for moving second, in Go and Rosette; accepted and ignored in the other \
         games.",
        games::komi,
    ),
    command(
        "fixed_handicap",
        &[required("STONES", Kind::Whole)],
        "In Go: begins a game with so many black stones on the usual points; answers them.",
        handicap::fixed,
    )
    .only(is_go),
    command(
        "place_free_handicap",
        &[required("STONES", Kind::Whole)],
        "In Go: begins a game with up to so many black stones where the engine likes; answers them.",
        handicap::place_free,
    )
    .only(is_go),
    command(
        "set_free_handicap",
        &[required("VERTICES", Kind::Rest)],
        "In Go: begins a game with black stones on the given points.",
        handicap::set_free,
    )
    .only(is_go),
    command(
        "play",
        &[required("COLOR", Kind::Color), required("WORD", Kind::Word)],
        "Plays the steps of a word, all or none.",
        play::play,
    ),
    command(
        "genmove",
        &[required("COLOR", Kind::Color)],
        "Lets the bot decide and plays it; answers as much of the turn as the unit says, or `resign`.",
        play::genmove,
    )
    .slow(),
    command(
        "reg_genmove",
        &[required("COLOR", Kind::Color)],
        "What `genmove` would answer; nothing is played.",
        play::reg_genmove,
    )
    .slow(),
    command("undo", &[], "Takes back the last `play` or `genmove`.", play::undo),
    command(
        "gg-undo",
        &[required("N", Kind::Whole)],
        "Takes back the last N `play`s and `genmove`s, all or none.",
        play::gg_undo,
    ),
    command(
        "tesuji-undo_turn",
        &[],
        "Takes back all to the start of the current turn, or of the last one if the current one has no \
         steps.",
        play::undo_turn,
    ),
    command("showboard", &[], "The board as a drawing, and whose turn it is.", answers::showboard),
    command(
        "final_score",
        &[],
        "The result: `B+n`, `W+n` or `0`. Before the end, the position counted as it stands.",
        answers::final_score,
    ),
    command(
        "final_status_list",
        &[required("STATUS", Kind::Text)],
        "The groups that are `dead`, those that are `alive` or those in `seki`, one a line. Dead are the \
         groups marked by `tesuji-dead`, all others are alive.",
        dead::final_status_list,
    ),
    command(
        "tesuji-dead",
        &[optional("VERTICES", Kind::Rest)],
        "In Medusa, Rosette and Go: marks the groups of some stones as dead, for counting, until something is played; without vertices, \
         marks none.",
        dead::dead,
    )
    .only(counts_dead_stones),
    command(
        "time_settings",
        &[
            required("MAIN", Kind::Number),
            required("PERIOD", Kind::Number),
            required("STONES", Kind::Whole),
        ],
        "Starts the clocks: a main time and periods of so many turns, which it calls stones, in seconds. `0 0 0` takes them away.",
        time::time_settings,
    ),
    talking(
        "lz-analyze",
        &[optional("COLOR INTERVAL", Kind::Rest)],
        "Searches until the next line arrives, and says every INTERVAL hundredths of a second, 100 where nothing is said, what it thinks of the steps: \
         visits, chance to win, prior and the best line in whole words.",
        analysis::lz_analyze,
    ),
    talking(
        "lz-genmove_analyze",
        &[optional("COLOR INTERVAL", Kind::Rest)],
        "As `genmove`, and says what the bot thinks meanwhile; ends with `play` and the answer.",
        analysis::lz_genmove_analyze,
    ),
    command(
        "kata-time_settings",
        &[required("SETTINGS", Kind::Rest)],
        "Starts the clocks, or takes them away: `none`, `absolute MAIN`, `byoyomi MAIN PERIOD PERIODS`, `canadian MAIN PERIOD STONES` or \
         `fischer MAIN INCREMENT`, in seconds.",
        time::kata_time_settings,
    ),
    command(
        "kata-list_time_settings",
        &[],
        "The settings that `kata-time_settings` takes.",
        time::kata_list_time_settings,
    ),
    command(
        "kgs-time_settings",
        &[required("SETTINGS", Kind::Rest)],
        "In Go: starts the clocks, or takes them away: `none`, `absolute MAIN`, `byoyomi MAIN PERIOD PERIODS` or `canadian MAIN PERIOD STONES`.",
        time::kgs_time_settings,
    )
    .only(is_go),
    command(
        "time_left",
        &[
            required("COLOR", Kind::Color),
            required("TIME", Kind::Number),
            required("STONES", Kind::Whole),
        ],
        "Sets a side's clock: the seconds left and, in a period, the turns left in it or the periods left; 0 before that.",
        time::time_left,
    ),
    command(
        "loadsgf",
        &[required("FILE [MOVE]", Kind::Rest)],
        "Loads a game from a record or an SGF file, whole, or to the position before a turn of the record \
         or a move of the SGF file, counted from 1, if the line ends with its number.",
        files::loadsgf,
    ),
    command("printsgf", &[], "The game as SGF.", files::printsgf),
    command(
        "tesuji-games",
        &[],
        "JSON: every game with its name, title, author, sizes, widths and options.",
        games::games,
    ),
    command(
        "tesuji-game",
        &[optional("NAME", Kind::Text), optional("SIZE", Kind::Text)],
        "The game and its size; or begins a new game of that name, with its default rules.",
        games::game,
    ),
    command(
        "tesuji-rules",
        &[optional("KEY", Kind::Text), optional("VALUE", Kind::Text)],
        "JSON of the rule options; or sets one, as long as nothing has been played.",
        games::rules,
    ),
    command(
        "tesuji-unit",
        &[optional("UNIT", Kind::Text)],
        "How much of a turn `genmove` answers, `point`, `step`, `turn` or `alternate`; or sets it.",
        games::unit,
    ),
    command(
        "tesuji-turn",
        &[],
        "JSON: whose turn it is, what has been done in it, passes, captures, the end of the game.",
        answers::turn,
    ),
    command(
        "tesuji-legal",
        &[],
        "The legal steps, `pass` last where the turn may end or be passed; nothing after the end.",
        answers::legal,
    ),
    command(
        "tesuji-why",
        &[required("COLOR", Kind::Color), required("WORD", Kind::Text)],
        "`legal`, or in one sentence why the word cannot be read or played.",
        answers::why,
    ),
    command("tesuji-position", &[], "The position as one line of text.", answers::position),
    command(
        "tesuji-set_position",
        &[required("TEXT", Kind::Rest)],
        "Begins a game at the position of a line that `tesuji-position` wrote.",
        games::set_position,
    ),
    command(
        "tesuji-hash",
        &[],
        "The position's hash, 16 hexadecimal digits: equal for equal positions, whatever led there.",
        answers::hash,
    ),
    command(
        "tesuji-perft",
        &[required("N", Kind::Whole)],
        "The number of sequences of N single steps from here.",
        answers::perft,
    )
    .slow(),
    command(
        "tesuji-bot",
        &[optional("SPEC", Kind::Rest)],
        "The bot that answers `genmove`; or sets it.",
        games::bot,
    ),
    command(
        "tesuji-seed",
        &[optional("N", Kind::Whole)],
        "The seed; or seeds anew: with `clear_board` the same game follows.",
        games::seed,
    ),
    command(
        "tesuji-record",
        &[optional("FILE", Kind::Rest)],
        "The game as JSON lines; or writes it to a file, as SGF if its name ends in `.sgf`.",
        files::record,
    ),
    command(
        "gogui-rules_game_id",
        &[],
        "For GoGui: the game's name.",
        gogui::game_id,
    ),
    command(
        "gogui-rules_board_size",
        &[],
        "For GoGui: the width of the board, with `hex` behind it on hexagonal boards.",
        gogui::board_size,
    ),
    command(
        "gogui-rules_board",
        &[],
        "For GoGui: the board, row by row from the top.",
        gogui::board,
    ),
    command(
        "gogui-rules_board_gfx",
        &[],
        "For GoGui: dark points, the latest stones, the selection and its destinations, frozen stones, and a line of text.",
        gogui::board_gfx,
    ),
    command(
        "gogui-rules_legal_moves",
        &[],
        "For GoGui: the vertices that may be clicked, and `pass` where it is a real pass.",
        gogui::legal_moves,
    ),
    command(
        "gogui-rules_side_to_move",
        &[],
        "For GoGui: `black` or `white`.",
        gogui::side_to_move,
    ),
    command(
        "gogui-rules_captured_count",
        &[],
        "For GoGui: the stones that Black and White have captured.",
        gogui::captured_count,
    ),
    command(
        "gogui-rules_final_result",
        &[],
        "For GoGui: the result in a sentence.",
        gogui::final_result,
    ),
    command(
        "gogui-play_sequence",
        &[required("COLOR WORD …", Kind::Rest)],
        "Plays several words one after another, all or none.",
        play::play_sequence,
    ),
    command(
        "gogui-analyze_commands",
        &[],
        "For GoGui: the entries of its analyze menu.",
        gogui::analyze_commands,
    ),
    command(
        "gogui-legal_points",
        &[],
        "For GoGui: the vertices that may be clicked.",
        gogui::legal_points,
    ),
    command(
        "gogui-area",
        &[],
        "For GoGui: the points that count for Black, for White, for both, in colours.",
        gogui::area,
    ),
    command(
        "gogui-expected_area",
        &[],
        "For GoGui: whose the points will be at the end of random games, in shades.",
        analysis::expected_area,
    ),
    command(
        "gogui-interrupt",
        &[],
        "For GoGui: does nothing; listed where the comment `# interrupt` is heeded while the bot decides.",
        gogui::interrupt,
    )
    .only(is_interruptible),
    command(
        "gogui-title",
        &[],
        "For GoGui: the title of its window.",
        gogui::title,
    ),
    command(
        "gogui-param",
        &[optional("KEY", Kind::Text), optional("VALUE", Kind::Rest)],
        "For GoGui: the parameters with their kinds and values; or sets one.",
        gogui::param,
    ),
    command(
        "gomill-describe_engine",
        &[],
        "The program, the game, the bot and its seed.",
        gomill::describe_engine,
    ),
    command(
        "gomill-explain_last_move",
        &[],
        "What the last `play` or `genmove` did.",
        gomill::explain_last_move,
    ),
    command(
        "gomill-cpu_time",
        &[],
        "The processor time used so far, in seconds.",
        gomill::cpu_time,
    ),
    command(
        "cputime",
        &[],
        "The same.",
        gomill::cpu_time,
    ),
    command(
        "gomill-genmove_ex",
        &[required("COLOR", Kind::Color), optional("KEYWORDS", Kind::Rest)],
        "As `genmove`; the keywords are ignored.",
        gomill::genmove_ex,
    )
    .slow(),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_command_is_named_once_and_says_what_it_does() {
        let names: BTreeSet<_> = COMMANDS.iter().map(|command| command.name).collect();
        assert_eq!(names.len(), COMMANDS.len());
        for command in COMMANDS {
            let plain = |c: char| c.is_ascii_lowercase() || c == '_' || c == '-';
            assert!(command.name.chars().all(plain), "{}", command.name);
            assert!(command.help.ends_with('.'), "{}", command.name);
        }
    }

    #[test]
    fn parameters_that_may_be_left_out_come_last_and_a_rest_is_the_last() {
        for command in COMMANDS {
            let optional: Vec<_> = command.params.iter().map(|param| param.optional).collect();
            assert!(optional.is_sorted(), "{}", command.name);
            let rest = command.params.iter().position(|param| param.kind == Kind::Rest);
            assert!(rest.is_none_or(|place| place + 1 == command.params.len()), "{}", command.name);
        }
    }
}
