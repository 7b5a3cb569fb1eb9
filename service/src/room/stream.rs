//! Response streams. The server never waits for a client: a stream that is not read is closed.

use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};

use tokio_stream::Stream;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use super::mailbox::Mailbox;
use crate::error::{Error, Reason};

/// Maximum number of unread messages for each seat or match on a stream.
const MAX_UNREAD_PER_HANDLE: usize = 256;

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
}

/// Creates the two sides of a response stream.
pub(crate) fn stream_channel<T>() -> (StreamSender<T>, StreamReceiver<T>) {
    let shared = Arc::new(Shared {
        queue: Mailbox::default(),
        status: OnceLock::new(),
        closed: CancellationToken::new(),
        unread: AtomicUsize::new(0),
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
    pub(crate) fn send(&self, message: T) -> bool {
        self.count_unread()
            && self.push(QueuedMessage {
                message,
                is_counted: true,
            })
    }

    /// Queues a message that does not count towards the capacity of the stream, such as a frame that
    /// a client requested by joining. Returns `false` if the stream is closed.
    pub(super) fn send_uncounted(&self, message: T) -> bool {
        self.push(QueuedMessage {
            message,
            is_counted: false,
        })
    }

    /// Replaces all queued messages with one, for streams whose newest message is the only one of
    /// interest. Returns `false` if the stream is closed.
    pub(crate) fn send_latest(&self, message: T) -> bool {
        let queued = QueuedMessage {
            message,
            is_counted: false,
        };
        self.shared().queue.replace_all(queued).is_ok()
    }

    fn push(&self, queued: QueuedMessage<T>) -> bool {
        self.shared().queue.push(queued).is_ok()
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
        for message in 0..MAX_UNREAD_PER_HANDLE {
            assert!(sender.send(message));
        }
        assert!(sender.send_uncounted(MAX_UNREAD_PER_HANDLE));
        assert!(!sender.send(0));
        assert!(sender.is_closed());
        for message in 0..=MAX_UNREAD_PER_HANDLE {
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
