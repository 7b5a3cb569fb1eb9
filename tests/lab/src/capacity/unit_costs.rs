//! The measured costs from which the load of a cluster follows.

/// Costs in seconds, measured on one machine of two cores that server, workers and PostgreSQL share
/// (docs/measurements.md, "Several machines").
#[derive(Debug, Clone, Copy)]
pub(crate) struct UnitCosts {
    /// A transaction of a server's writer: the server's lease, and the sync of the disk.
    pub(crate) transaction: f64,
    /// A match of 1 kB in a transaction: its rows, and its part of the sums.
    pub(crate) stored_match: f64,
    /// A chunk that a transaction adds.
    pub(crate) added_chunk: f64,
    /// The transaction that leases a chunk.
    pub(crate) lease: f64,
    /// The transaction that renews the leases of a worker.
    pub(crate) renewal: f64,
    /// Time of a server's core for a call of a worker.
    pub(crate) call: f64,
    /// Time of a server's core for a match that is reported: decoding, and the checks of its record.
    pub(crate) reported_match: f64,
    /// Time of a server's core for an update that a watcher receives.
    pub(crate) watcher_update: f64,
    /// Memory of a watcher in bytes.
    pub(crate) watcher_memory: f64,
    /// Size of an update in bytes.
    pub(crate) update_bytes: f64,
}

impl UnitCosts {
    /// The measured costs.
    pub(crate) const MEASURED: Self = Self {
        transaction: 0.67e-3,
        stored_match: 21e-6,
        added_chunk: 15e-6,
        lease: 0.36e-3,
        renewal: 0.43e-3,
        call: 0.1e-3,
        reported_match: 10e-6,
        watcher_update: 15e-6,
        watcher_memory: 17.0 * 1024.0,
        update_bytes: 1000.0,
    };
}
