//! Streams to clients. Nobody waits for one: a stream that is not read is ended.

use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};

use tokio_stream::Stream;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use super::mailbox::Mailbox;
use crate::error::{Error, Reason};

/// Messages that may wait in front of a stream, for each seat or match on it.
const FRAMES: usize = 256;

/// The sending side of a stream of messages. The stream ends with its last clone.
#[derive(Debug, Clone)]
pub(crate) struct Outlet<T>(Arc<Source<T>>);

#[derive(Debug)]
struct Source<T>(Arc<Shared<T>>);

impl<T> Drop for Source<T> {
    fn drop(&mut self) {
        self.0.queue.close();
    }
}

/// The receiving side, which tonic sends to the client.
#[derive(Debug)]
pub(crate) struct Outgoing<T> {
    shared: Arc<Shared<T>>,
    over: bool,
}

/// What both sides share.
#[derive(Debug)]
struct Shared<T> {
    queue: Mailbox<Queued<T>>,
    /// Why the stream was ended, if not because all was said.
    status: OnceLock<Status>,
    ended: CancellationToken,
    /// Messages that count and wait, and how many may.
    waiting: AtomicUsize,
    most: AtomicUsize,
    /// Seats that the stream plays or asks for, less those that newer streams have taken over.
    seats: AtomicUsize,
    /// Watched matches that have not ended.
    watched: AtomicUsize,
}

/// A message on its way, and whether it counts against those that may wait.
#[derive(Debug)]
struct Queued<T> {
    message: T,
    counted: bool,
}

/// A stream's two sides.
pub(crate) fn outlet<T>() -> (Outlet<T>, Outgoing<T>) {
    let shared = Arc::new(Shared {
        queue: Mailbox::default(),
        status: OnceLock::new(),
        ended: CancellationToken::new(),
        waiting: AtomicUsize::new(0),
        most: AtomicUsize::new(FRAMES),
        seats: AtomicUsize::new(0),
        watched: AtomicUsize::new(0),
    });
    let outlet = Outlet(Arc::new(Source(Arc::clone(&shared))));
    let outgoing = Outgoing {
        shared,
        over: false,
    };
    (outlet, outgoing)
}

impl<T> Outlet<T> {
    fn shared(&self) -> &Shared<T> {
        &self.0.0
    }

    /// Queues a message. `false` if the stream has ended, or ends now because it is not read.
    pub(crate) fn send(&self, message: T) -> bool {
        self.deliver(message, true)
    }

    /// Queues a message in the place of all that wait: for streams of which only the newest message
    /// matters. `false` if the stream has ended.
    pub(crate) fn send_newest(&self, message: T) -> bool {
        let queued = Queued {
            message,
            counted: false,
        };
        self.shared().queue.put_alone(queued).is_ok()
    }

    /// Queues a message; what a client has asked for by joining waits uncounted beside the others.
    pub(super) fn deliver(&self, message: T, counted: bool) -> bool {
        if counted && !self.count() {
            return false;
        }
        let queued = Queued { message, counted };
        self.shared().queue.put(queued).is_ok()
    }

    /// Counts a message; `false` if too many wait already, which ends the stream.
    fn count(&self) -> bool {
        let shared = self.shared();
        let most = shared.most.load(Ordering::Relaxed);
        let fits = shared.waiting.load(Ordering::Relaxed) < most;
        if fits {
            shared.waiting.fetch_add(1, Ordering::Relaxed);
        } else {
            let message = format!("{most} frames wait unread; join again with the last seq");
            self.end(Error::new(Reason::LimitExceeded, message));
        }
        fits
    }

    /// Messages that wait, counted or not.
    pub(crate) fn backlog(&self) -> usize {
        self.shared().queue.len()
    }

    /// Lets as many messages wait as so many seats or matches may need.
    pub(crate) fn allow(&self, handles: usize) {
        let most = FRAMES * handles.max(1);
        self.shared().most.store(most, Ordering::Relaxed);
    }

    /// Counts a seat that the stream asks for. Counted at once, since a newer stream may have taken
    /// it over before the news that this one has it.
    pub(crate) fn seat_asked(&self) {
        self.shared().seats.fetch_add(1, Ordering::SeqCst);
    }

    /// Counts a seat that the stream was refused.
    pub(crate) fn seat_refused(&self) {
        self.shared().seats.fetch_sub(1, Ordering::SeqCst);
    }

    /// Counts a seat that a newer stream plays now; a stream that played nothing else ends.
    pub(super) fn seat_lost(&self, error: Error) {
        if self.shared().seats.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.end(error);
        }
    }

    /// Notes how many matches the stream watches.
    pub(crate) fn watches(&self, matches: usize) {
        self.shared().watched.store(matches, Ordering::SeqCst);
    }

    /// Counts a watched match that has ended; with the last one the stream ends.
    pub(super) fn match_ended(&self) {
        if self.shared().watched.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.shared().ended.cancel();
            self.shared().queue.close();
        }
    }

    /// Ends the stream with an error, behind what waits already.
    pub(crate) fn end(&self, error: impl Into<Status>) {
        let shared = self.shared();
        let _ = shared.status.set(error.into());
        shared.ended.cancel();
        shared.queue.close();
    }

    /// Whether the client has gone or the stream was ended.
    pub(crate) fn is_closed(&self) -> bool {
        self.shared().ended.is_cancelled()
    }

    /// Waits until the client has gone or the stream was ended.
    pub(crate) async fn closed(&self) {
        self.shared().ended.cancelled().await;
    }
}

impl<T> Stream for Outgoing<T> {
    type Item = Result<T, Status>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.over {
            return Poll::Ready(None);
        }
        let shared = &self.shared;
        match shared.queue.poll_take(context) {
            Poll::Ready(Some(queued)) => {
                if queued.counted {
                    shared.waiting.fetch_sub(1, Ordering::Relaxed);
                }
                Poll::Ready(Some(Ok(queued.message)))
            }
            Poll::Ready(None) => {
                let status = shared.status.get().cloned();
                self.over = true;
                Poll::Ready(status.map(Err))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

/// The client has gone: nobody takes what is queued.
impl<T> Drop for Outgoing<T> {
    fn drop(&mut self) {
        self.shared.queue.close();
        self.shared.ended.cancel();
    }
}
