//! Why a script does not come to its end.

use botwerk_client::ClientError;

use crate::failure::Failure;

/// Why a script is left.
#[derive(Debug)]
pub(super) enum Halt {
    /// The bot did something wrong: what, and what to do instead.
    Fault(String),
    /// The match ended before there was anything to be seen.
    Early,
    /// The check itself cannot go on.
    Broken(Failure),
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Self {
        Self::Broken(failure)
    }
}

impl From<ClientError> for Halt {
    fn from(error: ClientError) -> Self {
        Self::Broken(error.into())
    }
}
