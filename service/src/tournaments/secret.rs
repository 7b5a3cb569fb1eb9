//! The secret of a tournament, from which its tokens and salts are derived. It is stored next to the
//! tournament's seed.

use botwerk_engine::SeedSalt;

use crate::error::Error;
use crate::ids::MatchId;
use crate::secret::Secret;

/// The secret of a tournament.
#[derive(Clone)]
pub(super) struct TournamentSecret(Secret);

impl TournamentSecret {
    /// Returns a new random secret.
    ///
    /// # Errors
    /// Returns an error if the system provides no random bytes.
    pub(super) fn random() -> Result<Self, Error> {
        Secret::random().map(Self)
    }

    /// Parses a stored secret, or returns `None` if the text is not 64 lower-case hex digits.
    pub(super) fn from_hex(text: &str) -> Option<Self> {
        Secret::from_hex(text).map(Self)
    }

    /// Returns the secret as it is stored.
    pub(super) fn to_hex(&self) -> String {
        self.0.to_hex()
    }

    /// Returns the token of a seat of a match.
    pub(super) fn seat_token(&self, match_id: &MatchId, seat: usize) -> String {
        self.0.derive_token(&format!("seat {match_id} {seat}"))
    }

    /// Returns the token that aborts a match.
    pub(super) fn owner_token(&self, match_id: &MatchId) -> String {
        self.0.derive_token(&format!("owner {match_id}"))
    }

    /// Returns the token of an entrant's launched bot.
    pub(super) fn bot_token(&self, entrant: usize) -> String {
        self.0.derive_token(&format!("program {entrant}"))
    }

    /// Returns `true` for the given percentage of pairings, which workers cannot foresee.
    pub(super) fn is_sampled(&self, pairing: u64, percent: u32) -> bool {
        let bytes = self.0.derive_half(&format!("check {pairing}"));
        u128::from_le_bytes(bytes) % 100 < u128::from(percent)
    }

    /// Returns the salt of the commitment to the seed of the tournament.
    pub(super) fn tournament_salt(&self) -> SeedSalt {
        SeedSalt::new(self.0.derive_half("tournament salt"))
    }

    /// Returns the salt of the commitment to the seed of a match.
    pub(super) fn match_salt(&self, match_id: &MatchId) -> SeedSalt {
        SeedSalt::new(self.0.derive_half(&format!("match salt {match_id}")))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn tokens_differ_and_are_reproducible() {
        let secret = TournamentSecret::random().unwrap();
        let again = TournamentSecret::from_hex(&secret.to_hex()).unwrap();
        let tokens = |secret: &TournamentSecret| {
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
        assert_ne!(
            tokens(&secret),
            tokens(&TournamentSecret::random().unwrap())
        );
        assert!(tokens(&secret).iter().all(|token| token.len() == 32));
    }
}
