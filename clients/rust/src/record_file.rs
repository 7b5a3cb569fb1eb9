//! Match records: reading, writing and verifying `.bwr` files.

use std::path::Path;
use std::{fs, io};

use botwerk_agents::{GameAgents, Verified};
use botwerk_engine::record::{Record, RecordComment, RecordSignature, VerifyError};
use botwerk_engine::{GameId, parse_hex};
use ring::signature::{ED25519, UnparsedPublicKey};

/// A match record and its game.
///
/// ```
/// use botwerk_client::RecordFile;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let text = record_text()?;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("match.bwr");
/// let file = RecordFile::from_bytes(text.as_bytes())?;
/// file.save(&path)?;
///
/// let file = RecordFile::load(&path)?;
/// let verified = file.verify()?;
/// println!("{}: {} events, {} choices", file.game(), verified.events, verified.choices);
/// # assert_eq!(file.game().name(), "micro-robots");
/// # assert!(verified.events > 0);
/// # Ok(())
/// # }
/// #
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn record_text() -> Result<String, botwerk_client::ClientError> {
/// #     let server = botwerk_tests::TestServer::in_memory().await;
/// #     let client = server.client().await;
/// #     let seats = vec![botwerk_tests::agent_seat("solver"); 2];
/// #     let request = botwerk_tests::micro_robots(seats, &[("chips_to_win", "1")]);
/// #     let created = botwerk_tests::create_match(&client, request).await;
/// #     let record = async || client.record(&created.name).await.ok();
/// #     Ok(botwerk_tests::poll_for("the match ends", record).await)
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordFile {
    record: Record,
    game: GameId,
    signature: Option<RecordSignature>,
    comments: Vec<RecordComment>,
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

/// Why a record is not signed by a server.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// The record has no signature.
    #[error("the record is not signed")]
    Missing,
    /// Another key has signed the record.
    #[error("the record is signed with another key, {0}")]
    OtherKey(String),
    /// The signature is not one of this record.
    #[error("the signature is not valid: the record was changed after it was signed")]
    Invalid,
}

impl RecordFile {
    /// Reads a record from a file and checks its hash chain.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not a record of a known game.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, RecordFileError> {
        Self::from_bytes(&fs::read(path)?)
    }

    /// Reads a record from the bytes of a file and checks its hash chain. A byte order mark and line ends of CR LF, which
    /// editors and transfers between systems add, are no part of the record: its hashes are those of the text without them.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a record of a known game.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordFileError> {
        let invalid = |error: &dyn std::fmt::Display| RecordFileError::Invalid(error.to_string());
        let text = std::str::from_utf8(bytes).map_err(|error| invalid(&error))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let text = text.replace("\r\n", "\n");
        let (text, comments) = RecordComment::split(&text);
        let (text, signature) = RecordSignature::split(text);
        let record = Record::from_text(text).map_err(|error| invalid(&error))?;
        Ok(Self {
            signature,
            comments,
            ..Self::new(record)?
        })
    }

    /// Wraps a record that is already in memory.
    ///
    /// # Errors
    /// Returns an error if its header names an unknown game.
    pub fn new(record: Record) -> Result<Self, RecordFileError> {
        let game = record.header.game_id();
        let invalid = || RecordFileError::Invalid("header: unknown game".into());
        let game = game.ok_or_else(invalid)?;
        Ok(Self {
            record,
            game,
            signature: None,
            comments: Vec::new(),
        })
    }

    /// Writes the record with its signature and its comments to a file, which is replaced if it exists.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let signature = self.signature.as_ref();
        let line = signature.map_or_else(String::new, RecordSignature::to_line);
        let comments: String = self.comments.iter().map(RecordComment::to_line).collect();
        fs::write(path, self.record.to_text() + &line + &comments)
    }

    /// Returns the comments of the players, which nothing proves.
    pub fn comments(&self) -> &[RecordComment] {
        &self.comments
    }

    /// Returns the signature of the server, if the record has one. Anybody can sign a record with a key of
    /// their own: see [`Self::check_signature`].
    pub const fn signature(&self) -> Option<&RecordSignature> {
        self.signature.as_ref()
    }

    /// Checks that the server with this public key, 64 hex digits, has signed the record. The key of a
    /// server is in the `record_head` of its matches.
    ///
    /// # Errors
    /// Returns an error if the record is not signed, or with another key, or was changed since.
    pub fn check_signature(&self, key: &str) -> Result<(), SignatureError> {
        let signature = self.signature.as_ref().ok_or(SignatureError::Missing)?;
        if signature.key != key {
            return Err(SignatureError::OtherKey(signature.key.clone()));
        }
        let bytes = parse_hex::<32>(key).zip(parse_hex::<64>(&signature.signature));
        let (key, signature) = bytes.ok_or(SignatureError::Invalid)?;
        let message = RecordSignature::message(&self.record.head());
        UnparsedPublicKey::new(&ED25519, key)
            .verify(&message, &signature)
            .map_err(|_| SignatureError::Invalid)
    }

    /// Returns the game of the record.
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
    /// Returns an error that names the first event at which the record contradicts them.
    pub fn verify(&self) -> Result<Verified, VerifyError> {
        self.game.verify(&self.record)
    }
}

#[cfg(test)]
mod tests;
