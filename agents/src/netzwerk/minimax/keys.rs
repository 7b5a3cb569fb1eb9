//! Hash keys of positions and turns: for the transposition table, repetition and threads.

use botwerk_engine::netzwerk::{Position, Rules, Squares};

use super::turn::Turn;

/// Returns the key of a position at the start of a turn, as repetition compares it (NW-25).
pub(super) fn position_key(position: &Position) -> u64 {
    let [white, black] = position.robots_of_both().map(Squares::bits);
    let side = position.side().index() as u64;
    // Fields use 56 bits, so there is space for the side above them.
    let phase = position.phase() as u64;
    let rest = position.batteries().bits() | side << 63 | phase << 62;
    mix(
        mix(white, black),
        rest ^ position.moved().bits().rotate_left(31),
    )
}

/// Returns the number of occurrences of each position, by key (NW-25).
pub(super) fn occurrences<'a>(
    positions: impl IntoIterator<Item = &'a Position>,
) -> Vec<(u64, u32)> {
    let mut counts: Vec<(u64, u32)> = Vec::new();
    for position in positions {
        let key = position_key(position);
        match counts.iter_mut().find(|(known, _)| *known == key) {
            Some((_, times)) => *times += 1,
            None => counts.push((key, 1)),
        }
    }
    counts
}

/// Returns the key for the transposition table, which includes the counts if they are near a limit
/// (NW-26, NW-27).
pub(super) fn table_key(rules: &Rules, position: &Position, key: u64) -> u64 {
    let quiet = u32::from(position.quiet());
    let is_near_limit =
        rules.quiet_turns > 0 && quiet + QUIET_HORIZON >= u32::from(rules.quiet_turns);
    let quiet = if is_near_limit {
        u64::from(quiet) + 1
    } else {
        0
    };
    let turns = if rules.turn_cap > 0 {
        u64::from(position.turns()) + 1
    } else {
        0
    };
    if quiet | turns == 0 {
        return key;
    }
    mix(key, quiet | turns << 16)
}

/// Returns a non-zero key of a turn.
pub(super) fn turn_key(turn: &Turn) -> u64 {
    let [white, black] = turn.robots.map(Squares::bits);
    mix(mix(white, black), turn.batteries.bits()) | 1
}

/// Distance from the quiet limit at which the count becomes part of the key.
const QUIET_HORIZON: u32 = 20;

/// Combines two words into one in which every bit depends on all bits of both.
fn mix(a: u64, b: u64) -> u64 {
    const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
    let product = u128::from(a.rotate_left(23) ^ b) * u128::from(MULTIPLIER);
    let folded = product as u64 ^ (product >> 64) as u64;
    (folded ^ a ^ folded >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
