//! What a script observes, and its reaction.

use botwerk_client::proto;
use proto::play_response::Kind as ServerFrame;

use crate::traffic_log::BotSubmission;

/// An event as scripts see it.
#[derive(Debug)]
pub(crate) enum Observed<'a> {
    /// The bot has opened an invitation stream.
    IsOnline,
    /// The bot sends a valid submission.
    Submission(&'a BotSubmission),
    /// The bot sends a submission that is not allowed now.
    InvalidSubmission(&'a proto::Submission),
    /// A frame is about to be sent to the bot.
    ServerFrame(&'a ServerFrame),
    /// The opponent has received a frame.
    OpponentFrame,
    /// Any other event.
    Other,
}

/// The reaction of a script.
#[derive(Debug)]
pub(crate) enum RelayStep<T> {
    /// Forwards the frame and continues to wait.
    Forward,
    /// Forwards the frame and ends the wait.
    Done(T),
    /// Drops the frame and ends the wait.
    Drop(T),
    /// Holds the frame and all later ones to the bot, and ends the wait.
    Hold(T),
}

impl Observed<'_> {
    /// Returns `true` if the event may change which seats must act.
    pub(super) fn changes_actors(&self) -> bool {
        match self {
            Observed::ServerFrame(frame) => matches!(
                frame,
                ServerFrame::ActionRequest(_)
                    | ServerFrame::Accepted(_)
                    | ServerFrame::Rejected(_)
                    | ServerFrame::MatchOver(_)
            ),
            Observed::OpponentFrame => true,
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
