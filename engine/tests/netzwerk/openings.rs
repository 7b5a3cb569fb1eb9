//! Tests of sampled openings (NW-32).

use botwerk_engine::netzwerk::{Netzwerk, Position, RobotPhases, Side};
use botwerk_engine::{GameNotation, GameRules, GameType, Options, RootSeed};

use crate::known_numbers::reached_in_phase;
use crate::naive::Naive;
use crate::play::{Given, game};

/// Returns `true` if a robot phase of the side to move can win by the naive rules.
fn can_win(naive: &Naive) -> bool {
    let side = naive.position().side;
    reached_in_phase(naive).iter().any(|position| {
        let reached = Naive::parse(&[], &position.text()).unwrap();
        let end = reached.outcome();
        end.is_some_and(|end| end.winner == Some(side))
    })
}

/// Returns the text of the start position after the given number of sampled turns.
fn sampled_start(turns: &str, seed: u32) -> String {
    let given: Given<'_> = &[("opening_turns", turns)];
    let game = game(given);
    let start = game.initial_state(RootSeed::from_text(&seed.to_string()));
    game.format_position(&start)
}

fn start(game: &Netzwerk, seed: &str) -> Position {
    *game.initial_state(RootSeed::from_text(seed)).position()
}

#[test]
fn nw_32_no_opening_is_sampled_by_default() {
    let game = game(&[]);
    assert_eq!(start(&game, "1"), start(&game, "2"));
}

#[test]
fn nw_32_opening_depends_on_the_match_seed_unless_opening_seed_is_set() {
    let by_match = game(&[("opening_turns", "2")]);
    assert_eq!(start(&by_match, "1"), start(&by_match, "1"));
    assert_ne!(start(&by_match, "1"), start(&by_match, "2"));
    let by_seed = game(&[("opening_turns", "2"), ("opening_seed", "1")]);
    assert_eq!(start(&by_seed, "2"), start(&by_match, "1"));
}

#[test]
fn nw_32_after_two_turns_the_first_player_moves_and_neither_side_can_win() {
    let mut phases = RobotPhases::new();
    let game = game(&[("opening_turns", "2"), ("first_player", "black")]);
    let mut different = std::collections::HashSet::new();
    for seed in 0..40 {
        let sampled = start(&game, &seed.to_string());
        assert_eq!((sampled.side(), sampled.quiet()), (Side::Black, 0));
        different.insert(sampled);
        let with_white_to_move =
            Position::at_start_of_turn(sampled.robots_of_both(), sampled.batteries(), Side::White);
        for position in [sampled, with_white_to_move] {
            assert!(game.rules().end(&position, false).is_none());
            assert!(phases.win(game.rules(), &position).is_none());
        }
    }
    assert_eq!(different.len(), 40);
}

#[test]
fn nw_32_sampled_turn_is_legal() {
    let printed = Naive::start(&[]).unwrap();
    let boards = reached_in_phase(&printed);
    let before = printed.position();
    for seed in 0..20 {
        let text = sampled_start("1", seed);
        let naive = Naive::parse(&[], &text).unwrap();
        let after = naive.position();
        assert_ne!(after.side, before.side);
        assert_eq!(after.black, before.black);
        let reaches = boards[1..].iter().any(|board| board.white == after.white);
        assert!(reaches, "{text}");
        let moved = after.batteries.difference(&before.batteries);
        assert!(moved.count() <= 3, "{text}");
    }
}

#[test]
fn nw_32_no_robot_phase_wins_at_once_by_the_naive_rules() {
    for turns in ["2", "4", "5"] {
        for seed in 0..3 {
            let text = sampled_start(turns, seed);
            assert_eq!(text.split(' ').count(), 4, "no quiet count: {text}");
            let (_, rest) = text.split_once(' ').unwrap();
            for side in ["w", "b"] {
                let naive = Naive::parse(&[], &format!("{side} {rest}")).unwrap();
                assert_eq!(naive.outcome(), None, "{text}");
                assert!(!can_win(&naive), "{text}");
            }
        }
    }
}

#[test]
fn nw_32_after_an_odd_number_of_turns_the_second_player_moves() {
    let game = game(&[("opening_turns", "1"), ("turn_cap", "9")]);
    let sampled = start(&game, "1");
    assert_eq!((sampled.side(), sampled.turns()), (Side::Black, 0));
}

#[test]
fn nw_32_longer_opening_begins_with_the_turns_of_a_shorter_one() {
    let short = game(&[("opening_turns", "2")]);
    let longer = game(&[("opening_turns", "3")]);
    let boards = |position: &Position| position.robots_of_both()[Side::Black.index()];
    for seed in ["1", "2", "3"] {
        // The third turn is one of White, and moves no black robot but those that it captures.
        let (before, after) = (start(&short, seed), start(&longer, seed));
        let (before, after) = (boards(&before), boards(&after));
        assert!(after.difference(before).is_empty(), "{seed}");
    }
}

#[test]
fn nw_32_opening_ends_before_a_turn_of_which_no_attempt_is_accepted() {
    // On two files and three ranks, the first turn mostly leaves a win to a side.
    let small = [("width", "2"), ("ranks", "3"), ("opening_turns", "10")];
    let (small, plain) = (game(&small), game(&small[..2]));
    let starts: Vec<_> = (0..40)
        .map(|seed| start(&small, &seed.to_string()))
        .collect();
    let plain = start(&plain, "1");
    assert!(starts.contains(&plain));
    assert!(starts.iter().any(|start| *start != plain));
}

#[test]
fn nw_32_openings_of_every_board_are_sampled_by_bounded_work() {
    // Under version 1 one opening of this board took up to 15 s.
    for turns in ["2", "4", "10"] {
        let wide = game(&[("width", "6"), ("ranks", "3"), ("opening_turns", turns)]);
        let mut phases = RobotPhases::new();
        for seed in 0..5 {
            let sampled = start(&wide, &seed.to_string());
            assert!(phases.win(wide.rules(), &sampled).is_none());
        }
    }
}

#[test]
fn nw_32_opening_of_a_seed_is_unchanged_under_every_ruleset() {
    let spec = Netzwerk::spec();
    let given = [("opening_turns", "2"), ("opening_seed", "7")];
    for (ruleset, opening) in [
        (spec.former_rulesets[0], OPENING_OF_VERSION_1),
        (spec.ruleset, OPENING_OF_VERSION_2),
    ] {
        let options = Options::resolve(spec.options, given).unwrap();
        let game = Netzwerk::with_ruleset(2, options, ruleset).unwrap();
        let sampled = game.initial_state(RootSeed::from_text("any"));
        assert_eq!(game.format_position(&sampled), opening);
    }
}

const OPENING_OF_VERSION_1: &str =
    "w d2,f2,h2,j2,d6,j6 b8,h10,l10,d12,h12,l12 k1,a3,c3,g3,i3,e5,m5,c9,k9,a11,e11,g11,i11,m11";

const OPENING_OF_VERSION_2: &str =
    "w d2,h2,j4,l4,b6,f6 b8,d10,j10,f12,h12,l12 k1,a3,c3,e3,g3,i3,m3,i9,a11,e11,g11,k11,m11,c13";
