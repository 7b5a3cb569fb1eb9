//! Seeds of tournaments and of their blocks.

use botwerk_engine::{ChanceKey, RootSeed};

/// The root seed of a tournament, from which the seeds of all its blocks derive.
///
/// A salted commitment to it is published at the start and the seed itself at the end, so that anyone can verify that
/// no start was chosen in favour of an entrant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TournamentSeed {
    root: RootSeed,
}

impl TournamentSeed {
    /// Creates a tournament seed from a root seed.
    pub const fn new(root: RootSeed) -> Self {
        Self { root }
    }

    /// Returns the root seed, which must be kept secret until the tournament has ended.
    pub const fn root(&self) -> RootSeed {
        self.root
    }

    /// Returns the root seed of every match of a block. It reveals nothing about the seeds of other
    /// blocks.
    pub fn block_seed(&self, block: u64) -> RootSeed {
        let mut rng = self.root.rng_for_chance(ChanceKey {
            kind: "block",
            seat: None,
            round: (block >> 32) as u32,
            index: block as u32,
        });
        let mut bytes = [0; 32];
        for part in bytes.chunks_exact_mut(8) {
            part.copy_from_slice(&rng.next_u64().to_le_bytes());
        }
        RootSeed::new(bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn block_seeds_are_frozen_and_distinct() {
        let seed = TournamentSeed::new(RootSeed::from_text("7"));
        assert_eq!(
            seed.block_seed(3).to_hex(),
            "349f5d903e6a41c1e977876c205dcc58d9c52cef8eadc132d34c532ca8be5cb9"
        );
        let distinct: BTreeSet<_> = (0..1000)
            .map(|block| seed.block_seed(block).to_hex())
            .collect();
        assert_eq!(distinct.len(), 1000);
        assert_ne!(seed.block_seed(1 << 32), seed.block_seed(1));
        assert_ne!(seed.block_seed(1 << 32), seed.block_seed(0));
    }
}
