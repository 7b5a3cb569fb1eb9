//! The command queue of a room: commands are stamped and queued in one step.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::command::{Command, SubmissionSource, SubmitCommand};
use super::mailbox::Mailbox;
use super::setup::BAD_SEAT_TOKEN;
use super::stamp::Stamp;
use super::subscriber::{submission_slots, try_acquire_slot};
use crate::error::{Error, Reason};
use crate::token::TokenHash;

/// Maximum number of unary calls queued for a room; further callers wait.
const MAX_QUEUED_CALLS: usize = 64;

/// A stamped command in the queue of a room. It frees its slot when it is dropped.
pub(super) struct QueuedCommand {
    stamp: Stamp,
    command: Command,
    slot: Option<OwnedSemaphorePermit>,
}

impl QueuedCommand {
    /// Frees the slot and returns the command with the time at which it was queued.
    pub(super) fn into_parts(self) -> (Stamp, Command) {
        drop(self.slot);
        (self.stamp, self.command)
    }
}

/// The sending side of a room's command queue.
///
/// The queue itself is unbounded: slots are counted per source, so that a client that floods a room
/// does not delay the commands of others. A submission is timed when it is queued, so it waits for a
/// slot only behind many others of the same stream.
#[derive(Clone)]
pub(crate) struct RoomHandle {
    inbox: Arc<Inbox>,
    calls: Arc<Semaphore>,
    seats: Arc<[SeatQueue]>,
}

/// The slots for submissions of one seat that come as unary calls.
struct SeatQueue {
    token: TokenHash,
    slots: Arc<Semaphore>,
}

/// A submission that was not queued.
pub(crate) enum QueueError {
    /// The seat has too many submissions in the queue, or there is none with this token.
    Rejected(Error),
    /// The room has closed; the submission is returned.
    Closed(Box<SubmitCommand>),
}

/// A command queue whose order is the order of its stamps.
pub(super) struct Inbox {
    // A mutex of the standard library: stamping and queueing are one short step.
    last: Mutex<Stamp>,
    queue: Mailbox<QueuedCommand>,
}

impl Inbox {
    /// Creates an empty queue.
    pub(super) fn new() -> Self {
        Self {
            last: Mutex::new(Stamp::now()),
            queue: Mailbox::default(),
        }
    }

    /// Returns the queued commands.
    pub(super) fn queue(&self) -> &Mailbox<QueuedCommand> {
        &self.queue
    }

    /// Returns a stamp later than every command queued so far and earlier than all later ones.
    pub(super) fn next_stamp(&self) -> Stamp {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Stamp::now().max(last.next());
        *last
    }

    fn push(&self, command: Command, slot: Option<OwnedSemaphorePermit>) -> Result<(), Command> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Stamp::now().max(last.next());
        let queued = QueuedCommand {
            stamp: *last,
            command,
            slot,
        };
        self.queue.push(queued).map_err(|queued| queued.command)
    }
}

impl RoomHandle {
    /// Creates a handle that sends to `inbox`; `tokens` are those of the seats that clients play.
    pub(super) fn new(inbox: Arc<Inbox>, tokens: impl Iterator<Item = TokenHash>) -> Self {
        let seats = tokens.map(|token| SeatQueue {
            token,
            slots: submission_slots(),
        });
        Self {
            inbox,
            calls: Arc::new(Semaphore::new(MAX_QUEUED_CALLS)),
            seats: seats.collect(),
        }
    }

    /// Queues the command of a unary call; waits while too many are queued.
    ///
    /// # Errors
    /// Returns the command if the room has closed.
    pub(crate) async fn send(&self, command: Command) -> Result<(), Command> {
        let slot = Arc::clone(&self.calls).acquire_owned().await.ok();
        self.inbox.push(command, slot)
    }

    /// Queues a submission; waits while its stream has too many in the queue.
    ///
    /// # Errors
    /// Returns an error if a unary call has no seat or too many in the queue, or the room has closed.
    pub(crate) async fn send_submission(&self, command: SubmitCommand) -> Result<(), QueueError> {
        let slot = match &command.source {
            SubmissionSource::Stream { subscriber } => subscriber.acquire_slot().await,
            SubmissionSource::Unary { token, .. } => {
                Some(self.acquire_slot(token).map_err(QueueError::Rejected)?)
            }
        };
        match self.inbox.push(Command::Submit(command), slot) {
            Err(Command::Submit(command)) => Err(QueueError::Closed(Box::new(command))),
            _ => Ok(()),
        }
    }

    /// Returns a slot for a submission with the token of a seat.
    fn acquire_slot(&self, token: &str) -> Result<OwnedSemaphorePermit, Error> {
        let seat = self.seats.iter().find(|seat| seat.token.admits(token));
        let seat = seat.ok_or_else(|| Error::new(Reason::BadToken, BAD_SEAT_TOKEN))?;
        try_acquire_slot(&seat.slots)
    }

    /// Queues a command without waiting, however many are queued.
    ///
    /// # Errors
    /// Returns the command if the room has closed.
    pub(crate) fn send_unbounded(&self, command: Command) -> Result<(), Command> {
        self.inbox.push(command, None)
    }

    /// Closes the queue of a room that has failed. Whoever waits for an answer learns so.
    pub(super) fn close(&self) {
        self.inbox.queue.close();
        while self.inbox.queue.try_pop().is_some() {}
    }

    /// Returns `true` if the room has closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.inbox.queue.is_closed()
    }
}
