//! Matches in an SQLite file: one thread writes, readers have connections of their own.

mod append;
mod columns;
mod content;
pub(super) mod file;
#[cfg(test)]
mod file_tests;
pub(super) mod readers;
pub(super) mod tournament_readers;
mod tournament_store;
mod tournaments;
mod writer;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use tokio::sync::oneshot;

use super::{Commit, MatchRow, PendingRead, PendingWrite, Store, StoreError, StoredMatch};
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::store::tournaments::ResultFold;
use readers::{Readers, list, load, match_by_request_id};
use writer::{WriteCommand, WriteReply, Writer};

/// The commits that are synced to the disk before they are acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Durability {
    /// Results. Other commits survive a crash of the process at once, and a power failure after the
    /// next result.
    #[default]
    Results,
    /// All commits.
    Full,
}

/// A store in one file. A lock beside the file keeps a second server away.
#[derive(Debug)]
pub(crate) struct SqliteStore {
    readers: Readers,
    // `None` once the store is being dropped: the writer ends when its last sender is gone.
    writer: Option<Sender<WriteCommand>>,
    thread: Option<thread::JoinHandle<()>>,
    _lock: File,
}

impl SqliteStore {
    /// Opens the file, creating it or bringing it up to date if need be.
    ///
    /// # Errors
    /// If the file cannot be opened, another server has it open, a newer version wrote it, or it
    /// is no database of ours.
    pub(crate) fn open(
        path: &Path,
        durability: Durability,
        fold: Arc<dyn ResultFold>,
    ) -> Result<Self, StoreError> {
        let lock = file::lock(path)?;
        let connection = file::open_writer(path)?;
        let readers = Readers::open(path)?;
        let writer = Writer::new(path, connection, durability, fold);
        let (sender, commands) = channel();
        let thread = thread::Builder::new()
            .name("store".into())
            .spawn(move || writer.run(&commands))
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Self {
            readers,
            writer: Some(sender),
            thread: Some(thread),
            _lock: lock,
        })
    }

    fn send(&self, write: impl FnOnce(WriteReply) -> WriteCommand) -> PendingWrite {
        let (answer, receipt) = oneshot::channel();
        if let Some(writer) = &self.writer {
            // If the writer is gone the answer is dropped, and the receipt says so.
            let _ = writer.send(write(answer));
        }
        PendingWrite::waiting(receipt)
    }
}

/// Lets the writer finish what it was given, and leaves one tidy file.
impl Drop for SqliteStore {
    fn drop(&mut self) {
        // The log goes into the database when the last connection closes, if that one writes.
        self.readers.close();
        self.writer = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Store for SqliteStore {
    fn create(&self, row: MatchRow) -> PendingWrite {
        self.send(|answer| WriteCommand::Create(row, answer))
    }

    fn commit(&self, commit: Commit) -> PendingWrite {
        self.send(|answer| WriteCommand::Commit(commit, answer))
    }

    fn probe(&self) -> PendingWrite {
        self.send(WriteCommand::Probe)
    }

    fn load(&self, id: &MatchId) -> PendingRead<StoredMatch> {
        let id = id.clone();
        self.readers
            .find(id.to_string(), move |connection| load(connection, &id))
    }

    fn match_by_request_id(&self, request_id: &str) -> PendingRead<Option<MatchRow>> {
        let request_id = request_id.to_owned();
        self.readers
            .read(move |connection| match_by_request_id(connection, &request_id))
    }

    fn list(
        &self,
        before: Option<&MatchId>,
        state: Option<MatchState>,
        limit: usize,
    ) -> PendingRead<Vec<MatchRow>> {
        let before = before.cloned();
        self.readers
            .read(move |connection| list(connection, before.as_ref(), state, limit))
    }
}
