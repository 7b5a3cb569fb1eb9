//! Leases of chunks, as workers request them.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::Tournaments;
use super::tournament::Tournament;
use crate::error::{Error, Reason};
use crate::ids::TournamentId;
use crate::store::{ChunkLease, LeaseRenewal, LeasedChunk, StoreError, WorkerChange, WriteCommand};
use crate::workers::{WorkerInfo, WorkerRegistry, WorkerSummary};

/// Interval at which chunks are looked for while a worker waits: those whose lease has ended, and those of other servers
/// whose notification was lost.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Longer than any match of a worker waits for the server.
const A_DAY: Duration = Duration::from_secs(24 * 3600);

/// Number of excluded workers that are listed.
const MAX_EXCLUDED: usize = 500;

/// Number of lease times without a new result after which the first lease of a chunk ends.
const LEASES_WITHOUT_PROGRESS: u32 = 4;

/// The same for the first results of a tournament, when nothing is known of the time of its matches.
const LEASES_WITHOUT_FIRST_RESULT: u32 = 60;

/// Number of mean times of a match without a new result after which no lease ends earlier.
const MATCHES_WITHOUT_PROGRESS: u32 = 20;

/// Time for which a worker leases nothing after a lease was taken back from it, for each second of a lease time.
const STALL_PAUSE: Duration = Duration::from_secs(20);

impl Tournaments {
    /// Returns the workers of this server.
    pub(crate) fn workers(&self) -> &WorkerRegistry {
        &self.context.workers
    }

