//! What keeps a tournament waiting for checks of workers.

use std::time::Duration;

use tokio::time::Instant;

/// Interval at which checks of other servers are awaited.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// What keeps a tournament waiting for checks of workers. The pairings of the next batch depend on the results of the one
/// before, and nothing is replaced after the end.
#[derive(Debug, Default)]
pub(super) struct WorkerGate {
    pub(super) state: GateState,
    /// The index of the batch up to which everything is checked.
    pub(super) batch: usize,
    /// Whether a worker was excluded whose results may not be removed yet.
    pub(super) has_exclusion: bool,
    /// When the store was last read.
    pub(super) looked_at: Option<Instant>,
}

/// Whether matches may be started.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum GateState {
    /// Matches of the batch are played.
    #[default]
    Open,
    /// Checks are awaited.
    Closed,
    /// All matches were played, and everything is checked.
    Final,
}

impl WorkerGate {
    /// Returns `true` if no match may be started.
    pub(super) fn is_closed(&self) -> bool {
        self.state == GateState::Closed
    }

    /// Returns `true` if the tournament may end.
    pub(super) fn is_final(&self) -> bool {
        self.state == GateState::Final
    }

    /// Reads the store again at the next opportunity.
    pub(super) fn look_again(&mut self) {
        self.looked_at = None;
    }

    /// Records that a worker was excluded.
    pub(super) fn record_exclusion(&mut self) {
        self.has_exclusion = true;
        self.look_again();
    }

    /// Returns `true` if the store is to be read again.
    pub(super) fn is_due(&self) -> bool {
        self.looked_at
            .is_none_or(|at| at.elapsed() >= CHECK_INTERVAL)
    }

    /// Returns when the store is read again, or `None` if nothing is awaited; `is_complete` says whether all matches were
    /// played.
    pub(super) fn next_look(&self, is_complete: bool) -> Option<Instant> {
        let is_awaited = self.has_exclusion || self.is_closed() || is_complete;
        let is_due = is_awaited && !self.is_final();
        let looked_at = self.looked_at.filter(|_| self.is_closed());
        is_due.then(|| looked_at.map_or_else(Instant::now, |at| at + CHECK_INTERVAL))
    }
}
