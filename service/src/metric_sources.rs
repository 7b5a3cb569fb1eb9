//! Reads what the metrics show of the parts of a server.

use std::sync::Arc;
use std::time::Duration;

use crate::metrics::{Metrics, Readings, StoredReadings};
use crate::pool::SearchPool;
use crate::store::{Store, StoreError, VersionStore, now_micros};
use crate::tournaments::Tournaments;
use crate::tracked_store::TrackedStore;
use crate::uploads::Uploads;

/// Time for what is read from the store: without an answer its metrics are left out, and the others are shown.
const READ_LIMIT: Duration = Duration::from_secs(1);

/// Reads what the metrics show of the parts of a server.
pub(crate) struct MetricSources {
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) pool: SearchPool,
    pub(crate) store: Arc<TrackedStore>,
    pub(crate) tournaments: Tournaments,
    pub(crate) uploads: Arc<Uploads>,
    pub(crate) versions: Arc<dyn VersionStore>,
}

impl MetricSources {
    /// Returns the current values as `OpenMetrics` text.
    pub(crate) async fn text(&self) -> String {
        let stored = tokio::time::timeout(READ_LIMIT, self.read_stored()).await;
        let (tournaments, obstacles) = self.tournaments.director_counts();
        self.metrics.text(&Readings {
            searches: self.pool.queue_lengths(),
            store: self.store.activity(),
            is_store_failing: self.store.is_failing(),
            tournaments,
            obstacles,
            workers: self.tournaments.workers().counts(),
            uploads: self.uploads.counts(),
            stored: stored.ok().and_then(Result::ok),
        })
    }

    async fn read_stored(&self) -> Result<StoredReadings, StoreError> {
        Ok(StoredReadings {
            excluded_workers: self.tournaments.excluded_worker_count().await?,
            versions: self.versions.version_counts(now_micros()).await?,
        })
    }
}
