//! A sign-in between the redirect to the provider and the one back.

use std::time::Duration;

use botwerk_engine::hex;
use serde::{Deserialize, Serialize};

use super::SignInFailure;
use super::sealed_text::SealKey;
use super::sign_in_binding::SignInBinding;
use crate::error::Error;
use crate::token::random_bytes;

/// Time for a person to sign in with the provider.
const LIFETIME: Duration = Duration::from_secs(600);

/// The kinds of texts.
const STATE: &str = "state";
const NONCE: &str = "nonce";
const VERIFIER: &str = "verifier";

/// A sign-in that was started. The browser carries it as `state`.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SignInState {
    /// Random, from which the secrets of the sign-in are derived.
    id: String,
    pub(super) binding: SignInBinding,
    /// When it expires, in microseconds since 1970.
    expires_micros: i64,
}

impl SignInState {
    /// Starts a sign-in.
    ///
    /// # Errors
    /// Returns an error if the system has no source of randomness.
    pub(super) fn start(binding: SignInBinding, now_micros: i64) -> Result<Self, Error> {
        Ok(Self {
            id: hex(&random_bytes::<16>()?),
            binding,
            expires_micros: now_micros + LIFETIME.as_micros() as i64,
        })
    }

    /// Returns the sign-in as the browser carries it.
    pub(super) fn seal(&self, key: &SealKey) -> String {
        key.seal(STATE, self)
    }

    /// Reads what a browser presents.
    ///
    /// # Errors
    /// Returns an error if no server of the database has started this sign-in, or it has expired.
    pub(super) fn open(key: &SealKey, text: &str, now_micros: i64) -> Result<Self, SignInFailure> {
        let opened = key.open::<Self>(STATE, text).ok_or_else(|| {
            let message = "this sign-in was not started here; start it again";
            SignInFailure::new(message, "the state is not one of this server")
        })?;
        if opened.expires_micros <= now_micros {
            let message = "the sign-in took too long; start it again";
            return Err(SignInFailure::new(message, "the state has expired"));
        }
        Ok(opened)
    }

    /// Returns what the provider must repeat in the identity that it confirms.
    pub(super) fn nonce(&self, key: &SealKey) -> String {
        key.derive(NONCE, &self.id)
    }

    /// Returns the secret with which the code is exchanged; the provider knows its hash from the start.
    pub(super) fn verifier(&self, key: &SealKey) -> String {
        key.derive(VERIFIER, &self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_is_valid_for_ten_minutes_and_differs_every_time() {
        let key = SealKey::new([7; 32]);
        let binding = SignInBinding::parse(&"ab".repeat(32)).unwrap();
        let state = SignInState::start(binding, 5).unwrap();
        let text = state.seal(&key);
        let open = |now| SignInState::open(&key, &text, now);
        let opened = open(5 + 599_999_999).unwrap();
        assert_eq!(opened.nonce(&key), state.nonce(&key));
        assert_eq!(opened.verifier(&key), state.verifier(&key));
        assert_ne!(state.nonce(&key), state.verifier(&key));
        let expired = open(5 + 600_000_000).unwrap_err();
        assert!(expired.message.contains("too long"), "{expired:?}");
        let foreign = SignInState::open(&SealKey::new([8; 32]), &text, 5).unwrap_err();
        assert!(foreign.message.contains("not started here"), "{foreign:?}");
        let other = SignInState::start(binding, 5).unwrap();
        assert_ne!(other.nonce(&key), state.nonce(&key));
        assert_ne!(other.verifier(&key), state.verifier(&key));
    }
}
