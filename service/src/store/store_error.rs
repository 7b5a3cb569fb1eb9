//! The errors of a store.

use crate::error::{Error, Reason};
use crate::ids::MatchId;

/// An error of a store.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum StoreError {
    /// The store itself failed, for instance its disk or its file.
    #[error("the store failed: {0}")]
    Unavailable(String),
    /// The match has other events than the writer expected.
    #[error("match {id} has {found} events, {expected} were expected")]
    Stale {
        /// The match.
        id: String,
        /// The number of events that the writer expected.
        expected: u64,
        /// The number of events that are stored.
        found: u64,
    },
    /// The match or tournament does not exist.
    #[error("there is no {0}")]
    NotFound(String),
    /// A unique value is stored already.
    #[error("{0}")]
    AlreadyExists(String),
    /// Too many reads of the caller wait.
    #[error("{0}")]
    Overloaded(String),
    /// The change contradicts what is stored.
    #[error("{0}")]
    Rejected(Error),
    /// Another server has taken over what this one would change.
    #[error("another server has taken over; connect to it")]
    #[cfg_attr(
        not(feature = "postgres"),
        allow(dead_code, reason = "created by servers that share a database")
    )]
    LeaseLost,
}

impl StoreError {
    /// Returns why a match with the id or the request id of another one is rejected.
    pub(super) fn match_exists(id: &MatchId) -> Self {
        Self::Unavailable(format!("match {id} or its request_id is stored already"))
    }

    /// Returns why the commands of a transaction are rejected whose writing panicked.
    pub(super) fn writer_panicked() -> Self {
        let message = "writing failed because of a fault in the server; inform its operator";
        Self::Unavailable(message.into())
    }

    /// Returns why a tournament with the request id or the seed of another one is rejected.
    pub(super) fn tournament_exists() -> Self {
        Self::AlreadyExists("the tournament's request_id or its seed was used before".into())
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        let reason = match error {
            StoreError::Rejected(error) => return error,
            StoreError::NotFound(_) => Reason::NotFound,
            StoreError::AlreadyExists(_) => Reason::BadRequest,
            StoreError::Overloaded(_) => Reason::LimitExceeded,
            StoreError::Unavailable(_) | StoreError::Stale { .. } | StoreError::LeaseLost => {
                Reason::StoreUnavailable
            }
        };
        Self::new(reason, error.to_string())
    }
}
