//! Streams to viewers. A room never waits for one: a stream that is not read is ended.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};

use botwerk_proto::v1 as proto;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio_stream::Stream;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use tonic::Status;

use super::frame::Frame;
use super::lag::RoundTrips;
use crate::error::{Error, Reason};

/// Frames that may wait in front of a stream, for each seat or match on it.
const FRAMES: usize = 256;

/// Acts of one seat that wait in front of its room at most; a stream with more waits.
const ACTS: usize = 64;

/// Names one viewer's stream in one room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct LinkId(u64);

impl LinkId {
    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// The sending side of a stream of messages.
#[derive(Debug, Clone)]
pub(crate) struct Outlet<T> {
    queue: mpsc::UnboundedSender<Queued<T>>,
    end: Arc<End>,
}

/// A message on its way, and whether it counts against those that may wait.
#[derive(Debug)]
struct Queued<T> {
    message: T,
    counted: bool,
}

/// The receiving side, which tonic sends to the client.
pub(crate) struct Outgoing<T> {
    queue: mpsc::UnboundedReceiver<Queued<T>>,
    end: Arc<End>,
    ended: Pin<Box<WaitForCancellationFutureOwned>>,
    over: bool,
}

#[derive(Debug, Default)]
struct End {
    status: OnceLock<Status>,
    said: CancellationToken,
    /// Messages that count and wait, and how many may.
    waiting: AtomicUsize,
    most: AtomicUsize,
    /// Seats that the stream plays or asks for, less those that newer streams have taken over.
    seats: AtomicUsize,
}

/// A stream's two sides.
pub(crate) fn outlet<T>() -> (Outlet<T>, Outgoing<T>) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let end = Arc::new(End {
        most: AtomicUsize::new(FRAMES),
        ..End::default()
    });
    let ended = Box::pin(end.said.clone().cancelled_owned());
    (
        Outlet {
            queue: sender,
            end: Arc::clone(&end),
        },
        Outgoing {
            queue: receiver,
            end,
            ended,
            over: false,
        },
    )
}

impl<T> Outlet<T> {
    /// Queues a message. `false` if the stream has ended, or ends now because it is not read.
    pub(crate) fn send(&self, message: T) -> bool {
        self.deliver(message, true)
    }

    /// Queues a message; what a client has asked for by joining waits uncounted beside the others.
    fn deliver(&self, message: T, counted: bool) -> bool {
        if counted && !self.count() {
            return false;
        }
        !self.end.said.is_cancelled() && self.queue.send(Queued { message, counted }).is_ok()
    }

    /// Counts a message; `false` if too many wait already, which ends the stream.
    fn count(&self) -> bool {
        let most = self.end.most.load(Ordering::Relaxed);
        let fits = self.end.waiting.load(Ordering::Relaxed) < most;
        if fits {
            self.end.waiting.fetch_add(1, Ordering::Relaxed);
        } else {
            let message = format!("{most} frames wait unread; join again with the last seq");
            self.end(Error::new(Reason::LimitExceeded, message));
        }
        fits
    }

    /// Lets as many more messages wait as one more seat may need.
    fn widen(&self) {
        self.end.most.fetch_add(FRAMES, Ordering::Relaxed);
    }

    /// Counts a seat that the stream asks for. Counted at once, since a newer stream may have taken
    /// it over before the news that this one has it.
    pub(crate) fn seat_asked(&self) {
        self.end.seats.fetch_add(1, Ordering::SeqCst);
    }

    /// Counts a seat that the stream was refused.
    pub(crate) fn seat_refused(&self) {
        self.end.seats.fetch_sub(1, Ordering::SeqCst);
    }

    /// Counts a seat that a newer stream plays now; a stream that played nothing else ends.
    fn seat_lost(&self) {
        if self.end.seats.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.end(replaced());
        }
    }

    /// Ends the stream with an error.
    pub(crate) fn end(&self, error: impl Into<Status>) {
        let _ = self.end.status.set(error.into());
        self.end.said.cancel();
    }

    /// Waits until the client has gone or the stream was ended.
    pub(crate) async fn closed(&self) {
        tokio::select! {
            () = self.queue.closed() => {}
            () = self.end.said.cancelled() => {}
        }
    }
}

