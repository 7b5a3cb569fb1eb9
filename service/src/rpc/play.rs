//! A stream of `Play`: reads the client's requests and forwards them to the rooms of its seats. Reading
//! waits for no room or store, since a submission is timed when it is read; only a client that floods a
//! room waits for it.

use std::collections::BTreeMap;
use std::sync::Arc;

use botwerk_engine::record::RecordComment;
use botwerk_proto::v1 as proto;
use proto::play_request::Kind;
use tokio::sync::oneshot;
use tonic::Streaming;

use super::frames::view_options;
use super::joins::{JoinEvent, Joins, Opening, PlayedSeat, QueuedJoin};
use super::room_failed;
use super::seated_clients::SeatedClients;
use crate::edge::{Admission, RoundTrip, undecodable_request};
use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::match_registry::MatchRegistry;
use crate::room::{
    Addressed, Command, PlayMessage, PlaySender, QueueError, Rejected, SubmissionSource,
    SubmitCommand, Subscriber,
};
use crate::traces::TARGET;
use crate::wire::SubmissionContent;

/// Maximum number of seats of one stream.
const MAX_SEATS: usize = 1024;

/// Number of wrong tokens after which a stream is closed, because its client is guessing.
const MAX_REJECTED_TOKENS: u32 = 100;

/// Maximum number of unread frames of a stream that joins a seat. A client that joins receives all
/// frames that it missed, but not again and again without reading them.
const MAX_BACKLOG: usize = 4096;

/// Serves a stream until the client or the server ends it.
pub(super) async fn serve(
    registry: Arc<MatchRegistry>,
    mut requests: Streaming<proto::PlayRequest>,
    stream: PlaySender,
    round_trip: RoundTrip,
    admission: Admission,
    seated: SeatedClients,
) {
    let mut session = PlaySession {
        registry: Arc::clone(&registry),
        stream: stream.clone(),
        round_trip,
        seated,
        seats: BTreeMap::new(),
        last_handle: 0,
        rejected_tokens: 0,
    };
    let mut joins = Joins::default();
    loop {
        while stream.has_room_for_join()
            && let Some(join) = joins.take_next()
        {
            if let Some((handle, join_id, opening)) = session.start_join(join) {
                joins.start(handle, join_id, opening);
            }
        }
        // A client that sends much takes turns with the other streams.
        tokio::task::consume_budget().await;
        let request = tokio::select! {
            // A stream that ends is noticed however much its client sends.
            biased;
            () = stream.closed() => break,
            error = registry.wait_for_shutdown() => {
                stream.end(error);
                break;
            }
            () = stream.wait_for_join_room(), if joins.has_next() => continue,
            event = joins.next() => {
                session.handle_join_event(event);
                continue;
            }
            request = requests.message() => request,
        };
        match request {
            Ok(Some(proto::PlayRequest { kind: Some(kind) })) => {
                session.handle_request(kind, &mut joins).await;
            }
            Ok(Some(proto::PlayRequest { kind: None })) => {
                let message = "kind: not set; expected join or submission";
                session.reject(0, Error::new(Reason::BadRequest, message));
            }
            Ok(None) => break,
            Err(status) => {
                match undecodable_request(&status) {
                    Some(error) => {
                        admission.count_undecodable_request();
                        stream.end(error);
                    }
                    None => stream.end(status),
                }
                break;
            }
        }
    }
    // A join that is in progress reaches its room, which must learn that the stream has ended.
    while joins.is_active() {
        let event = joins.next().await;
        session.handle_join_event(event);
    }
    session.disconnect();
}

/// The seats of a stream by handle.
struct PlaySession {
    registry: Arc<MatchRegistry>,
    stream: PlaySender,
    round_trip: RoundTrip,
    seated: SeatedClients,
    seats: BTreeMap<u32, PlayedSeat>,
    /// The latest handle; each is used once.
    last_handle: u32,
    /// Number of wrong tokens.
    rejected_tokens: u32,
}

impl PlaySession {
    async fn handle_request(&mut self, kind: Kind, joins: &mut Joins) {
        match kind {
            Kind::Join(join) => {
                let join_id = join.join_id;
                if let Err(error) = joins.push(join) {
                    self.reject(join_id, error);
                }
            }
            Kind::Submission(submission) => {
                let (handle, turn, part) = (submission.handle, submission.turn, submission.part);
                if let Err(error) = self.forward_submission(submission).await {
                    self.send_rejected(handle, Rejected::submission(turn, part, error));
                }
            }
        }
    }

    /// Returns the handle of a new seat, the number of its join, and the task that puts the join into the queue of the
    /// room, or `None` if the join is rejected.
    fn start_join(&mut self, join: proto::Join) -> Option<(u32, u64, Opening)> {
        let join_id = join.join_id;
        self.stream.add_seat();
        match self.opening(join) {
            Ok(opening) => {
                self.last_handle += 1;
                Some((self.last_handle, join_id, opening))
            }
            Err(error) => {
                self.reject_join(join_id, error);
                None
            }
        }
    }

