//! What a page gets once the provider has confirmed who the person is.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::sealed_text::SealKey;
use super::sign_in_binding::SignInBinding;
use crate::error::{Error, Reason};

/// Time for a person to choose a name.
const LIFETIME: Duration = Duration::from_secs(600);

/// The kind of text.
const TICKET: &str = "ticket";

/// An identity that a provider has confirmed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SignInTicket {
    /// The address of the provider.
    pub(crate) issuer: String,
    /// The id of the person at the provider.
    pub(crate) subject: String,
    /// A name for a new owner; may be empty.
    pub(crate) suggested_name: String,
    binding: SignInBinding,
    /// When it expires, in microseconds since 1970.
    expires_micros: i64,
}

/// An identity as the provider has confirmed it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "oidc"),
    allow(dead_code, reason = "without providers none confirms any")
)]
pub(super) struct ConfirmedIdentity {
    pub(super) issuer: String,
    pub(super) subject: String,
    /// A name for a new owner; may be empty.
    pub(super) suggested_name: String,
}

impl SignInTicket {
    pub(super) fn new(
        identity: ConfirmedIdentity,
        binding: SignInBinding,
        now_micros: i64,
    ) -> Self {
        let ConfirmedIdentity {
            issuer,
            subject,
            suggested_name,
        } = identity;
        Self {
            issuer,
            subject,
            suggested_name,
            binding,
            expires_micros: now_micros + LIFETIME.as_micros() as i64,
        }
    }

    /// Returns the ticket as the page presents it.
    pub(super) fn seal(&self, key: &SealKey) -> String {
        key.seal(TICKET, self)
    }

    /// Reads what a page presents, with the secret of which it has sent the hash.
    ///
    /// # Errors
    /// Returns an error if no server of the database has issued this ticket to a page with this secret, or it has expired.
    pub(super) fn open(
        key: &SealKey,
        text: &str,
        secret: &str,
        now_micros: i64,
    ) -> Result<Self, Error> {
        let rejected = |message: &str| Error::new(Reason::BadToken, message);
        let invalid = || rejected("ticket: not issued by this server; sign in again");
        let opened = key.open::<Self>(TICKET, text).ok_or_else(invalid)?;
        if !opened.binding.admits(secret) {
            return Err(rejected("ticket: issued to another page; sign in again"));
        }
        if opened.expires_micros <= now_micros {
            return Err(rejected("ticket: expired; sign in again"));
        }
        Ok(opened)
    }

    /// Checks that a provider is the one that has confirmed the identity.
    ///
    /// # Errors
    /// Returns an error if it is another one, which the server had before.
    pub(super) fn check_issuer(&self, issuer: &str) -> Result<(), Error> {
        if self.issuer == issuer {
            return Ok(());
        }
        let message = "ticket: of another provider; sign in again";
        Err(Error::new(Reason::BadToken, message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::token_sha256;

    #[test]
    fn ticket_is_valid_for_its_page_and_ten_minutes() {
        let key = SealKey::new([7; 32]);
        let binding = SignInBinding::parse(&token_sha256("a secret")).unwrap();
        let identity = ConfirmedIdentity {
            issuer: "https://id.example".into(),
            subject: "alice".into(),
            suggested_name: String::new(),
        };
        let text = SignInTicket::new(identity, binding, 5).seal(&key);
        let open = |text: &str, secret: &str, now| SignInTicket::open(&key, text, secret, now);
        let opened = open(&text, "a secret", 5 + 599_999_999).unwrap();
        assert_eq!(
            (&*opened.issuer, &*opened.subject),
            ("https://id.example", "alice")
        );
        assert_eq!(opened.check_issuer("https://id.example"), Ok(()));
        assert!(opened.check_issuer("https://other.example").is_err());
        let state = key.seal("state", &opened);
        for (text, secret, now, message) in [
            (&*text, "a secret", 5 + 600_000_000, "expired"),
            (&text, "another secret", 5, "another page"),
            (&text, "", 5, "another page"),
            (&state, "a secret", 5, "not issued"),
            ("", "a secret", 5, "not issued"),
        ] {
            let error = open(text, secret, now).unwrap_err();
            assert_eq!(error.reason, Reason::BadToken);
            assert!(error.message.contains(message), "{error}");
        }
    }
}
