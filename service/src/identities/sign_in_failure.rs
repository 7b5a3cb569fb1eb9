//! Why a sign-in has not succeeded.

use std::fmt::Display;

/// Why a sign-in has not succeeded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SignInFailure {
    /// A short sentence for the person.
    pub(crate) message: String,
    /// What the operator reads in the log; it may contain text of the provider or the browser.
    pub(crate) cause: String,
}

impl SignInFailure {
    pub(super) fn new(message: impl Into<String>, cause: impl Display) -> Self {
        Self {
            message: message.into(),
            cause: cause.to_string(),
        }
    }
}
