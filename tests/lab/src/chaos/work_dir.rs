//! The folder for the files of `chaos`.

use std::fs;
use std::path::{Path, PathBuf};

use botwerk_command::failure::{Failure, Reason};
use tempfile::TempDir;

/// The folder of databases, records and logs.
pub(super) enum WorkDir {
    /// A folder named by the user.
    Kept(PathBuf),
    /// A folder that is removed at the end.
    Temporary(TempDir),
}

impl WorkDir {
    /// Creates the named folder, or a temporary one.
    pub(super) fn new(keep: Option<&Path>) -> Result<Self, Failure> {
        let failed = |path: &Path, error| Failure::file(&path.display().to_string(), &error);
        let Some(path) = keep else {
            let folder = tempfile::Builder::new().prefix("botwerk-chaos-").tempdir();
            return Ok(Self::Temporary(folder?));
        };
        if path.exists() {
            let message = format!(
                "--keep-dir {}: already exists; name a new folder",
                path.display()
            );
            return Err(Failure::new(Reason::FileError, message));
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

    /// Keeps the folder, even a temporary one, and returns it.
    pub(super) fn keep(self) -> PathBuf {
        match self {
            Self::Kept(path) => path,
            Self::Temporary(folder) => folder.keep(),
        }
    }
}
