//! Errors in the configuration of a tournament.

use thiserror::Error;

/// An invalid field of a configuration.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{field}: {message}")]
pub struct FieldError {
    /// The path of the field, such as `entrant[1].player`.
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
    /// The path of the field, such as `entrant[1].player`; `TOML` for syntax errors.
    pub field: String,
    /// The human-readable error, with the valid values.
    pub message: String,
}

/// Why a text names no player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// There is no word.
    #[error(
        "names no player; write an agent, a program such as `./bot` or `grpc:./bot`, or `bot:NAME`"
    )]
    Empty,
    /// A quote or backslash is the last one.
    #[error("a quote or backslash has no end; write it as for a shell")]
    Unclosed,
    /// A word has a character that no argument can have.
    #[error("a program and its arguments cannot have the character NUL; remove it")]
    Nul,
    /// The name of the bot is missing.
    #[error("names no bot; write `bot:NAME` with the name under which it is registered")]
    NoBot,
}
