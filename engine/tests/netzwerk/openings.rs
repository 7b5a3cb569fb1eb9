//! Tests of sampled openings (NW-32).

use botwerk_engine::netzwerk::{Netzwerk, Position, RobotPhases, Side};
use botwerk_engine::{GameNotation, GameRules, RootSeed};

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
            assert!(
                game.rules()
                    .win_in_one_turn(&mut phases, &position)
                    .is_none()
            );
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
fn nw_32_opening_of_a_seed_is_unchanged() {
    let game = game(&[("opening_turns", "2"), ("opening_seed", "7")]);
    let sampled = game.initial_state(RootSeed::from_text("any"));
    assert_eq!(game.format_position(&sampled), OPENING_OF_SEED_7);
}

const OPENING_OF_SEED_7: &str =
    "w d2,f2,h2,j2,d6,j6 b8,h10,l10,d12,h12,l12 k1,a3,c3,g3,i3,e5,m5,c9,k9,a11,e11,g11,i11,m11";
