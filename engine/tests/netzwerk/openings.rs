//! Drawn openings (NW-32).

use botwerk_engine::netzwerk::{Netzwerk, Position, RobotPhases, Side};
use botwerk_engine::{GameNotation, GameRules, RootSeed};

use crate::known_numbers::reached_in_phase;
use crate::naive::Naive;
use crate::play::{Given, game};

/// Whether a robot phase of the side to move can win by the naive rules.
fn can_win(naive: &Naive) -> bool {
    let side = naive.position().side;
    reached_in_phase(naive).iter().any(|position| {
        let reached = Naive::parse(&[], &position.text()).unwrap();
        let end = reached.outcome();
        end.is_some_and(|end| end.winner == Some(side))
    })
}

/// The text of the start with so many drawn turns.
fn drawn(turns: &str, seed: u32) -> String {
    let given: Given<'_> = &[("opening_turns", turns)];
    let game = game(given);
    let start = game.initial_state(RootSeed::from_text(&seed.to_string()));
    game.format_position(&start)
}

fn start(game: &Netzwerk, seed: &str) -> Position {
    *game.initial_state(RootSeed::from_text(seed)).position()
}

#[test]
fn nw_32_nothing_is_drawn_by_default() {
    let game = game(&[]);
    assert_eq!(start(&game, "1"), start(&game, "2"));
}

#[test]
fn nw_32_the_match_decides_unless_a_seed_is_given() {
    let by_match = game(&[("opening_turns", "2")]);
    assert_eq!(start(&by_match, "1"), start(&by_match, "1"));
    assert_ne!(start(&by_match, "1"), start(&by_match, "2"));
    let by_seed = game(&[("opening_turns", "2"), ("opening_seed", "1")]);
    assert_eq!(start(&by_seed, "2"), start(&by_match, "1"));
}

#[test]
fn nw_32_two_turns_leave_the_first_player_to_move_and_nobody_a_win() {
    let mut phases = RobotPhases::new();
    let game = game(&[("opening_turns", "2"), ("first_player", "black")]);
    let mut different = std::collections::HashSet::new();
    for seed in 0..40 {
        let drawn = start(&game, &seed.to_string());
        assert_eq!((drawn.side(), drawn.quiet()), (Side::Black, 0));
        different.insert(drawn);
        let turned =
            Position::at_start_of_turn(drawn.robots_of_both(), drawn.batteries(), Side::White);
        for position in [drawn, turned] {
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
fn nw_32_a_drawn_turn_is_one_that_can_be_made() {
    let printed = Naive::start(&[]).unwrap();
    let boards = reached_in_phase(&printed);
    let before = printed.position();
    for seed in 0..20 {
        let text = drawn("1", seed);
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
fn nw_32_no_robot_phase_wins_at_once_by_the_naive_rules_either() {
    for turns in ["2", "4", "5"] {
        for seed in 0..3 {
            let text = drawn(turns, seed);
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
fn nw_32_an_odd_number_leaves_the_other_to_move() {
    let game = game(&[("opening_turns", "1"), ("turn_cap", "9")]);
    let drawn = start(&game, "1");
    assert_eq!((drawn.side(), drawn.turns()), (Side::Black, 0));
}

#[test]
fn nw_32_the_opening_of_a_seed_is_frozen() {
    let game = game(&[("opening_turns", "2"), ("opening_seed", "7")]);
    let drawn = game.initial_state(RootSeed::from_text("any"));
    assert_eq!(game.format_position(&drawn), FROZEN);
}

const FROZEN: &str =
    "w d2,f2,h2,j2,d6,j6 b8,h10,l10,d12,h12,l12 k1,a3,c3,g3,i3,e5,m5,c9,k9,a11,e11,g11,i11,m11";
