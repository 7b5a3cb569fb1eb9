//! Response streams. The server never waits for a client: a stream that is not read is closed.

use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};

use tokio::sync::Notify;
use tokio_stream::Stream;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use super::mailbox::Mailbox;
use crate::error::{Error, Reason};

/// Maximum number of unread messages for each seat or match on a stream.
const MAX_UNREAD_PER_HANDLE: usize = 256;

/// Maximum size of the unread messages of a stream, in bytes. One message may be larger, if it is the only one.
pub(super) const MAX_UNREAD_BYTES: usize = 4 << 20;

/// Size of the unread messages up to which a stream joins further seats, in bytes: a client that joins many is sent
/// the frames of one after the other.
const MAX_BYTES_BEFORE_JOIN: usize = MAX_UNREAD_BYTES / 2;

/// A message of a response stream.
pub(crate) trait StreamMessage {
    /// Returns about the size of the encoded message, in bytes.
    fn size(&self) -> usize;
}

impl<M: prost::Message> StreamMessage for M {
    fn size(&self) -> usize {
        self.encoded_len()
    }
}

/// The sending side of a response stream. The stream closes when its last clone is dropped.
#[derive(Debug, Clone)]
pub(crate) struct StreamSender<T>(Arc<CloseOnDrop<T>>);

#[derive(Debug)]
struct CloseOnDrop<T>(Arc<Shared<T>>);

impl<T> Drop for CloseOnDrop<T> {
    fn drop(&mut self) {
        self.0.queue.close();
    }
}

/// The receiving side of a response stream, from which the messages are sent to the client.
#[derive(Debug)]
pub(crate) struct StreamReceiver<T> {
    shared: Arc<Shared<T>>,
    is_finished: bool,
}

/// The state that both sides share.
#[derive(Debug)]
struct Shared<T> {
    queue: Mailbox<QueuedMessage<T>>,
    /// The error that closed the stream; unset if the stream ended normally.
    status: OnceLock<Status>,
    closed: CancellationToken,
    /// Number of queued messages that count towards `capacity`.
    unread: AtomicUsize,
    /// Size of all queued messages, in bytes.
    unread_bytes: AtomicUsize,
    /// Notified when a seat may be joined again.
    has_drained: Notify,
    capacity: AtomicUsize,
    /// Seats that the stream plays or has requested, without those that newer streams took over.
    seats: AtomicUsize,
    /// Watched matches that have not ended.
    watched: AtomicUsize,
}

#[derive(Debug)]
struct QueuedMessage<T> {
    message: T,
    /// Whether the message counts towards the capacity of the stream.
    is_counted: bool,
    /// What the message counts of the unread bytes.
    bytes: usize,
}

/// Creates the two sides of a response stream.
pub(crate) fn stream_channel<T>() -> (StreamSender<T>, StreamReceiver<T>) {
    let shared = Arc::new(Shared {
        queue: Mailbox::default(),
        status: OnceLock::new(),
        closed: CancellationToken::new(),
        unread: AtomicUsize::new(0),
        unread_bytes: AtomicUsize::new(0),
        has_drained: Notify::new(),
        capacity: AtomicUsize::new(MAX_UNREAD_PER_HANDLE),
        seats: AtomicUsize::new(0),
        watched: AtomicUsize::new(0),
    });
    let sender = StreamSender(Arc::new(CloseOnDrop(Arc::clone(&shared))));
    let receiver = StreamReceiver {
        shared,
        is_finished: false,
    };
    (sender, receiver)
}

impl<T> StreamSender<T> {
    fn shared(&self) -> &Shared<T> {
        &self.0.0
    }

    /// Queues a message. Returns `false` if the stream is closed, or is closed now because the
    /// client does not read it.
    pub(crate) fn send(&self, message: T) -> bool
    where
        T: StreamMessage,
    {
        self.count_unread() && self.push(message, true)
    }

    /// Queues a message of which a stream may have any number unread, such as a frame that a client
    /// requested by joining. Returns `false` if the stream is closed, or is closed now because the unread
    /// messages are too large.
    pub(super) fn send_uncounted(&self, message: T) -> bool
    where
        T: StreamMessage,
    {
        self.push(message, false)
    }

    /// Replaces all queued messages with one, for streams whose newest message is the only one of
    /// interest. Returns `false` if the stream is closed.
    pub(crate) fn send_latest(&self, message: T) -> bool {
        let queued = QueuedMessage {
            message,
            is_counted: false,
            bytes: 0,
        };
        self.shared().queue.replace_all(queued).is_ok()
    }

