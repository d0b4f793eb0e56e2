//! What every game of the catalog must keep, on every size tried, in every position of random games.

use crate::random;
use std::collections::HashMap;
use tesuji::board::{Board, Point};
use tesuji::catalog::{self, GAMES};
use tesuji::rules::{Frame, Game, Memory, Options, Player, Rules, Size, Step, Stones, text_hash};

/// The smallest, the default and the largest size of a game, and a rectangle where there are any.
fn sizes(game: &Game) -> Vec<Size> {
    let sizes = &game.sizes;
    let mut tried = vec![Size::side(sizes.min), sizes.default(), Size::side(sizes.max)];
    if sizes.rectangular {
        tried.push(Size { columns: sizes.min, rows: sizes.min + 2 * sizes.step });
        tried.push(Size { columns: sizes.min + 2 * sizes.step, rows: sizes.min });
    }
    tried
}

/// Every way to set a game's options.
fn all_options(game: &Game) -> Vec<Options> {
    let mut all = vec![Options::defaults(game)];
    for row in game.options {
        let each = all.iter().flat_map(|options| {
            row.values.iter().map(|value| {
                let mut options = options.clone();
                options.set(game, row.key, value).unwrap();
                options
            })
        });
        all = each.collect();
    }
    all
}

/// Every position of random games on the smallest size with all options, and on every size with the defaults.
fn for_each_position(games: u64, mut look: impl FnMut(&dyn Rules, u64)) {
    for game in GAMES {
        for options in all_options(game).into_iter().filter(|o| *o != Options::defaults(game)) {
            let variant = game.variant(Size::side(game.sizes.min), options).unwrap();
            let (mut position, mut rng) = (variant.start(), random::generator(99));
            loop {
                look(position.as_ref(), 99);
                let Some(step) = random::step(position.as_ref(), &mut rng) else { break };
                position.apply(step);
            }
        }

        for size in sizes(game) {
            // Big boards repeat what small ones show: one game is enough there.
            let big = size.columns > game.sizes.min + 2 * game.sizes.step;
            for seed in 0..if big { 1 } else { games } {
                let mut rng = random::generator(seed);
                let variant = game.variant(size, Options::defaults(game)).unwrap();
                let mut position = variant.start();
                loop {
                    look(position.as_ref(), seed);
                    let Some(step) = random::step(position.as_ref(), &mut rng) else { break };
                    position.apply(step);
                }
            }
        }
    }
}

/// Every step there is on the board; group moves on big boards only if they are legal.
fn all_steps(position: &dyn Rules) -> Vec<Step> {
    let points: Vec<_> = position.board().points().collect();
    let mut all: Vec<_> = points.iter().copied().map(Step::Place).collect();
    if points.len() <= 64 {
        all.extend(
            points.iter().flat_map(|&from| points.iter().map(move |&to| Step::Move { from, to })),
        );
    } else {
        all.extend(position.steps().into_iter().filter(|step| matches!(step, Step::Move { .. })));
    }
    all.push(Step::Pass);
    all
}

#[test]
fn steps_are_exactly_what_judge_accepts_and_none_after_the_end() {
    for_each_position(3, |position, _| {
        let steps = position.steps();
        let accepted: Vec<_> =
            all_steps(position).into_iter().filter(|&step| position.judge(step).is_ok()).collect();
        assert_eq!(steps, accepted, "{}", position.frame().text());
        assert_eq!(steps.is_empty(), position.is_over(), "{}", position.frame().text());
        assert_eq!(position.may_end(), steps.contains(&Step::Pass));
        let own_way = |step: &Step| *step != Step::Pass;
        if !position.turn_steps().is_empty() {
            assert!(steps.iter().any(own_way), "a turn without a step left ends by itself");
        }
    });
}

#[test]
fn refusals_name_the_point() {
    for_each_position(1, |position, _| {
        for point in position.board().points() {
            if let Err(refusal) = position.judge(Step::Place(point)) {
                let name = position.board().vertex(point).to_string();
                let named = refusal.to_string().split(' ').any(|word| word == name);
                assert!(named || position.is_over(), "{refusal}");
            }
        }
    });
}

