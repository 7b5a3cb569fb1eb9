//! Players win when they can win in one turn.

use std::collections::BTreeMap;

use botwerk_agents::Budget;
use botwerk_engine::netzwerk::RobotPhases;

use crate::asking::{asked, carried_out, drawn_position, game, player, seeded};

/// Boards on which drawn positions often have wins.
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

/// Positions of each kind that are asked about.
const WANTED: u32 = 100;

#[test]
fn a_win_in_one_turn_is_played() {
    let mut phases = RobotPhases::new();
    let mut found = BTreeMap::from([("NW-19", 0), ("NW-20", 0), ("NW-21", 0)]);
    for number in 0.. {
        let game = game(OPTIONS[number as usize % OPTIONS.len()]);
        let rules = game.rules();
        let mut generator = seeded("wins to play", number);
        let Some(position) = drawn_position(rules, 2, &mut generator) else {
            continue;
        };
        let Some(turn) = rules.win_in_one_turn(&mut phases, &position) else {
            continue;
        };
        let rule = carried_out(rules, &mut position.clone(), &turn)
            .unwrap()
            .rule;
        let known = found.get_mut(rule).unwrap();
        if *known == WANTED {
            continue;
        }
        *known += 1;
        for name in ["greedy", "mcts:nodes=10"] {
            let choice = asked(
                &mut *player(name),
                &game,
                &position,
                "7",
                &Budget::UNLIMITED,
            );
            let end = carried_out(rules, &mut position.clone(), &choice.actions);
            let winner = end.and_then(|end| end.winner);
            assert_eq!(winner, Some(position.side()), "{name} {rule} {position:?}");
        }
        if found.values().all(|found| *found == WANTED) {
            return;
        }
    }
}
