//! The joins of one stream: one after the other, while the stream goes on reading submissions.

use std::collections::VecDeque;
use std::future::pending;
use std::pin::Pin;

use botwerk_proto::v1 as proto;
use tokio::sync::oneshot;

use super::room_failed;
use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::room::{RoomHandle, Subscriber};
use crate::wire;

/// Maximum number of joins of a stream that wait for their turn.
const MAX_WAITING: usize = 1024;

/// A seat that a stream has asked to play.
pub(super) struct PlayedSeat {
    pub(super) id: MatchId,
    pub(super) token: Box<str>,
    pub(super) room: RoomHandle,
    pub(super) subscriber: Subscriber,
}

/// A join that is in the queue of its room.
pub(super) struct QueuedJoin {
    pub(super) seat: PlayedSeat,
    /// The answer of the room.
    pub(super) answer: oneshot::Receiver<Result<(), Error>>,
}

/// What happens to the join at the head of the queue.
pub(super) enum JoinEvent {
    /// The room has received the join, so that submissions may follow.
    Queued(u32, PlayedSeat),
    /// The seat is joined.
    Joined(u32),
    /// The seat cannot be joined.
    Rejected {
        handle: u32,
        join_id: u64,
        error: Error,
    },
}

/// Puts a join into the queue of its room, which may have to be opened.
pub(super) type Opening = Pin<Box<dyn Future<Output = Result<QueuedJoin, Error>> + Send>>;

/// The joins of one stream.
#[derive(Default)]
pub(super) struct Joins {
    waiting: VecDeque<proto::Join>,
    current: Option<StartedJoin>,
}

struct StartedJoin {
    handle: u32,
    /// The number that the client has given it.
    join_id: u64,
    progress: JoinProgress,
}

enum JoinProgress {
    Opening(Opening),
    Queued(oneshot::Receiver<Result<(), Error>>),
}

impl Joins {
    /// Adds a join at the end.
    ///
    /// # Errors
    /// Returns an error if too many wait, or a text is too long.
    pub(super) fn push(&mut self, join: proto::Join) -> Result<(), Error> {
        wire::check_text("match", &join.r#match)?;
        wire::check_text("seat_token", &join.seat_token)?;
        wire::check_text("ruleset_sha256", &join.ruleset_sha256)?;
        if self.waiting.len() >= MAX_WAITING {
            let message =
                format!("{MAX_WAITING} joins of this stream wait; wait for their answers");
            return Err(Error::new(Reason::LimitExceeded, message));
        }
        self.waiting.push_back(join);
        Ok(())
    }

    /// Returns `true` if a join waits for nothing but room on the stream.
    pub(super) fn has_next(&self) -> bool {
        self.current.is_none() && !self.waiting.is_empty()
    }

    /// Removes the next join unless an earlier one is not answered yet.
    pub(super) fn take_next(&mut self) -> Option<proto::Join> {
        if self.current.is_some() {
            return None;
        }
        self.waiting.pop_front()
    }

    /// Starts the join that was taken, which is to have this handle.
    pub(super) fn start(&mut self, handle: u32, join_id: u64, opening: Opening) {
        self.current = Some(StartedJoin {
            handle,
            join_id,
            progress: JoinProgress::Opening(opening),
        });
    }

    /// Returns `true` if a join was started and is not answered yet.
    pub(super) fn is_active(&self) -> bool {
        self.current.is_some()
    }

    /// Waits for the next event; forever if no join is started. A call that is cancelled loses nothing.
    pub(super) async fn next(&mut self) -> JoinEvent {
        let Some(current) = &mut self.current else {
            return pending().await;
        };
        let (handle, join_id) = (current.handle, current.join_id);
        let result = match &mut current.progress {
            JoinProgress::Opening(opening) => match opening.await {
                Ok(QueuedJoin { seat, answer }) => {
                    current.progress = JoinProgress::Queued(answer);
                    return JoinEvent::Queued(handle, seat);
                }
                Err(error) => Err(error),
            },
            JoinProgress::Queued(answer) => answer.await.unwrap_or_else(|_| Err(room_failed())),
        };
        self.current = None;
        match result {
            Ok(()) => JoinEvent::Joined(handle),
            Err(error) => JoinEvent::Rejected {
                handle,
                join_id,
                error,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn join_that_waits_has_short_texts() {
        let long = || "x".repeat(1025);
        let joins = [
            proto::Join {
                r#match: long(),
                ..Default::default()
            },
            proto::Join {
                seat_token: long(),
                ..Default::default()
            },
            proto::Join {
                ruleset_sha256: long(),
                ..Default::default()
            },
        ];
        for (join, field) in joins
            .into_iter()
            .zip(["match", "seat_token", "ruleset_sha256"])
        {
            let error = Joins::default().push(join).unwrap_err();
            assert_eq!(error.reason, Reason::BadRequest);
            assert_eq!(error.message, format!("{field}: longer than 1024 bytes"));
        }
    }
}
