//! Stands for PostgreSQL databases in a program without them: none can be read.

use super::database_error::DatabaseError;
use crate::store::PostgresUrl;
use crate::store::sql::{ReadResult, SqlRead, SqlReader};

/// No database.
#[derive(Debug)]
pub(super) enum PostgresReader {}

impl PostgresReader {
    pub(super) fn open(url: &PostgresUrl) -> Result<Self, DatabaseError> {
        match *url {}
    }

    pub(super) fn read<T>(
        &mut self,
        _: impl for<'r> FnOnce(&'r mut dyn SqlReader) -> SqlRead<'r, T>,
    ) -> ReadResult<T> {
        match *self {}
    }
}
