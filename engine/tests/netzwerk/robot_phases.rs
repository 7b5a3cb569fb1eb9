//! Tests that enumerated robot phases are those that atomic actions lead to.

use std::collections::{BTreeSet, HashSet};

use botwerk_engine::netzwerk::{Action, Netzwerk, Phase, Position, RobotPhases, Rules, Squares};
use botwerk_engine::{GameNotation, GameRules, StableRng};

use crate::naive;
use crate::play::game;
use crate::random_play::{random_position, seeded};

/// Options with which whole turns are tested.
pub(crate) const OPTIONS: [&[(&str, &str)]; 6] = [
    &[],
    &[("width", "3"), ("ranks", "4")],
    &[
        ("width", "4"),
        ("ranks", "3"),
        ("battery_control", "present"),
    ],
    &[
        ("width", "2"),
        ("ranks", "5"),
        ("battery_control", "majority"),
    ],
    &[("width", "5"), ("ranks", "4"), ("forced_capture", "true")],
    &[("forced_capture", "true")],
];

/// Returns random positions that are not over, some of them within a turn.
pub(crate) fn positions(
    name: &str,
    given: &[(&str, &str)],
    count: u32,
) -> impl Iterator<Item = (Netzwerk, Position)> {
    let game = game(given);
    let rules = naive::Rules::new(given).unwrap();
    let name = name.to_owned();
    (0..count).filter_map(move |number| {
        let mut generator = seeded(&name, number);
        let text = random_position(&rules, &mut generator);
        let state = game.parse_position(&text).unwrap();
        let mut position = *state.position();
        if game.rules().end(&position, false).is_some() {
            return None;
        }
        play_robot_actions(game.rules(), &mut position, &mut generator);
        let is_over = game.rules().end(&position, false).is_some();
        (!is_over).then(|| (game.clone(), position))
    })
}

/// Applies up to two random robot actions.
fn play_robot_actions(rules: &Rules, position: &mut Position, generator: &mut StableRng) {
    for _ in 0..generator.below(3) {
        let mut actions = Vec::new();
        rules.each_action(position, |action| actions.push(action));
        actions.retain(|action| matches!(action, Action::Robot { .. }));
        if actions.is_empty() || rules.end(position, false).is_some() {
            return;
        }
        let index = generator.below(actions.len() as u64) as usize;
        rules.play(position, actions[index]);
    }
}

/// Returns the boards at which a robot phase can end or the match ends, found with atomic actions.
fn boards_by_actions(rules: &Rules, position: &Position) -> BTreeSet<[Squares; 2]> {
    let mut boards = BTreeSet::new();
    let mut visited = HashSet::from([*position]);
    let mut open = vec![*position];
    while let Some(position) = open.pop() {
        let is_over = !position.is_start_of_turn() && rules.decided(&position).is_some();
        if is_over {
            boards.insert(position.robots_of_both());
            continue;
        }
        rules.each_action(&position, |action| match action {
            Action::EndRobots => {
                boards.insert(position.robots_of_both());
            }
            action => {
                let mut next = position;
                rules.play(&mut next, action);
                if visited.insert(next) {
                    open.push(next);
                }
            }
        });
    }
    boards
}

#[test]
fn robot_phases_are_enumerated_without_gaps_or_duplicates() {
    let mut phases = RobotPhases::new();
    let mut tested = 0;
    for given in OPTIONS {
        for (game, position) in positions("robot phases", given, 60) {
            if position.phase() == Phase::Batteries {
                continue;
            }
            let rules = game.rules();
            let expected = boards_by_actions(rules, &position);
            let results = phases.all(rules, &position);
            let boards: BTreeSet<_> = results.iter().map(|result| result.robots).collect();
            assert_eq!(results.len(), boards.len(), "{given:?} {position:?}");
            assert_eq!(boards, expected, "{given:?} {position:?}");
            tested += 1;
        }
    }
    assert!(tested > 60, "{tested}");
}

#[test]
fn actions_of_a_result_lead_to_it() {
    let mut phases = RobotPhases::new();
    for given in OPTIONS {
        for (game, position) in positions("ways to results", given, 10) {
            let rules = game.rules();
            phases.all(rules, &position);
            for result in phases.results() {
                let mut played = position;
                for action in phases.actions(result) {
                    rules.check(&played, action).unwrap();
                    rules.play(&mut played, action);
                }
                assert_eq!(played.robots_of_both(), result.robots);
                if result.end.is_some() {
                    assert_eq!(rules.decided(&played), result.end);
                    continue;
                }
                rules.check(&played, Action::EndRobots).unwrap();
                rules.play(&mut played, Action::EndRobots);
                assert_eq!(played, rules.after_robots(&position, result.robots));
            }
        }
    }
}

#[test]
fn start_has_2524_boards() {
    let game = game(&[]);
    let start = game.initial_state(botwerk_engine::RootSeed::from_text("any"));
    let mut phases = RobotPhases::new();
    assert_eq!(phases.all(game.rules(), start.position()).len(), 2524);
}
