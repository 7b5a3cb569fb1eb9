//! The secret of a tournament, from which its tokens are derived.
//!
//! Seats and launched bots need the same tokens after a restart of the server, so tokens are not
//! random but derived from one secret, which is stored next to the tournament's seed.

use botwerk_engine::{SeedSalt, hex};
use sha2::{Digest, Sha256};

use crate::error::Error;
use crate::ids::MatchId;
use crate::token::random_bytes;

/// Number of bytes of everything that is derived: 128 bits.
const SECRET_BYTES: usize = 16;

/// The secret of a tournament, 64 hex digits.
#[derive(Clone)]
pub(super) struct Secret(String);

impl Secret {
    /// Returns a new random secret.
    ///
    /// # Errors
    /// Returns an error if the system provides no random bytes.
    pub(super) fn random() -> Result<Self, Error> {
        Ok(Self(hex(&random_bytes::<32>()?)))
    }

    /// Returns a stored secret.
    pub(super) fn from_hex(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// Returns the secret as it is stored.
    pub(super) fn as_hex(&self) -> &str {
        &self.0
    }

    /// Returns the token of a seat of a match.
    pub(super) fn seat_token(&self, match_id: &MatchId, seat: usize) -> String {
        self.derive_token(&format!("seat {match_id} {seat}"))
    }

    /// Returns the token that aborts a match.
    pub(super) fn owner_token(&self, match_id: &MatchId) -> String {
        self.derive_token(&format!("owner {match_id}"))
    }

    /// Returns the token of an entrant's launched bot.
    pub(super) fn bot_token(&self, entrant: usize) -> String {
        self.derive_token(&format!("program {entrant}"))
    }

    /// Returns the salt of the commitment to the seed of the tournament.
    pub(super) fn tournament_salt(&self) -> SeedSalt {
        SeedSalt::new(self.derive("tournament salt"))
    }

    /// Returns the salt of the commitment to the seed of a match.
    pub(super) fn match_salt(&self, match_id: &MatchId) -> SeedSalt {
        SeedSalt::new(self.derive(&format!("match salt {match_id}")))
    }

    fn derive_token(&self, purpose: &str) -> String {
        hex(&self.derive(purpose))
    }

    fn derive(&self, purpose: &str) -> [u8; SECRET_BYTES] {
        // The secret has a fixed length, so different purposes have different texts.
        let digest = Sha256::digest(format!("{}{purpose}", self.0).as_bytes());
        let (derived, _) = digest.split_at(SECRET_BYTES);
        derived.try_into().expect("a digest is longer")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn tokens_differ_and_are_reproducible() {
        let secret = Secret::random().unwrap();
        let again = Secret::from_hex(secret.as_hex());
        let tokens = |secret: &Secret| {
            [
                secret.seat_token(&"a".into(), 0),
                secret.seat_token(&"a".into(), 1),
                secret.seat_token(&"b".into(), 0),
                secret.owner_token(&"a".into()),
                secret.bot_token(0),
            ]
        };
        assert_eq!(tokens(&secret), tokens(&again));
        assert_eq!(BTreeSet::from(tokens(&secret)).len(), 5);
        assert_ne!(tokens(&secret), tokens(&Secret::random().unwrap()));
        assert!(
            tokens(&secret)
                .iter()
                .all(|token| token.len() == 2 * SECRET_BYTES)
        );
    }
}
