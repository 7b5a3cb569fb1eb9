//! The workers that play matches for this server.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::{Instant, timeout_at};

use super::worker_stats::{MatchTimes, WorkerInfo, WorkerStats, WorkerSummary};
use crate::ids::TournamentId;
use crate::metrics::WorkerCounts;

/// Time after which a worker that is offline is forgotten.
const FORGET_AFTER: Duration = Duration::from_secs(24 * 3600);

/// Maximum number of workers that are remembered.
const MAX_WORKERS: usize = 100_000;

/// Number of calls that wait for a chunk and look for one at the shortest interval.
const EAGER_CALLS: u32 = 32;

/// Number of tournaments whose times are remembered.
const MAX_TOURNAMENTS: usize = 1000;

/// The workers that play matches for this server.
#[derive(Debug)]
pub(crate) struct WorkerRegistry {
    // A mutex of the standard library: every access is one short step.
    workers: Mutex<Workers>,
    /// Time without a call after which a worker is offline.
    timeout: Duration,
    /// The number of slots of all workers that are online, when it last changed.
    slots: watch::Sender<u32>,
    /// Wakes one of the workers that wait for a chunk.
    chunk_added: Notify,
    /// Number of calls that wait for a chunk.
    waiting: AtomicUsize,
}

/// A call that waits for a chunk.
pub(crate) struct WaitingCall<'r>(&'r WorkerRegistry);

#[derive(Debug, Default)]
struct Workers {
    by_id: BTreeMap<String, WorkerStats>,
    /// The matches of all workers in each tournament.
    times: BTreeMap<TournamentId, MatchTimes>,
    /// Counts over all workers, also those that are forgotten; without those that are online.
    counts: WorkerCounts,
}

impl Workers {
    /// Forgets workers that were not seen for long, or if there are none, the half that was seen first.
    fn forget(&mut self) {
        self.by_id
            .retain(|_, worker| worker.last_seen.elapsed() < FORGET_AFTER);
        if self.by_id.len() >= MAX_WORKERS {
            let mut seen: Vec<Instant> = self.by_id.values().map(|one| one.last_seen).collect();
            seen.sort_unstable();
            let median = seen[seen.len() / 2];
            self.by_id.retain(|_, worker| worker.last_seen > median);
        }
    }
}

impl WaitingCall<'_> {
    /// Waits until a chunk is added, or for `interval` and longer if many calls wait: all of them together read the store
    /// as often as [`EAGER_CALLS`] would alone.
    pub(crate) async fn next_chunk(&self, interval: Duration, deadline: Instant) {
        let waiting = self.0.waiting.load(Ordering::Relaxed) as u32;
        let interval = interval * waiting.div_ceil(EAGER_CALLS).max(1);
        let poll_at = deadline.min(Instant::now() + interval);
        // A chunk that was added in the meantime has left a permit.
        let _ = timeout_at(poll_at, self.0.chunk_added.notified()).await;
    }
}

impl Drop for WaitingCall<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

