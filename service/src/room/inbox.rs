//! The way into a room: commands are stamped and queued in one step.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::clock::Stamp;
use super::command::Command;
use super::link::Sink;
use super::mailbox::Mailbox;

/// Calls that wait in front of a room at most; whoever calls more waits for a place.
const CALLS: usize = 64;

/// A command on its way into a room. It leaves its place to the next one when it is dropped.
pub(super) struct Queued {
    pub(super) stamp: Stamp,
    pub(super) command: Command,
    place: Option<OwnedSemaphorePermit>,
}

impl Queued {
    /// When the command arrived, and what it is; its place goes to the next one.
    pub(super) fn open(self) -> (Stamp, Command) {
        drop(self.place);
        (self.stamp, self.command)
    }
}

/// The way into a room.
///
/// The queue itself has no limit: places are counted where commands come from, so that nobody who
/// floods a room takes the place of anybody else.
#[derive(Clone)]
pub(crate) struct RoomHandle {
    inbox: Arc<Inbox>,
    calls: Arc<Semaphore>,
}

/// Stamps commands in the order of their queue.
pub(super) struct Inbox {
    // A mutex of the standard library: stamping and queueing are one short step.
    last: Mutex<Stamp>,
    queue: Mailbox<Queued>,
}

impl Inbox {
    pub(super) fn new() -> Self {
        Self {
            last: Mutex::new(Stamp::now()),
            queue: Mailbox::default(),
        }
    }

    /// The commands that wait.
    pub(super) fn queue(&self) -> &Mailbox<Queued> {
        &self.queue
    }

    /// A stamp later than every command queued so far, and earlier than all that will be.
    pub(super) fn stamp(&self) -> Stamp {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Stamp::now().max(last.next());
        *last
    }

    fn put(&self, command: Command, place: Option<OwnedSemaphorePermit>) -> Result<(), Command> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Stamp::now().max(last.next());
        let queued = Queued {
            stamp: *last,
            command,
            place,
        };
        self.queue.put(queued).map_err(|queued| queued.command)
    }
}

impl RoomHandle {
    pub(super) fn new(inbox: Arc<Inbox>) -> Self {
        let calls = Arc::new(Semaphore::new(CALLS));
        Self { inbox, calls }
    }

    /// Queues a command of a caller; gives it back if the room has closed meanwhile.
    pub(crate) async fn send(&self, command: Command) -> Result<(), Command> {
        let place = Arc::clone(&self.calls).acquire_owned().await.ok();
        self.inbox.put(command, place)
    }

    /// Queues an act of a stream, which waits as soon as it has too many in front of the room.
    pub(crate) async fn send_act(&self, sink: &Sink, act: Command) -> Result<(), Command> {
        let place = sink.place().await;
        self.inbox.put(act, place)
    }

    /// Queues what a room has to know, however many commands wait in front of it.
    pub(crate) fn tell(&self, command: Command) -> Result<(), Command> {
        self.inbox.put(command, None)
    }

    /// Whether the room has closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.inbox.queue.is_closed()
    }
}
