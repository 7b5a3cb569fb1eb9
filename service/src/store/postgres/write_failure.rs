//! Why a transaction was not committed.

use super::pool::{describe, is_own_fault, unavailable};
use crate::store::StoreError;

/// Why a transaction was not committed.
#[derive(Debug)]
pub(super) enum WriteFailure {
    /// One of its commands has values that the tables refuse.
    Refused(String),
    /// The database could not be reached, or a statement failed.
    Unavailable(StoreError),
    /// A command contradicts what is stored.
    Rejected(StoreError),
    /// The lease of this server is gone: another server has taken over.
    LeaseLost,
}

impl From<tokio_postgres::Error> for WriteFailure {
    fn from(error: tokio_postgres::Error) -> Self {
        if is_own_fault(&error) {
            Self::Refused(describe(&error))
        } else {
            Self::Unavailable(unavailable(&error))
        }
    }
}

impl From<StoreError> for WriteFailure {
    fn from(error: StoreError) -> Self {
        Self::Unavailable(error)
    }
}
