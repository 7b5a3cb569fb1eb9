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

/// One label and its value.
type Label = [(&'static str, &'static str); 1];

/// All counters and gauges of a server.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    matches: Family<Label, Gauge>,
    streams: Gauge,
    connections: Gauge,
    connections_refused: Counter,
    actions: Counter,
    events: Counter,
    flags: Counter,
    refused: Family<Label, Counter>,
    commits: Histogram,
    commits_failed: Counter,
    searches: Family<Label, Gauge>,
    memory: Gauge<u64, AtomicU64>,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut metrics = Self {
            registry: Registry::with_prefix("botwerk"),
            matches: Family::default(),
            streams: Gauge::default(),
            connections: Gauge::default(),
            connections_refused: Counter::default(),
            actions: Counter::default(),
            events: Counter::default(),
            flags: Counter::default(),
            refused: Family::default(),
            // From 20 microseconds to 0.65 seconds.
            commits: Histogram::new(exponential_buckets(20e-6, 2.0, 16)),
            commits_failed: Counter::default(),
            searches: Family::default(),
            memory: Gauge::default(),
        };
        metrics.register();
        metrics
    }
}

impl Metrics {
    fn register(&mut self) {
        let Self { registry, .. } = self;
        registry.register(
            "matches",
            "Matches that have not ended, by state",
            self.matches.clone(),
        );
        registry.register(
            "open_streams",
            "Open streams of Play and WatchMatch",
            self.streams.clone(),
        );
        registry.register(
            "open_connections",
            "Open connections",
            self.connections.clone(),
        );
        registry.register(
            "rejected_connections",
            "Connections closed because max_connections was reached",
            self.connections_refused.clone(),
        );
        registry.register("submissions", "Accepted submissions", self.actions.clone());
        registry.register("events", "Stored events", self.events.clone());
        registry.register(
            "flagged_seats",
            "Seats whose clock reached zero",
            self.flags.clone(),
        );
        registry.register(
            "rejections",
            "Rejected submissions and joins, by reason",
            self.refused.clone(),
        );
        registry.register_with_unit(
            "store_commit_duration",
            "Time from a request to the store until it was durable",
            Unit::Seconds,
            self.commits.clone(),
        );
        registry.register(
            "store_commit_failures",
            "Writes that the store did not accept",
            self.commits_failed.clone(),
        );
        registry.register(
            "search_queue_length",
            "Jobs that wait for a search thread, by source",
            self.searches.clone(),
        );
        registry.register_with_unit(
            "process_resident_memory",
            "Resident memory of the process",
            Unit::Bytes,
            self.memory.clone(),
        );
    }

    /// One match more in this state.
    pub(crate) fn match_entered(&self, state: &'static str) {
        self.matches.get_or_create(&[("state", state)]).inc();
    }

    /// One match less in this state.
    pub(crate) fn match_left(&self, state: &'static str) {
        self.matches.get_or_create(&[("state", state)]).dec();
    }

    /// A stream was opened.
    pub(crate) fn stream_opened(&self) {
        self.streams.inc();
    }

    /// A stream has ended.
    pub(crate) fn stream_ended(&self) {
        self.streams.dec();
    }

    /// A connection was taken.
    pub(crate) fn connection_opened(&self) {
        self.connections.inc();
    }

    /// A connection has ended.
    pub(crate) fn connection_ended(&self) {
        self.connections.dec();
    }

    /// A connection was closed since there are too many.
    pub(crate) fn connection_refused(&self) {
        self.connections_refused.inc();
    }

    /// Acts were answered and stored.
    pub(crate) fn actions(&self, count: usize) {
        self.actions.inc_by(count as u64);
    }

    /// Events were stored.
    pub(crate) fn events(&self, count: usize) {
        self.events.inc_by(count as u64);
    }

    /// Seats were out of time.
    pub(crate) fn flags(&self, count: usize) {
        self.flags.inc_by(count as u64);
    }

    /// An act or a join was refused.
    pub(crate) fn refused(&self, reason: Reason) {
        self.refused
            .get_or_create(&[("reason", reason.name())])
            .inc();
    }

    /// Something was stored.
    pub(crate) fn commit(&self, took: Duration) {
        self.commits.observe(took.as_secs_f64());
    }

    /// Something could not be stored.
    pub(crate) fn commit_failed(&self) {
        self.commits_failed.inc();
    }

    /// Returns the current values in the Prometheus text format.
    pub(crate) fn text(&self, searches: QueueLengths) -> String {
        for (source, length) in [("agent", searches.players), ("request", searches.calls)] {
            let label = [("source", source)];
            self.searches.get_or_create(&label).set(length as i64);
        }
        if let Some(bytes) = resident_bytes() {
            self.memory.set(bytes);
        }
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// Returns the resident memory of this process, on systems with `/proc`.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1024)
}
