//! What the servers of a store notify each other of.

use crate::ids::TournamentId;

/// What another server has stored. A notification may be lost, so code that waits for one also polls.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "postgres"),
    allow(dead_code, reason = "created by servers that share a database")
)]
pub(crate) enum SharedChange {
    /// A chunk can be leased.
    ChunkAdded,
    /// Owners, bots or tokens have changed: tokens may be revoked.
    AccountsChanged,
    /// Results of workers were stored for a tournament that the sender does not direct.
    ResultsStored(TournamentId),
    /// Notifications were lost: anything may have changed.
    Unknown,
}
