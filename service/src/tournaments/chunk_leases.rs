//! Leases of chunks, as workers request them.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::Tournaments;
use super::tournament::Tournament;
use crate::error::{Error, Reason};
use crate::ids::TournamentId;
use crate::store::{ChunkLease, LeasedChunk};
use crate::workers::{WorkerInfo, WorkerRegistry, WorkerSummary};

/// Interval at which chunks are looked for while a worker waits: those whose lease has ended, and those of other servers
/// whose notification was lost.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

impl Tournaments {
    /// Returns the workers of this server.
    pub(crate) fn workers(&self) -> &WorkerRegistry {
        &self.context.workers
    }

    /// Returns the workers, those that are online first.
    pub(crate) fn list_workers(&self) -> Vec<WorkerSummary> {
        self.context.workers.list()
    }

    /// Returns the time after which the lease of a chunk ends.
    pub(crate) fn chunk_lease_time(&self) -> Duration {
        self.context.chunk_lease
    }

    /// Leases a chunk, and waits up to `wait` until there is one.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn lease_chunk(
        &self,
        worker: &WorkerInfo,
        wait: Duration,
    ) -> Result<Option<LeasedChunk>, Error> {
        let deadline = Instant::now() + wait;
        self.context.workers.record_call(worker);
        let waiting = self.context.workers.wait_for_chunks();
        loop {
            let leased = self
                .context
                .chunks
                .lease_chunk(self.context.chunk_lease)
                .await?;
            if leased.is_some() {
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

    /// Renews the leases of a worker; returns those that have ended.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    pub(crate) async fn renew_leases(
        &self,
        worker: &WorkerInfo,
        leases: Vec<ChunkLease>,
    ) -> Result<Vec<ChunkLease>, Error> {
        self.context.workers.record_call(worker);
        let renewed = self
            .context
            .chunks
            .renew_leases(leases.clone(), self.context.chunk_lease);
        let renewed = renewed.await?;
        let held = renewed.iter().filter(|is_held| **is_held).count();
        self.context.workers.set_leases(&worker.id, held);
        let ended = leases
            .into_iter()
            .zip(renewed)
            .filter(|(_, is_held)| !is_held);
        Ok(ended.map(|(lease, _)| lease).collect())
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
        let tournament = self.worked_tournament(id).await?;
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
