//! What all lanes of an environment do with one request.

/// A numbered request to step or reset lanes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Batch {
    /// The number of the batch from 1; 0 for the next one, whatever its number.
    pub(crate) step: u64,
    pub(crate) kind: BatchKind,
}

/// What the lanes do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BatchKind {
    /// One action in each lane.
    Actions {
        /// The number of each lane's action.
        actions: Vec<i64>,
        /// The search nodes of each lane; empty for none.
        efforts: Vec<u64>,
    },
    /// A random legal action in each lane.
    Random,
    /// The start of episodes.
    Reset {
        /// The lanes; empty for all.
        lanes: Vec<usize>,
        /// The seed text of each of these lanes; empty for the episodes that follow.
        seeds: Vec<String>,
    },
}
