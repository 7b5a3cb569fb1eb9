//! The secret of a server, which is stored with its matches: it derives their tokens and signs their
//! records.

use std::sync::Arc;

use botwerk_engine::hex;
use botwerk_engine::record::RecordSignature;
use botwerk_wire::PageTokens;
use ring::signature::{Ed25519KeyPair, KeyPair};

use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::secret::Secret;

/// The secret of a server.
#[derive(Debug, Clone)]
pub(crate) struct ServerSecret {
    secret: Secret,
    key: Arc<Ed25519KeyPair>,
}

/// The head of a record with its signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SignedHead {
    /// The running hash of the record's last line, as 64 hex digits.
    pub(crate) sha256: String,
    pub(crate) signature: RecordSignature,
}

impl ServerSecret {
    /// Returns a new random secret.
    ///
    /// # Errors
    /// Returns an error if the system provides no random bytes.
    pub(crate) fn random() -> Result<Self, Error> {
        Self::new(Secret::random()?)
    }

    /// Parses a stored secret, or returns `None` if the text is not 64 lower-case hex digits.
    pub(crate) fn from_hex(text: &str) -> Option<Self> {
        Self::new(Secret::from_hex(text)?).ok()
    }

    fn new(secret: Secret) -> Result<Self, Error> {
        let key = Ed25519KeyPair::from_seed_unchecked(&secret.derive("signing key"));
        let key = key.map_err(|error| {
            let message = format!("the key that signs records cannot be derived: {error}");
            Error::new(Reason::Internal, message)
        })?;
        Ok(Self {
            secret,
            key: Arc::new(key),
        })
    }

    /// Returns the secret as it is stored.
    pub(crate) fn to_hex(&self) -> String {
        self.secret.to_hex()
    }

    /// Returns the token of a seat of a match.
    pub(crate) fn seat_token(&self, match_id: &MatchId, seat: usize) -> String {
        self.secret.derive_token(&format!("seat {match_id} {seat}"))
    }

    /// Returns the proof with which a host plays a version of a bot.
    pub(crate) fn hosted_bot_token(&self, bot: &str, number: u32, host: &str) -> String {
        // Names may contain anything, so that their lengths come first.
        let purpose = format!("hosted bot {} {bot} {number} {host}", bot.len());
        self.secret.derive_token(&purpose)
    }

    /// Returns the token that aborts a match.
    pub(crate) fn owner_token(&self, match_id: &MatchId) -> String {
        self.secret.derive_token(&format!("owner {match_id}"))
    }

    /// Returns the tokens of the pages of lists.
    pub(crate) fn page_tokens(&self) -> PageTokens {
        PageTokens::new(self.secret.derive("page tokens"))
    }

    /// Returns the secret with which sign-ins are authenticated that take place in browsers.
    pub(crate) fn sign_in_secret(&self) -> [u8; 32] {
        self.secret.derive("sign-ins")
    }

    /// Returns the public key with which records are signed, as 64 hex digits.
    pub(crate) fn record_key(&self) -> String {
        hex(self.key.public_key().as_ref())
    }

    /// Signs the head of a record.
    pub(crate) fn sign(&self, head: &str) -> SignedHead {
        let signature = self.key.sign(&RecordSignature::message(head));
        SignedHead {
            sha256: head.to_owned(),
            signature: RecordSignature {
                signature: hex(signature.as_ref()),
                key: self.record_key(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use botwerk_engine::parse_hex;
    use ring::signature::{ED25519, UnparsedPublicKey};

    use super::*;

    #[test]
    fn tokens_differ_and_are_the_same_after_a_restart() {
        let secret = ServerSecret::random().unwrap();
        let restarted = ServerSecret::from_hex(&secret.to_hex()).unwrap();
        let tokens = |secret: &ServerSecret| {
            [
                secret.seat_token(&"a".into(), 0),
                secret.seat_token(&"a".into(), 1),
                secret.seat_token(&"b".into(), 0),
                secret.owner_token(&"a".into()),
            ]
        };
        assert_eq!(tokens(&secret), tokens(&restarted));
        assert_eq!(BTreeSet::from(tokens(&secret)).len(), 4);
        assert_ne!(tokens(&secret), tokens(&ServerSecret::random().unwrap()));
        assert!(tokens(&secret).iter().all(|token| token.len() == 32));
    }

    #[test]
    fn signature_is_valid_for_its_head_and_key_only() {
        let secret = ServerSecret::random().unwrap();
        let signed = secret.sign("a head");
        let signature: [u8; 64] = parse_hex(&signed.signature.signature).unwrap();
        let is_valid = |secret: &ServerSecret, head: &str| {
            let key: [u8; 32] = parse_hex(&secret.record_key()).unwrap();
            let key = UnparsedPublicKey::new(&ED25519, key);
            key.verify(&RecordSignature::message(head), &signature)
                .is_ok()
        };
        assert!(is_valid(&secret, "a head"));
        assert!(!is_valid(&secret, "another head"));
        assert!(!is_valid(&ServerSecret::random().unwrap(), "a head"));
        assert_eq!(signed.signature.key, secret.record_key());
    }
}
