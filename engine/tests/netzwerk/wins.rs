//! Tests that a win in one turn is found exactly if some turn wins.

use botwerk_engine::GameNotation;
use botwerk_engine::netzwerk::{Action, Position, RobotPhases, Rules};
use std::collections::HashSet;

use crate::play::game;
use crate::robot_phases::positions;

/// Small boards, on which all turns can be enumerated.
const OPTIONS: [&[(&str, &str)]; 5] = [
    &[("width", "2"), ("ranks", "3")],
    &[
        ("width", "2"),
        ("ranks", "4"),
        ("battery_control", "present"),
    ],
    &[
        ("width", "2"),
        ("ranks", "5"),
        ("battery_control", "majority"),
    ],
    &[("width", "2"), ("ranks", "4"), ("forced_capture", "true")],
    &[("width", "3"), ("ranks", "3")],
];

/// Returns the id of a rule by which some turn wins, found with atomic actions.
fn win_by_actions(rules: &Rules, position: &Position) -> Option<&'static str> {
    let side = position.side();
    let mut visited = HashSet::from([*position]);
    let mut open = vec![*position];
    while let Some(position) = open.pop() {
        let mut next = Vec::new();
        rules.each_action(&position, |action| {
            let mut after = position;
            rules.play(&mut after, action);
            next.push(after);
        });
        for position in next {
            let end = rules.end(&position, false);
            if let Some(end) = end.filter(|end| end.winner == Some(side)) {
                return Some(end.rule);
            }
            if end.is_none() && position.side() == side && visited.insert(position) {
                open.push(position);
            }
        }
    }
    None
}

#[test]
fn win_in_one_turn_is_found_exactly_if_one_exists() {
    let mut phases = RobotPhases::new();
    let mut found = [0; 2];
    let mut stalemates = 0;
    for given in OPTIONS {
        for (game, position) in positions("wins in one turn", given, 400) {
            let rules = game.rules();
            let turn = rules.win_in_one_turn(&mut phases, &position);
            let expected = win_by_actions(rules, &position);
            assert_eq!(
                turn.is_some(),
                expected.is_some(),
                "{given:?} {position:?}: {expected:?}"
            );
            found[usize::from(turn.is_some())] += 1;
            let Some(turn) = turn else { continue };
            let mut played = position;
            for action in &turn {
                assert!(rules.end(&played, false).is_none());
                rules.check(&played, *action).unwrap();
                rules.play(&mut played, *action);
            }
            let end = rules.end(&played, false).unwrap();
            assert_eq!(end.winner, Some(position.side()), "{given:?} {position:?}");
            stalemates += u32::from(end.rule == "NW-21");
            let ends_by_turn = turn.last() == Some(&Action::EndTurn);
            assert_eq!(ends_by_turn, end.rule == "NW-21");
        }
    }
    assert!(
        found.iter().all(|found| *found > 100) && stalemates > 10,
        "{found:?} {stalemates}"
    );
}

/// Positions of the printed board with millions of battery phases, each with whether some turn
/// wins.
const WIDE: [(&str, bool); 8] = [
    (
        "w b2,l2,d4,j6,l6,f8 b6,j8,l8,d10,h10,b12 k1,a3,c3,e3,i5,k5,m5,a9,c9,e9,g9,i9,m9,k11",
        false,
    ),
    (
        "b d2,j2,f4,l4,j6 b4,j4,h6,b8,f10,f12 a5,c5,i5,k5,g7,m7,c9,e9,i9,g11,k11,m11,c13,g13",
        true,
    ),
    (
        "b f2,b4,h4,l4,f6,l6 d6,j6,l8,b10,d12,f12 a3,e3,i3,k3,m3,c5,e5,i7,k9,m9,a11,c11,e11,g11",
        false,
    ),
    (
        "b j2,d4,h6,l6 b2,f2,f4,j6,d8,h8 i1,g3,i3,m5,c7,e7,i7,m7,c9,g9,i9,k9,a11,c11",
        true,
    ),
    (
        "b b2,l2,b4,j4,l4 b6,f6,l6,f12,j12,l12 i3,k3,c5,e5,m5,a7,c7,g7,m7,e11,g11,i11,k11,m11",
        false,
    ),
    // A battery must move from g11 to i11, whose battery can only move where that of i9 must go.
    (
        "w d4,f4,b6,d12 h8,b10,l10,f12 c3,e3,g3,a5,c5,e5,g5,a7,c7,c9,e9,i9,g11,i11",
        false,
    ),
    // The batteries of a5 and c5 can only move to fields where one of them would be too many.
    (
        "w d2,h2,d4,l6,f8 b2,b6,f6,d8 i1,c3,k3,a5,c5,k5,i7,e9,k9,g11,a13,c13,g13,k13",
        false,
    ),
    // In some robot phases enumerated before the winning one, the battery of i7 could only pass i5
    // if another battery were there, which would be too many adjacent to j6.
    (
        "w b4,d4,j4,b6,d10 f6,h6,l6,j10 a3,c3,e3,i3,k3,a5,c5,a7,i7,k7,c9,e9,c11,e11",
        true,
    ),
];

#[test]
fn wins_on_wide_boards_are_found_without_enumerating_battery_phases() {
    let game = game(&[]);
    let mut phases = RobotPhases::new();
    for (text, expected) in WIDE {
        let state = game.parse_position(text).unwrap();
        let turn = game.rules().win_in_one_turn(&mut phases, state.position());
        assert_eq!(turn.is_some(), expected, "{text}");
        let mut played = *state.position();
        for action in turn.iter().flatten() {
            game.rules().check(&played, *action).unwrap();
            game.rules().play(&mut played, *action);
        }
        let won = game.rules().end(&played, false).and_then(|end| end.winner);
        assert_eq!(won.is_some(), expected, "{text}");
    }
}
