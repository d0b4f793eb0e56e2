//! Counts of step sequences, from an independent implementation.

use tesuji::catalog;
use tesuji::rules::{Options, perft};

#[test]
fn every_count_is_reproduced() {
    let table = include_str!("../data/perft.txt");
    let mut compared = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [name, size, depth, count] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("\"{line}\" is not game, size, depth, count");
        };
        let game = catalog::game(name).unwrap();
        let variant = game.variant(size.parse().unwrap(), Options::defaults(game)).unwrap();
        let count: u64 = count.parse().unwrap();
        assert_eq!(perft(variant.start().as_ref(), depth.parse().unwrap()), count, "{line}");
        compared += 1;
    }
    assert_eq!(compared, 62, "lines in tests/data/perft.txt");
}
