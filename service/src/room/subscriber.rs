//! A client stream that receives one viewer's frames.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::frame::{Accepted, Addressed, Frame, PlayMessage, Rejected, ViewOptions};
use super::stream::StreamSender;
use crate::edge::RoundTrip;
use crate::error::{Error, Reason};

/// Maximum number of submissions of one seat queued for its room. A stream waits with further ones, since
/// its client floods; unary calls are rejected.
const MAX_QUEUED_SUBMISSIONS: usize = 64;

/// The sending side of a stream that plays seats.
pub(crate) type PlaySender = StreamSender<Addressed<PlayMessage>>;

/// The sending side of a stream that watches matches.
pub(crate) type WatchSender = StreamSender<Addressed<Frame>>;

/// Identifies one subscriber.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SubscriberId(u64);

impl SubscriberId {
    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// One viewer on a client stream, which receives the viewer's frames.
#[derive(Debug, Clone)]
pub(crate) struct Subscriber {
    id: SubscriberId,
    handle: u32,
    /// The number with which its client has asked to join.
    join_id: u64,
    stream: SubscriberStream,
    options: ViewOptions,
    round_trip: RoundTrip,
    /// Slots for submissions in the queue of the room.
    slots: Arc<Semaphore>,
}

#[derive(Debug, Clone)]
enum SubscriberStream {
    Play(PlaySender),
    Watch(WatchSender),
}

impl Subscriber {
    /// Creates the subscriber of a seat that a stream plays.
    pub(crate) fn play(
        handle: u32,
        stream: PlaySender,
        options: ViewOptions,
        round_trip: RoundTrip,
    ) -> Self {
        Self::new(handle, SubscriberStream::Play(stream), options, round_trip)
    }

    /// Creates the subscriber of a match that a stream watches.
    pub(crate) fn watch(
        handle: u32,
        stream: WatchSender,
        options: ViewOptions,
        round_trip: RoundTrip,
    ) -> Self {
        let stream = SubscriberStream::Watch(stream);
        Self::new(handle, stream, options, round_trip)
    }

    fn new(
        handle: u32,
        stream: SubscriberStream,
        options: ViewOptions,
        round_trip: RoundTrip,
    ) -> Self {
        Self {
            id: SubscriberId::new(),
            handle,
            join_id: 0,
            stream,
            options,
            round_trip,
            slots: submission_slots(),
        }
    }

    /// Returns the same subscriber with the number with which its client has asked to join.
    pub(crate) fn with_join_id(self, join_id: u64) -> Self {
        Self { join_id, ..self }
    }

    /// Returns the number with which its client has asked to join; 0 if it has given none.
    pub(super) fn join_id(&self) -> u64 {
        self.join_id
    }

    /// Waits for a free slot in the queue of the room.
    pub(crate) async fn acquire_slot(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        Arc::clone(&self.slots).acquire_owned().await.ok()
    }

    /// Returns what the client wants to receive.
    pub(super) fn options(&self) -> ViewOptions {
        self.options
    }

    /// Returns the nanoseconds of the round trip of the connection, or 0 if it is unknown.
    pub(super) fn round_trip(&self) -> u64 {
        self.round_trip.nanos()
    }

    /// Returns the id.
    pub(crate) fn id(&self) -> SubscriberId {
        self.id
    }

    /// Sends a frame. Returns `false` if the stream is closed.
    pub(super) fn send(&self, frame: Frame) -> bool {
        match &self.stream {
            SubscriberStream::Play(stream) => stream.send(self.address(PlayMessage::Frame(frame))),
            SubscriberStream::Watch(stream) => self.send_watched(stream, frame, StreamSender::send),
        }
    }

    /// Sends a frame that does not count towards the capacity of the stream. Returns `false` if the
    /// stream is closed.
    pub(super) fn send_uncounted(&self, frame: Frame) -> bool {
        match &self.stream {
            SubscriberStream::Play(stream) => {
                stream.send_uncounted(self.address(PlayMessage::Frame(frame)))
            }
            SubscriberStream::Watch(stream) => {
                self.send_watched(stream, frame, StreamSender::send_uncounted)
            }
        }
    }

    fn send_watched(
        &self,
        stream: &WatchSender,
        frame: Frame,
        send: impl Fn(&WatchSender, Addressed<Frame>) -> bool,
    ) -> bool {
        let is_end = matches!(frame, Frame::MatchOver(_));
        let is_sent = send(stream, self.address(frame));
        if is_end && is_sent {
            stream.end_watched_match();
        }
        is_sent
    }

    /// Sends the answer to an accepted submission.
    pub(crate) fn send_accepted(&self, accepted: Accepted) {
        self.send_answer(PlayMessage::Accepted(accepted));
    }

    /// Sends the answer to a rejected submission.
    pub(crate) fn send_rejected(&self, rejected: Rejected) {
        self.send_answer(PlayMessage::Rejected(rejected));
    }

    fn send_answer(&self, answer: PlayMessage) {
        match &self.stream {
            // A stream that is closed by this is noticed with the next frame.
            SubscriberStream::Play(stream) => drop(stream.send(self.address(answer))),
            // A stream that watches submits nothing.
            SubscriberStream::Watch(_) => {}
        }
    }

    fn address<T>(&self, message: T) -> Addressed<T> {
        Addressed {
            handle: self.handle,
            message,
        }
    }

    /// Reports that a newer stream has joined the seat; closes a stream that has no other seat.
    pub(super) fn end_replaced(&self) {
        match &self.stream {
            SubscriberStream::Play(stream) => {
                self.send_rejected(Rejected::join(0, replaced()));
                stream.replace_seat(replaced());
            }
            SubscriberStream::Watch(stream) => stream.end(replaced()),
        }
    }

    /// Closes the stream with an error.
    pub(super) fn end(&self, error: Error) {
        match &self.stream {
            SubscriberStream::Play(stream) => stream.end(error),
            SubscriberStream::Watch(stream) => stream.end(error),
        }
    }
}

/// Creates the slots of one source of submissions.
pub(super) fn submission_slots() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(MAX_QUEUED_SUBMISSIONS))
}

/// Returns a free slot in the queue of a room.
///
/// # Errors
/// Returns an error if all are taken.
pub(super) fn try_acquire_slot(slots: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Error> {
    Arc::clone(slots).try_acquire_owned().map_err(|_| {
        let message = format!(
            "{MAX_QUEUED_SUBMISSIONS} submissions of this seat are queued; wait for their answers"
        );
        Error::new(Reason::LimitExceeded, message)
    })
}

/// Returns the error for a stream whose seat a newer stream has joined.
pub(super) fn replaced() -> Error {
    Error::new(Reason::Replaced, "a newer stream has joined this seat")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::stream_channel;

    #[tokio::test]
    async fn stream_waits_while_too_many_of_its_submissions_are_queued() {
        let (sender, _receiver) = stream_channel();
        let options = ViewOptions::default();
        let subscriber = Subscriber::play(1, sender, options, RoundTrip::default());
        let mut slots = Vec::new();
        for _ in 0..MAX_QUEUED_SUBMISSIONS {
            slots.extend(subscriber.acquire_slot().await);
        }
        assert_eq!(slots.len(), MAX_QUEUED_SUBMISSIONS);
        let mut waiting = Box::pin(subscriber.acquire_slot());
        tokio::select! {
            biased;
            _ = &mut waiting => panic!("more slots than submissions may be queued"),
            () = std::future::ready(()) => {}
        }
        slots.pop();
        assert!(waiting.await.is_some());
    }
}
