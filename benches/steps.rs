//! What single operations cost: `cargo bench`.

use divan::{Bencher, black_box};
use tesuji::bots::{Asked, BOTS, Decided, ExecPolicy, Seat};
use tesuji::catalog;
use tesuji::protocol::{Engine, Settings};
use tesuji::rules::{Options, Rules};

fn main() {
    divan::main();
}

/// Games with a size and the number of turns after which their middle is taken.
const GAMES: [(&str, &str, usize); 6] = [
    ("sendit", "8", 20),
    ("sendit-square", "13", 20),
    ("rush", "19", 60),
    ("medusa", "10", 80),
    ("rosette", "7", 120),
    ("go", "19", 180),
];

fn start(name: &str, size: &str) -> Box<dyn Rules> {
    let game = catalog::game(name).unwrap();
    game.variant(size.parse().unwrap(), Options::defaults(game)).unwrap().start()
}

/// A position in the middle of a random game.
fn middle((name, size, turns): (&str, &str, usize)) -> Box<dyn Rules> {
    let mut position = start(name, size);
    let mut seat = Seat::new(BOTS.to_vec(), "random", 1, ExecPolicy::default()).unwrap();
    for history in 0..turns {
        let Decided::Turn(steps) = seat.decide(&Asked::new(position.as_ref(), history)) else {
            break;
        };
        steps.into_iter().for_each(|step| position.apply(step));
    }
    assert!(!position.is_over(), "{name} is over before turn {turns}");
    position
}

#[divan::bench(args = GAMES)]
fn copy(bencher: Bencher<'_, '_>, game: (&str, &str, usize)) {
    let position = middle(game);
    bencher.bench_local(|| black_box(&position).boxed());
}

#[divan::bench(args = GAMES)]
fn legal_steps(bencher: Bencher<'_, '_>, game: (&str, &str, usize)) {
    let position = middle(game);
    bencher.bench_local(|| black_box(&position).steps());
}

#[divan::bench(args = GAMES)]
fn copy_and_step(bencher: Bencher<'_, '_>, game: (&str, &str, usize)) {
    let position = middle(game);
    let step = position.steps()[0];
    bencher.bench_local(|| {
        let mut next = black_box(&position).boxed();
        next.apply(step);
        next
    });
}

#[divan::bench(args = GAMES)]
fn position_text(bencher: Bencher<'_, '_>, game: (&str, &str, usize)) {
    let position = middle(game);
    bencher.bench_local(|| black_box(&position).frame().text());
}

#[divan::bench(args = GAMES)]
fn random_game(bencher: Bencher<'_, '_>, game: (&str, &str, usize)) {
    let first = start(game.0, game.1);
    let mut seat = Seat::new(BOTS.to_vec(), "random", 1, ExecPolicy::default()).unwrap();
    bencher.bench_local(|| {
        let mut position = first.boxed();
        let mut history = 0;
        while !position.is_over() {
            let Decided::Turn(steps) = seat.decide(&Asked::new(position.as_ref(), history)) else {
                break;
            };
            steps.into_iter().for_each(|step| position.apply(step));
            history += 1;
        }
        position
    });
}

const COMMANDS: [&str; 6] = [
    "play b K11; undo",
    "clear_board",
    "tesuji-turn",
    "tesuji-legal",
    "tesuji-position",
    "showboard",
];

#[divan::bench(args = COMMANDS)]
fn command(bencher: Bencher<'_, '_>, lines: &str) {
    let mut engine = Engine::new(Settings::default()).unwrap();
    let lines: Vec<_> = lines.split("; ").collect();
    bencher.bench_local(|| {
        for line in &lines {
            black_box(engine.handle_line(line.as_bytes()));
        }
    });
}
