//! The slots of a worker: each plays one chunk and has leased the next.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use botwerk_client::worker_proto as proto;
use botwerk_service::WorkerTournament;
use botwerk_service::traces::TARGET;
use tracing::field::Empty;
use tracing::{Instrument, Span};

use super::chunk::ChunkReports;
use super::server_calls::{CallError, traced};
use super::state::WorkerState;

/// Time for which a request waits for a chunk.
const LEASE_WAIT: Duration = Duration::from_secs(5);

/// Time before a lease is requested again after a failure.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// A chunk that was leased, with what is needed to play it.
struct ReadyChunk {
    lease: proto::ChunkLease,
    matches: Vec<proto::ChunkMatch>,
    tournament: Arc<WorkerTournament>,
    stop: Arc<AtomicBool>,
    /// From its lease to its last report.
    span: Span,
}

/// One of the matches that a worker plays at the same time.
pub(super) struct Slot {
    state: Arc<WorkerState>,
}

impl Slot {
    pub(super) fn new(state: Arc<WorkerState>) -> Self {
        Self { state }
    }

    /// Plays chunks until the worker ends. While one is played, the next is leased.
    pub(super) async fn run(self) {
        let mut next = tokio::spawn(lease_next(Arc::clone(&self.state)));
        loop {
            let chunk = tokio::select! {
                chunk = &mut next => chunk,
                () = self.state.stopped() => break,
            };
            let Ok(Some(chunk)) = chunk else { break };
            next = tokio::spawn(lease_next(Arc::clone(&self.state)));
            self.play(chunk).await;
        }
        if let Ok(Some(unplayed)) = finish(next).await {
            unplayed.stop.store(true, Ordering::Relaxed);
            self.play(unplayed).await;
        }
    }

    async fn play(&self, chunk: ReadyChunk) {
        let ReadyChunk {
            lease,
            matches,
            tournament,
            stop,
            span,
        } = chunk;
        self.state.record_start();
        let stopped = {
            let state = Arc::clone(&self.state);
            tokio::spawn(async move {
                state.stopped().await;
                state.leases().stop_all();
            })
        };
        let reports = ChunkReports::new(Arc::clone(&self.state), lease);
        reports
            .play(tournament, matches, stop)
            .instrument(span)
            .await;
        stopped.abort();
        self.state.record_end();
    }
}

/// Waits for a lease that was requested, if its answer comes at once.
async fn finish(
    next: tokio::task::JoinHandle<Option<ReadyChunk>>,
) -> Result<Option<ReadyChunk>, tokio::task::JoinError> {
    if next.is_finished() {
        return next.await;
    }
    // A lease that is granted now ends by itself.
    next.abort();
    Ok(None)
}

/// Leases the next chunk. Returns `None` once the worker ends.
async fn lease_next(state: Arc<WorkerState>) -> Option<ReadyChunk> {
    let mut logged = String::new();
    while !state.is_stopping() {
        match lease_one(&state).await {
            Ok(Some(chunk)) => return Some(chunk),
            Ok(None) => {}
            Err(CallError::Unavailable(message)) => {
                // A server that stays away is logged once.
                if message != logged {
                    tracing::warn!(message, "no chunk leased");
                    logged = message;
                }
                tokio::time::sleep(RETRY_DELAY).await;
            }
            Err(CallError::Rejected(status)) => {
                state.reject(status);
                return None;
            }
        }
    }
    None
}

async fn lease_one(state: &WorkerState) -> Result<Option<ReadyChunk>, CallError> {
    let request = proto::LeaseChunkRequest {
        worker: Some(state.info()),
        wait_nanos: LEASE_WAIT.as_nanos() as u64,
    };
    let span = tracing::info_span!(target: TARGET, parent: None, "chunk", pairing = Empty);
    let call = state.calls().call(LEASE_WAIT, async |mut client| {
        client.lease_chunk(traced(request)).await
    });
    let lease = tracing::info_span!(target: TARGET, parent: &span, "lease");
    let leased = call.instrument(lease).await?;
    let Some(lease) = leased.lease else {
        return Ok(None);
    };
    span.record("pairing", lease.first_pairing);
    state.set_lease_time(leased.lease_nanos);
    let stop = state.leases().add(&lease);
    match state.tournament(&lease, &leased.configuration_sha256).await {
        Ok(tournament) => Ok(Some(ReadyChunk {
            lease,
            matches: leased.matches,
            tournament,
            stop,
            span,
        })),
        Err(error) => {
            state.leases().remove(&lease);
            Err(error)
        }
    }
}
