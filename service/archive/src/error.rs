//! Why an archive is rejected.

use std::io;

/// Why an archive is rejected, or could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It is no gzipped tar file, or is cut off.
    #[error("the archive cannot be read ({0}); pack it with `botwerk bot push` or `tar -czf`")]
    Unreadable(io::Error),
    /// It has something else than files and folders.
    #[error("{0}: a link or a special file; pack only files and folders")]
    Special(String),
    /// A path leads out of the folder, or cannot be one.
    #[error("{0}: not a path within the folder of the bot")]
    Path(String),
    /// A path occurs twice.
    #[error("{0}: twice in the archive")]
    Duplicate(String),
    /// It has too many files and folders.
    #[error("more than {0} files and folders; leave out what the bot does not need")]
    TooManyEntries(usize),
    /// Its files are too large.
    #[error("files of more than {0} bytes together; leave out what the bot does not need")]
    TooLarge(u64),
    /// It has no manifest.
    #[error("botwerk.toml: missing; name the game and the command that plays it in this file")]
    NoManifest,
    /// The manifest is not valid.
    #[error("botwerk.toml: {0}")]
    Manifest(String),
    /// A file cannot be written or read.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// The error of the system.
        error: io::Error,
    },
}

impl From<io::Error> for ArchiveError {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error)
    }
}
