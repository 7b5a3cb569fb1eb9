//! A stream of `Play`: reads the client's requests and forwards them to the rooms of its seats.

use std::collections::BTreeMap;
use std::sync::Arc;

use botwerk_proto::v1 as proto;
use proto::play_request::Kind;
use tokio::sync::oneshot;
use tonic::Streaming;

use super::frames::view_options;
use super::pings::Pings;
use super::room_failed;
use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::match_registry::MatchRegistry;
use crate::room::{
    Addressed, Command, JoinedSeat, PlayMessage, PlaySender, Rejected, RoomHandle,
    SubmissionSource, SubmitCommand, Subscriber,
};
use crate::wire::SubmissionContent;

/// Maximum number of seats of one stream.
const MAX_SEATS: usize = 1024;

/// Number of wrong tokens after which a stream is closed, because its client is guessing.
const MAX_REJECTED_TOKENS: u32 = 100;

/// Maximum number of unread frames of a stream that joins a seat. A client that joins receives all
/// frames that it missed, but not again and again without reading them.
const MAX_BACKLOG: usize = 4096;

/// A seat that a stream plays.
struct PlayedSeat {
    id: MatchId,
    token: Box<str>,
    room: RoomHandle,
    joined: JoinedSeat,
    subscriber: Subscriber,
}

/// The seats of a stream by handle.
#[derive(Default)]
struct StreamSeats {
    seats: BTreeMap<u32, PlayedSeat>,
    /// The latest handle; each is used once.
    last_handle: u32,
    pings: Pings,
    /// Number of wrong tokens.
    rejected_tokens: u32,
}

/// Serves a stream until the client or the server ends it.
pub(super) async fn serve(
    registry: Arc<MatchRegistry>,
    mut requests: Streaming<proto::PlayRequest>,
    stream: PlaySender,
) {
    let mut seats = StreamSeats::default();
    loop {
        let request = tokio::select! {
            request = requests.message() => request,
            () = seats.pings.due() => {
                seats.pings.send(&stream);
                continue;
            }
            () = stream.closed() => break,
            error = registry.wait_for_shutdown() => {
                stream.end(error);
                break;
            }
        };
        match request {
            Ok(Some(proto::PlayRequest { kind: Some(kind) })) => {
                handle_request(&registry, kind, &mut seats, &stream).await;
            }
            Ok(Some(proto::PlayRequest { kind: None })) => {
                let message = "kind: not set; expected join, submission or pong";
                stream.send(rejection(0, 0, 0, Error::new(Reason::BadRequest, message)));
            }
            Ok(None) => break,
            Err(status) => {
                stream.end(status);
                break;
            }
        }
    }
    for PlayedSeat { room, joined, .. } in seats.seats.into_values() {
        let subscriber = joined.subscriber;
        // A room that has closed has no subscribers.
        let _ = room.send_unbounded(Command::Disconnected { subscriber });
    }
}

async fn handle_request(
    registry: &Arc<MatchRegistry>,
    kind: Kind,
    seats: &mut StreamSeats,
    stream: &PlaySender,
) {
    match kind {
        Kind::Join(join) => handle_join(registry, join, seats, stream).await,
        Kind::Submission(submission) => {
            let (handle, turn, part) = (submission.handle, submission.turn, submission.part);
            if let Err(error) = forward_submission(registry, seats, submission).await {
                stream.send(rejection(handle, turn, part, error));
            }
        }
        Kind::Pong(pong) => seats.pings.handle_pong(pong),
    }
}

