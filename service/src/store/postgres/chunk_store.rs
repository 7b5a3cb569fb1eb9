//! The chunks of a PostgreSQL database.

use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::oneshot;

use super::chunk_leases::LeaseOrder;
use super::postgres_command::PostgresCommand;
use super::{PostgresStore, chunk_leases};
use crate::ids::TournamentId;
use crate::store::{
    ChunkLease, ChunkReport, ChunkRow, ChunkStore, LeaseRenewal, LeasedChunk, PendingRead,
    PendingWrite, ReportOutcome,
};

/// Number of requests after which one prefers chunks whose lease has ended: none of them waits until all free ones are
/// leased.
const REQUESTS_PER_EXPIRED: u64 = 16;

impl ChunkStore for PostgresStore {
    fn add_chunk(&self, chunk: ChunkRow) -> PendingWrite {
        let (reply, receiver) = oneshot::channel();
        self.queue(PostgresCommand::AddChunk(chunk, reply));
        PendingWrite::waiting(receiver)
    }

    fn chunks(&self, tournament: &TournamentId) -> PendingRead<Vec<LeasedChunk>> {
        let id = tournament.clone();
        self.readers.read(|object| chunk_leases::chunks(object, id))
    }

    fn chunk(&self, lease: &ChunkLease) -> PendingRead<Option<LeasedChunk>> {
        let lease = lease.clone();
        self.readers
            .read(|object| chunk_leases::chunk(object, lease))
    }

    fn lease_chunk(&self, worker: &str, duration: Duration) -> PendingRead<Option<LeasedChunk>> {
        let number = self.lease_requests.fetch_add(1, Ordering::Relaxed);
        let order = if number.is_multiple_of(REQUESTS_PER_EXPIRED) {
            LeaseOrder::ExpiredFirst
        } else {
            LeaseOrder::FreeFirst
        };
        let worker = worker.to_owned();
        self.readers
            .read(move |object| chunk_leases::lease_chunk(object, worker, duration, order))
    }

    fn renew_leases(
        &self,
        leases: Vec<(ChunkLease, Duration)>,
        duration: Duration,
    ) -> PendingRead<Vec<LeaseRenewal>> {
        self.readers
            .read(move |object| chunk_leases::renew(object, leases, duration))
    }

    fn release_lease(&self, lease: ChunkLease) -> PendingWrite {
        let read = self
            .readers
            .send_read(|object| chunk_leases::release(object, lease));
        PendingWrite::waiting(read)
    }

    fn report(&self, report: ChunkReport) -> PendingRead<ReportOutcome> {
        let (reply, receiver) = oneshot::channel();
        self.queue(PostgresCommand::Report(report, reply));
        PendingRead::waiting(receiver)
    }

    fn remove_chunks(&self, tournament: &TournamentId, all: bool) -> PendingRead<Vec<LeasedChunk>> {
        let id = tournament.clone();
        self.readers
            .read(move |object| chunk_leases::remove(object, id, all))
    }
}
