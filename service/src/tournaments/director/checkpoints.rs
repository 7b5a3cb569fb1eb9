//! Saves what a director has computed, so that the next one reads later results only.

use tokio::time::Instant;

use super::Director;
use crate::store::{PendingWrite, StoreError, WriteCommand};

impl Director {
    /// Returns when the next checkpoint is saved, or `None` if there is nothing to save. During a recount there is not: the
    /// sums are those before it.
    pub(super) fn next_checkpoint(&self) -> Option<Instant> {
        let next_at = self.checkpoints.next_at(self.results.counted.len());
        next_at.filter(|_| self.recount.is_none())
    }

    /// Starts to save a checkpoint if it is due.
    pub(super) fn save_checkpoint_if_due(&mut self) {
        if self
            .next_checkpoint()
            .is_some_and(|at| at <= Instant::now())
        {
            let saving = self.save_checkpoint();
            self.checkpoints.keep(saving);
        }
    }

    fn save_checkpoint(&mut self) -> PendingWrite {
        self.checkpoints.start(self.results.counted.len());
        let id = &self.tournament.id;
        let checkpoint = self.results.checkpoint(id, &self.status, &self.progress);
        self.context
            .store
            .write(WriteCommand::SaveCheckpoint(checkpoint))
    }

    /// Records that a checkpoint is saved, or why not.
    pub(super) fn handle_saved_checkpoint(&mut self, saved: Result<(), StoreError>) {
        self.checkpoints.end(saved.is_ok());
        if let Err(error) = saved {
            tracing::warn!(%error, "checkpoint not saved");
        }
    }

    /// Saves the last checkpoint, unless it is saved or the sums are being counted again.
    pub(super) async fn save_last_checkpoint(&mut self) {
        if let Some(saving) = self.checkpoints.take_saving() {
            let saved = saving.await;
            self.handle_saved_checkpoint(saved);
        }
        if self.next_checkpoint().is_some() {
            let saved = self.save_checkpoint().await;
            self.handle_saved_checkpoint(saved);
        }
    }
}
