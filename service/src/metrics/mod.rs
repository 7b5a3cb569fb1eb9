//! The metrics of the server as `OpenMetrics` text, for `/metrics`.

use std::sync::atomic::AtomicI64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use tonic::Code;

use crate::error::Reason;
use crate::histogram::Histogram;
use crate::process_clock;
use crate::process_memory::resident_bytes;

mod calls;
mod labelled;
mod page;
mod readings;

use MetricKind::{Counter, Gauge};
use calls::CallCounts;
pub(crate) use calls::CalledMethod;
use labelled::Labelled;
use page::{MetricKind, MetricsPage};
pub(crate) use readings::{Readings, StoredReadings, UploadCounts, WorkerCounts};

/// Bounds of the durations of commits, in nanoseconds: the highest one is 0.65 seconds.
const COMMIT_BOUNDS: [u64; 16] = {
    let mut bounds = [20_000; 16];
    let mut index = 1;
    while index < bounds.len() {
        bounds[index] = 2 * bounds[index - 1];
        index += 1;
    }
    bounds
};

/// What the server counts while it works.
#[derive(Debug)]
pub(crate) struct Metrics {
    calls: CallCounts,
    matches: Labelled<&'static str>,
    connections: AtomicI64,
    rejected_connections: AtomicI64,
    undecodable_requests: AtomicI64,
    submissions: AtomicI64,
    events: AtomicI64,
    flagged_seats: AtomicI64,
    rejections: Labelled<[&'static str; 2]>,
    commit_durations: Histogram,
    commit_failures: AtomicI64,
    environments: AtomicI64,
    work_failures: Labelled<&'static str>,
    suspended: Labelled<&'static str>,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            calls: CallCounts::default(),
            matches: Labelled::default(),
            connections: AtomicI64::default(),
            rejected_connections: AtomicI64::default(),
            undecodable_requests: AtomicI64::default(),
            submissions: AtomicI64::default(),
            events: AtomicI64::default(),
            flagged_seats: AtomicI64::default(),
            rejections: Labelled::default(),
            commit_durations: Histogram::new(&COMMIT_BOUNDS),
            commit_failures: AtomicI64::default(),
            environments: AtomicI64::default(),
            work_failures: Labelled::default(),
            suspended: Labelled::default(),
        }
    }
}

impl Metrics {
    /// Counts a match that has entered this state.
    pub(crate) fn match_entered(&self, state: &'static str) {
        self.matches.add(state, 1);
    }

    /// Counts a match that has left this state.
    pub(crate) fn match_left(&self, state: &'static str) {
        self.matches.add(state, -1);
    }

    /// Counts a call that starts.
    pub(crate) fn call_started(&self, method: CalledMethod) {
        self.calls.start(method);
    }

    /// Counts a call that has ended, with the time that it took.
    pub(crate) fn call_ended(&self, method: CalledMethod, code: Code, duration: Duration) {
        self.calls.end(method, code, duration);
    }

    /// Counts a connection that was opened.
    pub(crate) fn connection_opened(&self) {
        self.connections.fetch_add(1, Relaxed);
    }

    /// Counts a connection that was closed.
    pub(crate) fn connection_closed(&self) {
        self.connections.fetch_sub(1, Relaxed);
    }

    /// Counts a connection that was closed because a limit of connections was reached.
    pub(crate) fn connection_rejected(&self) {
        self.rejected_connections.fetch_add(1, Relaxed);
    }

    /// Counts a request whose bytes are not the message of its call.
    pub(crate) fn undecodable_request(&self) {
        self.undecodable_requests.fetch_add(1, Relaxed);
    }

    /// Counts submissions that were accepted and stored.
    pub(crate) fn submissions_stored(&self, count: usize) {
        self.submissions.fetch_add(count as i64, Relaxed);
    }

    /// Counts events that were stored.
    pub(crate) fn events_stored(&self, count: usize) {
        self.events.fetch_add(count as i64, Relaxed);
    }

