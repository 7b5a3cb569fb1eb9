//! Why a transaction was not committed.
//!
//! All transactions lock rows in one order, so that none waits for another one that waits for it:
//!
//! 1. `servers`, by epoch
//! 2. `chunks`, by tournament key and first pairing
//! 3. `tournaments`, by id
//! 4. `matches`, by key
//!
//! A transaction that changes several rows of a table locks them in this order first. If the database finds a deadlock
//! all the same, such as with a program of its operator, the transaction is tried again.

use std::time::Duration;

use super::pool::{describe, is_conflict, is_own_fault, unavailable};
use crate::store::StoreError;

/// The pauses before a transaction that a conflict has undone is tried again. In each, the other one gets the lock that it
/// waits for: without a pause this one may be first again.
pub(super) const PAUSES_AFTER_CONFLICT: [Duration; 3] = [
    Duration::from_millis(10),
    Duration::from_millis(100),
    Duration::from_secs(1),
];

/// Why a transaction was not committed.
#[derive(Debug)]
pub(super) enum WriteFailure {
    /// One of its commands has values that the tables refuse.
    Refused(String),
    /// The database has undone the transaction because of another one: a deadlock, or a serialization failure.
    Conflict(StoreError),
    /// The database could not be reached, or a statement failed.
    Unavailable(StoreError),
    /// A command contradicts what is stored.
    Rejected(StoreError),
    /// The lease of this server is gone: another server has taken over.
    LeaseLost,
}

impl From<tokio_postgres::Error> for WriteFailure {
    fn from(error: tokio_postgres::Error) -> Self {
        if is_conflict(&error) {
            Self::Conflict(unavailable(&error))
        } else if is_own_fault(&error) {
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
