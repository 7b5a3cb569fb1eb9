//! Where a server keeps its matches.

use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::Deserialize;

use crate::store::{InvalidPostgresUrl, PostgresUrl};

/// The value of `db` that stands for a store in memory.
pub const IN_MEMORY: &str = ":memory:";

/// Where a server keeps its matches.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum DatabaseLocation {
    /// In memory, while the server runs.
    Memory,
    /// In an SQLite file.
    File(PathBuf),
    /// In a PostgreSQL database, which several servers can share.
    Postgres(Box<PostgresUrl>),
}

/// A path is always a file, except for `:memory:`.
impl From<PathBuf> for DatabaseLocation {
    fn from(path: PathBuf) -> Self {
        if path.as_os_str() == IN_MEMORY {
            Self::Memory
        } else {
            Self::File(path)
        }
    }
}

impl From<&Path> for DatabaseLocation {
    fn from(path: &Path) -> Self {
        path.to_owned().into()
    }
}

impl FromStr for DatabaseLocation {
    type Err = InvalidPostgresUrl;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if PostgresUrl::is_url(text) {
            return Ok(Self::Postgres(Box::new(text.parse()?)));
        }
        let path: Result<PathBuf, Infallible> = text.parse();
        Ok(path.unwrap_or_default().into())
    }
}

impl TryFrom<String> for DatabaseLocation {
    type Error = InvalidPostgresUrl;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// Shows no password.
impl fmt::Display for DatabaseLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory => f.write_str(IN_MEMORY),
            Self::File(path) => path.display().fmt(f),
            Self::Postgres(url) => url.fmt(f),
        }
    }
}
