//! Random playouts of Go by the crates goban and board-game: `compare PEER SIZE SECONDS` prints playouts a second and
//! the steps of a playout.

use board_game::board::Board;
use board_game::games::go::{GoBoard, Komi, Move as Placed, Rules};
use goban::pieces::util::coord::Coord;
use goban::rules::game::Game;
use goban::rules::{CHINESE, GobanSizes, IllegalRules, Move};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::time::Instant;

/// Uniform over what is no suicide, no ko and no eye; a pass where there is nothing.
fn goban(size: u8, rng: &mut SmallRng) -> u32 {
    let illegal = IllegalRules::KO | IllegalRules::SUICIDE | IllegalRules::FILLEYE;
    let mut game = Game::new(GobanSizes::Custom(size.into(), size.into()), CHINESE);
    let mut legal: Vec<Coord> = Vec::new();
    let mut steps = 0;
    while !game.is_over() && steps < 3 * u32::from(size) * u32::from(size) {
        legal.clear();
        legal.extend(game.legals_by(illegal));
        match legal.len() {
            0 => game.play(Move::Pass),
            count => {
                let (x, y) = legal[rng.gen_range(0..count)];
                game.play(Move::Play(x, y))
            }
        };
        steps += 1;
    }
    std::hint::black_box(game.calculate_score());
    steps
}

/// Uniform over legal placements, eyes too, by the crate's own choice; a pass where there is none, and a cap.
fn board_game(size: u8, rng: &mut SmallRng) -> u32 {
    let mut board = GoBoard::new(size, Komi::new(15), Rules::cgos());
    let mut steps = 0;
    while !board.is_done() && steps < 3 * u32::from(size) * u32::from(size) {
        let placed = board.random_available_place_move(rng).expect("the game goes on");
        board.play(placed.unwrap_or(Placed::Pass)).expect("an available move");
        steps += 1;
    }
    std::hint::black_box(board.current_score());
    steps
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let play = match args[1].as_str() {
        "goban" => goban,
        "board-game" => board_game,
        other => panic!("{other} is neither goban nor board-game"),
    };
    let (size, seconds): (u8, f64) = (args[2].parse().unwrap(), args[3].parse().unwrap());
    let mut rng = SmallRng::seed_from_u64(1);
    let (started, mut count, mut steps) = (Instant::now(), 0.0, 0.0);
    while started.elapsed().as_secs_f64() < seconds {
        steps += f64::from(play(size, &mut rng));
        count += 1.0;
    }
    println!("{:.1} {:.2}", count / started.elapsed().as_secs_f64(), steps / count);
}
