//! Tokens: random, told once, stored only as hashes.

use std::fmt;

use botwerk_engine::hex;
use rand::rand_core::TryRng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{Error, Reason};

/// Random bytes from the system.
///
/// # Errors
/// If the system has none to give.
pub(crate) fn random_bytes<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    rand::rngs::SysRng
        .try_fill_bytes(&mut bytes)
        .map_err(|error| {
            Error::new(
                Reason::StoreUnavailable,
                format!("the system gives no randomness: {error}"),
            )
        })?;
    Ok(bytes)
}

/// A fresh token of 128 bits as 32 hex digits, and what is kept of it.
pub(crate) fn new_token() -> Result<(String, TokenHash), Error> {
    let token = hex(&random_bytes::<16>()?);
    let hash = TokenHash::of(&token);
    Ok((token, hash))
}

/// The hash of a token.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct TokenHash([u8; 32]);

impl TokenHash {
    pub(crate) fn of(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).into())
    }

    /// Whether this is the hash of the token; the time it takes tells nothing of either.
    pub(crate) fn admits(self, token: &str) -> bool {
        self.equals(Self::of(token))
    }

    /// Whether two hashes are the same, in a time that is always the same.
    pub(crate) fn equals(self, other: Self) -> bool {
        let differing = self
            .0
            .iter()
            .zip(other.0)
            .fold(0, |sum, (a, b)| sum | (a ^ b));
        std::hint::black_box(differing) == 0
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(..)")
    }
}
