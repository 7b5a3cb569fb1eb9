//! The chunks of a store that one server has for itself.
//!
//! They are kept in memory: the only server ends with its leases, and its results are in the store. What is missing after
//! a restart is leased again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::chunk_rows::{
    ChunkLease, ChunkMatch, ChunkProgress, ChunkReport, ChunkRow, LeaseRenewal, LeasedChunk,
    ReportOutcome, pairing_of, progress_limit,
};
use super::{ChunkStore, PendingRead, PendingWrite, StoreError, TournamentStore, WriteCommand};
use crate::ids::TournamentId;

/// The chunks of a store that one server has for itself.
pub(crate) struct LocalChunks {
    store: Arc<dyn TournamentStore>,
    runtime: Handle,
    table: Arc<Mutex<ChunkTable>>,
}

type ChunkTable = BTreeMap<ChunkKey, Chunk>;

/// Chunks of different tournaments with the same first pairing follow one another, so that all progress alike.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct ChunkKey {
    first_pairing: u64,
    tournament: TournamentId,
}

struct Chunk {
    matches: Vec<ChunkMatch>,
    done: u64,
    epoch: u64,
    /// When the lease ends; `None` while the chunk is free.
    leased_until: Option<Instant>,
    /// The id of the worker that has leased it last.
    holder: String,
    /// When it was leased, or a new result was reported.
    progressed_at: Instant,
    /// Held while a report is stored: the next one sees what is done.
    reports: Arc<tokio::sync::Mutex<()>>,
}

impl Chunk {
    fn is_free(&self) -> bool {
        self.leased_until
            .is_none_or(|until| until <= Instant::now())
    }

    fn to_leased(&self, key: &ChunkKey) -> LeasedChunk {
        LeasedChunk {
            lease: ChunkLease {
                tournament: key.tournament.clone(),
                first_pairing: key.first_pairing,
                epoch: self.epoch,
                worker: self.holder.clone(),
            },
            matches: self.matches.clone(),
            done: self.done,
            has_expired_before: false,
        }
    }
}

impl From<&ChunkLease> for ChunkKey {
    fn from(lease: &ChunkLease) -> Self {
        Self {
            first_pairing: lease.first_pairing,
            tournament: lease.tournament.clone(),
        }
    }
}

/// Returns the chunk of a lease, or `None` if the chunk is complete, or was leased again or by another worker.
fn leased<'t>(table: &'t mut ChunkTable, lease: &ChunkLease) -> Option<&'t mut Chunk> {
    let chunk = table.get_mut(&ChunkKey::from(lease));
    chunk.filter(|chunk| chunk.epoch == lease.epoch && chunk.holder == lease.worker)
}

impl LocalChunks {
    /// Returns no chunks. Reports are stored by tasks on `runtime`.
    pub(crate) fn new(store: Arc<dyn TournamentStore>, runtime: Handle) -> Self {
        Self {
            store,
            runtime,
            table: Arc::default(),
        }
    }

    fn table(&self) -> MutexGuard<'_, ChunkTable> {
        lock(&self.table)
    }
}

