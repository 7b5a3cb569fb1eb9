//! The thread that owns the one writing connection.
//!
//! It takes the next commands of its queue, commits them as one transaction, answers them, and repeats; no
//! timer delays a single command. If a transaction fails, all queued commands are rejected at once,
//! and the next command tries whether the file can be written again. If writing it panics, only its own are.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::Connection;

use super::command_writer::{CommandWriter, WriteResult};
use super::file::{reopen_writer, unavailable};
use super::file_watch::FileWatch;
use super::write_queue::WriteQueue;
use crate::lasting_task::run_step;
use crate::store::{QueuedWrite, StoreError};

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

/// The only writer of a file.
#[derive(Debug)]
pub(super) struct Writer {
    path: PathBuf,
    watch: Arc<FileWatch>,
    durability: Durability,
    // `None` after repeated failures, until it is opened again.
    connection: Option<Connection>,
    commands: CommandWriter,
    /// Whether the connection syncs every transaction; `None` if that is not set.
    is_synced: Option<bool>,
    /// Whether the last transaction failed.
    has_failed: bool,
}

impl Writer {
    pub(super) fn new(
        path: &Path,
        watch: Arc<FileWatch>,
        connection: Connection,
        durability: Durability,
    ) -> Self {
        Self {
            path: path.to_owned(),
            watch,
            durability,
            connection: Some(connection),
            commands: CommandWriter::default(),
            is_synced: None,
            has_failed: false,
        }
    }

    /// Handles commands until the queue is closed.
    pub(super) fn run(mut self, commands: &WriteQueue) {
        let mut batch = Vec::new();
        while commands.next_batch(&mut batch) {
            let error = match run_step("store", || self.write_checked(&batch)) {
                Some(Ok(results)) => {
                    self.has_failed = false;
                    for (write, result) in batch.drain(..).zip(results) {
                        write.send_reply(result);
                    }
                    continue;
                }
                Some(Err(error)) => {
                    self.recover();
                    // Commands queued in the meantime have waited just as long.
                    commands.take_all(&mut batch);
                    error
                }
                None => {
                    // Whatever of it is in use: closing it undoes the transaction.
                    self.connection = None;
                    self.recover();
                    StoreError::writer_panicked()
                }
            };
            for write in batch.drain(..) {
                write.send_reply(Err(error.clone()));
            }
        }
    }

    /// Writes a batch to a file that is still there.
    fn write_checked(&mut self, batch: &[QueuedWrite]) -> Result<Vec<WriteResult>, StoreError> {
        // Before and after: what was written to a deleted file is gone.
        self.watch.check()?;
        let written = self.write(batch);
        let results = written.map_err(|error| unavailable(&error))?;
        self.watch.check()?;
        Ok(results)
    }