impl WorkerRegistry {
    /// Returns a registry without workers. A worker that makes no call for `timeout` is offline.
    pub(crate) fn new(timeout: Duration) -> Self {
        Self {
            workers: Mutex::default(),
            timeout,
            slots: watch::Sender::new(0),
            chunk_added: Notify::new(),
            waiting: AtomicUsize::new(0),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Workers> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a worker has made a call.
    pub(crate) fn record_call(&self, info: &WorkerInfo) {
        let mut workers = self.lock();
        if workers.by_id.len() >= MAX_WORKERS && !workers.by_id.contains_key(&info.id) {
            workers.forget();
        }
        let previous = workers.by_id.get(&info.id);
        let was_online = previous.is_some_and(|worker| {
            worker.info.slots == info.slots && worker.last_seen.elapsed() < self.timeout
        });
        let new = || WorkerStats::new(info.clone());
        let worker = workers.by_id.entry(info.id.clone()).or_insert_with(new);
        worker.info = info.clone();
        worker.last_seen = Instant::now();
        drop(workers);
        // Every worker calls every second: all of them are counted only when one has come.
        if !was_online {
            self.count_slots();
        }
    }

    /// Records that a worker has ended: it is offline at once.
    pub(crate) fn record_end(&self, id: &str) {
        if let Some(worker) = self.lock().by_id.get_mut(id) {
            worker.info.slots = 0;
        }
        self.count_slots();
    }

    /// Returns the number of slots of all workers that are online.
    pub(crate) fn count_slots(&self) -> u32 {
        let workers = self.lock();
        let online = workers
            .by_id
            .values()
            .filter(|worker| worker.last_seen.elapsed() < self.timeout);
        let slots = online
            .map(|worker| worker.info.slots)
            .fold(0, u32::saturating_add);
        drop(workers);
        self.slots
            .send_if_modified(|known| std::mem::replace(known, slots) != slots);
        slots
    }

    /// Returns the number of slots when it changes.
    pub(crate) fn slot_changes(&self) -> watch::Receiver<u32> {
        self.slots.subscribe()
    }

    /// Records that a chunk can be leased, and wakes one worker. If that leases a chunk, it wakes the next: a chunk makes
    /// two workers read the store, however many wait.
    pub(crate) fn record_added_chunk(&self) {
        self.chunk_added.notify_one();
    }

    /// Starts to wait for chunks.
    pub(crate) fn wait_for_chunks(&self) -> WaitingCall<'_> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        WaitingCall(self)
    }

    /// Records that a worker has leased a chunk, and whether the former lease of the chunk has expired.
    pub(crate) fn record_lease(&self, has_expired_before: bool) {
        let counts = &mut self.lock().counts;
        counts.leased_chunks += 1;
        counts.expired_leases += u64::from(has_expired_before);
    }

    /// Records that all matches of a chunk were reported.
    pub(crate) fn record_finished_chunk(&self) {
        self.lock().counts.finished_chunks += 1;
    }

    /// Returns the counts of workers and their leases.
    pub(crate) fn counts(&self) -> WorkerCounts {
        let slots = self.count_slots();
        let workers = self.lock();
        let online = workers
            .by_id
            .values()
            .filter(|worker| worker.info.slots > 0 && worker.last_seen.elapsed() < self.timeout);
        WorkerCounts {
            online: online.count(),
            slots,
            ..workers.counts
        }
    }

    /// Records how many leases a worker has.
    pub(crate) fn set_leases(&self, id: &str, leases: usize) {
        self.update(id, |worker| worker.leases = leases as u32);
    }

    /// Returns `true` if a worker that is online holds a lease.
    pub(crate) fn hold_leases(&self) -> bool {
        let workers = self.lock();
        let mut online = workers
            .by_id
            .values()
            .filter(|worker| worker.last_seen.elapsed() < self.timeout);
        online.any(|worker| worker.leases > 0)
    }

    /// Records a match that a worker has played.
    pub(crate) fn record_match(&self, id: &str, tournament: &TournamentId, nanos: u64) {
        let mut workers = self.lock();
        add_time(&mut workers.times, tournament, nanos);
        if let Some(worker) = workers.by_id.get_mut(id) {
            add_time(&mut worker.times, tournament, nanos);
        }
    }

    /// Records a report that came after the end of its lease.
    pub(crate) fn record_late_report(&self, id: &str) {
        self.lock().counts.late_reports += 1;
        self.update(id, |worker| worker.late_reports += 1);
    }

    /// Records matches that a worker could not play.
    pub(crate) fn record_failures(&self, id: &str, count: usize) {
        self.update(id, |worker| worker.failures += count as u64);
    }

    /// Records that leases of a worker were taken back, since it has reported nothing new. It leases nothing for `pause`.
    pub(crate) fn record_stall(&self, id: &str, leases: usize, pause: Duration) {
        self.lock().counts.stalled_leases += leases as u64;
        self.update(id, |worker| {
            worker.stalled_leases += leases as u64;
            worker.stalled_until = Some(Instant::now() + pause);
        });
    }

    /// Returns `true` if a worker leases nothing, since it has held leases without progress.
    pub(crate) fn is_stalled(&self, id: &str) -> bool {
        let workers = self.lock();
        let until = workers
            .by_id
            .get(id)
            .and_then(|worker| worker.stalled_until);
        until.is_some_and(|until| until > Instant::now())
    }

    /// Records that a worker has reported what was not played by the rules.
    pub(crate) fn record_forgery(&self, id: &str) {
        self.update(id, |worker| worker.differing_matches += 1);
    }

    /// Records that a match of a worker was played again, and whether its record differs.
    pub(crate) fn record_check(&self, id: &str, differs: bool) {
        self.update(id, |worker| {
            worker.checked_matches += 1;
            worker.differing_matches += u64::from(differs);
        });
    }

    fn update(&self, id: &str, change: impl FnOnce(&mut WorkerStats)) {
        if let Some(worker) = self.lock().by_id.get_mut(id) {
            change(worker);
        }
    }

    /// Returns the mean time of a match of a tournament, or `None` before the first.
    pub(crate) fn mean_match_time(&self, tournament: &TournamentId) -> Option<Duration> {
        self.lock().times.get(tournament)?.mean()
    }

    /// Returns all workers, those that are online first.
    pub(crate) fn list(&self) -> Vec<WorkerSummary> {
        let workers = self.lock();
        let summaries = workers
            .by_id
            .values()
            .map(|worker| worker.summary(&workers.times));
        let mut summaries: Vec<_> = summaries.collect();
        summaries.sort_by_key(|worker| worker.idle);
        summaries
    }
}

/// Adds the time of a match. The oldest tournaments, which have the lowest ids, are forgotten.
fn add_time(times: &mut BTreeMap<TournamentId, MatchTimes>, tournament: &TournamentId, nanos: u64) {
    times.entry(tournament.clone()).or_default().add(nanos);
    if times.len() > MAX_TOURNAMENTS {
        times.pop_first();
    }
}
