//! Rooms: one task a match, which alone owns position, clocks and viewers.
//!
//! Everybody else sends commands. A command is stamped and queued in one step under a lock, so
//! the order of the queue is the order of stamps: whatever comes later out of the queue arrived
//! later. That is what lets a busy room be fair (MR-24).

mod answering;
mod audience;
mod clock;
mod command;
mod conduct;
mod ends;
#[cfg(test)]
mod faults;
mod frame;
mod inbox;
mod lag;
mod link;
mod mailbox;
mod narrator;
mod outlet;
mod players;
mod presence;
mod publishing;
mod recover;
mod scoring;
mod seat;
mod seat_clock;
mod setup;
mod storing;
mod suspension;
mod timing;
mod visitors;

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

pub(crate) use command::{ActContent, ActSource, Command, JoinedSeat};
pub(crate) use ends::{Ended, Ends};
use inbox::Inbox;
pub(crate) use inbox::RoomHandle;
pub(crate) use lag::RoundTrips;
pub(crate) use link::{LinkId, Sink};
pub(crate) use outlet::{Outgoing, Outlet, outlet};
pub(crate) use setup::{MatchDescription, MatchSetup, SeatPlan, TournamentPlace, match_message};
use tokio_util::task::TaskTracker;

use crate::error::Error;
use crate::pool::Pool;
use crate::store::{Store, StoredMatch};
use crate::wire::Wire;

/// What all rooms share.
pub(crate) struct Surroundings {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) pool: Pool,
    pub(crate) limits: Limits,
    /// Everything that keeps the store open.
    pub(crate) tasks: TaskTracker,
    /// Who hears of it when matches of tournaments end.
    pub(crate) ends: Arc<Ends>,
}

/// What every match is limited by.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Time for seats to join before the match begins without them.
    pub(crate) join: Duration,
    /// Time that a seat may be played by nobody where no clock runs against it.
    pub(crate) offline: Duration,
    /// Time for seats to come back after a restart of the server.
    pub(crate) rejoin: Duration,
    /// Illegal acts after which a seat is taken out.
    pub(crate) illegal: u32,
    /// Milliseconds of transport that an act is forgiven at most, unless its match says otherwise.
    pub(crate) lag_cap_millis: u32,
}

/// The room of a match that was replayed and is ready to start.
pub(crate) struct ReplayedRoom {
    handle: RoomHandle,
    task: Pin<Box<dyn Future<Output = ()> + Send>>,
    tasks: TaskTracker,
}

/// Replays a stored match.
///
/// # Errors
/// Returns an error if the match is stored corrupt or this server cannot play it.
pub(crate) fn replay<G: Wire>(
    stored: StoredMatch,
    surroundings: Arc<Surroundings>,
) -> Result<ReplayedRoom, Error> {
    let inbox = Arc::new(Inbox::new());
    let tasks = surroundings.tasks.clone();
    let room = conduct::Room::<G>::recover(stored, surroundings, Arc::clone(&inbox))?;
    Ok(ReplayedRoom {
        handle: RoomHandle::new(inbox),
        task: Box::pin(Box::new(room).run()),
        tasks,
    })
}

impl ReplayedRoom {
    /// Starts the task of the room. `closed` is called when it ends.
    pub(crate) fn start(self, closed: impl FnOnce() + Send + 'static) -> RoomHandle {
        let Self {
            handle,
            task,
            tasks,
        } = self;
        tasks.spawn(async move {
            task.await;
            closed();
        });
        handle
    }
}
