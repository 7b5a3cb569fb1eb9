//! Notices that the files of an open database were deleted or replaced. What is written to them then is
//! gone once they are closed.

use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::store::StoreError;

/// The files of an open database.
#[derive(Debug)]
pub(super) struct FileWatch {
    path: PathBuf,
    database: FileId,
    log_path: PathBuf,
    /// The log, once it was seen. It stays the same as long as a connection is open.
    log: Mutex<Option<FileId>>,
}

/// Identifies a file, whatever its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FileId {
    device: u64,
    number: u64,
}

impl FileId {
    #[cfg(unix)]
    fn new(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self {
            device: metadata.dev(),
            number: metadata.ino(),
        }
    }

    /// Other systems neither delete nor replace open files: there is nothing to look at, and looking would open the
    /// files again at each commit.
    #[cfg(not(unix))]
    const fn new(_: &Metadata) -> Self {
        Self {
            device: 0,
            number: 0,
        }
    }

    /// Returns the file at a path, or `None` if no file is there.
    #[cfg(unix)]
    fn at(path: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(path).ok()?;
        Some(Self::new(&metadata))
    }

    #[cfg(not(unix))]
    const fn at(_: &Path) -> Option<Self> {
        Some(Self {
            device: 0,
            number: 0,
        })
    }
}

impl FileWatch {
    /// Watches the database at `path`, which `file` has open.
    ///
    /// # Errors
    /// Returns an error if the file cannot be identified.
    pub(super) fn new(path: &Path, file: &File) -> io::Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            database: FileId::new(&file.metadata()?),
            log_path: PathBuf::from(format!("{}-wal", path.display())),
            log: Mutex::new(None),
        })
    }

    /// Checks that the files are the ones that were opened.
    ///
    /// # Errors
    /// Returns an error if a file was deleted or replaced.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let gone = |path: &Path| {
            let message = format!(
                "{} was deleted or replaced while it was open; put it back and restart the server",
                path.display()
            );
            Err(StoreError::Unavailable(message))
        };
        if FileId::at(&self.path) != Some(self.database) {
            return gone(&self.path);
        }
        let found = FileId::at(&self.log_path);
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        match *log {
            None => *log = found,
            Some(_) if *log != found => return gone(&self.log_path),
            Some(_) => {}
        }
        Ok(())
    }
}
