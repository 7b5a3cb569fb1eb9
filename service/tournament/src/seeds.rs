//! What a tournament's matches are drawn from.

use botwerk_engine::{ChanceKey, RootSeed, hex};
use sha2::{Digest, Sha256};

/// One seed for a whole tournament. Its hash is told first, the seed itself once everything is
/// played: then anybody can see that no start was chosen to suit somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TournamentSeed {
    root: RootSeed,
}

impl TournamentSeed {
    /// Everything from this seed.
    pub const fn new(root: RootSeed) -> Self {
        Self { root }
    }

    /// The seed; secret as long as the tournament is going on.
    pub const fn root(&self) -> RootSeed {
        self.root
    }

    /// SHA-256 of the seed's 32 bytes, as 64 lower-case hex digits.
    pub fn sha256(&self) -> String {
        hex(&Sha256::digest(self.root.bytes()))
    }

    /// The root seed of every match of a block, which deals them all alike. Nobody who knows it
    /// knows that of another block.
    pub fn block_seed(&self, block: u64) -> RootSeed {
        let mut draw = self.root.rng_for_chance(ChanceKey {
            kind: "block",
            seat: None,
            round: (block >> 32) as u32,
            index: block as u32,
        });
        let mut bytes = [0; 32];
        for part in bytes.chunks_exact_mut(8) {
            part.copy_from_slice(&draw.next_u64().to_le_bytes());
        }
        RootSeed::new(bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn blocks_have_frozen_seeds_of_their_own() {
        let seeds = TournamentSeed::new(RootSeed::from_text("7"));
        assert_eq!(
            seeds.block_seed(3).to_hex(),
            "349f5d903e6a41c1e977876c205dcc58d9c52cef8eadc132d34c532ca8be5cb9"
        );
        let many: BTreeSet<_> = (0..1000)
            .map(|block| seeds.block_seed(block).to_hex())
            .collect();
        assert_eq!(many.len(), 1000);
        assert_ne!(seeds.block_seed(1 << 32), seeds.block_seed(1));
    }

    #[test]
    fn the_hash_is_that_of_the_bytes() {
        // printf '\0%.0s' $(seq 32) | sha256sum
        let zeros = TournamentSeed::new(RootSeed::new([0; 32]));
        assert_eq!(
            zeros.sha256(),
            "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
        );
    }
}
