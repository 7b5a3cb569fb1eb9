//! A store in memory: an SQLite database without a file.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;

use super::command_writer::CommandWriter;
use super::file::{open_writer, server_secret, unavailable};
use super::readers::complete;
use crate::config::IN_MEMORY;
use crate::lasting_task::run_step;
use crate::server_secret::ServerSecret;
use crate::store::sql::{SqlRead, SqlReader, SqlStore};
use crate::store::{PendingRead, PendingWrite, StoreError, WriteCommand, WriteStore};

/// Number of prepared statements that are kept: all that there are.
const STATEMENTS: usize = 200;

/// A store in memory, which ends with the process, for tests, demonstrations and `--db :memory:`.
#[derive(Debug)]
pub(crate) struct MemoryStore {
    // A mutex, since every access is short and none awaits: nothing is written to a disk.
    database: Mutex<MemoryDatabase>,
    secret: ServerSecret,
}

/// The one connection, over which each read sees all writes before it.
#[derive(Debug)]
struct MemoryDatabase {
    connection: Connection,
    commands: CommandWriter,
}

impl MemoryStore {
    /// Returns an empty store.
    ///
    /// # Errors
    /// Returns an error if the system provides no random bytes or no memory.
    pub(crate) fn new() -> Result<Self, StoreError> {
        let path = Path::new(IN_MEMORY);
        let connection = open_writer(path)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(Self {
            secret: server_secret(&connection, path)?,
            database: Mutex::new(MemoryDatabase {
                connection,
                commands: CommandWriter::default(),
            }),
        })
    }

    fn lock(&self) -> MutexGuard<'_, MemoryDatabase> {
        self.database.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
impl Default for MemoryStore {
    fn default() -> Self {
        Self::new().expect("the system provides random bytes")
    }
}

impl MemoryDatabase {
    fn write(&mut self, command: &WriteCommand) -> Result<(), StoreError> {
        let commands = std::iter::once(command);
        let write = || self.commands.write(&self.connection, commands);
        let failure = match run_step("store", write) {
            Some(Ok(results)) => return results.into_iter().collect(),
            Some(Err(error)) => unavailable(&error),
            None => StoreError::writer_panicked(),
        };
        // The transaction is undone.
        self.commands.clear_cache();
        Err(failure)
    }
}

impl WriteStore for MemoryStore {
    fn write(&self, command: WriteCommand) -> PendingWrite {
        PendingWrite::ready(self.lock().write(&command))
    }
}

impl SqlStore for MemoryStore {
    fn server_secret(&self) -> &ServerSecret {
        &self.secret
    }

    fn read<T, F>(&self, read: F) -> PendingRead<T>
    where
        T: Send + 'static,
        F: for<'r> FnOnce(&'r mut dyn SqlReader) -> SqlRead<'r, T> + Send + 'static,
    {
        let read = complete(read(&mut self.lock().connection));
        PendingRead::ready(read.map_err(Into::into))
    }
}
