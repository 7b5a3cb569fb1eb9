//! What happens between the bot and the server.

use botwerk_client::proto;
use proto::play_request::Kind as Said;
use proto::play_response::Kind as Told;
use tokio::sync::mpsc::UnboundedSender;
use tonic::Status;

/// A stream of the bot; none has the number of another one.
pub(super) type LineId = u64;

/// The way to the bot on one stream. An error is the last that is sent; one that is `Ok` ends the
/// stream as if all was said.
pub(super) type ToBot<T> = UnboundedSender<Result<T, Status>>;

/// What happens, in the order in which it does.
#[derive(Debug)]
pub(super) enum Event {
    /// The bot attends.
    Attended {
        line: LineId,
        token: String,
        to_bot: ToBot<proto::StreamInvitationsResponse>,
    },
    /// The server refuses to let it attend.
    AttendRefused { token: String },
    /// The server tells an attending bot something, or ends its stream.
    AttendTold {
        line: LineId,
        told: Result<proto::StreamInvitationsResponse, Status>,
    },
    /// The bot attends on this stream no more.
    AttendLeft { line: LineId },
    /// The bot has opened a stream to play.
    Opened {
        line: LineId,
        to_bot: ToBot<proto::PlayResponse>,
        to_server: UnboundedSender<proto::PlayRequest>,
    },
    /// The bot says something on it.
    Said { line: LineId, said: Said },
    /// The bot says nothing more on it.
    FollowOutcome { line: LineId },
    /// The server tells it something.
    Told { line: LineId, told: Told },
    /// The server ends the stream.
    Ended { line: LineId, status: Status },
    /// The bot uses a call that is passed on without being looked at.
    Called(&'static str),
    /// The opponent has a seat.
    OpponentInvited(proto::Invitation),
    /// The opponent is told something.
    OpponentTold(Told),
}

/// The handle that a frame to the bot names.
pub(super) fn handle_of(told: &mut Told) -> Option<&mut u32> {
    match told {
        Told::Joined(frame) => Some(&mut frame.handle),
        Told::ActionRequest(frame) => Some(&mut frame.handle),
        Told::Accepted(frame) => Some(&mut frame.handle),
        Told::Rejected(frame) => Some(&mut frame.handle),
        Told::Update(frame) => Some(&mut frame.handle),
        Told::MatchOver(frame) => Some(&mut frame.handle),
        Told::MatchStateChanged(frame) => Some(&mut frame.handle),
        Told::Ping(_) => None,
    }
}
