//! When a director saves its next checkpoint.

use std::future::pending;
use std::time::Duration;

use tokio::time::Instant;

use crate::store::{PendingWrite, StoreError};

/// Time between two checkpoints.
const MIN_INTERVAL: Duration = Duration::from_secs(5);

/// A checkpoint that takes longer to write is written less often: at most this share of the time.
const INTERVAL_PER_WRITE: u32 = 100;

/// When a director saves its next checkpoint.
pub(super) struct CheckpointTimer {
    next_at: Instant,
    /// Number of results that were counted when the last one was saved.
    results: u64,
    started_at: Instant,
    saving: Option<PendingWrite>,
}

impl CheckpointTimer {
    /// Starts with a number of results that are part of a checkpoint.
    pub(super) fn new(results: u64, now: Instant) -> Self {
        Self {
            next_at: now + MIN_INTERVAL,
            results,
            started_at: now,
            saving: None,
        }
    }

    /// Makes a checkpoint due at once, also without a new result.
    pub(super) fn hasten(&mut self) {
        self.next_at = Instant::now();
        self.results = u64::MAX;
    }

    /// Returns when the next checkpoint is saved if this number of results is counted now, or `None` if there is nothing
    /// to save or one is being saved.
    pub(super) fn next_at(&self, results: u64) -> Option<Instant> {
        let is_due = self.saving.is_none() && results != self.results;
        is_due.then_some(self.next_at)
    }

    /// Records that a checkpoint with this number of results starts to be saved.
    pub(super) fn start(&mut self, results: u64) {
        self.started_at = Instant::now();
        self.results = results;
    }

    /// Keeps the write of a checkpoint until it is saved.
    pub(super) fn keep(&mut self, saving: PendingWrite) {
        self.saving = Some(saving);
    }

    /// Takes the write in progress, if there is one.
    pub(super) fn take_saving(&mut self) -> Option<PendingWrite> {
        self.saving.take()
    }

    /// Records that a checkpoint is saved, or that it could not be.
    pub(super) fn end(&mut self, is_saved: bool) {
        self.saving = None;
        let now = Instant::now();
        let time = now - self.started_at;
        self.next_at = now + MIN_INTERVAL.max(time * INTERVAL_PER_WRITE);
        if !is_saved {
            // The results are stored: a later one contains them as well.
            self.results = u64::MAX;
        }
    }
}

/// Waits until a checkpoint is saved; forever without one.
pub(super) async fn checkpoint_saved(timer: &mut CheckpointTimer) -> Result<(), StoreError> {
    match &mut timer.saving {
        Some(saving) => saving.await,
        None => pending().await,
    }
}
