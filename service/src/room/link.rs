//! What ties a room to a client: a seat or a match on one of its streams.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use botwerk_proto::v1 as proto;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::frame::Frame;
use super::lag::RoundTrips;
use super::outlet::Outlet;
use crate::error::{Error, Reason};

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
        Self::new(handle, To::Play(outlet), options, trips)
    }

    /// A match on a stream of `WatchMatch`.
    pub(crate) fn watch(
        handle: u32,
        outlet: Outlet<proto::WatchMatchResponse>,
        options: proto::ViewOptions,
    ) -> Self {
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
                let ends = matches!(frame, Frame::MatchOver(_));
                let frame = frame.watch(self.handle);
                let sent = frame.is_none_or(|frame| outlet.deliver(frame, counted));
                if ends && sent {
                    outlet.match_ended();
                }
                sent
            }
        }
    }

    /// Sends the answer to an act that was given by a call.
    pub(crate) fn accept(&self, accepted: proto::Accepted) {
        self.send(Frame::Accepted(accepted));
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
                outlet.seat_lost(replaced());
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
