//! The thread that owns the one writing connection.
//!
//! It takes the first waiting command and whatever else waits already, commits them as one
//! transaction, answers, and repeats; no timer delays a lone command. If a transaction fails
//! everything that waits is refused at once, and the next command finds out whether the file can
//! be written again.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::sync::oneshot;

use super::Durability;
use super::append::{CommandResult, MatchWriter};
use super::file::{reopen_writer, unavailable};
use super::tournaments::upsert_bot;
use crate::store::tournaments::{
    AttemptKey, BotRow, ResultFold, ScoredAttempt, TournamentChange, TournamentRow,
};
use crate::store::{Commit, MatchRow, StoreError};

/// Commands that one transaction takes at most.
const BATCH: usize = 1024;

/// Where a command's result goes.
pub(super) type WriteReply = oneshot::Sender<Result<(), StoreError>>;

/// A command.
#[derive(Debug)]
pub(super) enum WriteCommand {
    Create(MatchRow, WriteReply),
    Commit(Commit, WriteReply),
    Begin(MatchRow, AttemptKey, WriteReply),
    Enter(MatchRow, Commit, WriteReply),
    Forfeit(ScoredAttempt, WriteReply),
    Tournament(TournamentRow, WriteReply),
    Change(TournamentChange, WriteReply),
    Bot(BotRow, WriteReply),
    Probe(WriteReply),
}

impl WriteCommand {
    /// Whether it is synced to the disk whatever the durability.
    const fn must_sync(&self) -> bool {
        match self {
            Self::Commit(commit, _) => commit.outcome.is_some(),
            Self::Create(..) | Self::Begin(..) | Self::Probe(..) => false,
            Self::Enter(..)
            | Self::Forfeit(..)
            | Self::Tournament(..)
            | Self::Change(..)
            | Self::Bot(..) => true,
        }
    }
}

/// The only writer of a file.
#[derive(Debug)]
pub(super) struct Writer {
    path: PathBuf,
    durability: Durability,
    // `None` after it broke, until it can be opened again.
    connection: Option<Connection>,
    open: MatchWriter,
    /// Whether the connection syncs every transaction.
    full: Option<bool>,
    /// Whether the last transaction failed.
    failing: bool,
}

impl Writer {
    pub(super) fn new(
        path: &Path,
        connection: Connection,
        durability: Durability,
        fold: Arc<dyn ResultFold>,
    ) -> Self {
        Self {
            path: path.to_owned(),
            durability,
            connection: Some(connection),
            open: MatchWriter::new(fold),
            full: None,
            failing: false,
        }
    }

    /// Works until nobody can send any more.
    pub(super) fn run(mut self, commands: &Receiver<WriteCommand>) {
        let mut batch = Vec::with_capacity(BATCH);
        while let Ok(first) = commands.recv() {
            batch.push(first);
            batch.extend(commands.try_iter().take(BATCH - 1));
            match self.write(&batch) {
                Ok(results) => {
                    self.failing = false;
                    for (write, result) in batch.drain(..).zip(results) {
                        answer(write, result);
                    }
                }
                Err(error) => {
                    self.recover();
                    // Whoever came meanwhile has waited as long as these.
                    batch.extend(commands.try_iter());
                    for write in batch.drain(..) {
                        answer(write, Err(unavailable(&error)));
                    }
                }
            }
        }
    }

