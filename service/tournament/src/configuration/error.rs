//! What is wrong with a configuration.

use thiserror::Error;

/// What is wrong with a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// The field, such as `entrant[1].agent`.
    pub field: String,
    /// What is wrong and what would be right.
    pub message: String,
}

/// A mistake in a file: where, and what.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {field}: {message}")]
pub struct FileError {
    /// The line, from 1.
    pub line: usize,
    /// The field, such as `entrant[1].agent`; of what is no TOML, `TOML`.
    pub field: String,
    /// What is wrong and what would be right.
    pub message: String,
}
