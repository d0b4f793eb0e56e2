//! An own bot in Rust, served over the protocol beside those that tesuji brings.
//!
//! `cargo run --release --example my_bot -- rush` speaks the protocol at once, like `tesuji --game rush`; `genmove` is
//! answered by the bot below.

use std::error::Error;
use std::io;
use tesuji::bots::{BOTS, Bot, BotRow, Choice, Decision};
use tesuji::catalog;
use tesuji::protocol::{Engine, Settings, serve_live};
use tesuji::rules::Step;

/// Takes the step after which its own points lead by the most: it looks one step ahead, and counts.
struct Counting;

impl Bot for Counting {
    fn choose(&mut self, decision: &mut Decision<'_>) -> Choice {
        let position = decision.position;
        let player = position.to_move();
        let lead_after = |step: &Step| {
            let mut after = position.boxed();
            after.apply(*step);
            let score = after.score();
            score.of(player) - score.of(player.opponent())
        };
        let mut steps = position.steps();
        // Of equally good steps the dice decide, so that the same seed gives the same game.
        let first = decision.dice.below(steps.len());
        steps.rotate_left(first);
        let best = steps.into_iter().max_by(|a, b| lead_after(a).total_cmp(&lead_after(b)));
        Choice::Steps(best.into_iter().collect())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let game = catalog::game(&std::env::args().nth(1).unwrap_or("sendit".to_string()))?;
    let counting = BotRow {
        name: "counting",
        help: "one step ahead, by the score",
        make: |_, _| Ok(Box::new(Counting)),
        runs_programs: false,
        answers_at_once: true,
    };
    let settings = Settings {
        variant: game.default_variant(),
        bots: [&[counting], BOTS].concat(),
        bot: counting.name.to_string(),
        ..Settings::default()
    };
    serve_live(io::stdin(), io::stdout().lock(), &mut Engine::new(settings)?)?;
    Ok(())
}
