//! What the servers of a store tell each other.

use crate::ids::TournamentId;

/// What another server has stored. A message may be lost, so whoever waits for one also looks from time to time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SharedChange {
    /// A chunk can be leased.
    ChunkAdded,
    /// Results of workers were stored for a tournament that the sender does not direct.
    ResultsStored(TournamentId),
    /// Messages were lost: anything may have changed.
    Unknown,
}
