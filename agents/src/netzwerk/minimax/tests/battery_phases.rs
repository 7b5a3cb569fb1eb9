//! Tests of the beam search over battery phases.

use std::collections::HashSet;

use botwerk_engine::netzwerk::{Action, Fields, Position, Rules};

use super::random_positions::{game, positions};
use crate::netzwerk::minimax::battery_phases::BatteryPhases;

/// Returns the sets of batteries with which a battery phase can end, by atomic actions.
fn ends_by_actions(rules: &Rules, phase: &Position) -> HashSet<Fields> {
    let mut seen = HashSet::from([*phase]);
    let mut stack = vec![*phase];
    while let Some(state) = stack.pop() {
        rules.each_action(&state, |action| {
            let mut next = state;
            rules.play(&mut next, action);
            if action != Action::EndTurn && seen.insert(next) {
                stack.push(next);
            }
        });
    }
    seen.iter().map(Position::batteries).collect()
}

/// Returns a value that differs from set to set.
fn pseudo_value(batteries: Fields) -> i32 {
    (batteries.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as i32
}

#[test]
fn unlimited_beam_finds_every_battery_phase() {
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
            phases.restart(&phase, pseudo_value(phase.batteries()));
            phases
                .expand(rules, controlled, usize::MAX, pseudo_value, &mut |_| Ok(1))
                .unwrap();
            assert!(phases.has_all());
            let mut found = HashSet::new();
            for state in phases.distinct() {
                let mut played = phase;
                for &(from, to) in &state.moves {
                    let action = Action::Battery { from, to };
                    rules.check(&played, action).unwrap();
                    rules.play(&mut played, action);
                }
                assert_eq!(played.batteries(), state.batteries);
                assert_eq!(state.value, pseudo_value(state.batteries));
                assert!(found.insert(state.batteries), "{position:?}");
            }
            assert_eq!(found, expected, "{given:?} {position:?}");
        }
    }
}

/// Maximum number of battery moves of a position: fourteen batteries in four directions.
const MAX_MOVES: usize = 56;

#[test]
fn beam_expands_the_best_state_first() {
    let game = game(&[]);
    let rules = game.rules();
    let mut phases = BatteryPhases::default();
    let mut two_move_count = 0;
    for position in positions(&game, "beam", 14).take(50) {
        let phase = rules.after_robots(&position, position.robots_of_both());
        let controlled = rules.controlled(&phase, phase.side());
        let mut beam = |max_sets| {
            phases.restart(&phase, pseudo_value(phase.batteries()));
            phases
                .expand(rules, controlled, max_sets, pseudo_value, &mut |_| Ok(1))
                .unwrap();
            let found: Vec<_> = phases.distinct().cloned().collect();
            found
        };
        let moves = rules.movable(&phase);
        let moves = moves.map(|from| rules.battery_targets(phase.batteries(), from).len());
        let first = beam(1 + moves.sum::<usize>());
        assert!(first.iter().all(|state| state.moves.len() <= 1));
        let moved = first.iter().filter(|state| !state.moves.is_empty());
        let best = moved.max_by_key(|state| state.value).unwrap();
        let second = beam(first.len() + MAX_MOVES);
        assert!(second.len() <= first.len() + MAX_MOVES);
        if let Some(next) = second.iter().find(|state| state.moves.len() == 2) {
            assert_eq!(next.moves[0], best.moves[0], "{position:?}");
            two_move_count += 1;
        }
    }
    assert!(two_move_count > 20, "{two_move_count}");
}
