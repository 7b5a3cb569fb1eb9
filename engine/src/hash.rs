//! A 64-bit hash with stable values, which can be stored and compared across versions.

use std::hash::Hasher;

/// A hasher whose values never change, unlike those of the standard library's hasher.
///
/// It absorbs eight bytes at a time by multiplication and folding. Golden tests pin its values.
///
/// ```
/// use std::hash::Hasher;
///
/// use botwerk_engine::StableHasher;
///
/// let hash = |bytes: &[u8]| {
///     let mut hasher = StableHasher::new();
///     hasher.write(bytes);
///     hasher.finish()
/// };
/// assert_eq!(hash(b"position"), hash(b"position"));
/// assert_ne!(hash(b"position"), hash(b"positions"));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct StableHasher(u64);

/// The fractional digits of the golden ratio, an odd number without structure.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl StableHasher {
    /// Creates a hasher that has absorbed nothing.
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
        // The finaliser of SplitMix64 mixes the last word into all bits.
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }
}
