//! Where `chaos` keeps its files.

use std::fs;
use std::path::{Path, PathBuf};

use botwerk_cli::failure::{Failure, Reason};
use tempfile::TempDir;

/// The folder of databases, records and logs.
pub(super) enum WorkDir {
    /// One that the user has named.
    Kept(PathBuf),
    /// One that is removed in the end.
    Temporary(TempDir),
}

impl WorkDir {
    /// Creates the folder that is named, or a temporary one.
    pub(super) fn new(keep: Option<&Path>) -> Result<Self, Failure> {
        let failed = |path: &Path, error| Failure::file(&path.display().to_string(), &error);
        let Some(path) = keep else {
            let folder = tempfile::Builder::new().prefix("botwerk-chaos-").tempdir();
            return Ok(Self::Temporary(folder?));
        };
        if path.exists() {
            let message = format!("{} is there already; name a new folder", path.display());
            return Err(Failure::new(Reason::Unreadable, message));
        }
        fs::create_dir_all(path).map_err(|error| failed(path, error))?;
        Ok(Self::Kept(path.to_owned()))
    }

    /// Returns the folder.
    pub(super) fn path(&self) -> &Path {
        match self {
            Self::Kept(path) => path,
            Self::Temporary(folder) => folder.path(),
        }
    }

    /// Keeps a temporary folder, too, and returns it.
    pub(super) fn keep(self) -> PathBuf {
        match self {
            Self::Kept(path) => path,
            Self::Temporary(folder) => folder.keep(),
        }
    }
}
