//! Tests that agents win if they can win in one turn.

use std::collections::BTreeMap;

use botwerk_agents::Budget;
use botwerk_engine::netzwerk::RobotPhases;

use crate::positions::{agent, choose, game, play_actions, random_position, rng_for};

/// Boards on which random positions often have wins.
const OPTIONS: [&[(&str, &str)]; 4] = [
    &[("width", "3"), ("ranks", "3")],
    &[
        ("width", "2"),
        ("ranks", "4"),
        ("battery_control", "present"),
    ],
    &[("width", "3"), ("ranks", "5"), ("forced_capture", "true")],
    &[],
];

/// Number of positions tested for each rule.
const COUNT_PER_RULE: u32 = 100;

#[test]
fn win_in_one_turn_is_played() {
    let mut phases = RobotPhases::new();
    let mut counts = BTreeMap::from([("NW-19", 0), ("NW-20", 0), ("NW-21", 0)]);
    for number in 0.. {
        let game = game(OPTIONS[number as usize % OPTIONS.len()]);
        let rules = game.rules();
        let mut rng = rng_for("wins to play", number);
        let Some(position) = random_position(rules, 2, &mut rng) else {
            continue;
        };
        let Some(turn) = rules.win_in_one_turn(&mut phases, &position) else {
            continue;
        };
        let rule = play_actions(rules, &mut position.clone(), &turn)
            .unwrap()
            .rule;
        let count = counts.get_mut(rule).unwrap();
        if *count == COUNT_PER_RULE {
            continue;
        }
        *count += 1;
        for name in ["greedy", "minimax:nodes=10"] {
            let choice = choose(&mut *agent(name), &game, &position, "7", &Budget::UNLIMITED);
            let end = play_actions(rules, &mut position.clone(), &choice.actions);
            let winner = end.and_then(|end| end.winner);
            assert_eq!(winner, Some(position.side()), "{name} {rule} {position:?}");
        }
        if counts.values().all(|count| *count == COUNT_PER_RULE) {
            return;
        }
    }
}
