//! The metrics of the server in the Prometheus text format, for `/metrics`.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

use crate::error::Reason;
use crate::pool::QueueLengths;
use crate::process_clock;
use crate::process_memory::resident_bytes;

/// One label and its value.
type Label = [(&'static str, &'static str); 1];

/// All counters and gauges of a server.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    matches: Family<Label, Gauge>,
    streams: Gauge,
    connections: Gauge,
    rejected_connections: Counter,
    undecodable_requests: Counter,
    submissions: Counter,
    events: Counter,
    flagged_seats: Counter,
    rejections: Family<Label, Counter>,
    commit_durations: Histogram,
    commit_failures: Counter,
    queued_searches: Family<Label, Gauge>,
    environments: Gauge,
    stalled: Counter<f64, AtomicU64>,
    work_failures: Family<Label, Counter>,
    suspended: Family<Label, Gauge>,
    resident_memory: Gauge<u64, AtomicU64>,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut metrics = Self {
            registry: Registry::default(),
            matches: Family::default(),
            streams: Gauge::default(),
            connections: Gauge::default(),
            rejected_connections: Counter::default(),
            undecodable_requests: Counter::default(),
            submissions: Counter::default(),
            events: Counter::default(),
            flagged_seats: Counter::default(),
            rejections: Family::default(),
            // From 20 microseconds to 0.65 seconds.
            commit_durations: Histogram::new(exponential_buckets(20e-6, 2.0, 16)),
            commit_failures: Counter::default(),
            queued_searches: Family::default(),
            environments: Gauge::default(),
            stalled: Counter::default(),
            work_failures: Family::default(),
            suspended: Family::default(),
            resident_memory: Gauge::default(),
        };
        metrics.register();
        metrics
    }
}

impl Metrics {
    fn register(&mut self) {
        // A standard metric of processes, so it has their prefix and not ours.
        self.registry.register_with_unit(
            "process_resident_memory",
            "Resident memory of the process",
            Unit::Bytes,
            self.resident_memory.clone(),
        );
        let registry = self.registry.sub_registry_with_prefix("botwerk");
        registry.register(
            "matches",
            "Matches that have not ended, by state",
            self.matches.clone(),
        );
        registry.register(
            "open_streams",
            "Open streams of Play, WatchMatch and Step",
            self.streams.clone(),
        );
        registry.register(
            "open_connections",
            "Open connections",
            self.connections.clone(),
        );
        registry.register(
            "rejected_connections",
            "Connections closed because a limit of connections was reached",
            self.rejected_connections.clone(),
        );
        registry.register(
            "undecodable_requests",
            "Requests whose bytes are not the message of their call",
            self.undecodable_requests.clone(),
        );
        registry.register(
            "submissions",
            "Accepted submissions",
            self.submissions.clone(),
        );
        registry.register("events", "Stored events", self.events.clone());
        registry.register(
            "flagged_seats",
            "Seats whose clock reached zero",
            self.flagged_seats.clone(),
        );
        registry.register(
            "rejections",
            "Rejected submissions and joins, and requests with a foreign host or origin, by reason",
            self.rejections.clone(),
        );
        registry.register_with_unit(
            "store_commit_duration",
            "Time from a request to the store until it was durable",
            Unit::Seconds,
            self.commit_durations.clone(),
        );
        registry.register(
            "store_commit_failures",
            "Writes that the store did not accept",
            self.commit_failures.clone(),
        );
        registry.register_with_unit(
            "stalled",
            "Time for which the process was stopped; clocks stood still meanwhile",
            Unit::Seconds,
            self.stalled.clone(),
        );
        registry.register(
            "work_failures",
            "Steps of matches and tournaments that panicked, did not end or took all memory, by cause",
            self.work_failures.clone(),
        );
        registry.register(
            "suspended_after_failures",
            "Matches and tournaments that are suspended since the server has failed twice while it worked on them",
            self.suspended.clone(),
        );
        registry.register(
            "search_queue_length",
            "Jobs that wait for a search thread, by source",
            self.queued_searches.clone(),
        );
        registry.register(
            "environments",
            "Environments that are not closed",
            self.environments.clone(),
        );
    }

    /// Counts a match that has entered this state.
    pub(crate) fn match_entered(&self, state: &'static str) {
        self.matches.get_or_create(&[("state", state)]).inc();
    }

    /// Counts a match that has left this state.
    pub(crate) fn match_left(&self, state: &'static str) {
        self.matches.get_or_create(&[("state", state)]).dec();
    }

    /// Counts a stream that was opened.
    pub(crate) fn stream_opened(&self) {
        self.streams.inc();
    }

    /// Counts a stream that was closed.
    pub(crate) fn stream_closed(&self) {
        self.streams.dec();
    }

    /// Counts a connection that was opened.
    pub(crate) fn connection_opened(&self) {
        self.connections.inc();
    }

    /// Counts a connection that was closed.
    pub(crate) fn connection_closed(&self) {
        self.connections.dec();
    }

    /// Counts a connection that was closed because a limit of connections was reached.
    pub(crate) fn connection_rejected(&self) {
        self.rejected_connections.inc();
    }

    /// Counts a request whose bytes are not the message of its call.
    pub(crate) fn undecodable_request(&self) {
        self.undecodable_requests.inc();
    }

    /// Counts submissions that were accepted and stored.
    pub(crate) fn submissions_stored(&self, count: usize) {
        self.submissions.inc_by(count as u64);
    }

    /// Counts events that were stored.
    pub(crate) fn events_stored(&self, count: usize) {
        self.events.inc_by(count as u64);
    }

    /// Counts seats that were flagged.
    pub(crate) fn seats_flagged(&self, count: usize) {
        self.flagged_seats.inc_by(count as u64);
    }

    /// Counts a submission or a join that was rejected.
    pub(crate) fn rejected(&self, reason: Reason) {
        self.rejections
            .get_or_create(&[("reason", reason.name())])
            .inc();
    }

    /// Counts a step of a match or tournament that has failed.
    pub(crate) fn work_failed(&self, cause: &'static str) {
        self.work_failures.get_or_create(&[("cause", cause)]).inc();
    }

    /// Records how many matches and tournaments are suspended after failures.
    pub(crate) fn set_suspended(&self, matches: usize, tournaments: usize) {
        for (kind, count) in [("match", matches), ("tournament", tournaments)] {
            self.suspended
                .get_or_create(&[("kind", kind)])
                .set(count as i64);
        }
    }

    /// Records the number of environments.
    pub(crate) fn set_environments(&self, count: usize) {
        self.environments.set(count as i64);
    }

    /// Records the duration of a write that succeeded.
    pub(crate) fn write_succeeded(&self, duration: Duration) {
        self.commit_durations.observe(duration.as_secs_f64());
    }

    /// Counts a write that failed.
    pub(crate) fn write_failed(&self) {
        self.commit_failures.inc();
    }

    /// Returns the current values in the Prometheus text format.
    pub(crate) fn text(&self, searches: QueueLengths) -> String {
        for (source, length) in [
            ("agent", searches.agent_jobs),
            ("request", searches.request_jobs),
        ] {
            let label = [("source", source)];
            self.queued_searches
                .get_or_create(&label)
                .set(length as i64);
        }
        let stalled = process_clock::stalled() as f64 / 1e9;
        self.stalled.inc_by(stalled - self.stalled.get());
        if let Some(bytes) = resident_bytes() {
            self.resident_memory.set(bytes);
        }
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
