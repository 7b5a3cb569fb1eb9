//! How many sequences of actions there are.

use super::position::Position;
use super::rules::Rules;
use super::{actions, after};

/// The number of sequences of so many actions, each legal where it is made. Repetition does not
/// end them: they are too short for it.
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
