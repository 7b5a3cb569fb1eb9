//! Plays of a reproducible match that differ from the stored one.

use crate::ids::TournamentId;

/// A play of a reproducible match that differs from the stored one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DifferingRecord {
    pub(crate) tournament: TournamentId,
    /// The index of the pairing.
    pub(crate) pairing: u64,
    /// The id of the worker whose play differs.
    pub(crate) worker: String,
    /// The time at which the difference was found, in microseconds since 1970.
    pub(crate) found_micros: i64,
    /// The other play, as JSON.
    pub(crate) record: String,
}

impl DifferingRecord {
    /// Maximum size of the records of a list, in bytes, unless one is larger.
    pub(super) const MAX_LISTED_BYTES: usize = 256 << 10;
}