    /// Counts seats that were flagged.
    pub(crate) fn seats_flagged(&self, count: usize) {
        self.flagged_seats.fetch_add(count as i64, Relaxed);
    }

    /// Counts a call, or a message of a stream, that was rejected.
    pub(crate) fn rejected(&self, method: CalledMethod, reason: Reason) {
        self.rejections.add([method.name(), reason.name()], 1);
    }

    /// Counts a step of a match or tournament that has failed.
    pub(crate) fn work_failed(&self, cause: &'static str) {
        self.work_failures.add(cause, 1);
    }

    /// Records how many matches and tournaments are suspended after failures.
    pub(crate) fn set_suspended(&self, matches: usize, tournaments: usize) {
        for (kind, count) in [("match", matches), ("tournament", tournaments)] {
            self.suspended.set(kind, count as i64);
        }
    }

    /// Records the number of environments.
    pub(crate) fn set_environments(&self, count: usize) {
        self.environments.store(count as i64, Relaxed);
    }

    /// Records the duration of a write that succeeded.
    pub(crate) fn write_succeeded(&self, duration: Duration) {
        self.commit_durations.record_duration(duration);
    }

    /// Counts a write that failed.
    pub(crate) fn write_failed(&self) {
        self.commit_failures.fetch_add(1, Relaxed);
    }

    /// Returns the current values as `OpenMetrics` text.
    pub(crate) fn text(&self, readings: &Readings) -> String {
        let mut page = MetricsPage::default();
        if let Some(bytes) = resident_bytes() {
            // A standard metric of processes, so it has their prefix and not ours.
            let sample = page.describe(
                Gauge,
                "process_resident_memory_bytes",
                "Resident memory of the process",
            );
            page.sample(&sample, bytes);
        }
        page.values(
            Gauge,
            "matches",
            "Matches that have not ended, by state",
            ("state", &self.matches.values()),
        );
        self.calls.write(&mut page);
        page.value(
            Gauge,
            "open_connections",
            "Open connections",
            self.connections.load(Relaxed),
        );
        page.value(
            Counter,
            "rejected_connections",
            "Connections closed because a limit of connections was reached",
            self.rejected_connections.load(Relaxed),
        );
        page.value(
            Counter,
            "undecodable_requests",
            "Requests whose bytes are not the message of their call",
            self.undecodable_requests.load(Relaxed),
        );
        page.value(
            Counter,
            "submissions",
            "Accepted submissions",
            self.submissions.load(Relaxed),
        );
        page.value(
            Counter,
            "events",
            "Stored events",
            self.events.load(Relaxed),
        );
        page.value(
            Counter,
            "flagged_seats",
            "Seats whose clock reached zero",
            self.flagged_seats.load(Relaxed),
        );
        page.pairs(
            Counter,
            "rejections",
            "Rejected calls, submissions and joins, and requests with a foreign host or origin, by method and reason",
            ["method", "reason"],
            self.rejections.values(),
        );
        page.histograms(
            "store_commit_duration_seconds",
            "Time from a request to the store until it was durable",
            1e9,
            [(String::new(), &self.commit_durations)],
        );
        page.value(
            Counter,
            "store_commit_failures",
            "Writes that the store did not accept",
            self.commit_failures.load(Relaxed),
        );
        page.value(
            Counter,
            "stalled_seconds",
            "Time for which the process was stopped; clocks stood still meanwhile",
            process_clock::stalled() as f64 / 1e9,
        );
        page.values(
            Counter,
            "work_failures",
            "Steps of matches and tournaments that panicked, did not end or took all memory, by cause",
            ("cause", &self.work_failures.values()),
        );
        page.values(
            Gauge,
            "suspended_after_failures",
            "Matches and tournaments that are suspended since the server has failed twice while it worked on them",
            ("kind", &self.suspended.values()),
        );
        page.value(
            Gauge,
            "environments",
            "Environments that are not closed",
            self.environments.load(Relaxed),
        );
        readings.write(&mut page);
        page.finish()
    }
}