    fn push(&self, message: T, is_counted: bool) -> bool
    where
        T: StreamMessage,
    {
        let bytes = message.size();
        let queued = QueuedMessage {
            message,
            is_counted,
            bytes,
        };
        self.count_bytes(bytes) && self.shared().queue.push(queued).is_ok()
    }

    /// Counts the bytes of one more message. Returns `false` if there are too many, which closes the stream.
    fn count_bytes(&self, bytes: usize) -> bool {
        let unread = &self.shared().unread_bytes;
        let before = unread.fetch_add(bytes, Ordering::Relaxed);
        let has_room = before == 0 || before + bytes <= MAX_UNREAD_BYTES;
        if !has_room {
            unread.fetch_sub(bytes, Ordering::Relaxed);
            self.end(too_many_bytes());
        }
        has_room
    }

    /// Counts one more unread message. Returns `false` if the stream is full, which closes it.
    fn count_unread(&self) -> bool {
        let shared = self.shared();
        let max = shared.capacity.load(Ordering::Relaxed);
        let has_room = shared.unread.load(Ordering::Relaxed) < max;
        if has_room {
            shared.unread.fetch_add(1, Ordering::Relaxed);
        } else {
            let message = format!(
                "the stream was closed with {max} unread frames; rejoin with resume_after_seq"
            );
            self.end(Error::new(Reason::LimitExceeded, message));
        }
        has_room
    }

    /// Returns the number of queued messages, counted or not.
    pub(crate) fn backlog(&self) -> usize {
        self.shared().queue.len()
    }

    /// Returns `true` if few enough bytes are unread for the frames of a further seat.
    pub(crate) fn has_room_for_join(&self) -> bool {
        self.shared().unread_bytes.load(Ordering::Relaxed) <= MAX_BYTES_BEFORE_JOIN
    }

    /// Waits until the client has read enough that a further seat may be joined.
    pub(crate) async fn wait_for_join_room(&self) {
        while !self.has_room_for_join() {
            self.shared().has_drained.notified().await;
        }
    }

    /// Sets the maximum number of unread messages to what the given number of seats or matches needs.
    pub(crate) fn set_capacity(&self, handles: usize) {
        let max = MAX_UNREAD_PER_HANDLE * handles.max(1);
        self.shared().capacity.store(max, Ordering::Relaxed);
    }

    /// Counts a seat that the stream requests. It is counted before the request is answered, since a
    /// newer stream may take the seat over before this one learns that it had it.
    pub(crate) fn add_seat(&self) {
        self.shared().seats.fetch_add(1, Ordering::SeqCst);
    }

    /// Removes a seat that the stream requested in vain.
    pub(crate) fn remove_seat(&self) {
        self.shared().seats.fetch_sub(1, Ordering::SeqCst);
    }

    /// Removes a seat that a newer stream plays; closes the stream with `error` if it was the last.
    pub(super) fn replace_seat(&self, error: Error) {
        if self.shared().seats.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.end(error);
        }
    }

    /// Sets the number of matches that the stream watches.
    pub(crate) fn set_watched(&self, matches: usize) {
        self.shared().watched.store(matches, Ordering::SeqCst);
    }

    /// Removes a watched match that has ended; closes the stream if it was the last.
    pub(super) fn end_watched_match(&self) {
        if self.shared().watched.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.shared().closed.cancel();
            self.shared().queue.close();
        }
    }

    /// Closes the stream with an error, after the messages that are already queued.
    pub(crate) fn end(&self, error: impl Into<Status>) {
        let shared = self.shared();
        // The first error stays.
        let _ = shared.status.set(error.into());
        shared.closed.cancel();
        shared.queue.close();
    }

    /// Returns `true` if the client has disconnected or the stream was closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.shared().closed.is_cancelled()
    }

    /// Waits until the client has disconnected or the stream was closed.
    pub(crate) async fn closed(&self) {
        self.shared().closed.cancelled().await;
    }
}

/// Returns the error of a stream whose unread messages are too large.
pub(super) fn too_many_bytes() -> Error {
    let message = format!(
        "the stream was closed with {MAX_UNREAD_BYTES} bytes of unread frames; rejoin with resume_after_seq"
    );
    Error::new(Reason::LimitExceeded, message)
}

