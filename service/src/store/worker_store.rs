//! The store of workers.

use super::worker_rows::{ExcludedWorker, WorkerResultRow, WorkerResults};
use super::{PendingRead, WriteStore};
use crate::ids::TournamentId;

/// A store of workers. Who has played a match is stored with its result: see [`Commit::played_by`](super::Commit).
pub(crate) trait WorkerStore: WriteStore {
    /// Reads an excluded worker, or `None` if the worker is not excluded.
    fn excluded_worker(&self, id: &str) -> PendingRead<Option<ExcludedWorker>>;

    /// Reads at most `limit` excluded workers, the newest first.
    fn excluded_workers(&self, limit: usize) -> PendingRead<Vec<ExcludedWorker>>;

    /// Reads the first [`MAX_WORKER_RESULTS`](super::MAX_WORKER_RESULTS) results of workers in a tournament, in the order
    /// of the pairings.
    fn worker_results(
        &self,
        tournament: &TournamentId,
        results: WorkerResults,
    ) -> PendingRead<Vec<WorkerResultRow>>;
}
