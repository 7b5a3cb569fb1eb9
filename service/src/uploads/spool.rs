//! What was received of an upload, in a temporary file that has no name.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// A temporary file, which ends with the process.
#[derive(Debug)]
pub(super) struct Spool {
    file: File,
    length: u64,
}

impl Spool {
    /// Creates an empty file.
    pub(super) fn create() -> io::Result<Self> {
        Ok(Self {
            file: tempfile::tempfile()?,
            length: 0,
        })
    }

    /// Returns the number of bytes so far.
    pub(super) fn len(&self) -> u64 {
        self.length
    }

    /// Appends bytes.
    pub(super) fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(bytes)?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Returns a reader from an offset on.
    pub(super) fn reader(&mut self, offset: u64) -> io::Result<impl Read + '_> {
        self.file.seek(SeekFrom::Start(offset))?;
        Ok((&mut self.file).take(self.length.saturating_sub(offset)))
    }
}
