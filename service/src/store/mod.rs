//! Where matches are kept. Everything that happens is stored before anybody is told of it.

#[cfg(test)]
mod contract_tests;
mod database;
mod memory;
mod pending_read;
mod pending_write;
mod sqlite;
#[cfg(test)]
mod throughput;
#[cfg(test)]
mod tournament_contract_tests;
pub(crate) mod tournaments;

use std::time::{SystemTime, UNIX_EPOCH};

use botwerk_engine::record::OutcomeLine;

pub use database::{Database, DatabaseError, StoredRecord, VacuumReport, vacuum};
pub(crate) use memory::MemoryStore;
pub(crate) use pending_read::PendingRead;
pub(crate) use pending_write::PendingWrite;
pub use sqlite::Durability;
pub(crate) use sqlite::SqliteStore;
use tournaments::ScoredAttempt;
pub(crate) use tournaments::TournamentStore;

use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::match_state::MatchState;

/// A match as it is stored, without its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MatchRow {
    pub(crate) id: MatchId,
    /// The creator's own id of the request, if any.
    pub(crate) request_id: Option<String>,
    pub(crate) state: MatchState,
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
pub(crate) struct SubmissionRow {
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Commit {
    /// The match.
    pub(crate) id: MatchId,
    /// Number of events stored before this commit. The commit is rejected if there are more or
    /// fewer.
    pub(crate) expected_events: u64,
    /// The record's lines of the new events, as JSON.
    pub(crate) events: Vec<String>,
    /// The submissions that were accepted.
    pub(crate) submissions: Vec<SubmissionRow>,
    /// The new state.
    pub(crate) state: MatchState,
    /// The record's outcome line, if the match ends with this commit.
    pub(crate) outcome: Option<OutcomeLine>,
    /// The result, if the match ends with this and belongs to a tournament.
    pub(crate) scored: Option<ScoredAttempt>,
}

impl Commit {
    /// Returns a commit that changes nothing but the state.
    pub(crate) fn new(id: MatchId, expected_events: u64, state: MatchState) -> Self {
        Self {
            id,
            expected_events,
            events: Vec::new(),
            submissions: Vec::new(),
            state,
            outcome: None,
            scored: None,
        }
    }
}

/// Everything stored of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredMatch {
    /// The match.
    pub(crate) row: MatchRow,
    /// The record's event lines in order, as JSON.
    pub(crate) events: Vec<String>,
    /// The accepted submissions, in the order in which they were stored.
    pub(crate) submissions: Vec<SubmissionRow>,
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
    AlreadyExists(String),
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        let reason = match error {
            StoreError::NotFound(_) => Reason::NotFound,
            StoreError::AlreadyExists(_) => Reason::BadRequest,
            StoreError::Unavailable(_) | StoreError::Stale { .. } => Reason::StoreUnavailable,
        };
        Self::new(reason, error.to_string())
    }
}

/// A store of matches. No method blocks: writes and reads run on threads of the store.
pub(crate) trait Store: Send + Sync + 'static {
    /// Stores a new match. Rejected if its `request_id` is stored already.
    fn create(&self, row: MatchRow) -> PendingWrite;

    /// Stores a commit atomically; rejects it if the match has changed since it was read.
    fn commit(&self, commit: Commit) -> PendingWrite;

    /// Checks whether the store accepts writes, by one that changes nothing.
    fn probe(&self) -> PendingWrite;

    /// Reads everything that is stored of a match; an error if there is no such match.
    fn load(&self, id: &MatchId) -> PendingRead<StoredMatch>;

    /// Reads the match that a request created, if there is one.
    fn match_by_request_id(&self, request_id: &str) -> PendingRead<Option<MatchRow>>;

    /// Reads at most `limit` matches with ids below `before`, the newest first, in one state or in
    /// any.
    fn list(
        &self,
        before: Option<&MatchId>,
        state: Option<MatchState>,
        limit: usize,
    ) -> PendingRead<Vec<MatchRow>>;
}

/// Returns the present time as rows have it: in microseconds since 1970.
pub(crate) fn now_micros() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_micros() as i64
}

/// A part of a record as it is stored.
pub(crate) fn to_json<T: serde::Serialize>(part: &T) -> String {
    serde_json::to_string(part).expect("parts of records are plain JSON")
}