#[test]
fn positions_round_trip_through_text() {
    for_each_position(2, |position, _| {
        let text = position.frame().text();
        let read = catalog::read_position(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
        assert_eq!(read.frame().text(), text);
        assert_eq!(read.steps(), position.steps(), "{text}");
        assert_eq!(read.ending(), position.ending(), "{text}");
        assert_eq!(read.end_vertices(), position.end_vertices(), "{text}");
        assert_eq!(read.frame().stones, position.frame().stones, "{text}");
    });
}

#[test]
fn a_position_read_from_text_goes_on_like_the_original() {
    for game in GAMES {
        for seed in 0..6 {
            let mut rng = random::generator(seed);
            let variant =
                game.variant(Size::side(game.sizes.min), Options::defaults(game)).unwrap();
            let mut position = variant.start();
            for _ in 0..10 + 3 * seed {
                if let Some(step) = random::step(position.as_ref(), &mut rng) {
                    position.apply(step);
                }
            }
            let mut read = catalog::read_position(&position.frame().text()).unwrap();
            while let Some(step) = random::step(position.as_ref(), &mut rng) {
                assert_eq!(position.steps(), read.steps());
                position.apply(step);
                read.apply(step);
                assert_eq!(position.frame().text(), read.frame().text());
            }
            assert_eq!(position.ending(), read.ending());
        }
    }
}

#[test]
fn hashes_are_equal_exactly_where_the_texts_are() {
    let mut seen: HashMap<u64, String> = HashMap::new();
    for_each_position(4, |position, _| {
        let text = position.frame().comparable_text();
        let turn = format!(" turn={} ", position.turn() + 1);
        let counted = text.replace(&turn, " ");
        let before = seen.insert(text_hash(&position.frame().text()), counted.clone());
        assert!(before.is_none_or(|before| before == counted));
    });
    assert!(seen.len() > 1_000);
}

#[test]
fn the_key_of_the_state_is_equal_exactly_where_games_can_go_on_alike() {
    let mut seen: HashMap<u64, String> = HashMap::new();
    let mut again = 0;
    for_each_position(4, |position, _| {
        // What is over, counted or told apart by the number of the turn alone does not decide how a game goes on.
        let fields = position.frame().comparable_text();
        let decides = |field: &&str| {
            !["turn=", "passes=", "captures=", "komi="].iter().any(|key| field.starts_with(key))
        };
        let mut text: String = fields.split(' ').filter(decides).collect();
        text += &format!("{}{}", position.turn().min(2), position.variant().size);
        let key =
            position.frame().state_key() ^ text_hash(&fields[..fields.find("stones").unwrap()]);
        let before = seen.insert(key, text.clone());
        again += usize::from(before.is_some());
        assert!(before.is_none_or(|before| before == text));
    });
    let texts: std::collections::HashSet<_> = seen.values().collect();
    assert_eq!(texts.len(), seen.len(), "equal states have equal keys");
    assert!(again > 10, "only {again} states were seen twice");
}

#[test]
fn the_key_for_repetition_follows_from_stones_and_side() {
    for_each_position(1, |position, _| {
        let frame = position.frame();
        let mut fresh = Frame::empty(frame.variant().clone());
        for point in position.board().points() {
            fresh.stones.set(position.board(), point, frame.stones.at(point));
        }
        (fresh.to_move, fresh.marker) = (frame.to_move, frame.marker);
        assert_eq!(frame.position_key(), fresh.position_key());
        assert_eq!(frame.stones, fresh.stones);
        let situational = frame.variant().game.memory == Memory::StonesAndSide;
        fresh.to_move = frame.to_move.opponent();
        assert_eq!(frame.position_key() != fresh.position_key(), situational);
        fresh.to_move = frame.to_move;
        fresh.marker = frame.marker.map(|marker| marker + 1);
        assert_eq!(frame.position_key() != fresh.position_key(), frame.marker.is_some());
    });
}

/// What stones keep of themselves, as text: neighbours, chains, liberties, safety, key and counts.
fn kept(board: &Board, stones: &Stones) -> Vec<String> {
    let of_point = |point: Point| {
        let near = Player::BOTH.map(|player| stones.near(point, player));
        let chain = stones.at(point).map(|player| {
            let mut chain: Vec<_> = stones.chain(point).collect();
            chain.sort_unstable();
            (
                player,
                chain,
                stones.pseudo_liberties(point),
                stones.is_safe(point),
                stones.is_dead(point),
            )
        });
        format!("{near:?} {chain:?}")
    };
    let counts = Player::BOTH.map(|player| stones.count(player));
    board.points().map(of_point).chain([format!("{:x} {counts:?}", stones.key())]).collect()
}

/// `TESUJI_GAMES=10000 cargo test --release --test rules stones_keep` plays so many games, all games taken together.
#[test]
fn stones_keep_what_fresh_ones_would_know() {
    let given = std::env::var("TESUJI_GAMES").ok();
    let games: usize = given.map_or(120, |n| n.parse().expect("TESUJI_GAMES is a number"));
    for number in 0..games {
        let game = GAMES[number % GAMES.len()];
        let variant = game.variant(Size::side(game.sizes.min), Options::defaults(game)).unwrap();
        let mut rng = random::generator(number as u64);
        let mut position = variant.start();
        while let Some(step) = random::step(position.as_ref(), &mut rng) {
            position.apply(step);
            let (board, stones) = (position.board(), &position.frame().stones);
            let mut fresh = Stones::none_on(board);
            for point in board.points() {
                stones.at(point).into_iter().for_each(|player| fresh.put(board, point, player));
            }
            assert_eq!(kept(board, stones), kept(board, &fresh), "{}", position.frame().text());
            if position.turn() as usize > 4 * board.len() {
                break;
            }
        }
    }
}

#[test]
fn symmetries_preserve_steps_captures_and_results() {
    for game in GAMES {
        let mut options = Options::defaults(game);
        // An own set-up of stones is not symmetric; the empty board is.
        let _ = options.set(game, "setup", "none");
        let variant = game.variant(Size::side(game.sizes.min), options).unwrap();
        for (number, image) in variant.board.symmetries().iter().enumerate() {
            let mut rng = random::generator(number as u64);
            let (mut position, mut mirrored) = (variant.start(), variant.start());
            while let Some(step) = random::step(position.as_ref(), &mut rng) {
                let reflected = match step {
                    Step::Place(point) => Step::Place(image[point.index()]),
                    Step::Move { from, to } => {
                        Step::Move { from: image[from.index()], to: image[to.index()] }
                    }
                    Step::Pass => Step::Pass,
                };
                assert_eq!(mirrored.judge(reflected), Ok(()));
                position.apply(step);
                mirrored.apply(reflected);
                assert_eq!(position.steps().len(), mirrored.steps().len());
                assert_eq!(position.to_move(), mirrored.to_move());
                assert_eq!(position.frame().tally, mirrored.frame().tally);
                assert_eq!(position.score(), mirrored.score());
            }
            assert_eq!(position.ending(), mirrored.ending());
        }
    }
}

#[test]
fn scores_never_exceed_the_board_twice_over() {
    for_each_position(1, |position, _| {
        let extra = position.frame().komi.unwrap_or(0.0)
            + f64::from(position.frame().marker.map_or(0, |_| 9));
        let points = position.board().len() as f64 + extra;
        for player in Player::BOTH {
            let score = position.score().of(player);
            let stones = f64::from(position.frame().stones.count(player));
            assert!((stones..=points).contains(&score), "{}", position.frame().text());
        }
    });
}

/// Fields of positions without a history that look possible one by one.
#[test]
fn positions_that_no_game_leads_to_are_refused() {
    let send_it = |stones: &str, fields: &str| {
        let rows = "...../....../......./......../........./......../......./....../".to_string();
        format!(
            "game=sendit size=5 rules=setup:none,suicide:allowed stones={rows}{stones} {fields}"
        )
    };
    let rush = |stones: &str, fields: &str| {
        let counts = "consecutive_passes=0 passes=0,0 captures=0,0";
        format!("game=rush size=5 rules=- stones={stones} {fields} {counts}")
    };
    let none = "steps=- consecutive_passes=0 passes=0,0 captures=0,0";
    for (text, expected) in [
        (send_it("bbbb.", &format!("to_move=b turn=3 {none}")), "the stones of Black"),
        (send_it("w....", &format!("to_move=w turn=2 {none}")), "the stones of Black"),
        (send_it("b....", &format!("to_move=b turn=3 {none}")), "the stones of White"),
        (
            send_it(
                "b.www",
                "to_move=b turn=5 steps=- consecutive_passes=1 passes=1,0 captures=0,0",
            ),
            "the passes in a row are not among",
        ),
        (
            send_it(
                "b.www",
                "to_move=b turn=5 steps=- consecutive_passes=0 passes=1,1 captures=0,0",
            ),
            "two would have been in a row before",
        ),
        (
            send_it(
                "b.www",
                "to_move=b turn=5 steps=- consecutive_passes=2 passes=2,0 captures=0,0",
            ),
            "the passes in a row are not among",
        ),
        (
            send_it(
                "b.www",
                "to_move=b turn=7 steps=- consecutive_passes=2 passes=2,2 captures=0,0",
            ),
            "two would have been in a row before",
        ),
        (
            send_it(
                "b.www",
                "to_move=b turn=3 steps=C1 consecutive_passes=0 passes=0,0 captures=0,1",
            ),
            "C1 cannot have been dropped on",
        ),
        (
            send_it(
                "b.www",
                "to_move=b turn=3 steps=E5 consecutive_passes=0 passes=0,0 captures=0,1",
            ),
            "E5 was dropped on last, and could be again",
        ),
        (
            send_it(
                "b.www",
                &format!("to_move=b turn=3 {none} ; seen={}", ["0123456789abcdef"; 9].join(",")),
            ),
            "only 3 turns have started",
        ),
        (rush("bbb../bb.../...../...../.....", "to_move=w turn=2 steps=-"), "the stones of Black"),
        (rush("b..../...../ww.../...../.....", "to_move=b turn=3 steps=-"), "the stones of White"),
        (rush(".b.../bw.../...../...../w...w", "to_move=w turn=4 steps=E1+B4"), "ended by itself"),
        (rush("wbbbb/b.bbb/bbbbb/bbbbb/bbbbw", "to_move=b turn=5 steps=-"), "no legal placement"),
    ] {
        let error = catalog::read_position(&text).expect_err(&text);
        assert!(error.to_string().contains(expected), "{text}: {error}");
    }
}

#[test]
fn texts_that_cannot_be_positions_are_refused() {
    let start = |name: &str| catalog::game(name).unwrap().default_variant().start().frame().text();
    let rush = start("rush");
    let send_it = start("sendit");
    for (text, change, expected) in [
        (&rush, ("game=rush", "game=chess"), "there is no game \"chess\""),
        (&rush, ("size=19", "size=18"), "unacceptable size: 18"),
        (&rush, ("rules=-", "rules=komi:3"), "rush has no rule option \"komi\""),
        (&rush, ("stones=.", "stones=x"), "a point is b, w or ."),
        (&rush, ("stones=.", "stones="), "row 1 from the top has 19 points, not 18"),
        (&rush, ("to_move=b", "to_move=w"), "turn 1 is Black's"),
        (&rush, ("to_move=b", "to_move=red"), "a colour is b, w, black or white"),
        (&rush, ("turn=1", "turn=0"), "turns are numbered from 1"),
        (&rush, ("turn=1", "turn=3"), "the stones of Black do not fit"),
        (&rush, ("turn=1", "turn=99999999999"), "no whole number"),
        (&rush, ("passes=0,0", "passes=0,1"), "more passes than turns"),
        (&rush, ("captures=0,0", "captures=1,0"), "neither passes nor captures"),
        (&rush, ("steps=-", "steps=C3"), "do not fit 0 turns and 1 steps"),
        (&rush, ("order=-", "order=C3"), "order must hold the same steps"),
        (&rush, ("steps=- ", ""), "steps=… is missing"),
        (&rush, ("steps=-", "steps=- steps=-"), "steps stands twice"),
        (&rush, ("steps=-", "steps=- colour=red"), "\"colour=red\" is no field"),
        (&rush, ("seen=-", "seen=0123456789abcdef"), "no rule of repetition"),
        (&send_it, ("seen=", "seen=0123456789abcdef,"), "only 1 turns have started"),
        (&send_it, ("seen=", "seen=0123456789abcdef seen="), "seen stands twice"),
        (&rush, ("seen=-", "seen=xyz"), "no key of 16 hexadecimal digits"),
        (&send_it, ("stones=.", "stones=b"), "the stones of Black, on the board and captured"),
        (&send_it, ("passes=0,0", "passes=0,3"), "more passes than turns"),
        (&send_it, ("turn=1 ", "turn=3 "), "the stones of Black, on the board and captured"),
        (&send_it, ("setup:standard", "setup:mine"), "\"mine\" is no value of setup"),
        (&send_it, ("komi=-", "komi=3"), "this game has none"),
        (&send_it, ("marker=-", "marker=3"), "neither a marker nor frozen stones"),
    ] {
        // Without its history, but where that is what is changed.
        let text = if ["seen=", "seen=-", "order=-"].contains(&change.0) {
            text
        } else {
            text.split(" ;").next().unwrap()
        };
        let changed = text.replacen(change.0, change.1, 1);
        match catalog::read_position(&changed) {
            Ok(_) => assert!(expected.is_empty(), "{change:?} was accepted"),
            Err(error) => assert!(
                !expected.is_empty() && error.to_string().contains(expected),
                "{change:?} said {error}"
            ),
        }
    }
}
