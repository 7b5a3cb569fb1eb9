//! A secret from which others are derived.
//!
//! What must be the same after a restart of the server, such as the tokens of a match, is not random
//! but derived from one secret that is stored.

use std::fmt;

use botwerk_engine::{hex, parse_hex};
use sha2::{Digest, Sha256};

use crate::error::Error;
use crate::token::random_bytes;

/// Number of bytes of a token.
const TOKEN_BYTES: usize = 16;

/// A secret of 32 bytes.
#[derive(Clone)]
pub(crate) struct Secret([u8; 32]);

impl Secret {
    /// Returns a new random secret.
    ///
    /// # Errors
    /// Returns an error if the system provides no random bytes.
    pub(crate) fn random() -> Result<Self, Error> {
        Ok(Self(random_bytes()?))
    }

    /// Parses a stored secret, or returns `None` if the text is not 64 lower-case hex digits.
    pub(crate) fn from_hex(text: &str) -> Option<Self> {
        parse_hex(text).map(Self)
    }

    /// Returns the secret as it is stored.
    pub(crate) fn to_hex(&self) -> String {
        hex(&self.0)
    }

    /// Returns a secret for a purpose, which tells nothing about those for others.
    pub(crate) fn derive(&self, purpose: &str) -> [u8; 32] {
        // The secret has a fixed length, so different purposes have different texts.
        let mut hash = Sha256::new_with_prefix(self.0);
        hash.update(purpose);
        hash.finalize().into()
    }

    /// Returns 128 bits for a purpose.
    pub(crate) fn derive_half(&self, purpose: &str) -> [u8; TOKEN_BYTES] {
        let whole = self.derive(purpose);
        std::array::from_fn(|index| whole[index])
    }

    /// Returns a token for a purpose, 32 hex digits.
    pub(crate) fn derive_token(&self, purpose: &str) -> String {
        hex(&self.derive_half(purpose))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}
