//! Why a read failed.

use crate::store::StoreError;

/// What a read returns.
pub(crate) type ReadResult<T> = Result<T, ReadFailure>;

/// Why a read failed.
#[derive(Debug)]
pub(crate) enum ReadFailure {
    /// The store cannot be read, or what is read does not exist.
    Store(StoreError),
    /// What is stored is damaged.
    Corrupt(String),
}

impl From<StoreError> for ReadFailure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<serde_json::Error> for ReadFailure {
    fn from(error: serde_json::Error) -> Self {
        Self::Corrupt(error.to_string())
    }
}

impl From<ReadFailure> for StoreError {
    fn from(failure: ReadFailure) -> Self {
        match failure {
            ReadFailure::Store(error) => error,
            ReadFailure::Corrupt(message) => Self::Unavailable(format!(
                "what is stored is corrupt: {message}; run `botwerk db check`"
            )),
        }
    }
}
