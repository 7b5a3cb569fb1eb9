//! What is read from the parts of the server when its metrics are requested.

use super::MetricKind::{Counter, Gauge};
use super::page::MetricsPage;
use crate::pool::QueueLengths;
use crate::store::{StoreActivity, VersionCount};

/// What is read from the parts of the server when its metrics are requested.
pub(crate) struct Readings {
    pub(crate) searches: QueueLengths,
    pub(crate) store: StoreActivity,
    /// Whether the store could not be used when it was last.
    pub(crate) is_store_failing: bool,
    /// Number of tournaments with a director, by state.
    pub(crate) tournaments: Vec<(&'static str, i64)>,
    /// Number of obstacles of these tournaments, by kind.
    pub(crate) obstacles: Vec<(&'static str, i64)>,
    pub(crate) workers: WorkerCounts,
    pub(crate) uploads: UploadCounts,
    /// `None` if the store did not answer in time.
    pub(crate) stored: Option<StoredReadings>,
}

/// Counts of workers and their leases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct WorkerCounts {
    /// Number of workers that are online.
    pub(crate) online: usize,
    /// Number of their slots.
    pub(crate) slots: u32,
    pub(crate) leased_chunks: u64,
    pub(crate) finished_chunks: u64,
    /// Number of leases that were not renewed, counted when their chunk is leased again.
    pub(crate) expired_leases: u64,
    /// Number of leases that were taken back since nothing was reported.
    pub(crate) stalled_leases: u64,
    pub(crate) late_reports: u64,
}

/// Counts of uploads and hosts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct UploadCounts {
    pub(crate) in_progress: usize,
    /// Number of bytes of the uploads that were stored as versions.
    pub(crate) stored_bytes: u64,
    pub(crate) accepted_versions: u64,
    pub(crate) rejected_versions: u64,
    pub(crate) online_hosts: usize,
}

/// What is read from the store.
pub(crate) struct StoredReadings {
    pub(crate) excluded_workers: usize,
    pub(crate) versions: Vec<VersionCount>,
}

impl Readings {
    /// Adds the metrics to a page.
    pub(super) fn write(&self, page: &mut MetricsPage) {
        let searches = [
            ("agent", self.searches.agent_jobs as i64),
            ("request", self.searches.request_jobs as i64),
        ];
        page.values(
            Gauge,
            "search_queue_length",
            "Jobs that wait for a search thread, by source",
            ("source", &searches),
        );
        self.write_store(page);
        page.values(
            Gauge,
            "tournaments",
            "Tournaments that this server directs, by state",
            ("state", &self.tournaments),
        );
        page.values(
            Gauge,
            "tournament_obstacles",
            "What keeps these tournaments from progressing, by kind",
            ("kind", &self.obstacles),
        );
        self.write_workers(page);
        self.write_uploads(page);
    }

    fn write_store(&self, page: &mut MetricsPage) {
        let StoreActivity {
            writer,
            running_reads,
            waiting_reads,
        } = &self.store;
        page.value(
            Gauge,
            "store_failing",
            "1 if the store could not be written or read when it was last used or checked",
            u8::from(self.is_store_failing),
        );
        page.value(
            Gauge,
            "store_write_queue_length",
            "Writes that wait for the writer of the store",
            writer.queue_length(),
        );
        page.histograms(
            "store_batch_writes",
            "Writes of one transaction",
            1.0,
            [(String::new(), writer.batch_sizes())],
        );
        let reads = [
            ("running", *running_reads as i64),
            ("waiting", *waiting_reads as i64),
        ];
        page.values(
            Gauge,
            "store_reads",
            "Reads of the store, by state",
            ("state", &reads),
        );
    }

    fn write_workers(&self, page: &mut MetricsPage) {
        let workers = &self.workers;
        let mut by_state = vec![("online", workers.online as i64)];
        if let Some(stored) = &self.stored {
            by_state.push(("excluded", stored.excluded_workers as i64));
        }
        page.values(Gauge, "workers", "Workers, by state", ("state", &by_state));
        page.value(
            Gauge,
            "worker_slots",
            "Slots of the workers that are online",
            workers.slots,
        );
        page.value(
            Counter,
            "chunk_leases",
            "Chunks that workers have leased",
            workers.leased_chunks,
        );
        page.value(
            Counter,
            "finished_chunks",
            "Chunks whose matches workers have all reported",
            workers.finished_chunks,
        );
        let lost = [
            ("expired", workers.expired_leases as i64),
            ("stalled", workers.stalled_leases as i64),
        ];
        page.values(
            Counter,
            "lost_leases",
            "Leases of chunks that ended before their matches were reported, since the worker did not renew them or made no \
             progress, by cause",
            ("cause", &lost),
        );
        page.value(
            Counter,
            "late_reports",
            "Reports of workers that came after the end of their lease",
            workers.late_reports,
        );
    }

    fn write_uploads(&self, page: &mut MetricsPage) {
        let uploads = &self.uploads;
        page.value(Gauge, "uploads", "Uploads in progress", uploads.in_progress);
        page.value(
            Counter,
            "uploaded_bytes",
            "Bytes of uploads that were stored as versions",
            uploads.stored_bytes,
        );
        let checks = [
            ("accepted", uploads.accepted_versions as i64),
            ("rejected", uploads.rejected_versions as i64),
        ];
        page.values(
            Counter,
            "version_checks",
            "Versions that hosts have built and checked, by result",
            ("result", &checks),
        );
        page.value(
            Gauge,
            "hosts",
            "Hosts that are online",
            uploads.online_hosts,
        );
        let Some(stored) = &self.stored else { return };
        let of = |value: fn(&VersionCount) -> u64| -> Vec<(&'static str, i64)> {
            let counts = stored.versions.iter();
            counts
                .map(|count| (count.state.label(), value(count) as i64))
                .collect()
        };
        page.values(
            Gauge,
            "versions",
            "Stored versions of bots, by state; the same on all servers of a database",
            ("state", &of(|count| count.versions)),
        );
        page.values(
            Gauge,
            "leased_versions",
            "Versions of bots that hosts have leased, by state; the same on all servers of a database",
            ("state", &of(|count| count.leased)),
        );
        page.values(
            Gauge,
            "version_bytes",
            "Bytes of stored versions of bots, by state; the same on all servers of a database",
            ("state", &of(|count| count.bytes)),
        );
    }
}
