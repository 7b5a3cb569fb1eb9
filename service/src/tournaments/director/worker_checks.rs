//! Waits for checks of workers where a result could no longer be replaced, and removes the results of excluded workers.

use std::sync::Arc;

use tokio::time::Instant;

use super::checkpoint_timer::CheckpointTimer;
use super::worker_gate::GateState;
use super::{Director, OfferedChunks};
use crate::error::Error;
use crate::store::{
    RemovedResults, TournamentAdditions, WorkerChange, WorkerResults, WriteCommand,
};
use crate::tournaments::check_queue::Check;
use crate::tournaments::result_sums::read_sums;

/// Number of pairings whose results are removed in one transaction: others wait for it.
const PAIRINGS_PER_REMOVAL: u64 = 10_000;

impl Director {
    /// Removes the results of excluded workers, and waits for checks at the end of each batch.
    pub(super) async fn check_worker_results(&mut self) {
        if !self.tournament.runs_in_process || self.state.has_ended() {
            return;
        }
        let is_batch_over = self.worker_gate.batch != self.progress.next_batch_index();
        let is_over = is_batch_over || self.is_complete();
        if !is_over && !self.worker_gate.has_exclusion {
            self.worker_gate.state = GateState::Open;
            return;
        }
        let gate = &self.worker_gate;
        if gate.is_final() || gate.is_closed() && !gate.is_due() {
            return;
        }
        self.worker_gate.looked_at = Some(Instant::now());
        self.worker_gate.state = GateState::Closed;
        match self.settle_worker_results().await {
            Ok(true) => {
                self.worker_gate.has_exclusion = false;
                self.worker_gate.batch = self.progress.next_batch_index();
                self.worker_gate.state = if self.is_complete() {
                    GateState::Final
                } else {
                    GateState::Open
                };
            }
            Ok(false) => {}
            Err(error) => tracing::warn!(%error, "results of workers not checked"),
        }
    }

    /// Returns when the results of workers are looked at again.
    pub(super) fn next_gate_check(&self) -> Option<Instant> {
        let next_look = self.worker_gate.next_look(self.is_complete());
        next_look.filter(|_| self.tournament.runs_in_process)
    }

    /// Returns `true` if no result has to be removed or checked any more.
    async fn settle_worker_results(&mut self) -> Result<bool, Error> {
        if self.remove_excluded_results().await? {
            return Ok(false);
        }
        let is_over =
            self.worker_gate.batch != self.progress.next_batch_index() || self.is_complete();
        if !is_over {
            return Ok(true);
        }
        let id = &self.tournament.id;
        let store = &self.context.worker_store;
        let unchecked = store.worker_results(id, WorkerResults::Unchecked).await?;
        let is_settled = unchecked.is_empty();
        for row in unchecked {
            // Those that this server has queued already are not queued again.
            self.context.queue_check(Check {
                tournament: id.clone(),
                pairing: row.pairing,
                worker: Some(row.worker),
                late: None,
            });
        }
        Ok(is_settled)
    }

    /// Removes the results of excluded workers, and those of all later batches, whose pairings may depend on them. Returns
    /// `true` if there were any: their matches are played again.
    async fn remove_excluded_results(&mut self) -> Result<bool, Error> {
        let (id, store) = (self.tournament.id.clone(), &self.context.worker_store);
        let excluded = store.worker_results(&id, WorkerResults::OfExcluded).await?;
        let Some(first) = excluded.first().map(|row| row.pairing) else {
            return Ok(false);
        };
        while self.storing > 0
            && let Some(event) = self.events_rx.recv().await
        {
            self.handle_worker_event(event).await;
        }
        self.context.chunks.remove_chunks(&id, true).await?;
        // Before the first one goes: no checkpoint that contains them is used again.
        self.status.recounts += 1;
        let stored = self.store_state(self.state, TournamentAdditions::default());
        stored.await?;
        let (batch_end, end) = (self.progress.batch_end(first), self.progress.match_count());
        for (pairings, are_all) in [(first..batch_end, false), (batch_end..end, true)] {
            let mut start = pairings.start;
            while start < pairings.end {
                let next = pairings.end.min(start + PAIRINGS_PER_REMOVAL);
                let removed = RemovedResults {
                    tournament: id.clone(),
                    pairings: start..next,
                    are_all,
                };
                let change = WorkerChange::Remove(removed);
                self.context
                    .worker_store
                    .write(WriteCommand::ChangeWorkers(change))
                    .await?;
                start = next;
            }
        }
        self.reopen().await?;
        tracing::warn!("results of excluded workers removed: their matches are played again");
        Ok(true)
    }

    /// Counts the results again, and continues with them.
    async fn reopen(&mut self) -> Result<(), Error> {
        let rounds = self.tournament.read_rounds(&*self.context.store).await?;
        let chunks = self.context.chunks.chunks(&self.tournament.id).await?;
        let mut progress = self.tournament.progress(&self.status, rounds)?;
        let (store, tournament) = (&*self.context.store, &self.tournament);
        self.results = read_sums(store, tournament, &self.status, Some(&mut progress)).await?;
        self.checkpoints = CheckpointTimer::new(self.results.restored, Instant::now());
        self.pairings = Arc::new(progress.pairing_table());
        self.progress = progress;
        self.offered = OfferedChunks::default();
        self.queue.clear();
        self.running.clear();
        self.worker_gate.batch = 0;
        self.resume_matches(&chunks).await?;
        if self.recount.is_some() {
            // What it has counted may be gone.
            self.start_recount();
        }
        Ok(())
    }
}
