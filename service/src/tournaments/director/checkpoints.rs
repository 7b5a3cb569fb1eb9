//! When a director saves what it has computed, so that the next one reads later results only.

use std::future::pending;
use std::time::Duration;

use tokio::time::Instant;

use super::Director;
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
}

/// Waits until a checkpoint is saved; forever without one.
pub(super) async fn checkpoint_saved(timer: &mut CheckpointTimer) -> Result<(), StoreError> {
    match &mut timer.saving {
        Some(saving) => saving.await,
        None => pending().await,
    }
}

impl Director {
    /// Returns when the next checkpoint is saved, or `None` if there is nothing to save. During a recount there is not: the
    /// sums are those before it.
    pub(super) fn next_checkpoint(&self) -> Option<Instant> {
        let timer = &self.checkpoints;
        let is_due = self.recount.is_none() && timer.saving.is_none();
        let has_changed = self.results.counted.len() != timer.results;
        (is_due && has_changed).then_some(timer.next_at)
    }

    /// Starts to save a checkpoint if it is due.
    pub(super) fn save_checkpoint_if_due(&mut self) {
        if self
            .next_checkpoint()
            .is_some_and(|at| at <= Instant::now())
        {
            self.checkpoints.saving = Some(self.save_checkpoint());
        }
    }

    fn save_checkpoint(&mut self) -> PendingWrite {
        self.checkpoints.started_at = Instant::now();
        self.checkpoints.results = self.results.counted.len();
        let id = &self.tournament.id;
        let checkpoint = self.results.checkpoint(id, &self.status, &self.progress);
        self.context.store.save_checkpoint(checkpoint)
    }

    /// Records that a checkpoint is saved, or why not.
    pub(super) fn handle_saved_checkpoint(&mut self, saved: Result<(), StoreError>) {
        let timer = &mut self.checkpoints;
        timer.saving = None;
        let now = Instant::now();
        let time = now - timer.started_at;
        timer.next_at = now + MIN_INTERVAL.max(time * INTERVAL_PER_WRITE);
        if let Err(error) = saved {
            // The results are stored: a later one contains them as well.
            tracing::warn!(%error, "checkpoint not saved");
            timer.results = u64::MAX;
        }
    }

    /// Saves the last checkpoint, unless it is saved or the sums are being counted again.
    pub(super) async fn save_last_checkpoint(&mut self) {
        if let Some(saving) = self.checkpoints.saving.take() {
            let saved = saving.await;
            self.handle_saved_checkpoint(saved);
        }
        if self.next_checkpoint().is_some() {
            let saved = self.save_checkpoint().await;
            self.handle_saved_checkpoint(saved);
        }
    }
}
