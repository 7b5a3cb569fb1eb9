//! Tests that a turn which leaves the opponent no win by robots is played if there is one.

use std::collections::{HashMap, HashSet};

use botwerk_engine::netzwerk::{Action, Fields, Phase, Position, RobotPhases, Rules, Squares};

use super::random_positions::{game, positions};
use super::{choice, play_turn};
use crate::netzwerk::minimax::evaluator::fields_near;

/// The robots after the robot phase, and the batteries next to enemy robots.
type BoardKey = ([Squares; 2], Fields);

/// Number of escapes and of lost positions checked per board.
const COUNT_PER_KIND: i32 = 50;

/// Maximum number of boards per position.
const MAX_BOARDS: usize = 1_000_000;

/// Maximum number of states per turn.
const MAX_STATES: usize = 60_000;

/// Returns whether some turn leaves the opponent no win by NW-19 or NW-20, by playing every turn
/// action by action, or `None` if there are too many.
fn has_escape(rules: &Rules, position: &Position) -> Option<bool> {
    let mut seen = HashSet::from([*position]);
    let mut stack = vec![*position];
    let mut losing: HashMap<BoardKey, bool> = HashMap::new();
    let mut wins = RobotPhases::new();
    let mut has_escape = false;
    while let Some(state) = stack.pop() {
        let mut next = Vec::new();
        rules.each_action(&state, |action| {
            let mut after = state;
            rules.play(&mut after, action);
            next.push((action, after));
        });
        for (action, after) in next {
            if action == Action::EndTurn {
                let enemy = after.robots(after.side());
                let near = after.batteries().intersection(fields_near(enemy));
                let is_losing = losing
                    .entry((after.robots_of_both(), near))
                    .or_insert_with(|| wins.win(rules, &after).is_some());
                has_escape |= !*is_losing;
            } else if rules.end(&after, false).is_none() && seen.insert(after) {
                stack.push(after);
            }
        }
        if seen.len() > MAX_STATES || losing.len() > MAX_BOARDS {
            return None;
        }
    }
    Some(has_escape)
}

/// Returns `true` if the opponent would win in one turn by robots if it were to move.
fn is_threatened(rules: &Rules, position: &Position) -> bool {
    let passed = Position::at_start_of_turn(
        position.robots_of_both(),
        position.batteries(),
        position.side().other(),
    );
    rules.end(&passed, false).is_none() && RobotPhases::new().win(rules, &passed).is_some()
}

#[test]
fn existing_escape_is_always_played() {
    let boards: [(&[(&str, &str)], u64); 5] = [
        (&[], 6),
        (&[("width", "4"), ("ranks", "4")], 7),
        (
            &[
                ("width", "3"),
                ("ranks", "5"),
                ("battery_control", "present"),
            ],
            8,
        ),
        (
            &[("width", "4"), ("ranks", "5"), ("forced_capture", "true")],
            6,
        ),
        (&[("width", "5"), ("battery_control", "majority")], 6),
    ];
    let mut phases = RobotPhases::new();
    let mut checked = [0; 2];
    for (given, batteries) in boards {
        let game = game(given);
        let rules = game.rules();
        let mut remaining = [COUNT_PER_KIND; 2];
        for position in positions(&game, "escapes", batteries) {
            if remaining == [0; 2] {
                break;
            }
            let is_candidate = position.phase() == Phase::Robots
                && is_threatened(rules, &position)
                && rules.win_in_one_turn(&mut phases, &position).is_none();
            if !is_candidate {
                continue;
            }
            let Some(can_escape) = has_escape(rules, &position) else {
                continue;
            };
            let kind = usize::from(can_escape);
            if remaining[kind] == 0 {
                continue;
            }
            remaining[kind] -= 1;
            checked[kind] += 1;
            let choice = choice(&game, &position, "minimax:nodes=300,table=1");
            let after = play_turn(&game, &position, &choice.actions);
            if can_escape {
                let end = rules.end(&after, false);
                let is_lost = end.map_or_else(
                    || phases.win(rules, &after).is_some(),
                    |end| end.winner == Some(position.side().other()),
                );
                assert!(!is_lost, "{given:?} {position:?} {:?}", choice.actions);
            }
        }
    }
    assert_eq!(checked, [5 * COUNT_PER_KIND; 2]);
}
