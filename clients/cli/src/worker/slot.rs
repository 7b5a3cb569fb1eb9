//! The slots of a worker: each plays one chunk and has leased the next.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use botwerk_client::proto;
use botwerk_service::WorkerTournament;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use super::chunk::ChunkReports;
use super::host;
use super::leases::Leases;
use super::server_calls::{CallError, ServerCalls};
use crate::failure::{Failure, Reason};

/// Time for which a request waits for a chunk.
const LEASE_WAIT: Duration = Duration::from_secs(5);

/// Time before a lease is requested again after a failure.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// Interval at which an idle worker looks whether it is to exit.
const IDLE_CHECK_INTERVAL: Duration = Duration::from_millis(200);

/// Number of tournaments that a worker remembers.
const MAX_TOURNAMENTS: usize = 16;

/// What the slots of a worker share.
pub(super) struct WorkerState {
    info: proto::WorkerInfo,
    calls: ServerCalls,
    leases: Leases,
    /// By the version of their configuration.
    tournaments: Mutex<HashMap<String, Arc<WorkerTournament>>>,
    lease_millis: AtomicU32,
    reported: AtomicU64,
    /// Number of chunks that are played.
    playing: AtomicU32,
    active_at: Mutex<Instant>,
    stop: CancellationToken,
    rejection: Mutex<Option<Status>>,
    rejected: Notify,
}

impl WorkerState {
    pub(super) fn new(calls: ServerCalls, slots: u32, stop: CancellationToken) -> Self {
        let id = uuid::Uuid::now_v7().simple().to_string();
        Self {
            info: host::worker_info(id, slots),
            calls,
            leases: Leases::default(),
            tournaments: Mutex::default(),
            // Until the first lease says how long it lasts.
            lease_millis: AtomicU32::new(3000),
            reported: AtomicU64::new(0),
            playing: AtomicU32::new(0),
            active_at: Mutex::new(Instant::now()),
            stop,
            rejection: Mutex::default(),
            rejected: Notify::new(),
        }
    }

    /// Returns the description of the worker, with the present load of its machine.
    pub(super) fn info(&self) -> proto::WorkerInfo {
        proto::WorkerInfo {
            load_percent: host::load_percent(),
            ..self.info.clone()
        }
    }

    pub(super) fn calls(&self) -> &ServerCalls {
        &self.calls
    }

    pub(super) fn leases(&self) -> &Leases {
        &self.leases
    }

    /// Returns the time after which a lease ends unless it is renewed.
    pub(super) fn lease_time(&self) -> Duration {
        Duration::from_millis(self.lease_millis.load(Ordering::Relaxed).max(30).into())
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Records matches that the server has acknowledged.
    pub(super) fn record_reported(&self, count: usize) {
        self.reported.fetch_add(count as u64, Ordering::Relaxed);
    }

    /// Returns the number of matches that the server has acknowledged.
    pub(super) fn reported_matches(&self) -> u64 {
        self.reported.load(Ordering::Relaxed)
    }

    /// Calls a server, so that a wrong token is reported at once. A server that does not answer yet may do so later.
    pub(super) async fn check_access(&self) -> Result<(), Failure> {
        let request = proto::RenewLeasesRequest {
            worker: Some(self.info()),
            leases: Vec::new(),
        };
        let called = self.calls.call(Duration::ZERO, async |mut client| {
            client.renew_leases(request).await
        });
        match called.await {
            Ok(_) => Ok(()),
            Err(CallError::Rejected(status)) => Err(Failure::new(
                Reason::Unreachable,
                status.message().to_owned(),
            )),
            Err(CallError::Unavailable(message)) => {
                tracing::warn!(message, "no server answers");
                Ok(())
            }
        }
    }

    /// Ends the worker, since the server rejects its calls.
    pub(super) fn reject(&self, status: Status) {
        *self
            .rejection
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(status);
        self.rejected.notify_one();
    }

    /// Waits until the server rejects a call for good.
    pub(super) async fn wait_for_rejection(&self) -> Failure {
        self.rejected.notified().await;
        let status = self
            .rejection
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let message = status.as_ref().map_or("rejected", Status::message);
        Failure::new(Reason::Unreachable, message.to_owned())
    }

    /// Waits until there has been nothing to play for a time; for ever without a limit.
    pub(super) async fn wait_until_idle(&self, limit: Option<Duration>) {
        let Some(limit) = limit else {
            return std::future::pending().await;
        };
        loop {
            tokio::time::sleep(IDLE_CHECK_INTERVAL).await;
            let active_at = *self
                .active_at
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            if self.playing.load(Ordering::SeqCst) == 0 && active_at.elapsed() >= limit {
                return;
            }
        }
    }

    fn record_activity(&self) {
        *self
            .active_at
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Returns the tournament of a chunk, which is fetched once for each version of its configuration.
    async fn tournament(
        &self,
        lease: &proto::ChunkLease,
        version: &str,
    ) -> Result<Arc<WorkerTournament>, CallError> {
        let key = format!("{} {version}", lease.tournament);
        let cached = || {
            self.tournaments
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        if let Some(tournament) = cached().get(&key) {
            return Ok(Arc::clone(tournament));
        }
        let request = proto::GetWorkRequest {
            tournament: lease.tournament.clone(),
        };
        let call = self.calls.call(Duration::ZERO, async |mut client| {
            client.get_work(request).await
        });
        let work = call.await?;
        let tournament = WorkerTournament::read(&work)
            .map_err(|error| CallError::Rejected(Status::failed_precondition(error.message)))?;
        let tournament = Arc::new(tournament);
        let mut cache = cached();
        if cache.len() >= MAX_TOURNAMENTS {
            cache.clear();
        }
        cache.insert(key, Arc::clone(&tournament));
        Ok(tournament)
    }
}

/// A chunk that was leased, with what is needed to play it.
struct ReadyChunk {
    lease: proto::ChunkLease,
    matches: Vec<proto::ChunkMatch>,
    tournament: Arc<WorkerTournament>,
    stop: Arc<AtomicBool>,
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
                () = self.state.stop.cancelled() => break,
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
        } = chunk;
        self.state.playing.fetch_add(1, Ordering::SeqCst);
        let stopped = {
            let (token, state) = (self.state.stop.clone(), Arc::clone(&self.state));
            tokio::spawn(async move {
                token.cancelled().await;
                state.leases.stop_all();
            })
        };
        let reports = ChunkReports::new(Arc::clone(&self.state), lease);
        reports.play(tournament, matches, stop).await;
        stopped.abort();
        self.state.record_activity();
        self.state.playing.fetch_sub(1, Ordering::SeqCst);
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
    while !state.is_stopping() {
        match lease_one(&state).await {
            Ok(Some(chunk)) => return Some(chunk),
            Ok(None) => {}
            Err(CallError::Unavailable(message)) => {
                tracing::warn!(message, "no chunk leased");
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
        wait_millis: LEASE_WAIT.as_millis() as u32,
    };
    let call = state.calls.call(LEASE_WAIT, async |mut client| {
        client.lease_chunk(request).await
    });
    let leased = call.await?;
    let Some(lease) = leased.lease else {
        return Ok(None);
    };
    state
        .lease_millis
        .store(leased.lease_millis, Ordering::Relaxed);
    let stop = state.leases.add(&lease);
    match state.tournament(&lease, &leased.configuration_sha256).await {
        Ok(tournament) => Ok(Some(ReadyChunk {
            lease,
            matches: leased.matches,
            tournament,
            stop,
        })),
        Err(error) => {
            state.leases.remove(&lease);
            Err(error)
        }
    }
}
