//! Tests that a win in one turn is always played.

use super::random_positions::{game, positions};
use super::{choice, play_turn};
use botwerk_engine::netzwerk::RobotPhases;

#[test]
fn win_in_one_turn_is_always_played() {
    let boards: [&[(&str, &str)]; 3] = [
        &[],
        &[("width", "4"), ("ranks", "4")],
        &[("width", "3"), ("battery_control", "present")],
    ];
    let mut phases = RobotPhases::new();
    let mut by_rule = std::collections::BTreeMap::new();
    for given in boards {
        let game = game(given);
        let rules = game.rules();
        let winning = positions(&game, "wins", 14)
            .filter(|position| rules.win_in_one_turn(&mut phases, position).is_some());
        for position in winning.take(170).collect::<Vec<_>>() {
            let choice = choice(&game, &position, "minimax:nodes=100,table=1");
            let after = play_turn(&game, &position, &choice.actions);
            let end = rules.end(&after, false).unwrap();
            assert_eq!(end.winner, Some(position.side()), "{given:?} {position:?}");
            *by_rule.entry(end.rule).or_insert(0) += 1;
        }
    }
    assert_eq!(by_rule.values().sum::<i32>(), 510);
    assert!(by_rule.values().all(|count| *count >= 5), "{by_rule:?}");
    assert_eq!(by_rule.len(), 3, "{by_rule:?}");
}
