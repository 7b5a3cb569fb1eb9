//! Tokens: random, sent once to their bearer, and stored only as hashes.

use std::fmt;
use std::str::FromStr;

use botwerk_engine::{RootSeed, hex, parse_hex};
use rand::rand_core::TryRng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{Error, Reason};

/// Returns random bytes from the operating system.
///
/// # Errors
/// Returns an error if the system has no source of randomness.
pub(crate) fn random_bytes<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    rand::rngs::SysRng
        .try_fill_bytes(&mut bytes)
        .map_err(|error| {
            Error::new(
                Reason::StoreUnavailable,
                format!("cannot read random bytes from the system: {error}"),
            )
        })?;
    Ok(bytes)
}

/// Returns a random root seed.
///
/// # Errors
/// Returns an error if the system has no source of randomness.
pub(crate) fn fresh_seed() -> Result<RootSeed, Error> {
    Ok(RootSeed::new(random_bytes()?))
}

/// Returns a new token of 128 bits as 32 hex digits, and its hash.
///
/// # Errors
/// Returns an error if the system has no source of randomness.
pub(crate) fn new_token() -> Result<(String, TokenHash), Error> {
    let token = hex(&random_bytes::<16>()?);
    let hash = TokenHash::from_token(&token);
    Ok((token, hash))
}

/// Returns the hash with which a token is stored that is found by it: the time of a look-up reveals nothing about the
/// token.
pub(crate) fn token_sha256(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// The hash of a token.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct TokenHash([u8; 32]);

impl TokenHash {
    pub(crate) fn from_token(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).into())
    }

    /// Parses a hash, or returns `None` if the text is not 64 lower-case hex digits.
    pub(crate) fn from_hex(text: &str) -> Option<Self> {
        parse_hex(text).map(Self)
    }

    /// Returns the hash as 64 hex digits.
    pub(crate) fn to_hex(self) -> String {
        hex(&self.0)
    }

    /// Returns `true` if this is the hash of the token; takes the same time in either case.
    pub(crate) fn admits(self, token: &str) -> bool {
        self.equals(Self::from_token(token))
    }

    /// Returns `true` if the hashes are equal; takes the same time in either case.
    pub(crate) fn equals(self, other: Self) -> bool {
        let difference = self
            .0
            .iter()
            .zip(other.0)
            .fold(0, |bits, (a, b)| bits | (a ^ b));
        std::hint::black_box(difference) == 0
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(..)")
    }
}

/// Minimum length of an admin token, in characters; 16 random hex digits are 64 bits.
const MIN_ADMIN_TOKEN_LENGTH: usize = 16;

/// The token that allows a client to create matches and to read the metrics.
///
/// Only its hash is kept, and `Debug` hides even that. It is parsed from at least 16 visible ASCII
/// characters, since clients send it in a header: `authorization: Bearer TOKEN`.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
pub struct AdminToken(TokenHash);

impl AdminToken {
    /// Returns `true` if this is the token; takes the same time in either case.
    pub(crate) fn admits(self, token: &str) -> bool {
        self.0.admits(token)
    }
}

/// The error of a text that cannot be an admin token; it does not quote the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected at least {MIN_ADMIN_TOKEN_LENGTH} visible ASCII characters without blanks; create a \
     token with `openssl rand -hex 16`"
)]
pub struct InvalidAdminToken;

impl FromStr for AdminToken {
    type Err = InvalidAdminToken;

    fn from_str(text: &str) -> Result<Self, InvalidAdminToken> {
        let is_visible = text.chars().all(|c| c.is_ascii_graphic());
        if is_visible && text.len() >= MIN_ADMIN_TOKEN_LENGTH {
            Ok(Self(TokenHash::from_token(text)))
        } else {
            Err(InvalidAdminToken)
        }
    }
}

impl TryFrom<String> for AdminToken {
    type Error = InvalidAdminToken;

    fn try_from(text: String) -> Result<Self, InvalidAdminToken> {
        text.parse()
    }
}

impl PartialEq for AdminToken {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(other.0)
    }
}

impl Eq for AdminToken {}

impl fmt::Debug for AdminToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AdminToken(..)")
    }
}
