//! The beam of battery phases.

use std::collections::HashSet;

use botwerk_engine::netzwerk::{Action, Fields, Position, Rules};

use super::drawn::{game, positions};
use crate::netzwerk::minimax::battery_phases::BatteryPhases;

/// The sets of batteries that a battery phase can end with, by atomic actions.
fn ends_by_actions(rules: &Rules, phase: &Position) -> HashSet<Fields> {
    let mut met = HashSet::from([*phase]);
    let mut open = vec![*phase];
    while let Some(state) = open.pop() {
        rules.each_action(&state, |action| {
            let mut next = state;
            rules.play(&mut next, action);
            if action != Action::EndTurn && met.insert(next) {
                open.push(next);
            }
        });
    }
    met.iter().map(Position::batteries).collect()
}

/// Any value that differs from set to set.
fn worth(batteries: Fields) -> i32 {
    (batteries.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as i32
}

#[test]
fn a_beam_without_limit_is_every_battery_phase() {
    let mut phases = BatteryPhases::default();
    let boards: [&[(&str, &str)]; 3] = [
        &[("width", "3"), ("ranks", "4")],
        &[("battery_control", "majority")],
        &[("width", "2"), ("battery_control", "present")],
    ];
    for given in boards {
        let game = game(given);
        let rules = game.rules();
        for position in positions(&game, "battery phases", 5).take(60) {
            let phase = rules.after_robots(&position, position.robots_of_both());
            let expected = ends_by_actions(rules, &phase);
            let controlled = rules.controlled(&phase, phase.side());
            phases.begin(&phase, worth(phase.batteries()));
            phases.grow(rules, controlled, usize::MAX, worth);
            assert!(phases.has_all());
            let mut found = HashSet::new();
            for state in phases.different() {
                let mut played = phase;
                for &(from, to) in &state.moves {
                    let action = Action::Battery { from, to };
                    rules.check(&played, action).unwrap();
                    rules.play(&mut played, action);
                }
                assert_eq!(played.batteries(), state.batteries);
                assert_eq!(state.value, worth(state.batteries));
                assert!(found.insert(state.batteries), "{position:?}");
            }
            assert_eq!(found, expected, "{given:?} {position:?}");
        }
    }
}

/// The most battery moves of a position: fourteen batteries in four directions.
const MOST_MOVES: usize = 56;

#[test]
fn a_beam_goes_on_from_the_best() {
    let game = game(&[]);
    let rules = game.rules();
    let mut phases = BatteryPhases::default();
    let mut went_on = 0;
    for position in positions(&game, "beam", 14).take(50) {
        let phase = rules.after_robots(&position, position.robots_of_both());
        let controlled = rules.controlled(&phase, phase.side());
        let mut grown = |most| {
            phases.begin(&phase, worth(phase.batteries()));
            phases.grow(rules, controlled, most, worth);
            let found: Vec<_> = phases.different().cloned().collect();
            found
        };
        let moves = rules.movable(&phase);
        let moves = moves.map(|from| rules.battery_targets(phase.batteries(), from).len());
        let first = grown(1 + moves.sum::<u32>() as usize);
        assert!(first.iter().all(|state| state.moves.len() <= 1));
        let moved = first.iter().filter(|state| !state.moves.is_empty());
        let best = moved.max_by_key(|state| state.value).unwrap();
        let second = grown(first.len() + MOST_MOVES);
        assert!(second.len() <= first.len() + MOST_MOVES);
        if let Some(next) = second.iter().find(|state| state.moves.len() == 2) {
            assert_eq!(next.moves[0], best.moves[0], "{position:?}");
            went_on += 1;
        }
    }
    assert!(went_on > 20, "{went_on}");
}
