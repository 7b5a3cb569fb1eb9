//! Wins in one turn are found exactly where some turn wins.

use std::collections::HashSet;

use botwerk_engine::netzwerk::{Action, Position, RobotPhases, Rules};

use crate::robot_phases::positions;

/// Small boards, on which all turns can be tried.
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

/// The id of a rule by which some turn wins, by atomic actions.
fn win_by_actions(rules: &Rules, position: &Position) -> Option<&'static str> {
    let side = position.side();
    let mut met = HashSet::from([*position]);
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
            if end.is_none() && position.side() == side && met.insert(position) {
                open.push(position);
            }
        }
    }
    None
}

#[test]
fn a_win_is_found_if_there_is_one_and_wins() {
    let mut phases = RobotPhases::new();
    let mut found = [0; 2];
    let mut starved = 0;
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
            starved += u32::from(end.rule == "NW-21");
            let ends_by_turn = turn.last() == Some(&Action::EndTurn);
            assert_eq!(ends_by_turn, end.rule == "NW-21");
        }
    }
    assert!(
        found.iter().all(|found| *found > 100) && starved > 10,
        "{found:?} {starved}"
    );
}
