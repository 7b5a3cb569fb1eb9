//! The public commitment to a root seed that stays secret until the end.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::chance::{RootSeed, hex, parse_hex};

/// A random salt, 16 bytes, with which a root seed is committed to before a match and revealed after it.
///
/// Without a salt, the seed of a text that is easy to guess would be found from its hash.
///
/// ```
/// use botwerk_engine::{RootSeed, SeedSalt};
///
/// let seed = RootSeed::from_text("4711");
/// let commitment = SeedSalt::new([1; 16]).commitment(seed);
/// assert_eq!(commitment.len(), 64);
/// assert_ne!(commitment, SeedSalt::new([2; 16]).commitment(seed));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SeedSalt([u8; 16]);

impl SeedSalt {
    /// Creates a salt from its bytes.
    pub const fn new(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// Parses 32 lower-case hex digits, or returns `None` if the text is anything else.
    pub fn from_hex(text: &str) -> Option<Self> {
        parse_hex(text).map(Self)
    }

    /// Returns the salt as 32 lower-case hex digits.
    pub fn to_hex(self) -> String {
        hex(&self.0)
    }

    /// Returns SHA-256 of the salt's bytes and the seed's bytes, as 64 lower-case hex digits.
    pub fn commitment(self, seed: RootSeed) -> String {
        let mut hash = Sha256::new_with_prefix(self.0);
        hash.update(seed.bytes());
        hex(&hash.finalize())
    }
}

/// Hides the salt, which is secret until the match is over.
impl fmt::Debug for SeedSalt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeedSalt(..)")
    }
}
