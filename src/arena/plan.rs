//! What a match is: who plays what, how often, and under which limits.

use super::openings::Openings;
use super::sprt::Sprt;
use crate::bots::Dice;
use crate::clock::TimeControl;
use crate::rules::{Player, Variant};
use crate::table::Table;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// One of the two players of a match, whichever colour it has in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Entrant {
    /// The player named first.
    A,
    /// The other.
    B,
}

impl Entrant {
    /// Both, the first one first.
    pub const BOTH: [Entrant; 2] = [Entrant::A, Entrant::B];

    /// The other player.
    pub fn opponent(self) -> Entrant {
        match self {
            Entrant::A => Entrant::B,
            Entrant::B => Entrant::A,
        }
    }

    /// 0 for the first, 1 for the other: the place in pairs.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Entrant::A => "A",
            Entrant::B => "B",
        })
    }
}

/// The place in a command line where the seed of a game is put.
const SEED: &str = "{seed}";

/// Who a player is: a program that speaks GTP, or one of the bots of this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerSpec {
    /// A command line, split into words as a shell splits it. `{seed}` in it stands for the seed of the game.
    Program(Vec<String>),
    /// A bot's text, which follows `bot:`.
    BuiltIn(String),
}

/// The text names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is no player: it is bot: and a bot, as in bot:random, or a command line; here it is empty, or a \
     quotation mark is not closed"
)]
pub struct PlayerSpecError(String);

impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, PlayerSpecError> {
        if let Some(spec) = text.strip_prefix("bot:") {
            return Ok(PlayerSpec::BuiltIn(spec.to_string()));
        }
        let words = shlex::split(text).filter(|words| !words.is_empty());
        words.map(PlayerSpec::Program).ok_or_else(|| PlayerSpecError(text.to_string()))
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::BuiltIn(spec) => write!(f, "bot:{spec}"),
            PlayerSpec::Program(words) => {
                let words: Vec<_> = words.iter().map(String::as_str).collect();
                f.write_str(&shlex::try_join(words).unwrap_or_default())
            }
        }
    }
}

impl PlayerSpec {
    /// Whether the seed of the game stands in its command line.
    pub fn is_seeded(&self) -> bool {
        matches!(self, PlayerSpec::Program(words) if words.iter().any(|word| word.contains(SEED)))
    }

    /// The words of a command line with the seed put in.
    pub(super) fn command(words: &[String], seed: u64) -> Vec<String> {
        words.iter().map(|word| word.replace(SEED, &seed.to_string())).collect()
    }
}

/// How long programs may take for what is not thinking, and for answers where no clock runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// For the first replies of a program that has just been started.
    pub start: Duration,
    /// For every command but `genmove`.
    pub setup: Duration,
    /// For an answer to `genmove`, where no clock runs.
    pub reply: Duration,
    /// How long after a limit an answer is waited for, to tell a late one from none.
    pub grace: Duration,
}

impl Default for Limits {
    /// 30 seconds to start, 10 for a command, 60 for an answer, and 2 of grace.
    fn default() -> Limits {
        let [start, setup, reply, grace] = [30, 10, 60, 2].map(Duration::from_secs);
        Limits { start, setup, reply, grace }
    }
}

/// A match: everything that its games depend on.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The players, by [`Entrant::index`].
    pub players: [PlayerSpec; 2],
    /// The game with its size and options.
    pub variant: Arc<Variant>,
    /// The komi, where it is not the game's default.
    pub komi: Option<f64>,
    /// How many games are played.
    pub games: u64,
    /// What all chance comes from: openings and the seeds of players.
    pub seed: u64,
    /// The turns played before the players are asked.
    pub openings: Openings,
    /// The turns after which a game is scored as it stands.
    pub max_turns: u32,
    /// The clock of each player.
    pub clock: Option<TimeControl>,
    /// By how much a clock may be overstepped, since the way to a player takes time too.
    pub margin: Duration,
    /// The limits on replies.
    pub limits: Limits,
    /// How often a void game is played again.
    pub replays: u32,
    /// Whether programs are kept from game to game.
    pub reuse: bool,
    /// Whether a fault of a built-in bot gives the game up, instead of leaving the turn to `random`.
    pub exec_resigns: bool,
    /// The test that ends the match early.
    pub sprt: Option<Sprt>,
}

/// One try at one game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Try {
    /// The number of the game, from 0. Games 2n and 2n + 1 are a pair: the same opening, colours swapped.
    pub game: u64,
    /// 0, and one more each time the game was void.
    pub attempt: u32,
}

impl Try {
    /// The number of the game's pair, from 0.
    pub fn pair(self) -> u64 {
        self.game / 2
    }

    /// The player of a colour.
    pub fn entrant(self, player: Player) -> Entrant {
        Entrant::BOTH[(player.index() + (self.game % 2) as usize) % 2]
    }

    /// The colour of a player.
    pub fn player(self, entrant: Entrant) -> Player {
        Player::BOTH[(entrant.index() + (self.game % 2) as usize) % 2]
    }

    /// What a player's chance comes from.
    pub fn seed(self, run: u64, entrant: Entrant) -> u64 {
        // A number that every reader of JSON keeps exactly, and a stream that openings do not use.
        let game = self.game << 8 | u64::from(self.attempt);
        Dice::new(run, game, 1 + entrant.index()).below(1 << 53) as u64
    }
}

impl Plan {
    /// The table on which every game begins.
    pub fn table(&self) -> Table {
        let mut table = Table::new(self.variant.start());
        self.komi.into_iter().for_each(|komi| table.set_komi(komi));
        table
    }

    /// The turns after which a game is scored as it stands, where nobody says how many: four for every point.
    pub fn default_max_turns(variant: &Variant) -> u32 {
        4 * variant.board.len() as u32
    }

    /// The komi of every game, where the game has one.
    pub(super) fn komi(&self) -> Option<f64> {
        self.table().position().frame().komi
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_as_they_are_written() {
        for text in
            ["bot:random", "bot:exec:python3 bot.py", "gnugo --mode gtp --seed {seed}", "'a b' c"]
        {
            let spec: PlayerSpec = text.parse().unwrap();
            assert_eq!(spec.to_string().parse::<PlayerSpec>().unwrap(), spec, "{text}");
        }
        assert!("gnugo --seed {seed}".parse::<PlayerSpec>().unwrap().is_seeded());
        for text in ["", "  ", "'open"] {
            assert!(text.parse::<PlayerSpec>().is_err(), "{text:?} was read");
        }
    }

    #[test]
    fn the_games_of_a_pair_have_colours_swapped() {
        let first = Try { game: 6, attempt: 0 };
        let second = Try { game: 7, attempt: 0 };
        assert_eq!((first.pair(), second.pair()), (3, 3));
        assert_eq!(first.entrant(Player::Black), Entrant::A);
        assert_eq!(second.entrant(Player::Black), Entrant::B);
        for attempt in [first, second] {
            for player in Player::BOTH {
                assert_eq!(attempt.player(attempt.entrant(player)), player);
            }
        }
    }

    #[test]
    fn every_try_and_player_has_its_own_seed() {
        let mut seeds = Vec::new();
        for game in 0..100 {
            for attempt in 0..3 {
                seeds.extend(Entrant::BOTH.map(|e| Try { game, attempt }.seed(1, e)));
            }
        }
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 600);
    }
}