async fn handle_join(
    registry: &Arc<MatchRegistry>,
    join: proto::Join,
    seats: &mut StreamSeats,
    stream: &PlaySender,
) {
    if seats.seats.len() >= MAX_SEATS {
        // A room closes some time after its match has ended.
        seats.seats.retain(|_, seat| !seat.room.is_closed());
    }
    let handle = seats.last_handle + 1;
    stream.add_seat();
    match join_seat(registry, join, handle, seats, stream).await {
        Ok(seat) => {
            seats.last_handle = handle;
            if seat.joined.needs_pings {
                seats.pings.start();
            }
            seats.seats.insert(handle, seat);
            stream.set_capacity(seats.seats.len());
        }
        Err(error) => {
            seats.rejected_tokens += u32::from(error.reason == Reason::BadToken);
            stream.remove_seat();
            stream.send(rejection(0, 0, 0, error));
            if seats.rejected_tokens >= MAX_REJECTED_TOKENS {
                let message = format!(
                    "the stream was closed after {MAX_REJECTED_TOKENS} wrong tokens; join with the \
                     right one"
                );
                stream.end(Error::new(Reason::LimitExceeded, message));
            }
        }
    }
}

async fn join_seat(
    registry: &Arc<MatchRegistry>,
    join: proto::Join,
    handle: u32,
    seats: &StreamSeats,
    stream: &PlaySender,
) -> Result<PlayedSeat, Error> {
    if seats.seats.len() >= MAX_SEATS {
        let message = format!("{MAX_SEATS} seats per stream reached; open another stream");
        return Err(Error::new(Reason::LimitExceeded, message));
    }
    let backlog = stream.backlog();
    if backlog > MAX_BACKLOG {
        let message = format!("{backlog} frames are unread; read them before joining again");
        return Err(Error::new(Reason::LimitExceeded, message));
    }
    let id = MatchId::from_name(&join.r#match)?;
    let subscriber = Subscriber::play(
        handle,
        stream.clone(),
        view_options(join.view_options),
        seats.pings.trips(),
    );
    let (reply, answer) = oneshot::channel();
    let command = Command::Join {
        token: join.seat_token.clone(),
        resume_after_seq: join.resume_after_seq,
        ruleset_sha256: join.ruleset_sha256,
        subscriber: subscriber.clone(),
        reply,
    };
    let room = registry.send(&id, command).await?;
    let joined = answer.await.map_err(|_| room_failed())??;
    Ok(PlayedSeat {
        id,
        token: join.seat_token.into(),
        room,
        joined,
        subscriber,
    })
}

/// Forwards a submission to the room of its seat.
async fn forward_submission(
    registry: &Arc<MatchRegistry>,
    seats: &StreamSeats,
    submission: proto::Submission,
) -> Result<(), Error> {
    let seat = seats.seats.get(&submission.handle).ok_or_else(|| {
        let message = format!(
            "handle: expected one from Joined on this stream, found {}",
            submission.handle
        );
        Error::new(Reason::NotFound, message)
    })?;
    let command = SubmitCommand {
        source: SubmissionSource::Stream {
            joined: seat.joined,
            subscriber: seat.subscriber.clone(),
        },
        turn: submission.turn,
        part: submission.part,
        content: SubmissionContent::new(submission.actions, submission.text)?,
        effort: submission.effort,
    };
    let command = Command::Submit(command);
    match seat.room.send_submission(&seat.subscriber, command).await {
        Ok(()) => Ok(()),
        Err(command) => resubmit(registry, seat, command).await,
    }
}

/// Sends a submission to the next room of a match that is over and whose room has closed: the answers
/// to accepted submissions are stored.
async fn resubmit(
    registry: &Arc<MatchRegistry>,
    seat: &PlayedSeat,
    mut command: Command,
) -> Result<(), Error> {
    let (reply, answer) = oneshot::channel();
    if let Command::Submit(SubmitCommand { source, .. }) = &mut command {
        // The stream has not joined the next room.
        let token = seat.token.to_string();
        *source = SubmissionSource::Unary { token, reply };
    }
    registry.send(&seat.id, command).await?;
    let accepted = answer.await.map_err(|_| room_failed())??;
    seat.subscriber.send_accepted(accepted);
    Ok(())
}

fn rejection(handle: u32, turn: u32, part: u32, error: Error) -> Addressed<PlayMessage> {
    Addressed {
        handle,
        message: PlayMessage::Rejected(Rejected { turn, part, error }),
    }
}
