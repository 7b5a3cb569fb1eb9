//! The store of chunks, which workers lease.

use std::time::Duration;

use super::chunk_rows::{
    ChunkLease, ChunkReport, ChunkRow, LeaseRenewal, LeasedChunk, ReportOutcome,
};
use super::{PendingRead, PendingWrite};
use crate::ids::TournamentId;

/// A store of chunks. A lease that is not renewed ends by the clock of the store; the chunk can then be leased again. The
/// results of a report, their sums and the progress of its chunk are stored together or not at all.
pub(crate) trait ChunkStore: Send + Sync + 'static {
    /// Adds a chunk. The chunk must not exist, and no match of it may have a result.
    fn add_chunk(&self, chunk: ChunkRow) -> PendingWrite;

    /// Reads the chunks of a tournament that are not complete, in order.
    fn chunks(&self, tournament: &TournamentId) -> PendingRead<Vec<LeasedChunk>>;

    /// Reads the chunk that was leased, whether or not the lease is still its newest, or returns `None` if the chunk is
    /// complete or was removed.
    fn chunk(&self, lease: &ChunkLease) -> PendingRead<Option<LeasedChunk>>;

    /// Leases the first chunk that is free or whose lease has ended to a worker. Returns `None` if all are leased.
    fn lease_chunk(&self, worker: &str, duration: Duration) -> PendingRead<Option<LeasedChunk>>;

    /// Renews leases. Each has the time without a new result after which it ends nevertheless; that is doubled with every
    /// lease of the same chunk.
    fn renew_leases(
        &self,
        leases: Vec<(ChunkLease, Duration)>,
        duration: Duration,
    ) -> PendingRead<Vec<LeaseRenewal>>;

    /// Ends a lease, so that the chunk can be leased again at once.
    fn release_lease(&self, lease: ChunkLease) -> PendingWrite;

    /// Stores the results of a report.
    fn report(&self, report: ChunkReport) -> PendingRead<ReportOutcome>;

    /// Removes the chunks of a tournament that are free or whose lease has ended, and returns them. `all` removes those that
    /// are leased as well.
    fn remove_chunks(&self, tournament: &TournamentId, all: bool) -> PendingRead<Vec<LeasedChunk>>;
}
