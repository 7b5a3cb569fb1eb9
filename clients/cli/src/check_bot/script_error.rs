//! Why the script of a check ends early.

use botwerk_client::ClientError;

use crate::failure::Failure;

/// Why a script is left.
#[derive(Debug)]
pub(super) enum ScriptError {
    /// The bot did something wrong: what, and what to do instead.
    BotFault(String),
    /// The match ended before there was anything to be seen.
    MatchEndedEarly,
    /// The check itself cannot go on.
    Internal(Failure),
}

impl From<Failure> for ScriptError {
    fn from(failure: Failure) -> Self {
        Self::Internal(failure)
    }
}

impl From<ClientError> for ScriptError {
    fn from(error: ClientError) -> Self {
        Self::Internal(error.into())
    }
}
