//! Rooms: one task a match, which alone owns position, clocks and viewers.
//!
//! Everybody else sends commands. A command is stamped and queued in one step under a lock, so
//! the order of the queue is the order of stamps: whatever comes later out of the queue arrived
//! later. That is what lets a busy room be fair (MR-24).

mod answering;
mod clock;
mod command;
mod conduct;
#[cfg(test)]
mod faults;
mod frame;
mod link;
mod players;
mod publishing;
mod recover;
mod seat;
mod setup;
mod time_control;
mod timing;
mod viewer;
mod visitors;

use std::sync::{Arc, Mutex, PoisonError};

pub(crate) use clock::Stamp;
pub(crate) use command::{ActContent, ActSource, Command, JoinedSeat};
pub(crate) use link::{LinkId, Outgoing, Outlet, Sink, outlet};
pub(crate) use setup::{MatchSetup, SeatPlan, match_message};
pub(crate) use time_control::TimeControl;
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;

use crate::error::{Error, Reason};
use crate::pool::Pool;
use crate::store::{Store, StoredMatch};
use crate::wire::Wire;

/// Commands that wait in front of a room at most; whoever sends more waits.
const QUEUE: usize = 1024;

/// What all rooms share.
pub(crate) struct Surroundings {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) pool: Pool,
    pub(crate) join_limit: std::time::Duration,
    pub(crate) illegal_limit: u32,
    /// Everything that keeps the store open.
    pub(crate) tasks: TaskTracker,
}

/// The way into a room.
#[derive(Clone)]
pub(crate) struct RoomHandle {
    inbox: Arc<Inbox>,
}

struct Inbox {
    // A mutex of the standard library: stamping and queueing are one short step.
    last: Mutex<Stamp>,
    queue: mpsc::Sender<(Stamp, Command)>,
}

impl Inbox {
    /// A stamp later than every command queued so far, and earlier than all that will be.
    fn stamp(&self) -> Stamp {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Stamp::now().max(last.next());
        *last
    }
}

impl RoomHandle {
    /// Queues a command. An error if the room has closed meanwhile.
    pub(crate) async fn send(&self, command: Command) -> Result<(), Error> {
        let closed = |_| Error::new(Reason::NotFound, "the match has just closed; try again");
        let place = self.inbox.queue.reserve().await.map_err(closed)?;
        let mut last = self
            .inbox
            .last
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *last = Stamp::now().max(last.next());
        place.send((*last, command));
        Ok(())
    }

    /// Whether the room has closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.inbox.queue.is_closed()
    }
}

/// Opens the room of a stored match. `closed` is called when its task ends.
pub(crate) fn open<G: Wire>(
    stored: StoredMatch,
    surroundings: Arc<Surroundings>,
    closed: impl FnOnce() + Send + 'static,
) -> Result<RoomHandle, Error> {
    let (queue, commands) = mpsc::channel(QUEUE);
    let inbox = Arc::new(Inbox {
        last: Mutex::new(Stamp::now()),
        queue,
    });
    let tasks = surroundings.tasks.clone();
    let room = conduct::Room::<G>::recover(stored, surroundings, Arc::clone(&inbox))?;
    tasks.spawn(async move {
        room.run(commands).await;
        closed();
    });
    Ok(RoomHandle { inbox })
}
