//! Why the script of a check ends early.

use botwerk_client::ClientError;
use botwerk_command::failure::Failure;

/// What a bot did wrong, so that its check ends.
#[derive(Debug)]
pub(super) struct BotFault {
    /// What went wrong, and what to do instead.
    pub(super) message: String,
    /// Whether every other check would meet the same fault.
    pub(super) is_fatal: bool,
}

/// Why a script is left.
#[derive(Debug)]
pub(super) enum ScriptError {
    /// The bot did something wrong.
    BotFault(BotFault),
    /// The check is complete, and the bot may end.
    ExpectedExit,
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
