//! Errors in the configuration of a tournament.

use thiserror::Error;

/// An invalid field of a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// The path of the field, such as `entrant[1].agent`.
    pub field: String,
    /// The human-readable error, with the valid values.
    pub message: String,
}

/// An error in a tournament file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {field}: {message}")]
pub struct FileError {
    /// The file as the tournament file names it, if it is another one.
    pub file: Option<String>,
    /// The line number, from 1.
    pub line: usize,
    /// The path of the field, such as `entrant[1].agent`; `TOML` for syntax errors.
    pub field: String,
    /// The human-readable error, with the valid values.
    pub message: String,
}
