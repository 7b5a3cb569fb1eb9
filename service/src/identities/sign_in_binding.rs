//! What binds a sign-in to the page that has started it.

use serde::{Deserialize, Serialize};

use crate::token::TokenHash;

/// The hash of a random secret of the page that has started a sign-in. What the sign-in results in is worth nothing
/// without the secret.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct SignInBinding(TokenHash);

impl SignInBinding {
    /// Parses the SHA-256 of the secret, or returns `None` if the text is not 64 lower-case hex digits.
    pub(super) fn parse(text: &str) -> Option<Self> {
        TokenHash::from_hex(text).map(Self)
    }

    /// Returns `true` if this is the secret; takes the same time in either case.
    pub(super) fn admits(self, secret: &str) -> bool {
        self.0.admits(secret)
    }
}

impl TryFrom<String> for SignInBinding {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        Self::parse(&text).ok_or("expected 64 hex digits")
    }
}

impl From<SignInBinding> for String {
    fn from(binding: SignInBinding) -> Self {
        binding.0.to_hex()
    }
}
