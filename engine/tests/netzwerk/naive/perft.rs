//! Perft for the naive rules.

use super::position::Position;
use super::rules::Rules;
use super::{actions, after};

/// Counts the sequences of `depth` legal actions. Repetition is ignored: the sequences are too
/// short for it.
pub(crate) fn perft(rules: &Rules, position: &Position, depth: u32) -> u64 {
    let actions = actions(rules, position);
    match depth {
        0 => 1,
        1 => actions.len() as u64,
        _ => actions
            .into_iter()
            .map(|action| perft(rules, &after(rules, position, action), depth - 1))
            .sum(),
    }
}
