//! Positions and turns as words: in the table, for repetition, between threads.

use botwerk_engine::netzwerk::{Position, Rules, Squares};

use super::turn::Turn;

/// The key of a position at the start of a turn as repetition sees it (NW-25).
pub(super) fn key(position: &Position) -> u64 {
    let [white, black] = position.robots_of_both().map(Squares::bits);
    let side = position.side().index() as u64;
    // Fields use 56 bits, so the side has room above them.
    let phase = position.phase() as u64;
    let last = position.batteries().bits() | side << 63 | phase << 62;
    mixed(
        mixed(white, black),
        last ^ position.moved().bits().rotate_left(31),
    )
}

/// How often each of these positions has occurred, by their keys (NW-25).
pub(super) fn occurrences<'a>(
    positions: impl IntoIterator<Item = &'a Position>,
) -> Vec<(u64, u32)> {
    let mut counts: Vec<(u64, u32)> = Vec::new();
    for position in positions {
        let key = key(position);
        match counts.iter_mut().find(|(known, _)| *known == key) {
            Some((_, times)) => *times += 1,
            None => counts.push((key, 1)),
        }
    }
    counts
}

/// The key in the table: with the counts, where they come near a limit (NW-26, NW-27).
pub(super) fn table_key(rules: &Rules, position: &Position, key: u64) -> u64 {
    let quiet = u32::from(position.quiet());
    let near = rules.quiet_turns > 0 && quiet + HORIZON >= u32::from(rules.quiet_turns);
    let quiet = if near { u64::from(quiet) + 1 } else { 0 };
    let turns = if rules.turn_cap > 0 {
        u64::from(position.turns()) + 1
    } else {
        0
    };
    if quiet | turns == 0 {
        return key;
    }
    mixed(key, quiet | turns << 16)
}

pub(super) fn turn_key(turn: &Turn) -> u64 {
    let [white, black] = turn.robots.map(Squares::bits);
    mixed(mixed(white, black), turn.batteries.bits()) | 1
}

/// How near to its limit a quiet count begins to matter.
const HORIZON: u32 = 20;

/// Two words as one, whose every bit depends on all of theirs.
fn mixed(a: u64, b: u64) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let product = u128::from(a.rotate_left(23) ^ b) * u128::from(ODD);
    let folded = product as u64 ^ (product >> 64) as u64;
    (folded ^ a ^ folded >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
