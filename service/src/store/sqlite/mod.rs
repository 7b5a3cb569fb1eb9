//! Matches in an SQLite file: one thread writes, one merges the log, readers have connections of their
//! own.

mod bot_writer;
mod checkpointer;
mod columns;
mod command_result;
pub(crate) mod file;
#[cfg(test)]
mod file_tests;
mod file_watch;
pub(crate) mod league_readers;
mod match_writer;
pub(crate) mod readers;
pub(crate) mod seat_log_readers;
mod seat_log_store;
mod seat_log_writer;
pub(crate) mod tournament_readers;
mod tournament_store;
mod tournament_writer;
mod worker_store;
mod worker_writer;
mod write_queue;
mod writer;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use tokio::sync::oneshot;

use super::{
    Commit, EventPage, MatchPage, MatchRow, PendingRead, PendingWrite, Store, StoreError,
    StoredMatch, WriteCommand, WriteReply,
};
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::server_secret::ServerSecret;
use checkpointer::Checkpointer;
use file_watch::FileWatch;
use readers::{Readers, events, find_row, list, load, match_by_request_id, unfinished};
use write_queue::WriteQueue;
pub use writer::Durability;
use writer::Writer;

/// A store in one file. A lock file next to it keeps a second server from opening it.
#[derive(Debug)]
pub(crate) struct SqliteStore {
    readers: Readers,
    commands: Arc<WriteQueue>,
    thread: Option<thread::JoinHandle<()>>,
    // `None` once the store is being dropped.
    checkpointer: Option<Checkpointer>,
    watch: Arc<FileWatch>,
    secret: ServerSecret,
    _lock: File,
}

impl SqliteStore {
    /// Opens the file; creates or migrates it if necessary.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened, another server has it open, a newer version
    /// wrote it, or it is not a Botwerk database.
    pub(crate) fn open(path: &Path, durability: Durability) -> Result<Self, StoreError> {
        let lock = file::lock(path)?;
        let connection = file::open_writer(path)?;
        let secret = file::server_secret(&connection, path)?;
        let readers = Readers::open(path)?;
        let failed = |error: std::io::Error| StoreError::Unavailable(error.to_string());
        let watch = Arc::new(FileWatch::new(path, &lock).map_err(failed)?);
        let checkpointer = Checkpointer::start(path).map_err(failed)?;
        let writer = Writer::new(path, Arc::clone(&watch), connection, durability);
        let commands: Arc<WriteQueue> = Arc::default();
        let written = Arc::clone(&commands);
        let thread = thread::Builder::new()
            .name("store".into())
            .spawn(move || writer.run(&written))
            .map_err(failed)?;
        Ok(Self {
            readers,
            commands,
            thread: Some(thread),
            checkpointer: Some(checkpointer),
            watch,
            secret,
            _lock: lock,
        })
    }

    fn send(&self, write: impl FnOnce(WriteReply) -> WriteCommand) -> PendingWrite {
        let (reply, receiver) = oneshot::channel();
        self.commands.push(write(reply));
        PendingWrite::waiting(receiver)
    }
}

/// Completes all writes and leaves one file without a log.
impl Drop for SqliteStore {
    fn drop(&mut self) {
        // The log is merged into the database when the last connection closes, if it can write.
        self.readers.close();
        self.checkpointer = None;
        self.commands.close();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Store for SqliteStore {
    fn secret(&self) -> &ServerSecret {
        &self.secret
    }

    fn create(&self, row: MatchRow) -> PendingWrite {
        self.send(|reply| WriteCommand::Create(row, reply))
    }

    fn commit(&self, commit: Commit) -> PendingWrite {
        self.send(|reply| WriteCommand::Commit(commit, reply))
    }

    fn probe(&self) -> PendingWrite {
        self.send(WriteCommand::Probe)
    }

    fn check_files(&self) -> Result<(), StoreError> {
        self.watch.check()
    }

    fn unfinished(&self) -> PendingRead<Vec<(MatchId, MatchState)>> {
        self.readers.read(unfinished)
    }

    fn row(&self, id: &MatchId) -> PendingRead<MatchRow> {
        let id = id.clone();
        self.readers
            .find(id.to_string(), move |connection| find_row(connection, &id))
    }

    fn events(&self, id: &MatchId, after: i64) -> PendingRead<EventPage> {
        let id = id.clone();
        self.readers
            .read(move |connection| events(connection, &id, after))
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
    ) -> PendingRead<MatchPage> {
        let before = before.cloned();
        self.readers
            .read(move |connection| list(connection, before.as_ref(), state, limit))
    }
}
