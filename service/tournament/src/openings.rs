//! The start positions that a tournament takes from a list, block by block.

use botwerk_engine::{ChanceKey, hex};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::TournamentSeed;

/// Maximum number of start positions of a tournament.
pub const MAX_OPENINGS: usize = 10_000;

/// Maximum length of a start position, in bytes.
pub const MAX_OPENING_BYTES: usize = 8_192;

/// Maximum total length of all start positions, in bytes, so that a tournament fits into a message.
pub const MAX_OPENINGS_BYTES: usize = 1 << 20;

/// The order in which blocks start from the positions of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningOrder {
    /// Every cycle through the list has an order of its own, sampled from the tournament's seed.
    #[default]
    Shuffled,
    /// The order of the list.
    Sequential,
}

impl OpeningOrder {
    /// Returns `true` for the default order.
    #[allow(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Returns the index of the position from which all matches of a block start, in a list of `count`
/// positions. Once every position was used, they are used again.
///
/// # Panics
/// Panics if the list is empty.
///
/// ```
/// use botwerk_engine::RootSeed;
/// use botwerk_tournament::{OpeningOrder, TournamentSeed, opening_index};
///
/// let seed = TournamentSeed::new(RootSeed::from_text("7"));
/// let mut first: Vec<_> =
///     (0..5).map(|block| opening_index(5, OpeningOrder::Shuffled, seed, block)).collect();
/// first.sort_unstable();
/// assert_eq!(first, [0, 1, 2, 3, 4]);
/// assert_eq!(opening_index(5, OpeningOrder::Sequential, seed, 7), 2);
/// ```
pub fn opening_index(count: usize, order: OpeningOrder, seed: TournamentSeed, block: u64) -> usize {
    let (cycle, index) = (block / count as u64, (block % count as u64) as usize);
    if order == OpeningOrder::Sequential {
        return index;
    }
    let mut indexes: Vec<usize> = (0..count).collect();
    let key = ChanceKey {
        kind: "openings",
        seat: None,
        round: (cycle >> 32) as u32,
        index: cycle as u32,
    };
    seed.root().rng_for_chance(key).shuffle(&mut indexes);
    indexes[index]
}

/// Returns the SHA-256 of a list of start positions, each followed by a newline, as 64 hex digits; the empty
/// text for an empty list.
pub fn openings_sha256(openings: &[String]) -> String {
    if openings.is_empty() {
        return String::new();
    }
    let mut hash = Sha256::new();
    for opening in openings {
        hash.update(opening.as_bytes());
        hash.update(b"\n");
    }
    hex(&hash.finalize())
}

#[cfg(test)]
mod tests {
    use botwerk_engine::RootSeed;

    use super::*;

    fn cycle(seed: &str, number: u64) -> Vec<usize> {
        let seed = TournamentSeed::new(RootSeed::from_text(seed));
        let index = |block| opening_index(6, OpeningOrder::Shuffled, seed, block);
        (6 * number..6 * (number + 1)).map(index).collect()
    }

    #[test]
    fn order_is_frozen_and_differs_from_cycle_to_cycle_and_from_seed_to_seed() {
        assert_eq!(cycle("7", 0), FROZEN);
        assert_ne!(cycle("7", 0), cycle("7", 1));
        assert_ne!(cycle("7", 0), cycle("8", 0));
    }

    /// The order of six positions in the first cycle.
    const FROZEN: [usize; 6] = [2, 3, 1, 0, 4, 5];

    #[test]
    fn every_cycle_uses_every_position_once() {
        for number in 0..20 {
            let mut indexes = cycle("x", number);
            indexes.sort_unstable();
            assert_eq!(indexes, [0, 1, 2, 3, 4, 5]);
        }
    }
}