    /// Writes a batch as one transaction. The result of each command, or why the whole failed.
    fn write(&mut self, batch: &[WriteCommand]) -> rusqlite::Result<Vec<Result<(), StoreError>>> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            broken => {
                self.full = None;
                broken.insert(reopen_writer(&self.path)?)
            }
        };
        let full = self.durability == Durability::Full || batch.iter().any(WriteCommand::must_sync);
        if self.full != Some(full) {
            // The pragma belongs to the connection and cannot change inside a transaction.
            connection.pragma_update(None, "synchronous", if full { "FULL" } else { "NORMAL" })?;
            self.full = Some(full);
        }
        let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
        let mut results = Vec::with_capacity(batch.len());
        for write in batch {
            results.push(match write {
                WriteCommand::Create(row, _) => self.open.create(&transaction, row)?,
                WriteCommand::Commit(commit, _) => self.open.append(&transaction, commit)?,
                WriteCommand::Begin(row, attempt, _) => {
                    self.open.begin(&transaction, row, attempt)?
                }
                WriteCommand::Enter(row, commit, _) => {
                    self.open.enter(&transaction, row, commit)?
                }
                WriteCommand::Forfeit(scored, _) => {
                    self.open.tournaments.forfeit(&transaction, scored)?
                }
                WriteCommand::Tournament(row, _) => {
                    self.open.tournaments.create(&transaction, row)?
                }
                WriteCommand::Change(change, _) => {
                    self.open.tournaments.change(&transaction, change)?
                }
                WriteCommand::Bot(row, _) => upsert_bot(&transaction, row)?,
                WriteCommand::Probe(_) => probe(&transaction)?,
            });
        }
        self.open.tournaments.write_tallies(&transaction)?;
        transaction.commit()?;
        Ok(results)
    }

    /// After a transaction that failed: the file alone tells what is stored. A connection that is
    /// not out of its transaction, or that fails again, is given up for a new one.
    fn recover(&mut self) {
        self.open.forget();
        let is_idle = self
            .connection
            .as_ref()
            .is_some_and(Connection::is_autocommit);
        if self.failing || !is_idle {
            self.connection = None;
        }
        self.failing = true;
    }
}

/// Writes a page of the file without changing it, so that the transaction fails if the file cannot
/// be written.
fn probe(transaction: &Transaction<'_>) -> CommandResult {
    transaction.pragma_update(None, "user_version", 0)?;
    Ok(Ok(()))
}

fn answer(write: WriteCommand, result: Result<(), StoreError>) {
    let (WriteCommand::Create(_, answer)
    | WriteCommand::Commit(_, answer)
    | WriteCommand::Begin(_, _, answer)
    | WriteCommand::Enter(_, _, answer)
    | WriteCommand::Forfeit(_, answer)
    | WriteCommand::Tournament(_, answer)
    | WriteCommand::Change(_, answer)
    | WriteCommand::Bot(_, answer)
    | WriteCommand::Probe(answer)) = write;
    // Whoever asked may have gone.
    let _ = answer.send(result);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_state::MatchState;
    use crate::store::sqlite::file::open_writer;
    use crate::tournaments::TallyFold;

    fn create(id: usize) -> WriteCommand {
        let row = MatchRow {
            id: format!("{id:04}").into(),
            request_id: None,
            state: MatchState::Waiting,
            created_micros: 0,
            setup: "x".repeat(1000),
            events: 0,
            outcome: None,
        };
        WriteCommand::Create(row, oneshot::channel().0)
    }

    fn count(path: &Path) -> i64 {
        let connection = Connection::open(path).unwrap();
        let sql = "SELECT count(*) FROM matches";
        connection.query_row(sql, [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn a_full_disk_in_the_middle_of_a_batch_leaves_nothing_of_it_and_heals() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        let connection = open_writer(&path).unwrap();
        connection
            .pragma_update(None, "max_page_count", 40)
            .unwrap();
        let mut writer = Writer::new(&path, connection, Durability::Results, Arc::new(TallyFold));
        assert!(writer.write(&[create(0)]).unwrap()[0].is_ok());
        let batch: Vec<_> = (1..1000).map(create).collect();
        let error = unavailable(&writer.write(&batch).unwrap_err());
        assert!(error.to_string().contains("make room"), "{error}");
        writer.recover();
        assert_eq!(count(&path), 1);
        assert!(
            writer.connection.is_some(),
            "a first failure breaks nothing"
        );
        // What fits goes on.
        assert!(writer.write(&[create(1)]).unwrap()[0].is_ok());
        writer.failing = false;
        for _ in 0..2 {
            writer.write(&batch[1..]).unwrap_err();
            writer.recover();
        }
        // The new connection has no such limit.
        assert!(writer.connection.is_none());
        let results = writer.write(&batch[1..]).unwrap();
        assert!(results.iter().all(Result::is_ok));
        assert_eq!(count(&path), 1000);
    }

    #[test]
    fn a_connection_that_is_stuck_in_its_transaction_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        let connection = open_writer(&path).unwrap();
        connection.execute_batch("BEGIN").unwrap();
        let mut writer = Writer::new(&path, connection, Durability::Results, Arc::new(TallyFold));
        writer.write(&[create(0)]).unwrap_err();
        writer.recover();
        assert!(writer.write(&[create(0)]).unwrap()[0].is_ok());
    }
}
