//! The cluster whose load is computed.

/// A cluster, and what it plays.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClusterSetting {
    /// Number of workers with one slot each.
    pub(crate) workers: u32,
    /// Number of watchers of tournaments.
    pub(crate) watchers: u32,
    /// Number of servers.
    pub(crate) servers: u32,
    /// Number of cores of each server.
    pub(crate) server_cores: u32,
    /// Number of transactions that the database runs at a time.
    pub(crate) database_cores: u32,
    /// Time of a match in seconds.
    pub(crate) match_seconds: f64,
    /// Number of matches of a chunk.
    pub(crate) chunk_matches: u32,
    /// Time after which a lease ends, in seconds: a third of it is the interval of renewals.
    pub(crate) lease_seconds: f64,
    /// Updates that a watcher receives each second.
    pub(crate) updates_per_second: f64,
    /// The share of the matches of workers that servers play again.
    pub(crate) checked_share: f64,
}

impl ClusterSetting {
    /// Returns the time of a chunk in seconds.
    pub(crate) fn chunk_seconds(&self) -> f64 {
        self.match_seconds * f64::from(self.chunk_matches)
    }
}
