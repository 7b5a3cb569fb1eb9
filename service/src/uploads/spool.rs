//! What was received of an upload, in a temporary file that has no name.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use botwerk_archive::{Archive, ArchiveError, Manifest};
use botwerk_engine::hex;
use sha2::{Digest, Sha256};

use crate::error::{Error, Reason};
use crate::store::CONTENT_PART_BYTES;

/// A temporary file, which ends with the process.
#[derive(Debug)]
pub(super) struct Spool {
    file: File,
    length: u64,
}

impl Spool {
    /// Creates an empty file.
    ///
    /// # Errors
    /// Returns an error if the disk fails, as do all of these functions.
    pub(super) fn create() -> Result<Self, Error> {
        let file = tempfile::tempfile().map_err(|error| disk_error(&error))?;
        Ok(Self { file, length: 0 })
    }

    /// Returns the number of bytes so far.
    pub(super) fn len(&self) -> u64 {
        self.length
    }

    /// Appends bytes.
    pub(super) fn append(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let end = SeekFrom::Start(self.length);
        let written = self.file.seek(end).and_then(|_| self.file.write_all(bytes));
        written.map_err(|error| disk_error(&error))?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Compares the archive with its hash, and checks what it has; returns its manifest.
    ///
    /// # Errors
    /// Returns an error if the archive has another hash or may not be uploaded.
    pub(super) fn check(&mut self, expected: &str) -> Result<Manifest, Error> {
        let digest = self.sha256().map_err(|error| disk_error(&error))?;
        if digest != expected {
            let message =
                format!("content_sha256: expected {expected}, found {digest}; upload it again");
            return Err(Error::new(Reason::BadRequest, message));
        }
        let reader = self.reader(0).map_err(|error| disk_error(&error))?;
        let archive = Archive::check(reader).map_err(|error| {
            let reason = match error {
                ArchiveError::TooLarge(_) | ArchiveError::TooManyEntries(_) => Reason::TooLarge,
                _ => Reason::BadRequest,
            };
            Error::new(reason, error.to_string())
        })?;
        Ok(archive.manifest)
    }

    /// Returns the part of the archive from an offset on, as long as a part is stored; empty at the end.
    pub(super) fn part(&mut self, offset: u64) -> Result<Vec<u8>, Error> {
        let mut content = Vec::with_capacity(CONTENT_PART_BYTES);
        let read = self.reader(offset).and_then(|reader| {
            let mut reader = reader.take(CONTENT_PART_BYTES as u64);
            reader.read_to_end(&mut content)
        });
        read.map_err(|error| disk_error(&error))?;
        Ok(content)
    }

    fn sha256(&mut self) -> io::Result<String> {
        let mut digest = Sha256::new();
        let mut reader = self.reader(0)?;
        let mut buffer = vec![0; CONTENT_PART_BYTES];
        loop {
            match reader.read(&mut buffer)? {
                0 => return Ok(hex(&digest.finalize())),
                length => digest.update(&buffer[..length]),
            }
        }
    }

    /// Returns a reader from an offset on.
    fn reader(&mut self, offset: u64) -> io::Result<impl Read + '_> {
        self.file.seek(SeekFrom::Start(offset))?;
        Ok((&mut self.file).take(self.length.saturating_sub(offset)))
    }
}

fn disk_error(error: &io::Error) -> Error {
    let message = format!("the upload cannot be kept in a temporary file: {error}");
    Error::new(Reason::StoreUnavailable, message)
}
