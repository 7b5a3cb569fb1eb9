//! Every search gives the value of plain negamax where it searches every turn.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64};

use botwerk_engine::netzwerk::{Position, RobotPhases, Rules};

use super::drawn::{game, positions};
use crate::netzwerk::minimax::busy_turns::BusyTurns;
use crate::netzwerk::minimax::evaluation::Evaluation;
use crate::netzwerk::minimax::root::Deepening;
use crate::netzwerk::minimax::score::{DRAW, WIN, clamped};
use crate::netzwerk::minimax::shared::Shared;
use crate::netzwerk::minimax::table::Table;
use crate::netzwerk::minimax::weights::Weights;
use crate::netzwerk::minimax::width::Width;

/// The value of a position by the definition: every turn is carried out action by action, every
/// different position after it is searched, nothing is cut off.
fn negamax(rules: &Rules, position: &Position, depth: u32, ply: i32) -> i32 {
    if let Some(end) = rules.end(position, false) {
        return match end.winner {
            None => DRAW,
            Some(winner) if winner == position.side() => WIN - ply,
            Some(_) => -(WIN - ply),
        };
    }
    if RobotPhases::new().win(rules, position).is_some() {
        return WIN - ply - 1;
    }
    if depth == 0 {
        return clamped(Evaluation::new(Weights::tuned(), rules).of(position));
    }
    let after = after_every_turn(rules, position);
    let values = after.iter().map(|after| {
        if after.side() == position.side() {
            // A robot action has decided the match within the turn.
            negamax(rules, after, depth - 1, ply + 1)
        } else {
            -negamax(rules, after, depth - 1, ply + 1)
        }
    });
    values.max().unwrap()
}

/// The different positions after the turns from a position, by atomic actions.
fn after_every_turn(rules: &Rules, position: &Position) -> HashSet<Position> {
    let mut met = HashSet::from([*position]);
    let mut open = vec![*position];
    let mut after = HashSet::new();
    while let Some(state) = open.pop() {
        rules.each_action(&state, |action| {
            let mut next = state;
            rules.play(&mut next, action);
            let is_over = next.side() == position.side() && rules.end(&next, false).is_some();
            if is_over || next.side() != position.side() {
                after.insert(next);
            } else if met.insert(next) {
                open.push(next);
            }
        });
    }
    after
}

/// The value that a search of every turn gives.
fn searched(rules: &Rules, position: &Position, depth: u32, threads: usize, table: usize) -> i32 {
    let table = Table::new(table);
    let shared = Shared {
        rules,
        weights: Weights::tuned(),
        table: &table,
        width: Width::Everything,
        earlier: &[],
        should_stop: &|| false,
        node_limit: u64::MAX,
        nodes: AtomicU64::new(0),
        stopped: AtomicBool::new(false),
        busy: BusyTurns::new(threads),
    };
    let mut deepening = Deepening::new(&shared, position);
    deepening.deepen_to(depth, threads, &mut |_| {});
    let found = deepening.found();
    found.unwrap().score
}

/// Options, the most batteries, the greatest depth.
type Trial = (&'static [(&'static str, &'static str)], u64, u32);

const BOARDS: [Trial; 6] = [
    (&[("width", "2"), ("ranks", "3")], 4, 3),
    (&[("width", "2"), ("ranks", "4")], 4, 2),
    (
        &[
            ("width", "3"),
            ("ranks", "3"),
            ("battery_control", "present"),
        ],
        4,
        2,
    ),
    (
        &[
            ("width", "2"),
            ("ranks", "5"),
            ("battery_control", "majority"),
        ],
        4,
        2,
    ),
    (
        &[("width", "3"), ("ranks", "4"), ("forced_capture", "true")],
        3,
        2,
    ),
    (
        &[("width", "6"), ("ranks", "6"), ("quiet_turns", "1")],
        3,
        1,
    ),
];

#[test]
fn every_search_gives_the_value_of_plain_negamax() {
    let mut tried = 0;
    for (given, batteries, depth) in BOARDS {
        let game = game(given);
        let rules = game.rules();
        for position in positions(&game, "plain", batteries).take(12) {
            // The root itself is not asked for a win: the player looks for one before.
            if RobotPhases::new().win(rules, &position).is_some() {
                continue;
            }
            for depth in 1..=depth {
                let expected = negamax(rules, &position, depth, 0);
                for (threads, table) in [(1, 1 << 20), (1, 0), (2, 1 << 20)] {
                    let value = searched(rules, &position, depth, threads, table);
                    let what = format!("{given:?} {position:?} depth {depth} {threads} {table}");
                    assert_eq!(value, expected, "{what}");
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 60, "{tried}");
}
