//! Events between the bot and the server.

use botwerk_client::proto;
use proto::play_request::Kind as ClientFrame;
use proto::play_response::Kind as ServerFrame;
use tokio::sync::mpsc::UnboundedSender;
use tonic::Status;

/// Identifies a stream of the bot.
pub(super) type StreamId = u64;

/// The sending side of a stream to the bot. An error ends the stream; `Status::ok` ends it
/// normally.
pub(super) type ToBot<T> = UnboundedSender<Result<T, Status>>;

/// An event, in the order of arrival.
#[derive(Debug)]
pub(super) enum Event {
    /// The bot has opened an invitation stream.
    InvitationsOpened {
        stream: StreamId,
        token: String,
        to_bot: ToBot<proto::StreamInvitationsResponse>,
    },
    /// The server rejected an invitation stream.
    InvitationsRejected { token: String },
    /// The server sends a message on an invitation stream, or ends it.
    InvitationsMessage {
        stream: StreamId,
        message: Result<proto::StreamInvitationsResponse, Status>,
    },
    /// The bot has closed an invitation stream.
    InvitationsClosed { stream: StreamId },
    /// The bot has opened a `Play` stream.
    PlayOpened {
        stream: StreamId,
        /// Whether it was opened at the server to which another redirects.
        is_redirected: bool,
        to_bot: ToBot<proto::PlayResponse>,
        to_server: UnboundedSender<proto::PlayRequest>,
    },
    /// The bot sends a frame.
    FromBot {
        stream: StreamId,
        frame: ClientFrame,
    },
    /// The bot has closed its side of a `Play` stream.
    BotFinishedSending { stream: StreamId },
    /// The server sends a frame to the bot.
    FromServer {
        stream: StreamId,
        frame: ServerFrame,
    },
    /// The server has ended a `Play` stream.
    PlayEnded { stream: StreamId, status: Status },
    /// The bot uses a call that is forwarded unchecked.
    ForwardedCall(&'static str),
    /// The opponent is invited to a seat.
    OpponentInvited(proto::Invitation),
    /// The opponent receives a frame.
    OpponentFrame(ServerFrame),
}

/// Returns the handle of a frame.
pub(super) fn handle_mut(frame: &mut ServerFrame) -> &mut u32 {
    match frame {
        ServerFrame::Joined(frame) => &mut frame.handle,
        ServerFrame::ActionRequest(frame) => &mut frame.handle,
        ServerFrame::Accepted(frame) => &mut frame.handle,
        ServerFrame::Rejected(frame) => &mut frame.handle,
        ServerFrame::Update(frame) => &mut frame.handle,
        ServerFrame::MatchOver(frame) => &mut frame.handle,
        ServerFrame::MatchStateChanged(frame) => &mut frame.handle,
    }
}