impl<T> Stream for Outgoing<T> {
    type Item = Result<T, Status>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.over {
            return Poll::Ready(None);
        }
        if let Poll::Ready(queued) = self.queue.poll_recv(context) {
            self.over = queued.is_none();
            if queued.as_ref().is_some_and(|queued| queued.counted) {
                self.end.waiting.fetch_sub(1, Ordering::Relaxed);
            }
            let status = || self.end.status.get().cloned().map(Err);
            return Poll::Ready(queued.map(|queued| Ok(queued.message)).or_else(status));
        }
        if self.ended.as_mut().poll(context).is_ready() {
            self.over = true;
            let status = self.end.status.get().cloned();
            return Poll::Ready(status.map(Err));
        }
        Poll::Pending
    }
}

fn replaced() -> Error {
    Error::new(Reason::Replaced, "a newer stream has joined this seat")
}

/// Where a room sends one viewer's frames.
#[derive(Debug, Clone)]
pub(crate) struct Sink {
    id: LinkId,
    handle: u32,
    to: To,
    options: proto::ViewOptions,
    trips: RoundTrips,
    /// Places for acts in front of the room.
    acts: Arc<Semaphore>,
}

/// Every handle after a stream's first brings frames of its own.
fn widen_for<T>(handle: u32, outlet: &Outlet<T>) {
    if handle > 1 {
        outlet.widen();
    }
}

#[derive(Debug, Clone)]
enum To {
    Play(Outlet<proto::PlayResponse>),
    Watch(Outlet<proto::WatchMatchResponse>),
}

impl Sink {
    /// A seat on a stream of Play.
    pub(crate) fn play(
        handle: u32,
        outlet: Outlet<proto::PlayResponse>,
        options: proto::ViewOptions,
        trips: RoundTrips,
    ) -> Self {
        widen_for(handle, &outlet);
        Self::new(handle, To::Play(outlet), options, trips)
    }

    /// A match on a stream of `WatchMatch`.
    pub(crate) fn watch(
        handle: u32,
        outlet: Outlet<proto::WatchMatchResponse>,
        options: proto::ViewOptions,
    ) -> Self {
        widen_for(handle, &outlet);
        Self::new(handle, To::Watch(outlet), options, RoundTrips::default())
    }

    fn new(handle: u32, to: To, options: proto::ViewOptions, trips: RoundTrips) -> Self {
        let id = LinkId::new();
        Self {
            id,
            handle,
            to,
            options,
            trips,
            acts: Arc::new(Semaphore::new(ACTS)),
        }
    }

    /// Waits for a place in front of the room.
    pub(super) async fn place(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.acts).acquire_owned().await.ok()
    }

    /// What the client wants to be sent.
    pub(super) fn options(&self) -> proto::ViewOptions {
        self.options
    }

    /// Nanoseconds that a frame and its answer travel at least; 0 if nobody has measured it.
    pub(super) fn round_trip(&self) -> u64 {
        self.trips.smallest()
    }

    pub(crate) fn id(&self) -> LinkId {
        self.id
    }

    /// Sends a frame; `false` if the stream has ended.
    pub(super) fn send(&self, frame: Frame) -> bool {
        self.deliver(frame, true)
    }

    /// Sends a frame that was reported before this stream joined, however many there are.
    pub(super) fn send_missed(&self, frame: Frame) -> bool {
        self.deliver(frame, false)
    }

    fn deliver(&self, frame: Frame, counted: bool) -> bool {
        match &self.to {
            To::Play(outlet) => outlet.deliver(frame.play(self.handle), counted),
            To::Watch(outlet) => {
                let frame = frame.watch(self.handle);
                frame.is_none_or(|frame| outlet.deliver(frame, counted))
            }
        }
    }

    /// Says that a newer stream plays the seat; a stream that carried nothing else ends.
    pub(super) fn replace(&self) {
        match &self.to {
            To::Play(outlet) => {
                let rejected = proto::Rejected {
                    error: Some(replaced().to_proto()),
                    ..Default::default()
                };
                self.send(Frame::Rejected(rejected));
                outlet.seat_lost();
            }
            To::Watch(outlet) => outlet.end(replaced()),
        }
    }

    /// Ends the stream.
    pub(super) fn end(&self, error: Error) {
        match &self.to {
            To::Play(outlet) => outlet.end(error),
            To::Watch(outlet) => outlet.end(error),
        }
    }
}
