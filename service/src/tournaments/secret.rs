//! What a tournament keeps to itself, and the tokens that are made of it.
//!
//! Its seats and programs must find their tokens again after a restart of the server, so their
//! tokens are not drawn but made of one secret, which is stored beside the tournament's seed: who
//! can read the one can read the other.

use botwerk_engine::hex;
use sha2::{Digest, Sha256};

use crate::error::Error;
use crate::ids::MatchId;
use crate::token::random_bytes;

/// Hex digits of a token: 128 bits.
const DIGITS: usize = 32;

/// The secret of a tournament, 64 hex digits.
#[derive(Clone)]
pub(super) struct Secret(String);

impl Secret {
    /// A new one.
    pub(super) fn draw() -> Result<Self, Error> {
        Ok(Self(hex(&random_bytes::<32>()?)))
    }

    /// One that was stored.
    pub(super) fn stored(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// To be stored.
    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// The token of a seat of a match.
    pub(super) fn of_seat(&self, match_id: &MatchId, seat: usize) -> String {
        self.token(&format!("seat {match_id} {seat}"))
    }

    /// The token that calls a match off.
    pub(super) fn of_owner(&self, match_id: &MatchId) -> String {
        self.token(&format!("owner {match_id}"))
    }

    /// The token of an entrant's program.
    pub(super) fn of_program(&self, entrant: usize) -> String {
        self.token(&format!("program {entrant}"))
    }

    fn token(&self, what: &str) -> String {
        // The secret has a fixed length, so no two texts are the same for different things.
        let digest = Sha256::digest(format!("{}{what}", self.0).as_bytes());
        hex(&digest).chars().take(DIGITS).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn tokens_differ_and_come_again() {
        let secret = Secret::draw().unwrap();
        let again = Secret::stored(secret.text());
        let tokens = |secret: &Secret| {
            [
                secret.of_seat(&"a".into(), 0),
                secret.of_seat(&"a".into(), 1),
                secret.of_seat(&"b".into(), 0),
                secret.of_owner(&"a".into()),
                secret.of_program(0),
            ]
        };
        assert_eq!(tokens(&secret), tokens(&again));
        assert_eq!(BTreeSet::from(tokens(&secret)).len(), 5);
        assert_ne!(tokens(&secret), tokens(&Secret::draw().unwrap()));
        assert!(tokens(&secret).iter().all(|token| token.len() == DIGITS));
    }
}
