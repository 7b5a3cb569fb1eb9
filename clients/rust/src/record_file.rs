//! Match records: reading, writing and verifying `.bwr` files.

use std::path::Path;
use std::{fs, io};

use botwerk_agents::{Verified, verify};
use botwerk_engine::record::{Record, VerifyError};
use botwerk_engine::{GameId, with_game};

/// A match record and the game that it is of.
///
/// ```no_run
/// use botwerk_client::RecordFile;
///
/// # fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let file = RecordFile::load("match.bwr")?;
/// let verified = file.verify()?;
/// println!("{} events of {}", verified.events, file.game());
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordFile {
    record: Record,
    game: GameId,
}

/// Why a file or text is not a valid record.
#[derive(Debug, thiserror::Error)]
pub enum RecordFileError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The content is not a record, or was changed after it was written.
    #[error("{0}")]
    Invalid(String),
}

impl RecordFile {
    /// Reads a record from a file and checks its hash chain.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not a record of a known game.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, RecordFileError> {
        Self::from_bytes(&fs::read(path)?)
    }

    /// Reads a record from the bytes of a file and checks its hash chain.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a record of a known game.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordFileError> {
        let invalid = |error: &dyn std::fmt::Display| RecordFileError::Invalid(error.to_string());
        let text = std::str::from_utf8(bytes).map_err(|error| invalid(&error))?;
        let record = Record::from_text(text).map_err(|error| invalid(&error))?;
        Self::new(record)
    }

    /// Takes a record that was read or made elsewhere.
    ///
    /// # Errors
    /// Returns an error if its header names an unknown game.
    pub fn new(record: Record) -> Result<Self, RecordFileError> {
        let game = record.header.game_id();
        let invalid = || RecordFileError::Invalid("header: names no game".into());
        let game = game.ok_or_else(invalid)?;
        Ok(Self { record, game })
    }

    /// Writes the record to a file, which is replaced if it exists.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> io::Result<()> {
        fs::write(path, self.record.to_text())
    }

    /// Returns the game that the record is of.
    pub const fn game(&self) -> GameId {
        self.game
    }

    /// Returns the record itself.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Replays the record and compares it with the rules, its seed and its agents' choices.
    ///
    /// # Errors
    /// Returns the first event at which the record contradicts them.
    pub fn verify(&self) -> Result<Verified, VerifyError> {
        with_game!(self.game, G => verify::<G>(&self.record))
    }
}

#[cfg(test)]
mod tests;
