//! What is wrong with a database.

use crate::store::StoreError;

/// An error of a database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseError {
    /// The database cannot be opened, is not one of Botwerk, has another version, or is in use.
    #[error("{0}")]
    Unusable(String),
    /// The content cannot be read.
    #[error("{0}")]
    Corrupt(String),
    /// The record of this match was deleted, as its tournament says.
    #[error(
        "match {0}: its record was deleted, since its tournament keeps records for a time (`record_days`); its result \
         remains"
    )]
    RecordDeleted(String),
}

pub(super) fn unusable(error: StoreError) -> DatabaseError {
    match error {
        StoreError::Unavailable(message) => DatabaseError::Unusable(message),
        other => DatabaseError::Unusable(other.to_string()),
    }
}
