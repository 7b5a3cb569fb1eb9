//! Tests that an exhaustive search returns the value of plain negamax.

use std::collections::HashSet;

use botwerk_engine::netzwerk::{Position, RobotPhases, Rules};

use super::random_positions::{game, positions};
use crate::netzwerk::minimax::abdada::ActiveTurns;
use crate::netzwerk::minimax::evaluator::Knowledge;
use crate::netzwerk::minimax::root::IterativeDeepening;
use crate::netzwerk::minimax::score::{DRAW, WIN, clamp_static};
use crate::netzwerk::minimax::search_context::SearchContext;
use crate::netzwerk::minimax::transposition_table::TranspositionTable;
use crate::netzwerk::minimax::width::SearchWidth;

/// Returns the value of a position by definition: every turn is played action by action, and every
/// different resulting position is searched without cutoffs.
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
        return clamp_static(Knowledge::Linear.evaluator(rules).evaluate(position));
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

/// Returns the different positions after all turns of a position, by atomic actions.
fn after_every_turn(rules: &Rules, position: &Position) -> HashSet<Position> {
    let mut seen = HashSet::from([*position]);
    let mut stack = vec![*position];
    let mut after = HashSet::new();
    while let Some(state) = stack.pop() {
        rules.each_action(&state, |action| {
            let mut next = state;
            rules.play(&mut next, action);
            let is_over = next.side() == position.side() && rules.end(&next, false).is_some();
            if is_over || next.side() != position.side() {
                after.insert(next);
            } else if seen.insert(next) {
                stack.push(next);
            }
        });
    }
    after
}

/// Returns the value of an exhaustive search.
fn search_value(
    rules: &Rules,
    position: &Position,
    depth: u32,
    threads: usize,
    table: usize,
) -> i32 {
    let table = TranspositionTable::new(table);
    let context = SearchContext {
        width: SearchWidth::Exhaustive,
        active_turns: ActiveTurns::new(threads),
        ..SearchContext::new(rules, &Knowledge::Linear, &table)
    };
    let mut deepening = IterativeDeepening::new(&context, position);
    deepening.deepen_to(depth, threads, &mut |_| {});
    let found = deepening.found();
    found.unwrap().score
}

/// Options, maximum number of batteries, and maximum depth.
type Case = (&'static [(&'static str, &'static str)], u64, u32);

const BOARDS: [Case; 6] = [
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
fn exhaustive_search_returns_the_value_of_plain_negamax() {
    let mut count = 0;
    for (given, batteries, depth) in BOARDS {
        let game = game(given);
        let rules = game.rules();
        for position in positions(&game, "plain", batteries).take(12) {
            // The search does not test the root for a win, since the agent does so first.
            if RobotPhases::new().win(rules, &position).is_some() {
                continue;
            }
            for depth in 1..=depth {
                let expected = negamax(rules, &position, depth, 0);
                for (threads, table) in [(1, 1 << 20), (1, 0), (2, 1 << 20)] {
                    let value = search_value(rules, &position, depth, threads, table);
                    let context = format!("{given:?} {position:?} depth {depth} {threads} {table}");
                    assert_eq!(value, expected, "{context}");
                }
                count += 1;
            }
        }
    }
    assert!(count > 60, "{count}");
}
