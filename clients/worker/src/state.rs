//! What the slots of a worker share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use botwerk_client::worker_proto as proto;
use botwerk_command::failure::{Failure, Reason};
use botwerk_service::WorkerTournament;
use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use super::host;
use super::leases::Leases;
use super::server_calls::{CallError, ServerCalls};

/// Number of tournaments that a worker remembers.
const MAX_TOURNAMENTS: usize = 16;

/// Interval at which an idle worker looks whether it is to exit.
const IDLE_CHECK_INTERVAL: Duration = Duration::from_millis(200);

/// What the slots of a worker share.
pub(super) struct WorkerState {
    info: proto::WorkerInfo,
    calls: ServerCalls,
    leases: Leases,
    /// By the version of their configuration.
    tournaments: Mutex<HashMap<String, Arc<WorkerTournament>>>,
    lease_nanos: AtomicU64,
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
        // Each has 74 random bits.
        let secret = [(); 2].map(|()| uuid::Uuid::now_v7().simple().to_string());
        Self {
            info: host::worker_info(secret.concat(), slots),
            calls,
            leases: Leases::default(),
            tournaments: Mutex::default(),
            // Until the first lease says how long it lasts.
            lease_nanos: AtomicU64::new(3_000_000_000),
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
        Duration::from_nanos(self.lease_nanos.load(Ordering::Relaxed).max(30_000_000))
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

    /// Waits until the worker is to end.
    pub(super) async fn stopped(&self) {
        self.stop.cancelled().await;
    }

    /// Records that a chunk is played.
    pub(super) fn record_start(&self) {
        self.playing.fetch_add(1, Ordering::SeqCst);
    }

    /// Records that a chunk is no longer played.
    pub(super) fn record_end(&self) {
        self.record_activity();
        self.playing.fetch_sub(1, Ordering::SeqCst);
    }

    /// Records how long leases last.
    pub(super) fn set_lease_time(&self, nanos: u64) {
        self.lease_nanos.store(nanos, Ordering::Relaxed);
    }

    fn record_activity(&self) {
        *self
            .active_at
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Returns the tournament of a chunk, which is fetched once for each version of its configuration.
    pub(super) async fn tournament(
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
