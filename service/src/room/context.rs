//! What all rooms of a server share.

use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio_util::task::TaskTracker;

use super::attempt_observers::AttemptObservers;
use crate::pool::SearchPool;
use crate::store::Store;
use crate::work_guard::WorkGuard;

/// The services and limits that all rooms share.
pub(crate) struct RoomContext {
    /// Where matches are stored.
    pub(crate) store: Arc<dyn Store>,
    /// The threads on which agents search.
    pub(crate) pool: SearchPool,
    /// The limits of every match.
    pub(crate) limits: MatchLimits,
    /// The tasks that must end before the store is closed.
    pub(crate) tasks: TaskTracker,
    /// Where rooms run, wherever they are opened.
    pub(crate) runtimes: RoomRuntimes,
    /// The observers of tournament matches that end.
    pub(crate) attempt_observers: Arc<AttemptObservers>,
    /// Watches what is done for matches.
    pub(crate) guard: Arc<WorkGuard>,
}

/// The runtimes on which rooms run.
#[derive(Debug, Clone)]
pub(crate) struct RoomRuntimes {
    /// The I/O threads, for matches in which a client has a seat: its clock may be running.
    pub(crate) io: Handle,
    /// Threads of lower priority, for all other matches: those that have ended, which spectators may open
    /// in great numbers, and those between agents, whose time is measured where they search.
    pub(crate) background: Handle,
}

impl RoomRuntimes {
    /// Runs all rooms on the runtime of the caller.
    #[cfg(test)]
    pub(crate) fn current() -> Self {
        Self {
            io: Handle::current(),
            background: Handle::current(),
        }
    }
}

/// The limits of every match of a server.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MatchLimits {
    /// Time until a match starts without the seats that have not joined.
    pub(crate) join: Duration,
    /// Time that a seat may be offline while no clock runs against it.
    pub(crate) offline: Duration,
    /// Time for seats to rejoin after a restart of the server.
    pub(crate) rejoin: Duration,
    /// Number of illegal submissions after which a seat is removed.
    pub(crate) illegal: u32,
    /// Maximum lag compensation of a submission in milliseconds, unless its match sets another.
    pub(crate) lag_cap_millis: u32,
}
