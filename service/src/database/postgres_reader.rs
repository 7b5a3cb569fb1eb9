//! A PostgreSQL database that is read without a server.

use tokio::runtime::Runtime;

use super::database_error::{DatabaseError, unusable};
use crate::store::PostgresUrl;
use crate::store::postgres::copying::CopyConnection;
use crate::store::sql::{ReadResult, SqlRead, SqlReader};

/// A connection to a PostgreSQL database, and the runtime that it needs.
#[derive(Debug)]
pub(super) struct PostgresReader {
    runtime: Runtime,
    connection: CopyConnection,
}

impl PostgresReader {
    /// Opens a database, which servers may use.
    ///
    /// # Errors
    /// Returns an error if the database cannot be reached, or has another version.
    pub(super) fn open(url: &PostgresUrl) -> Result<Self, DatabaseError> {
        let runtime = runtime()?;
        let connection = runtime.block_on(CopyConnection::open_reader(url));
        Ok(Self {
            connection: connection.map_err(unusable)?,
            runtime,
        })
    }

    /// Reads, and waits for the result.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub(super) fn read<T>(
        &mut self,
        read: impl for<'r> FnOnce(&'r mut dyn SqlReader) -> SqlRead<'r, T>,
    ) -> ReadResult<T> {
        self.runtime.block_on(read(self.connection.reader()))
    }
}

/// Starts a runtime for one connection.
///
/// # Errors
/// Returns an error if the system refuses it.
pub(super) fn runtime() -> Result<Runtime, DatabaseError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.map_err(|error| DatabaseError::Unusable(error.to_string()))
}