impl<T> Stream for StreamReceiver<T> {
    type Item = Result<T, Status>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.is_finished {
            return Poll::Ready(None);
        }
        let shared = &self.shared;
        match shared.queue.poll_pop(context) {
            Poll::Ready(Some(queued)) => {
                if queued.is_counted {
                    shared.unread.fetch_sub(1, Ordering::Relaxed);
                }
                let before = shared
                    .unread_bytes
                    .fetch_sub(queued.bytes, Ordering::Relaxed);
                let had_room = before <= MAX_BYTES_BEFORE_JOIN;
                if !had_room && before - queued.bytes <= MAX_BYTES_BEFORE_JOIN {
                    shared.has_drained.notify_one();
                }
                Poll::Ready(Some(Ok(queued.message)))
            }
            Poll::Ready(None) => {
                let status = shared.status.get().cloned();
                self.is_finished = true;
                Poll::Ready(status.map(Err))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

/// Closes the stream when the client disconnects: the queued messages have no receiver.
impl<T> Drop for StreamReceiver<T> {
    fn drop(&mut self) {
        self.shared.queue.close();
        self.shared.closed.cancel();
    }
}

#[cfg(test)]
mod tests {
    use tokio_stream::StreamExt;

    use super::*;

    #[tokio::test]
    async fn stream_that_is_not_read_is_closed_after_its_queued_messages() {
        let (sender, mut receiver) = stream_channel();
        let max = MAX_UNREAD_PER_HANDLE as u64;
        for message in 0..max {
            assert!(sender.send(message));
        }
        assert!(sender.send_uncounted(max));
        assert!(!sender.send(0));
        assert!(sender.is_closed());
        for message in 0..=max {
            assert_eq!(receiver.next().await.unwrap().unwrap(), message);
        }
        let status = receiver.next().await.unwrap().unwrap_err();
        assert!(
            status.message().contains("resume_after_seq"),
            "{}",
            status.message()
        );
        assert!(receiver.next().await.is_none());
    }

    /// Returns a message of somewhat more than the given number of bytes.
    fn message_of(bytes: usize) -> String {
        "x".repeat(bytes)
    }

    #[tokio::test]
    async fn unread_messages_of_a_stream_are_limited_by_their_bytes() {
        let sends = [
            StreamSender::<String>::send,
            StreamSender::<String>::send_uncounted,
        ];
        for send in sends {
            let (sender, mut receiver) = stream_channel();
            let fitting = MAX_UNREAD_BYTES / (64 << 10) - 1;
            for _ in 0..fitting {
                assert!(send(&sender, message_of(64 << 10)));
            }
            assert!(!send(&sender, message_of(64 << 10)));
            assert!(sender.is_closed());
            for _ in 0..fitting {
                assert!(receiver.next().await.unwrap().is_ok());
            }
            let status = receiver.next().await.unwrap().unwrap_err();
            assert_eq!(status.code(), tonic::Code::ResourceExhausted);
            assert!(
                status.message().contains("bytes of unread"),
                "{}",
                status.message()
            );
        }
    }

    #[tokio::test]
    async fn message_of_any_size_is_sent_to_a_client_that_reads() {
        let (sender, mut receiver) = stream_channel();
        for _ in 0..3 {
            assert!(sender.send(message_of(2 * MAX_UNREAD_BYTES)));
            assert!(receiver.next().await.unwrap().is_ok());
        }
        assert!(sender.send(message_of(1)));
        assert!(!sender.send(message_of(2 * MAX_UNREAD_BYTES)));
    }

    #[tokio::test]
    async fn stream_joins_further_seats_once_enough_is_read() {
        let (sender, mut receiver) = stream_channel();
        sender.wait_for_join_room().await;
        for _ in 0..3 {
            assert!(sender.send(message_of(MAX_UNREAD_BYTES / 4)));
        }
        assert!(!sender.has_room_for_join());
        let waiting = tokio::spawn({
            let sender = sender.clone();
            async move { sender.wait_for_join_room().await }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        for _ in 0..2 {
            assert!(receiver.next().await.unwrap().is_ok());
        }
        waiting.await.unwrap();
        assert!(sender.has_room_for_join());
    }

    #[tokio::test]
    async fn stream_closes_with_its_last_watched_match() {
        let (sender, mut receiver) = stream_channel::<()>();
        sender.set_watched(2);
        sender.end_watched_match();
        assert!(!sender.is_closed());
        sender.end_watched_match();
        assert!(sender.is_closed());
        assert!(receiver.next().await.is_none());
    }
}
