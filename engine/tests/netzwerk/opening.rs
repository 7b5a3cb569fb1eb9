//! Drawn openings (NW-32), checked with the naive rules.

use botwerk_engine::{Game, RootSeed};

use crate::known_numbers::reached_in_phase;
use crate::naive::{Naive, Position};
use crate::play::{Given, game};

/// The start of a match with this seed.
fn start(given: Given<'_>, seed: &str) -> String {
    let game = game(given);
    game.format_position(&game.start(RootSeed::from_text(seed)))
}

/// Whether a robot phase of the side to move can win.
fn can_win(naive: &Naive) -> bool {
    let side = naive.position().side;
    reached_in_phase(naive).iter().any(|position| {
        let reached = Naive::parse(&[], &position.text()).unwrap();
        reached
            .outcome()
            .is_some_and(|end| end.winner == Some(side))
    })
}

#[test]
fn nw_32_no_turn_is_drawn_unless_asked_for() {
    let printed = Naive::start(&[]).unwrap().text();
    assert_eq!(start(&[], "7"), printed);
    assert_eq!(
        start(&[("opening_turns", "0"), ("opening_seed", "8")], "7"),
        printed
    );
}

#[test]
fn nw_32_the_first_turn_leads_to_a_board_that_a_turn_can_lead_to() {
    let printed = Naive::start(&[]).unwrap();
    let boards = reached_in_phase(&printed);
    for seed in 0..20 {
        let text = start(&[("opening_turns", "1")], &seed.to_string());
        let Position {
            side,
            white,
            black,
            batteries,
            ..
        } = Naive::parse(&[], &text).unwrap().position().clone();
        assert_ne!(side, printed.position().side);
        assert_eq!(black, printed.position().black);
        assert!(
            boards[1..].iter().any(|board| board.white == white),
            "{text}"
        );
        let before = &printed.position().batteries;
        assert!(batteries.difference(before).count() <= 3, "{text}");
    }
}

#[test]
fn nw_32_nobody_can_win_at_once_and_the_quiet_count_is_0() {
    for turns in ["2", "4", "5"] {
        for seed in 0..3 {
            let text = start(&[("opening_turns", turns)], &seed.to_string());
            assert_eq!(text.split(' ').count(), 4, "{text}");
            let turned = match text.strip_prefix('w') {
                Some(rest) => format!("b{rest}"),
                None => format!("w{}", &text[1..]),
            };
            for text in [text, turned] {
                let naive = Naive::parse(&[], &text).unwrap();
                assert_eq!(naive.outcome(), None, "{text}");
                assert!(!can_win(&naive), "{text}");
            }
        }
    }
}

#[test]
fn nw_32_sides_move_in_turn_from_the_first_player_on() {
    let side = |turns, first| {
        let given = [("opening_turns", turns), ("first_player", first)];
        start(&given, "7")[..1].to_owned()
    };
    assert_eq!([side("1", "white"), side("2", "white")], ["b", "w"]);
    assert_eq!([side("1", "black"), side("2", "black")], ["w", "b"]);
}

#[test]
fn nw_32_the_same_seed_draws_the_same_opening() {
    let turns = ("opening_turns", "4");
    let of_match = |seed| start(&[turns], seed);
    let fixed = |seed| start(&[turns, ("opening_seed", "7")], seed);
    assert_eq!(of_match("7"), of_match("7"));
    assert_ne!(of_match("7"), of_match("8"));
    assert_eq!(fixed("8"), fixed("9"));
    assert_eq!(fixed("8"), of_match("7"));
}
