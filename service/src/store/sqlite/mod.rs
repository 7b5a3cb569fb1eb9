//! Matches in an SQLite file: one thread writes, one merges the log, readers have connections of their
//! own. In memory there is one connection.

mod change_writer;
mod checkpointer;
mod columns;
mod command_result;
mod command_writer;
pub(crate) mod file;
#[cfg(test)]
mod file_tests;
mod file_watch;
mod match_writer;
mod memory_store;
mod readers;
mod seat_log_writer;
mod tournament_writer;
mod worker_writer;
mod write_queue;
mod writer;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use super::sql::{SqlRead, SqlReader, SqlStore};
use super::{
    PendingRead, PendingWrite, QueuedWrite, StoreActivity, StoreError, WriteCommand, WriteStore,
};
use crate::server_secret::ServerSecret;
use checkpointer::Checkpointer;
use file_watch::FileWatch;
pub(crate) use memory_store::MemoryStore;
use readers::Readers;
pub(crate) use readers::complete;
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
}

impl WriteStore for SqliteStore {
    fn write(&self, command: WriteCommand) -> PendingWrite {
        let (queued, pending) = QueuedWrite::new(command);
        self.commands.push(queued);
        pending
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

impl SqlStore for SqliteStore {
    fn server_secret(&self) -> &ServerSecret {
        &self.secret
    }

    fn file_state(&self) -> Result<(), StoreError> {
        self.watch.check()
    }

    fn current_activity(&self) -> StoreActivity {
        let (running_reads, waiting_reads) = self.readers.activity();
        StoreActivity {
            writer: self.commands.activity(),
            running_reads,
            waiting_reads,
        }
    }

    fn read<T, F>(&self, read: F) -> PendingRead<T>
    where
        T: Send + 'static,
        F: for<'r> FnOnce(&'r mut dyn SqlReader) -> SqlRead<'r, T> + Send + 'static,
    {
        self.readers.read(read)
    }
}
