//! Where matches are kept. Everything that happens is stored before anybody is told of it.

mod database;
mod memory;
#[cfg(test)]
mod promises;
mod receipt;
mod sqlite;
#[cfg(test)]
mod throughput;
#[cfg(test)]
mod tournament_promises;
pub(crate) mod tournaments;

pub use database::{Database, DatabaseError, KeptMatch, Vacuumed, vacuum};
pub(crate) use memory::MemoryStore;
pub(crate) use receipt::Receipt;
pub use sqlite::Durability;
pub(crate) use sqlite::SqliteStore;
use tournaments::Scored;
pub(crate) use tournaments::TournamentStore;

/// A match as it is stored, without its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MatchRow {
    /// The id; ids sort by the time of creation.
    pub(crate) id: String,
    /// The creator's own id of the request, if any.
    pub(crate) request_id: Option<String>,
    /// The state's number in the contract.
    pub(crate) state: i32,
    /// Microseconds since 1970.
    pub(crate) created_micros: i64,
    /// Everything that stays the same through the match, as JSON.
    pub(crate) setup: String,
    /// Number of events so far.
    pub(crate) events: u64,
    /// The record's outcome line as JSON, once the match has ended.
    pub(crate) outcome: Option<String>,
}

/// An answered act, so that the same act gets the same answer again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ActRow {
    /// Who acted.
    pub(crate) seat: u32,
    /// The number of the request.
    pub(crate) turn: u32,
    /// The seat's acts in that turn, from 0.
    pub(crate) act: u32,
    /// What was done, in the game's notation.
    pub(crate) content: String,
    /// Nanoseconds that it took.
    pub(crate) nanos: u64,
    /// Nanoseconds that the seat's clock was charged.
    pub(crate) charged: u64,
    /// Declared search nodes.
    pub(crate) effort: u64,
    /// The seat's last report before the answer.
    pub(crate) seq: u64,
    /// The hash of what the seat might know with the answer.
    pub(crate) view_hash: u64,
}

/// What happened in a match, to be stored all or none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Commit {
    /// The match.
    pub(crate) id: String,
    /// Number of events that were stored before; another number is refused.
    pub(crate) after: u64,
    /// The record's lines of the new events, as JSON.
    pub(crate) events: Vec<String>,
    /// Acts that were answered.
    pub(crate) acts: Vec<ActRow>,
    /// The new state's number.
    pub(crate) state: i32,
    /// The record's outcome line as JSON, if the match ends with this.
    pub(crate) outcome: Option<String>,
    /// The result, if the match ends with this and belongs to a tournament.
    pub(crate) scored: Option<Scored>,
}

/// Everything stored of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredMatch {
    /// The match.
    pub(crate) row: MatchRow,
    /// The record's event lines in order, as JSON.
    pub(crate) events: Vec<String>,
    /// The answered acts in the order in which they were stored.
    pub(crate) acts: Vec<ActRow>,
}

/// Why something could not be stored or read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum StoreError {
    /// The store itself failed: disk, lock, file.
    #[error("the store failed: {0}")]
    Unavailable(String),
    /// Somebody else has stored events of this match in between.
    #[error("match {id} has {found} events, {expected} were expected")]
    Stale {
        /// The match.
        id: String,
        /// Events that the writer knew of.
        expected: u64,
        /// Events that are stored.
        found: u64,
    },
    /// There is no such match or tournament.
    #[error("there is no {0}")]
    NotFound(String),
    /// What must be used once was used before.
    #[error("{0}")]
    Taken(String),
}

/// A place to keep matches.
pub(crate) trait Store: Send + Sync + 'static {
    /// Stores a new match. One with a `request_id` that is stored already
    /// is refused.
    fn create(&self, row: MatchRow) -> Receipt;

    /// Stores what happened, all or none.
    fn commit(&self, commit: Commit) -> Receipt;

    /// Everything stored of a match.
    ///
    /// # Errors
    /// If there is no such match or the store fails.
    fn load(&self, id: &str) -> Result<StoredMatch, StoreError>;

    /// The match that a request made.
    ///
    /// # Errors
    /// If the store fails.
    fn find_request(&self, request_id: &str) -> Result<Option<MatchRow>, StoreError>;

    /// At most `limit` matches with ids below `before`, the newest first, in one state or in any.
    ///
    /// # Errors
    /// If the store fails.
    fn list(
        &self,
        before: Option<&str>,
        state: Option<i32>,
        limit: usize,
    ) -> Result<Vec<MatchRow>, StoreError>;
}

/// A part of a record as it is stored.
pub(crate) fn to_json<T: serde::Serialize>(part: &T) -> String {
    serde_json::to_string(part).expect("parts of records are plain JSON")
}