    /// Returns the workers, those that are online first.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn list_workers(&self) -> Result<Vec<WorkerSummary>, Error> {
        let mut workers = self.context.workers.list();
        let excluded = self.context.worker_store.excluded_workers(MAX_EXCLUDED);
        for excluded in excluded.await? {
            let known = workers
                .iter_mut()
                .find(|worker| worker.info.id == excluded.id);
            match known {
                Some(known) => known.exclusion = Some(excluded),
                None => workers.push(WorkerSummary::of_excluded(excluded)),
            }
        }
        for worker in &mut workers {
            worker.waiting_checks = self.context.checks.count(&worker.info.id) as u32;
        }
        Ok(workers)
    }

    /// Returns the number of excluded workers, up to a maximum.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn excluded_worker_count(&self) -> Result<usize, StoreError> {
        let excluded = self.context.worker_store.excluded_workers(MAX_EXCLUDED);
        Ok(excluded.await?.len())
    }

    /// Readmits an excluded worker.
    ///
    /// # Errors
    /// Returns an error if the worker is not excluded, or the store fails.
    pub(crate) async fn readmit_worker(&self, id: &str) -> Result<(), Error> {
        let store = &self.context.worker_store;
        if store.excluded_worker(id).await?.is_none() {
            let message = format!(
                "worker: `{id}` is not excluded; `botwerk tournament show --view workers` lists those that are"
            );
            return Err(Error::new(Reason::NotFound, message));
        }
        store
            .write(WriteCommand::ChangeWorkers(WorkerChange::Readmit(
                id.to_owned(),
            )))
            .await?;
        tracing::info!(worker = id, "worker readmitted");
        Ok(())
    }

    /// Returns the time after which the lease of a chunk ends.
    pub(crate) fn chunk_lease_time(&self) -> Duration {
        self.context.chunk_lease
    }

    /// Leases a chunk, and waits up to `wait` until there is one. A worker gets none while checks of its results are behind,
    /// and for some time after it has held one without progress.
    ///
    /// # Errors
    /// Returns an error if the worker is excluded, or the store cannot be read.
    pub(crate) async fn lease_chunk(
        &self,
        worker: &WorkerInfo,
        wait: Duration,
    ) -> Result<Option<LeasedChunk>, Error> {
        let deadline = Instant::now() + wait;
        self.context.workers.record_call(worker);
        let waiting = self.context.workers.wait_for_chunks();
        loop {
            self.context.check_not_excluded(&worker.id).await?;
            let may_lease = !self.context.checks.is_behind(&worker.id)
                && !self.context.workers.is_stalled(&worker.id);
            let chunks = &self.context.chunks;
            let leased = if may_lease {
                chunks
                    .lease_chunk(&worker.id, self.context.chunk_lease)
                    .await?
            } else {
                None
            };
            if let Some(chunk) = &leased {
                let workers = &self.context.workers;
                workers.record_lease(chunk.has_expired_before);
                // There may be more.
                self.context.workers.record_added_chunk();
                return Ok(leased);
            }
            if Instant::now() >= deadline {
                return Ok(None);
            }
            // A worker that waits is online.
            self.context.workers.record_call(worker);
            waiting.next_chunk(POLL_INTERVAL, deadline).await;
        }
    }

    /// Renews the leases of a worker; returns those that have ended. One without a new result for too long is taken back.
    ///
    /// # Errors
    /// Returns an error if the worker is excluded, or the store cannot be written.
    pub(crate) async fn renew_leases(
        &self,
        worker: &WorkerInfo,
        leases: Vec<ChunkLease>,
    ) -> Result<Vec<ChunkLease>, Error> {
        self.context.workers.record_call(worker);
        self.context.check_not_excluded(&worker.id).await?;
        let with_limit = |lease: &ChunkLease| (lease.clone(), self.progress_limit(worker, lease));
        let requested = leases.iter().map(with_limit).collect();
        let renewed = self
            .context
            .chunks
            .renew_leases(requested, self.context.chunk_lease)
            .await?;
        let count = |one: LeaseRenewal| renewed.iter().filter(|renewal| **renewal == one).count();
        let (held, stalled) = (count(LeaseRenewal::Held), count(LeaseRenewal::Stalled));
        self.context.workers.set_leases(&worker.id, held);
        if stalled > 0 {
            tracing::warn!(
                worker = worker.id,
                leases = stalled,
                "leases without progress taken back"
            );
            let pause = STALL_PAUSE * self.context.chunk_lease.as_secs().max(1) as u32;
            self.context
                .workers
                .record_stall(&worker.id, stalled, pause);
            self.context.workers.record_added_chunk();
        }
        let ended = leases
            .into_iter()
            .zip(renewed)
            .filter(|(_, renewal)| *renewal != LeaseRenewal::Held);
        Ok(ended.map(|(lease, _)| lease).collect())
    }

    /// Returns the time without a new result after which a first lease ends.
    fn progress_limit(&self, worker: &WorkerInfo, lease: &ChunkLease) -> Duration {
        // Its reports wait for the server.
        if self.context.checks.is_behind(&worker.id) {
            return A_DAY;
        }
        let lease_time = self.context.chunk_lease;
        match self.context.workers.mean_match_time(&lease.tournament) {
            Some(mean) => {
                (LEASES_WITHOUT_PROGRESS * lease_time).max(MATCHES_WITHOUT_PROGRESS * mean)
            }
            None => LEASES_WITHOUT_FIRST_RESULT * lease_time,
        }
    }

    /// Ends the lease of a worker.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    pub(crate) async fn release_lease(&self, lease: ChunkLease) -> Result<(), Error> {
        self.context.chunks.release_lease(lease).await?;
        self.context.workers.record_added_chunk();
        Ok(())
    }

    /// Returns a tournament whose matches workers play. The seed of any other one stays secret: bots take part in it.
    ///
    /// # Errors
    /// Returns an error if there is no such tournament, workers do not play its matches, or the store cannot be read.
    pub(crate) async fn work(&self, id: &TournamentId) -> Result<Arc<Tournament>, Error> {
        let tournament = self.context.worked_tournament(id).await?;
        if tournament.runs_in_process {
            return Ok(tournament);
        }
        let message = format!(
            "{}: bots take part, or a clock runs, so that no worker plays its matches",
            id.name()
        );
        Err(Error::new(Reason::BadRequest, message))
    }
}
