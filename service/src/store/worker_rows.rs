//! What a store keeps of workers: which results they have played, and which workers are excluded.

use std::ops::Range;

use crate::ids::TournamentId;

/// A worker that has reported what it has not played. It leases nothing, and its results are removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ExcludedWorker {
    pub(crate) id: String,
    /// The time of the exclusion in microseconds since 1970.
    pub(crate) excluded_micros: i64,
    /// The human-readable reason.
    pub(crate) reason: String,
}

/// The worker that has played a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WorkerPlay {
    pub(crate) worker: String,
    /// Whether a server will play the match again.
    pub(crate) is_unchecked: bool,
}

/// A result that a worker has reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WorkerResultRow {
    pub(crate) pairing: u64,
    pub(crate) worker: String,
}

/// Which results of workers are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WorkerResults {
    /// Those that a server has yet to play again.
    Unchecked,
    /// Those of excluded workers.
    OfExcluded,
    /// That of a pairing.
    Of(u64),
}

/// Maximum number of results of workers that one read returns.
pub(crate) const MAX_WORKER_RESULTS: usize = 500;

/// Results that are removed, so that their pairings are played again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RemovedResults {
    pub(crate) tournament: TournamentId,
    pub(crate) pairings: Range<u64>,
    /// Whether all results of these pairings are removed, or only those of excluded workers.
    pub(crate) are_all: bool,
}

/// A change of what a store keeps of workers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WorkerChange {
    /// Excludes a worker; the first reason stays.
    Exclude(ExcludedWorker),
    /// Readmits an excluded worker, by its id.
    Readmit(String),
    /// A server has played a match again.
    Check {
        tournament: TournamentId,
        pairing: u64,
    },
    /// Removes results. Only the director of the tournament does.
    Remove(RemovedResults),
}