fn lock(table: &Mutex<ChunkTable>) -> MutexGuard<'_, ChunkTable> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ChunkStore for LocalChunks {
    fn add_chunk(&self, row: ChunkRow) -> PendingWrite {
        let key = ChunkKey {
            first_pairing: row.first_pairing(),
            tournament: row.tournament,
        };
        let chunk = Chunk {
            matches: row.matches,
            done: 0,
            epoch: 0,
            leased_until: None,
            holder: String::new(),
            progressed_at: Instant::now(),
            reports: Arc::default(),
        };
        let mut table = self.table();
        if table.contains_key(&key) {
            let message = format!("the chunk of pairing {} exists", key.first_pairing);
            return PendingWrite::ready(Err(StoreError::AlreadyExists(message)));
        }
        table.insert(key, chunk);
        PendingWrite::ready(Ok(()))
    }

    fn chunks(&self, tournament: &TournamentId) -> PendingRead<Vec<LeasedChunk>> {
        let table = self.table();
        let own = table
            .iter()
            .filter(|(key, _)| key.tournament == *tournament);
        PendingRead::ready(Ok(own.map(|(key, chunk)| chunk.to_leased(key)).collect()))
    }

    fn chunk(&self, lease: &ChunkLease) -> PendingRead<Option<LeasedChunk>> {
        let table = self.table();
        let found = table.get_key_value(&ChunkKey::from(lease));
        PendingRead::ready(Ok(found.map(|(key, chunk)| chunk.to_leased(key))))
    }

    fn lease_chunk(&self, worker: &str, duration: Duration) -> PendingRead<Option<LeasedChunk>> {
        let mut table = self.table();
        let free = table.iter_mut().find(|(_, chunk)| chunk.is_free());
        let leased = free.map(|(key, chunk)| {
            let now = Instant::now();
            let has_expired_before = chunk.leased_until.is_some();
            chunk.epoch += 1;
            worker.clone_into(&mut chunk.holder);
            (chunk.progressed_at, chunk.leased_until) = (now, Some(now + duration));
            LeasedChunk {
                has_expired_before,
                ..chunk.to_leased(key)
            }
        });
        PendingRead::ready(Ok(leased))
    }

    fn renew_leases(
        &self,
        leases: Vec<(ChunkLease, Duration)>,
        duration: Duration,
    ) -> PendingRead<Vec<LeaseRenewal>> {
        let mut table = self.table();
        let renew = |(lease, limit): &(ChunkLease, Duration)| {
            let Some(chunk) = leased(&mut table, lease) else {
                return LeaseRenewal::Ended;
            };
            if chunk.progressed_at.elapsed() < progress_limit(*limit, lease.epoch) {
                chunk.leased_until = Some(Instant::now() + duration);
                return LeaseRenewal::Held;
            }
            chunk.holder.clear();
            chunk.leased_until = None;
            LeaseRenewal::Stalled
        };
        PendingRead::ready(Ok(leases.iter().map(renew).collect()))
    }

    fn release_lease(&self, lease: ChunkLease) -> PendingWrite {
        if let Some(chunk) = leased(&mut self.table(), &lease) {
            chunk.leased_until = None;
        }
        PendingWrite::ready(Ok(()))
    }

    fn report(&self, report: ChunkReport) -> PendingRead<ReportOutcome> {
        let (answer, receiver) = oneshot::channel();
        let (store, table) = (Arc::clone(&self.store), Arc::clone(&self.table));
        self.runtime.spawn(async move {
            // The caller may be gone.
            let _ = answer.send(store_report(&*store, &table, report).await);
        });
        PendingRead::waiting(receiver)
    }

    fn remove_chunks(&self, tournament: &TournamentId, all: bool) -> PendingRead<Vec<LeasedChunk>> {
        let mut table = self.table();
        let mut removed = Vec::new();
        table.retain(|key, chunk| {
            let is_removed = key.tournament == *tournament && (all || chunk.is_free());
            if is_removed {
                removed.push(chunk.to_leased(key));
            }
            !is_removed
        });
        PendingRead::ready(Ok(removed))
    }
}

/// Stores the results that are not stored yet. The store itself refuses a second result of a pairing.
async fn store_report(
    store: &dyn TournamentStore,
    table: &Mutex<ChunkTable>,
    report: ChunkReport,
) -> Result<ReportOutcome, StoreError> {
    let reports = leased(&mut lock(table), &report.lease).map(|chunk| Arc::clone(&chunk.reports));
    let Some(reports) = reports else {
        return Ok(ReportOutcome::Superseded);
    };
    let _turn = reports.lock().await;
    let Some((matches, done)) =
        leased(&mut lock(table), &report.lease).map(|chunk| (chunk.matches.clone(), chunk.done))
    else {
        return Ok(ReportOutcome::Superseded);
    };
    let mut progress = ChunkProgress::new(&matches, done);
    let mut repeated = Vec::new();
    let mut writes = Vec::new();
    for (row, commit) in report.finished {
        let Some(pairing) = pairing_of(&commit) else {
            continue;
        };
        if progress.mark(pairing) {
            writes.push(store.write(WriteCommand::InsertFinished(row, commit)));
        } else {
            repeated.push(pairing);
        }
    }
    for write in writes {
        write.await?;
    }
    for pairing in report.failed {
        progress.mark(pairing);
    }
    let is_complete = progress.is_complete();
    let done = progress.done;
    let mut table = lock(table);
    if let Some(chunk) = leased(&mut table, &report.lease) {
        if chunk.done | done != chunk.done {
            chunk.progressed_at = Instant::now();
        }
        chunk.done |= done;
        if is_complete {
            table.remove(&ChunkKey::from(&report.lease));
        }
    }
    Ok(ReportOutcome::Stored {
        repeated,
        is_complete,
    })
}
