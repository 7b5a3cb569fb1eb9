//! The snapshots of a tournament that all its watchers share.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use crate::tournaments::command::TournamentSnapshot;

/// Minimum time between two snapshots for watchers, however many there are.
const SNAPSHOT_INTERVAL: Duration = Duration::from_millis(500);

/// Publishes the newest snapshot to all watchers, at most one per interval.
pub(super) struct SnapshotPublisher {
    sender: watch::Sender<Arc<TournamentSnapshot>>,
    published_at: Instant,
    /// Whether the tournament may have changed since then.
    is_stale: bool,
}

impl SnapshotPublisher {
    /// Creates a publisher whose first snapshot has just been sent.
    pub(super) fn new(sender: watch::Sender<Arc<TournamentSnapshot>>) -> Self {
        Self {
            sender,
            published_at: Instant::now(),
            is_stale: false,
        }
    }

    /// Records that the tournament may have changed.
    pub(super) fn mark_stale(&mut self) {
        self.is_stale = true;
    }

    /// Returns `true` if a watcher lacks the newest state.
    pub(super) fn is_awaited(&self) -> bool {
        self.is_stale && self.sender.receiver_count() > 0
    }

    /// Returns when the next snapshot can be published.
    pub(super) fn next_at(&self) -> Instant {
        self.published_at + SNAPSHOT_INTERVAL
    }

    /// Publishes a snapshot.
    pub(super) fn publish(&mut self, snapshot: TournamentSnapshot) {
        self.sender.send_replace(Arc::new(snapshot));
        self.published_at = Instant::now();
        self.is_stale = false;
    }
}
