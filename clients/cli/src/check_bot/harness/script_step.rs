//! What a script sees of what happens, and what it does about it.

use botwerk_client::proto;
use proto::play_response::Kind as Told;

use crate::check_bot::bot_log::BotSubmission;

/// What a script may look at.
#[derive(Debug)]
pub(in crate::check_bot) enum Observed<'a> {
    /// The bot attends.
    Attends,
    /// The bot answers a request, as it may.
    Answers(&'a BotSubmission),
    /// The bot acts as it may not.
    Errs(&'a proto::Submission),
    /// The bot answers a ping.
    Pongs,
    /// The bot is about to be told something.
    IsTold(&'a Told),
    /// The opponent is told something.
    OpponentIsTold,
    /// Anything else.
    Nothing,
}

/// What a script does about it.
#[derive(Debug)]
pub(in crate::check_bot) enum RelayStep<T> {
    /// Nothing: it passes, and the script waits on.
    Forward,
    /// It passes; the script has what it waited for.
    Done(T),
    /// It does not pass.
    Drop(T),
    /// It does not pass yet, nor does what the bot is told after it.
    Hold(T),
}

impl Observed<'_> {
    /// Whether somebody may be asked now who was not before, or nobody any more.
    pub(super) fn changes_turns(&self) -> bool {
        match self {
            Observed::IsTold(told) => matches!(
                told,
                Told::ActionRequest(_) | Told::Accepted(_) | Told::Rejected(_) | Told::MatchOver(_)
            ),
            Observed::OpponentIsTold => true,
            _ => false,
        }
    }
}

impl<T> RelayStep<T> {
    pub(super) fn found(self) -> Option<T> {
        match self {
            Self::Forward => None,
            Self::Done(found) | Self::Drop(found) | Self::Hold(found) => Some(found),
        }
    }
}