    fn opening(&mut self, join: proto::Join) -> Result<Opening, Error> {
        if self.seats.len() >= MAX_SEATS {
            // A room closes some time after its match has ended.
            self.seats.retain(|_, seat| !seat.room.is_closed());
        }
        if self.seats.len() >= MAX_SEATS {
            let message = format!("{MAX_SEATS} seats per stream reached; open another stream");
            return Err(Error::new(Reason::LimitExceeded, message));
        }
        let backlog = self.stream.backlog();
        if backlog > MAX_BACKLOG {
            let message = format!("{backlog} frames are unread; read them before joining again");
            return Err(Error::new(Reason::LimitExceeded, message));
        }
        let id = MatchId::from_name(&join.r#match)?;
        let subscriber = Subscriber::play(
            self.last_handle + 1,
            self.stream.clone(),
            view_options(join.view_options),
            self.round_trip.clone(),
        )
        .with_join_id(join.join_id);
        let registry = Arc::clone(&self.registry);
        Ok(Box::pin(async move {
            let (reply, answer) = oneshot::channel();
            let command = Command::Join {
                token: join.seat_token.clone(),
                resume_after_seq: join.resume_after_seq,
                ruleset_sha256: join.ruleset_sha256,
                subscriber: subscriber.clone(),
                reply,
            };
            let room = registry.send(&id, command).await?;
            let seat = PlayedSeat {
                id,
                token: join.seat_token.into(),
                room,
                subscriber,
            };
            Ok(QueuedJoin { seat, answer })
        }))
    }

    fn handle_join_event(&mut self, event: JoinEvent) {
        match event {
            // Before the answer: the client may submit as soon as it has its frames.
            JoinEvent::Queued(handle, seat) => {
                self.seats.insert(handle, seat);
                self.stream.set_capacity(self.seats.len());
            }
            JoinEvent::Joined(handle) => {
                if let Some(seat) = self.seats.get(&handle) {
                    self.seated.add(&seat.id);
                }
            }
            JoinEvent::Rejected {
                handle,
                join_id,
                error,
            } => {
                self.seats.remove(&handle);
                self.reject_join(join_id, error);
            }
        }
    }

    fn reject_join(&mut self, join_id: u64, error: Error) {
        self.rejected_tokens += u32::from(error.reason == Reason::BadToken);
        self.stream.remove_seat();
        self.reject(join_id, error);
        if self.rejected_tokens >= MAX_REJECTED_TOKENS {
            let message = format!(
                "the stream was closed after {MAX_REJECTED_TOKENS} wrong tokens; join with the right \
                 one"
            );
            self.stream.end(Error::new(Reason::BadToken, message));
        }
    }

    /// Forwards a submission to the room of its seat.
    async fn forward_submission(&self, submission: proto::Submission) -> Result<(), Error> {
        let seat = self.seats.get(&submission.handle).ok_or_else(|| {
            let message = format!(
                "handle: expected one from Joined on this stream, found {}",
                submission.handle
            );
            Error::new(Reason::NotFound, message)
        })?;
        // A trace of its own: the stream may last for hours.
        let call = tracing::info_span!(target: TARGET, parent: None, "submission", id = %seat.id);
        let command = SubmitCommand {
            span: tracing::info_span!(target: TARGET, parent: &call, "room"),
            source: SubmissionSource::Stream {
                subscriber: seat.subscriber.clone(),
            },
            turn: submission.turn,
            part: submission.part,
            content: SubmissionContent::new(submission.actions, submission.text)?
                .with_strictness(submission.require_canonical_text),
            effort: submission.effort,
            score: submission.score,
            comment: RecordComment::plain_text(&submission.comment),
        };
        match seat.room.send_submission(command).await {
            Ok(()) => Ok(()),
            Err(QueueError::Rejected(error)) => Err(error),
            Err(QueueError::Closed(command)) => {
                self.resubmit(seat, *command).await;
                Ok(())
            }
        }
    }

    /// Sends a submission to the next room of a match that is over and whose room has closed: the
    /// answers to accepted submissions are stored.
    async fn resubmit(&self, seat: &PlayedSeat, mut command: SubmitCommand) {
        let slot = seat.subscriber.acquire_slot().await;
        let (reply, answer) = oneshot::channel();
        // The stream has not joined the next room.
        let token = seat.token.to_string();
        command.source = SubmissionSource::Unary { token, reply };
        let (turn, part) = (command.turn, command.part);
        let (id, subscriber) = (seat.id.clone(), seat.subscriber.clone());
        let registry = Arc::clone(&self.registry);
        self.registry.tasks().spawn(async move {
            let submitted = async {
                registry.submit(&id, command).await?;
                answer.await.map_err(|_| room_failed())?
            };
            match submitted.await {
                Ok(accepted) => subscriber.send_accepted(accepted),
                Err(error) => {
                    subscriber.send_rejected(Rejected::submission(turn, part, error));
                }
            }
            drop(slot);
        });
    }

    /// Rejects a join, or a message that is neither a join nor a submission.
    fn reject(&self, join_id: u64, error: Error) {
        self.send_rejected(0, Rejected::join(join_id, error));
    }

    fn send_rejected(&self, handle: u32, rejected: Rejected) {
        let message = PlayMessage::Rejected(rejected);
        // A stream that is closed by this ends with the next request.
        let _ = self.stream.send(Addressed { handle, message });
    }

    /// Reports to the rooms that the stream has ended.
    fn disconnect(self) {
        for PlayedSeat {
            room, subscriber, ..
        } in self.seats.into_values()
        {
            let subscriber = subscriber.id();
            // A room that has closed has no subscribers.
            let _ = room.send_unbounded(Command::Disconnected { subscriber });
        }
    }
}
