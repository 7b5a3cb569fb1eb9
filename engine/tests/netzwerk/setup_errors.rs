//! Errors of setups: each check fails for a setup, and names the part and the rule.

use std::collections::BTreeSet;

use botwerk_engine::netzwerk::{
    Field, Netzwerk, Point, Setup, SetupPart, SetupPhase, Side, Spender, Square,
};
use botwerk_engine::{FromSetup, GameNotation, GameRules, ParseError};

use crate::play::game;
use crate::setup_messages::assert_all_met;

/// A change of a setup.
type Change = fn(&mut Setup);

fn square(text: &str) -> Square {
    (0..36)
        .filter_map(Square::from_index)
        .find(|square| square.to_string() == text)
        .unwrap()
}

fn field(text: &str) -> Field {
    (0..49)
        .filter_map(Field::from_index)
        .find(|field| field.to_string() == text)
        .unwrap()
}

fn setup(game: &Netzwerk, text: &str) -> Setup {
    game.setup(&game.parse_position(text).unwrap())
}

fn spenders(setup: &mut Setup) -> &mut Vec<Spender> {
    match &mut setup.phase {
        SetupPhase::Robots(spenders) => spenders,
        SetupPhase::Batteries(_) => panic!("a robot phase"),
    }
}

fn met(game: &Netzwerk, text: &str, changes: &[(Change, &str)]) -> BTreeSet<String> {
    let base = setup(game, text);
    let mut met = BTreeSet::new();
    for (change, expected) in changes {
        let mut setup = base.clone();
        change(&mut setup);
        let error = game.position_from_setup(&setup).expect_err(expected);
        assert_eq!(error.to_string(), *expected);
        let is_rule = |rule: &str| rule.starts_with("NW-");
        assert!(error.rule.is_some_and(is_rule), "{error}");
        met.insert(error.expected.into_owned());
    }
    met
}

#[test]
fn every_setup_error_is_reachable() {
    let plain = game(&[]);
    let mut messages = met(
        &plain,
        "w d4,f6 l8 c3,e3,e5,g5 0 r:d4>f6:2,f4>d4:1",
        &[
            (
                |s| s.robots[1] = s.robots[1].with(Square::from_bit(63)),
                "black[p16]: expected a square of this board, b2 to l12",
            ),
            (
                |s| s.robots[1] = s.robots[0],
                "black[d4]: expected a free square, but White's robot stands on d4",
            ),
            (
                |s| s.robots[0] = (0..7).filter_map(Square::from_index).collect(),
                "white[b4]: expected at most 6 robots of a side",
            ),
            (
                |s| s.batteries = s.batteries.with(Field::from_bit(7)),
                "batteries[o1]: expected an energy field of this board, a1 to m13",
            ),
            (
                |s| s.batteries = (0..15).filter_map(Field::from_index).collect(),
                "batteries[a5]: expected at most 14 batteries",
            ),
            (
                |s| s.quiet = 65536,
                "quiet: expected a quiet count up to 65535",
            ),
            (
                |s| spenders(s)[0].spent = 0,
                "robot_phase.spenders[0].spent: expected energy from 1 to 4",
            ),
            (
                |s| spenders(s).reverse(),
                "robot_phase.spenders[1]: expected robots sorted by start square",
            ),
            (
                |s| spenders(s)[1].now = square("h8"),
                "robot_phase.spenders[1]: expected a start square and where White's robot stands",
            ),
            (
                |s| spenders(s)[1].spent = 2,
                "robot_phase.spenders[1]: expected a distance that this energy can pay (NW-9)",
            ),
            (
                |s| {
                    spenders(s).truncate(1);
                },
                "robot_phase.spenders: expected start squares that were free for these robots",
            ),
            (
                |s| s.batteries = s.batteries.without(field("c3")).without(field("e3")),
                "robot_phase.spenders: expected energy that the batteries can pay (NW-13)",
            ),
            (
                |s| s.phase = SetupPhase::Batteries(s.batteries.with(field("a1"))),
                "battery_phase.moved[a1]: expected the field of a battery that has moved",
            ),
            (
                |s| s.turns = 1,
                "turns: expected no number of turns, which are counted with turn_cap only",
            ),
        ],
    );
    let small = game(&[("width", "3")]);
    let off_board: Change = |s| s.robots[0] = s.robots[0].with(square("l12"));
    let expected = "white[l12]: expected a square of this board, b2 to f12";
    messages.extend(met(&small, "w b2 b12 a3", &[(off_board, expected)]));
    let source = include_str!("../../src/netzwerk/setup.rs");
    assert_all_met(source, &messages);
}

#[test]
fn text_errors_of_broken_rules_name_the_entry_of_the_list() {
    let game = game(&[]);
    let wrong = |text: &str| -> ParseError { game.parse_position(text).expect_err(text) };
    for (text, at, expected) in [
        ("w d4,f6 b6,f6 c3", 11, "White's robot stands on f6"),
        (
            "w b2,d2,f2,h2,j2,l2,b4 - -",
            20,
            "at most 6 robots of a side",
        ),
        ("w d4 d6 c3 65536", 11, "a quiet count up to 65535"),
        ("w d6 d8 c3,e3 0 r:d4>d6:0", 24, "energy from 1 to 4"),
        ("w d6 d8 c3,e3 0 r:d4>d6:300", 24, "energy from 1 to 4"),
        (
            "w d4,f6 l8 c3,e3,e5,g5 0 r:d4>f6:2,f4>d4:2",
            35,
            "a distance that this energy can pay",
        ),
        (
            "w d4,f6 l8 c3,e3,e5,g5 0 r:d4>f6:2",
            27,
            "start squares that were free",
        ),
        ("w d4 d6 c3,e3 0 b:c3,a5", 21, "a battery that has moved"),
        ("w d4 d6 c3,e3 0 t:3", 18, "no number of turns"),
    ] {
        let error = wrong(text);
        assert_eq!(error.offset, at, "{error}");
        assert!(error.expected.contains(expected), "{error}");
    }
}

#[test]
fn nw_30_setup_of_a_position_that_a_side_has_left_is_over() {
    let game = game(&[]);
    let mut setup = setup(&game, "w d4 d6 c3,e3");
    setup.departed = Some(Side::Black);
    let state = game.position_from_setup(&setup).unwrap();
    assert_eq!(game.format_position(&state), "w d4 d6 c3,e3 0 left:b");
    assert!(matches!(
        game.turn(&state),
        botwerk_engine::Turn::Over(outcome) if outcome.rule == "NW-30"
    ));
    assert_eq!(game.setup(&state), setup);
    setup.quiet = u32::MAX;
    let error = game.position_from_setup(&setup).unwrap_err();
    assert_eq!(error.part, SetupPart::Quiet);
}
