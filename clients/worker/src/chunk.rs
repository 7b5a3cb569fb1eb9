//! Plays the matches of a chunk on a thread, and reports them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use botwerk_client::worker_proto as proto;
use botwerk_service::WorkerTournament;
use botwerk_service::traces::TARGET;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::Instant;
use tracing::{Instrument, Span};

use super::server_calls::{CallError, traced};
use super::state::WorkerState;

/// Time after which finished matches are reported although the chunk is not complete.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// Size of the records, in bytes, after which they are reported: servers accept messages of a few megabytes.
const MAX_REPORT_BYTES: usize = 1 << 20;

/// Time between two attempts to send a report.
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// A match that was played, or could not be.
enum Played {
    Result(Box<proto::WorkerResult>),
    Failure(proto::WorkerFailure),
}

/// Plays matches until one is abandoned or the last is played.
fn play_matches(
    tournament: &WorkerTournament,
    matches: &[proto::ChunkMatch],
    stop: &AtomicBool,
    played: &UnboundedSender<Played>,
) {
    let _chunk = tracing::info_span!(target: TARGET, "matches").entered();
    for one in matches {
        let _match = tracing::info_span!(target: TARGET, "match", pairing = one.pairing).entered();
        let result = match tournament.play(one, stop) {
            Ok(Some(result)) => Played::Result(Box::new(result)),
            Ok(None) => return,
            Err(error) => Played::Failure(proto::WorkerFailure {
                pairing: one.pairing,
                message: error.message,
            }),
        };
        if played.send(result).is_err() {
            return;
        }
    }
}

/// The reports of one lease.
pub(super) struct ChunkReports {
    state: Arc<WorkerState>,
    lease: proto::ChunkLease,
    sequence: u32,
    results: Vec<proto::WorkerResult>,
    failures: Vec<proto::WorkerFailure>,
    bytes: usize,
    reported_at: Instant,
}

impl ChunkReports {
    pub(super) fn new(state: Arc<WorkerState>, lease: proto::ChunkLease) -> Self {
        Self {
            state,
            lease,
            sequence: 0,
            results: Vec::new(),
            failures: Vec::new(),
            bytes: 0,
            reported_at: Instant::now(),
        }
    }

    /// Plays the matches of the lease and reports them. Ends early if the lease ends.
    pub(super) async fn play(
        mut self,
        tournament: Arc<WorkerTournament>,
        matches: Vec<proto::ChunkMatch>,
        stop: Arc<AtomicBool>,
    ) {
        let (sender, receiver) = unbounded_channel();
        let flag = Arc::clone(&stop);
        let span = Span::current();
        let thread = tokio::task::spawn_blocking(move || {
            span.in_scope(|| play_matches(&tournament, &matches, &flag, &sender));
        });
        self.report_all(receiver, &stop).await;
        // A panic of a match loses the rest of the chunk, which is leased again.
        let _ = thread.await;
        self.state.leases().remove(&self.lease);
        // A lease that has ended needs no release, and the worker stays online.
        if stop.load(Ordering::Relaxed) && self.state.is_stopping() {
            self.release().await;
        }
    }

    async fn report_all(&mut self, mut played: UnboundedReceiver<Played>, stop: &AtomicBool) {
        loop {
            let report_at = self.reported_at + REPORT_INTERVAL;
            let has_results = !self.results.is_empty();
            let next = tokio::select! {
                biased;
                next = played.recv() => next,
                () = tokio::time::sleep_until(report_at), if has_results => {
                    if !self.send(stop).await {
                        return;
                    }
                    continue;
                }
            };
            match next {
                Some(Played::Result(result)) => {
                    self.bytes += result.events.iter().map(String::len).sum::<usize>();
                    self.results.push(*result);
                }
                Some(Played::Failure(failure)) => self.failures.push(failure),
                None => {
                    self.send(stop).await;
                    return;
                }
            }
            if self.bytes >= MAX_REPORT_BYTES && !self.send(stop).await {
                return;
            }
        }
    }

    /// Sends what was not acknowledged yet, again and again until it is or the lease ends. Returns `false` if the lease
    /// has ended.
    async fn send(&mut self, stop: &AtomicBool) -> bool {
        self.reported_at = Instant::now();
        if self.results.is_empty() && self.failures.is_empty() {
            return true;
        }
        self.sequence += 1;
        let request = proto::ReportResultsRequest {
            worker: Some(self.state.info()),
            lease: Some(self.lease.clone()),
            sequence: self.sequence,
            results: std::mem::take(&mut self.results),
            failures: std::mem::take(&mut self.failures),
        };
        self.bytes = 0;
        let count = request.results.len();
        loop {
            let sent = request.clone();
            let answer = self.state.calls().call(Duration::ZERO, async |mut client| {
                client.report_results(traced(sent)).await
            });
            let span = tracing::info_span!(target: TARGET, "report", results = count);
            match answer.instrument(span).await {
                Ok(answer) if answer.is_superseded => {
                    tracing::warn!(
                        pairing = self.lease.first_pairing,
                        "lease ended: results not counted"
                    );
                    stop.store(true, Ordering::Relaxed);
                    return false;
                }
                Ok(_) => {
                    self.state.record_reported(count);
                    return true;
                }
                Err(CallError::Rejected(status)) => {
                    tracing::error!(message = status.message(), "results rejected");
                    stop.store(true, Ordering::Relaxed);
                    self.state.reject(status);
                    return false;
                }
                // The lease may end in the meantime; the server then says so.
                Err(CallError::Unavailable(message)) => {
                    tracing::warn!(message, "results not reported");
                    tokio::time::sleep(RETRY_DELAY).await;
                    if self.state.is_stopping() {
                        return false;
                    }
                }
            }
        }
    }

    /// Gives the chunk back.
    async fn release(&self) {
        let request = proto::ReleaseLeaseRequest {
            worker: Some(self.state.info()),
            lease: Some(self.lease.clone()),
        };
        let released = self.state.calls().call(Duration::ZERO, async |mut client| {
            client.release_lease(request).await
        });
        // The lease ends by itself.
        let _ = released.await;
    }
}
