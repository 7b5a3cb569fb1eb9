//! The metrics of the server as `OpenMetrics` text, for `/metrics`.

use std::fmt::{Display, Write as _};
use std::sync::atomic::AtomicI64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use crate::error::Reason;
use crate::pool::QueueLengths;
use crate::process_clock;
use crate::process_memory::resident_bytes;

mod duration_histogram;
mod labelled;

use MetricKind::{Counter, Gauge, Histogram};
use duration_histogram::DurationHistogram;
use labelled::Labelled;

/// All counters and gauges of a server.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    matches: Labelled,
    streams: AtomicI64,
    connections: AtomicI64,
    rejected_connections: AtomicI64,
    undecodable_requests: AtomicI64,
    submissions: AtomicI64,
    events: AtomicI64,
    flagged_seats: AtomicI64,
    rejections: Labelled,
    commit_durations: DurationHistogram,
    commit_failures: AtomicI64,
    environments: AtomicI64,
    work_failures: Labelled,
    suspended: Labelled,
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

    /// Counts a stream that was opened.
    pub(crate) fn stream_opened(&self) {
        self.streams.fetch_add(1, Relaxed);
    }

    /// Counts a stream that was closed.
    pub(crate) fn stream_closed(&self) {
        self.streams.fetch_sub(1, Relaxed);
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

    /// Counts a submission or a join that was rejected.
    pub(crate) fn rejected(&self, reason: Reason) {
        self.rejections.add(reason.name(), 1);
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
        self.commit_durations.record(duration);
    }

    /// Counts a write that failed.
    pub(crate) fn write_failed(&self) {
        self.commit_failures.fetch_add(1, Relaxed);
    }

    /// Returns the current values as `OpenMetrics` text.
    pub(crate) fn text(&self, searches: QueueLengths) -> String {
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
        page.value(
            Gauge,
            "open_streams",
            "Open streams of Play, WatchMatch and Step",
            self.streams.load(Relaxed),
        );
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
        page.values(
            Counter,
            "rejections",
            "Rejected submissions and joins, and requests with a foreign host or origin, by reason",
            ("reason", &self.rejections.values()),
        );
        page.histogram(
            "store_commit_duration_seconds",
            "Time from a request to the store until it was durable",
            &self.commit_durations,
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
        let queues = [
            ("agent", searches.agent_jobs as i64),
            ("request", searches.request_jobs as i64),
        ];
        page.values(
            Gauge,
            "search_queue_length",
            "Jobs that wait for a search thread, by source",
            ("source", &queues),
        );
        page.value(
            Gauge,
            "environments",
            "Environments that are not closed",
            self.environments.load(Relaxed),
        );
        page.text + "# EOF\n"
    }
}

/// What a metric is.
#[derive(Debug, Clone, Copy)]
enum MetricKind {
    /// A value that goes up and down.
    Gauge,
    /// A value that only goes up.
    Counter,
    /// Counts of durations.
    Histogram,
}

/// The text of metrics: <https://prometheus.io/docs/specs/om/open_metrics_spec/>.
#[derive(Debug, Default)]
struct MetricsPage {
    text: String,
}

impl MetricsPage {
    fn value(&mut self, kind: MetricKind, name: &str, help: &str, value: impl Display) {
        let sample = self.describe(kind, &format!("botwerk_{name}"), help);
        self.sample(&sample, value);
    }

    fn values(
        &mut self,
        kind: MetricKind,
        name: &str,
        help: &str,
        (label, values): (&str, &[(&str, i64)]),
    ) {
        let sample = self.describe(kind, &format!("botwerk_{name}"), help);
        for (of, value) in values {
            self.sample(&format!("{sample}{{{label}=\"{of}\"}}"), value);
        }
    }

    fn histogram(&mut self, name: &str, help: &str, durations: &DurationHistogram) {
        let name = self.describe(Histogram, &format!("botwerk_{name}"), help);
        let counts = durations.cumulative_counts();
        for (bound, count) in &counts {
            let bound = bound.map_or("+Inf".to_owned(), |secs| secs.to_string());
            self.sample(&format!("{name}_bucket{{le=\"{bound}\"}}"), count);
        }
        self.sample(&format!("{name}_sum"), durations.sum_secs());
        // Counted once, so that the text agrees with itself.
        self.sample(
            &format!("{name}_count"),
            counts.last().map_or(0, |(_, count)| *count),
        );
    }

    /// Describes a metric, and returns the name of its samples.
    fn describe(&mut self, kind: MetricKind, name: &str, help: &str) -> String {
        let (kind, suffix) = match kind {
            Gauge => ("gauge", ""),
            Counter => ("counter", "_total"),
            Histogram => ("histogram", ""),
        };
        // Writing to a string cannot fail.
        let _ = write!(self.text, "# HELP {name} {help}.\n# TYPE {name} {kind}\n");
        for unit in ["bytes", "seconds"] {
            if name.ends_with(unit) {
                let _ = writeln!(self.text, "# UNIT {name} {unit}");
            }
        }
        format!("{name}{suffix}")
    }

    fn sample(&mut self, name: &str, value: impl Display) {
        let _ = writeln!(self.text, "{name} {value}");
    }
}
