//! A turn that leaves the opponent no win by robots is played if there is one.

use std::collections::{HashMap, HashSet};

use botwerk_engine::netzwerk::{Action, Fields, Phase, Position, RobotPhases, Rules, Squares};

use super::drawn::{game, positions};
use super::{choice, played};
use crate::netzwerk::minimax::evaluation::fields_beside;

/// Boards after the robot phase with the batteries on fields beside enemy robots.
type Pair = ([Squares; 2], Fields);

/// The most pairs of a position that is tried.
const MOST_PAIRS: usize = 1_000_000;

/// The most states of a turn that are looked at to find them.
const MOST_STATES: usize = 60_000;

/// Whether some turn leaves the opponent no win by NW-19 or NW-20: every turn is carried out
/// action by action. `None` if there are too many.
fn has_escape(rules: &Rules, position: &Position) -> Option<bool> {
    let mut met = HashSet::from([*position]);
    let mut open = vec![*position];
    let mut pairs: HashMap<Pair, bool> = HashMap::new();
    let mut wins = RobotPhases::new();
    let mut escapes = false;
    while let Some(state) = open.pop() {
        let mut next = Vec::new();
        rules.each_action(&state, |action| {
            let mut after = state;
            rules.play(&mut after, action);
            next.push((action, after));
        });
        for (action, after) in next {
            if action == Action::EndTurn {
                let enemy = after.robots(after.side());
                let fed = after.batteries().intersection(fields_beside(enemy));
                let loses = pairs
                    .entry((after.robots_of_both(), fed))
                    .or_insert_with(|| wins.win(rules, &after).is_some());
                escapes |= !*loses;
            } else if rules.end(&after, false).is_none() && met.insert(after) {
                open.push(after);
            }
        }
        if met.len() > MOST_STATES || pairs.len() > MOST_PAIRS {
            return None;
        }
    }
    Some(escapes)
}

/// Whether the opponent would win in one turn by robots if it were his turn.
fn is_threatened(rules: &Rules, position: &Position) -> bool {
    let turned = Position::at_start_of_turn(
        position.robots_of_both(),
        position.batteries(),
        position.side().other(),
    );
    rules.end(&turned, false).is_none() && RobotPhases::new().win(rules, &turned).is_some()
}

#[test]
fn an_escape_is_always_found() {
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
    let wanted = 50;
    let mut found = [0; 2];
    for (given, batteries) in boards {
        let game = game(given);
        let rules = game.rules();
        let mut left = [wanted; 2];
        for position in positions(&game, "escapes", batteries) {
            if left == [0; 2] {
                break;
            }
            let is_candidate = position.phase() == Phase::Robots
                && is_threatened(rules, &position)
                && rules.win_in_one_turn(&mut phases, &position).is_none();
            if !is_candidate {
                continue;
            }
            let Some(escapes) = has_escape(rules, &position) else {
                continue;
            };
            let kind = usize::from(escapes);
            if left[kind] == 0 {
                continue;
            }
            left[kind] -= 1;
            found[kind] += 1;
            let choice = choice(&game, &position, "minimax:nodes=300,table=1");
            let after = played(&game, &position, &choice.actions);
            if escapes {
                let end = rules.end(&after, false);
                let lost = end.map_or_else(
                    || phases.win(rules, &after).is_some(),
                    |end| end.winner == Some(position.side().other()),
                );
                assert!(!lost, "{given:?} {position:?} {:?}", choice.actions);
            }
        }
    }
    assert_eq!(found, [5 * wanted; 2]);
}