    /// Writes a batch as one transaction. Returns the result of each command.
    fn write(&mut self, batch: &[QueuedWrite]) -> rusqlite::Result<Vec<WriteResult>> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            broken => {
                self.is_synced = None;
                broken.insert(reopen_writer(&self.path)?)
            }
        };
        let must_sync = self.durability == Durability::Full
            || batch.iter().any(|write| write.command.must_sync());
        if self.is_synced != Some(must_sync) {
            // The pragma belongs to the connection and cannot change inside a transaction.
            connection.pragma_update(
                None,
                "synchronous",
                if must_sync { "FULL" } else { "NORMAL" },
            )?;
            self.is_synced = Some(must_sync);
        }
        let commands = batch.iter().map(|queued| &queued.command);
        self.commands.write(connection, commands)
    }

    /// Clears the cache after a transaction that failed. Drops a connection that is still in its
    /// transaction or has failed twice, so that the next command opens a new one.
    fn recover(&mut self) {
        self.commands.clear_cache();
        let is_idle = self
            .connection
            .as_ref()
            .is_some_and(Connection::is_autocommit);
        if self.has_failed || !is_idle {
            self.connection = None;
        }
        self.has_failed = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_state::MatchState;
    use crate::store::sqlite::file::open_writer;
    use crate::store::test_stores::empty_match;
    use crate::store::{MatchRow, PLANTED_PANIC, WriteCommand};

    fn create(id: usize) -> QueuedWrite {
        let row = MatchRow {
            id: format!("{id:04}").into(),
            request_id: None,
            state: MatchState::Waiting,
            created_micros: 0,
            setup: "x".repeat(1000),
            events: 0,
            outcome: None,
            head: None,
            ended_micros: None,
            record_deleted_micros: None,
        };
        QueuedWrite::new(WriteCommand::Create(row)).0
    }

    fn count(path: &Path) -> i64 {
        let connection = Connection::open(path).unwrap();
        let sql = "SELECT count(*) FROM matches";
        connection.query_row(sql, [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn failed_batch_on_a_full_disk_is_rolled_back_and_writing_recovers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        let connection = open_writer(&path).unwrap();
        // Less than the file has: it does not grow.
        connection.pragma_update(None, "max_page_count", 1).unwrap();
        let file = std::fs::File::open(&path).unwrap();
        let watch = Arc::new(FileWatch::new(&path, &file).unwrap());
        let mut writer = Writer::new(&path, watch, connection, Durability::Results);
        // Held: closing it would end the locks of the connection.
        let _file = file;
        assert!(writer.write(&[create(0)]).unwrap()[0].is_ok());
        let batch: Vec<_> = (1..1000).map(create).collect();
        let error = unavailable(&writer.write(&batch).unwrap_err());
        assert!(error.to_string().contains("free disk space"), "{error}");
        writer.recover();
        assert_eq!(count(&path), 1);
        assert!(
            writer.connection.is_some(),
            "a first failure keeps the connection"
        );
        // A smaller batch still fits.
        assert!(writer.write(&[create(1)]).unwrap()[0].is_ok());
        writer.has_failed = false;
        for _ in 0..2 {
            writer.write(&batch[1..]).unwrap_err();
            writer.recover();
        }
        // The new connection has no page limit.
        assert!(writer.connection.is_none());
        let results = writer.write(&batch[1..]).unwrap();
        assert!(results.iter().all(Result::is_ok));
        assert_eq!(count(&path), 1000);
    }

    #[test]
    fn connection_stuck_in_its_transaction_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        let connection = open_writer(&path).unwrap();
        connection.execute_batch("BEGIN").unwrap();
        let file = std::fs::File::open(&path).unwrap();
        let watch = Arc::new(FileWatch::new(&path, &file).unwrap());
        let mut writer = Writer::new(&path, watch, connection, Durability::Results);
        // Held: closing it would end the locks of the connection.
        let _file = file;
        writer.write(&[create(0)]).unwrap_err();
        writer.recover();
        assert!(writer.write(&[create(0)]).unwrap()[0].is_ok());
    }

    #[tokio::test]
    async fn batch_that_panics_is_rejected_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        let connection = open_writer(&path).unwrap();
        let file = std::fs::File::open(&path).unwrap();
        let watch = Arc::new(FileWatch::new(&path, &file).unwrap());
        let writer = Writer::new(&path, watch, connection, Durability::Results);
        // The log stays the same as long as a connection is open, as those of the readers are.
        let other = open_writer(&path).unwrap();
        let queue = WriteQueue::default();
        let push = |id: &str| {
            let row = empty_match(id, MatchState::Waiting);
            let (queued, pending) = QueuedWrite::new(WriteCommand::Create(row));
            queue.push(queued);
            pending
        };
        // One transaction takes 64 of them: the first one panics after it has written some.
        let mut replies: Vec<_> = (0..63).map(|id| push(&id.to_string())).collect();
        replies.push(push(PLANTED_PANIC));
        replies.extend((64..80).map(|id| push(&id.to_string())));
        queue.close();
        writer.run(&queue);
        let mut results = Vec::new();
        for reply in replies {
            results.push(reply.await);
        }
        assert!(results[..64].iter().all(Result::is_err));
        assert!(results[64..].iter().all(Result::is_ok));
        assert_eq!(count(&path), 16);
        // Held: closing it would end the locks of the connections.
        drop((other, file));
    }
}
