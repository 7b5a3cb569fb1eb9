//! The part of a server among those that share a store: it takes over from servers that have ended, and gives up what
//! others have taken over from it.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::error::Error;
use crate::lasting_task::await_step;
use crate::match_registry::MatchRegistry;
use crate::store::{SharedChange, SharedStore};
use crate::tournaments::Tournaments;
use crate::tracked_store::TrackedStore;

/// Number of checks for expired leases after which the server looks for matches and tournaments of its own that it does
/// not run, since the answer to a write was lost.
const CHECKS_PER_RECONCILIATION: u32 = 20;

/// Time between two attempts to register again.
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// The task that keeps a server in step with the others.
pub(crate) struct Membership {
    pub(crate) store: Arc<dyn SharedStore>,
    pub(crate) matches: Arc<TrackedStore>,
    pub(crate) registry: Arc<MatchRegistry>,
    pub(crate) tournaments: Tournaments,
    /// Time between two checks for expired leases.
    pub(crate) interval: Duration,
}

impl Membership {
    /// Runs until the server is shutting down.
    pub(crate) async fn run(self, shutdown: CancellationToken) {
        while await_step("membership", self.follow_others(&shutdown))
            .await
            .is_none()
        {}
    }

    async fn follow_others(&self, shutdown: &CancellationToken) {
        let mut is_lost = self.store.is_lease_lost();
        let mut changes = self.store.changes();
        let mut checks = 0;
        let mut check_at = Instant::now() + self.interval;
        while !shutdown.is_cancelled() {
            tokio::select! {
                () = shutdown.cancelled() => return,
                Ok(()) = is_lost.changed() => {}
                () = tokio::time::sleep_until(check_at) => {
                    checks += 1;
                    check_at = Instant::now() + self.interval;
                }
                change = changes.recv() => {
                    self.handle_change(change);
                    continue;
                }
            }
            if *is_lost.borrow() {
                self.start_over(shutdown).await;
                checks = CHECKS_PER_RECONCILIATION;
            }
            // What was taken over is read from the store, since the answer may be lost.
            let has_taken_over = match self.store.take_over().await {
                Ok(has_taken_over) => has_taken_over,
                Err(error) => {
                    tracing::debug!(%error, "expired leases not checked");
                    checks = CHECKS_PER_RECONCILIATION;
                    continue;
                }
            };
            if has_taken_over || checks >= CHECKS_PER_RECONCILIATION {
                match self.reconcile().await {
                    Ok(()) => checks = 0,
                    Err(error) => tracing::warn!(%error, "owned matches not read"),
                }
            }
        }
    }

    /// Wakes the workers and directors that wait for what another server has stored.
    fn handle_change(&self, change: Result<SharedChange, RecvError>) {
        let change = match change {
            Ok(change) => change,
            Err(RecvError::Lagged(_)) => SharedChange::Unknown,
            // The store is being closed.
            Err(RecvError::Closed) => return,
        };
        match change {
            SharedChange::ChunkAdded => self.tournaments.workers().record_added_chunk(),
            // The task that redirects bots ends the streams of revoked tokens.
            SharedChange::AccountsChanged => {}
            SharedChange::ResultsStored(id) => self.tournaments.find_stored_results(&id),
            SharedChange::Unknown => {
                self.tournaments.workers().record_added_chunk();
                self.tournaments.find_all_stored_results();
            }
        }
    }

    /// Continues the matches and tournaments that this server owns and does not run.
    async fn reconcile(&self) -> Result<(), Error> {
        let adopted = self.matches.adopt_unfinished().await?;
        // Directors first: they must observe the ends of the matches that are resumed.
        let tournaments = self.tournaments.resume_unfinished().await?;
        let matches = self.registry.resume_unfinished(&adopted).await;
        if matches + tournaments > 0 {
            tracing::info!(
                matches,
                tournaments,
                "resumed matches and tournaments of other servers"
            );
        }
        Ok(())
    }

    /// Ends everything that another server now runs, and registers again.
    async fn start_over(&self, shutdown: &CancellationToken) {
        self.tournaments.end_directors().await;
        self.registry.end_rooms().await;
        self.matches.forget_unfinished();
        while let Err(error) = self.store.register_again().await {
            if shutdown.is_cancelled() {
                return;
            }
            tracing::warn!(%error, "not registered");
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }
}
