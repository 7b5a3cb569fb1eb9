//! Uploaded programs of bots: their owners upload versions, hosts build, check and play them.

mod host_activity;
mod hosting;
mod spool;
mod start_limit;
mod upload;

use std::sync::Arc;
use std::time::Duration;

pub(crate) use hosting::{Assignment, Hosting, LEASE, VersionResult};
pub(crate) use upload::{NewUpload, Uploads};

use tokio_util::sync::CancellationToken;

use crate::store::{VersionChange, VersionStore, WriteCommand, now_micros};

/// Time between two looks for contents that no version has.
const CLEAN_INTERVAL: Duration = Duration::from_secs(600);

/// Time for which a content may be without a version: it is stored before its version.
const UNUSED_LIMIT: Duration = Duration::from_secs(3600);

/// Deletes contents that no version has, until the server is shutting down.
pub(crate) async fn remove_unused_contents(
    store: Arc<dyn VersionStore>,
    shutdown: CancellationToken,
) {
    loop {
        let before_micros = now_micros() - UNUSED_LIMIT.as_micros() as i64;
        let change = VersionChange::RemoveUnused { before_micros };
        if let Err(error) = store.write(WriteCommand::ChangeVersions(change)).await {
            tracing::debug!(%error, "unused contents not deleted");
        }
        tokio::select! {
            () = shutdown.cancelled() => return,
            () = tokio::time::sleep(CLEAN_INTERVAL) => {}
        }
    }
}
