//! A 64-bit hash whose values are frozen: they may be stored and compared across versions.

use std::hash::Hasher;

/// Absorbs bytes eight at a time by multiplication and folding.
///
/// Unlike the standard library's hasher its values never change; golden tests hold them.
#[derive(Debug, Clone, Copy)]
pub struct StableHasher(u64);

/// The fractional digits of the golden ratio, an odd number with no structure.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl StableHasher {
    /// A hasher that has absorbed nothing.
    pub const fn new() -> Self {
        Self(GOLDEN)
    }
}

impl Default for StableHasher {
    fn default() -> Self {
        Self::new()
    }
}

impl Hasher for StableHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
        self.write_u64(bytes.len() as u64);
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(GOLDEN | 1 << 63);
        self.0 = (product as u64) ^ (product >> 64) as u64 ^ word.rotate_left(32);
    }

    fn finish(&self) -> u64 {
        // The finaliser of SplitMix64 spreads the last word over all bits.
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }
}
