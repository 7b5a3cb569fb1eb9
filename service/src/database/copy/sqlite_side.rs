//! An SQLite file from or to which rows are copied.

use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql, params_from_iter};

use super::super::table::{ColumnKind, Row, Table};
use super::super::{DatabaseError, database_error, read_error, unusable};
use crate::store::ColumnValue;
use crate::store::sql::{SqlReader, SqlRow};
use crate::store::sqlite::{complete, file};

/// An SQLite file from or to which rows are copied.
pub(super) struct SqliteSide {
    connection: Connection,
    path: PathBuf,
    /// Whether the file is removed unless the copy is committed.
    is_new: bool,
    _lock: File,
}

impl SqliteSide {
    /// Opens a file that no server uses.
    ///
    /// # Errors
    /// Returns an error if the file does not exist, a server uses it, or it has another version.
    pub(super) fn open_source(path: &Path) -> Result<Self, DatabaseError> {
        if !path.exists() {
            let message = format!("{}: no such file; choose a database", path.display());
            return Err(DatabaseError::Unusable(message));
        }
        Self::open(path, false)
    }

    /// Creates a file.
    ///
    /// # Errors
    /// Returns an error if the file exists or cannot be created.
    pub(super) fn create(path: &Path) -> Result<Self, DatabaseError> {
        if path.exists() {
            let message = format!("{}: the file exists; choose a new one", path.display());
            return Err(DatabaseError::Unusable(message));
        }
        Self::open(path, true)
    }

    fn open(path: &Path, is_new: bool) -> Result<Self, DatabaseError> {
        let lock = file::lock(path).map_err(unusable)?;
        let connection = file::open_writer(path).map_err(unusable)?;
        let found = file::check_version(&connection, path).map_err(unusable)?;
        let own = file::own_version();
        if found > own {
            // It has columns and tables that this program does not know.
            let message = format!(
                "{}: expected version {own}, found {found}; use the newer `botwerk` that wrote it",
                path.display()
            );
            return Err(DatabaseError::Unusable(message));
        }
        let side = Self {
            connection,
            path: path.to_owned(),
            is_new,
            _lock: lock,
        };
        side.connection
            .execute_batch("BEGIN IMMEDIATE")
            .map_err(|error| side.error(&error))?;
        Ok(side)
    }

    /// Reads rows of a table after the given one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub(super) fn page(
        &mut self,
        table: &Table,
        after: Option<&Row>,
        limit: usize,
    ) -> Result<Vec<Row>, DatabaseError> {
        if table.has_ordinals {
            return self.page_with_ordinals(table, after, limit);
        }
        let condition = match after {
            Some(_) => {
                let marks = vec!["?"; table.key].join(", ");
                format!("WHERE ({}) > ({marks})", table.key_list())
            }
            None => String::new(),
        };
        let sql = format!(
            "SELECT {} FROM {} {condition} ORDER BY {} LIMIT {limit}",
            table.column_list(),
            table.name,
            table.key_list()
        );
        let key = after.map_or_else(Vec::new, |row| row[..table.key].to_vec());
        self.query(table, &sql, key)
    }

    /// Reads rows of the commits, whose numbers count the commits of a match. Those of a match follow one another in the
    /// index, so that the last one that was read tells how many are skipped.
    fn page_with_ordinals(
        &mut self,
        table: &Table,
        after: Option<&Row>,
        limit: usize,
    ) -> Result<Vec<Row>, DatabaseError> {
        let (first, skipped) = match after.map(Vec::as_slice) {
            Some([ColumnValue::Integer(key), ColumnValue::Integer(ordinal), ..]) => {
                (*key, ordinal + 1)
            }
            _ => (i64::MIN, 0),
        };
        let sql = format!(
            "SELECT match_key,
                    (SELECT count(*) FROM commits AS earlier
                     WHERE earlier.match_key = commits.match_key AND earlier.number < commits.number),
                    event_count, events, submissions, comment
             FROM commits WHERE match_key >= ? ORDER BY match_key, number LIMIT {limit} OFFSET {skipped}"
        );
        self.query(table, &sql, vec![first.into()])
    }

    fn query(
        &mut self,
        table: &Table,
        sql: &str,
        values: Vec<ColumnValue>,
    ) -> Result<Vec<Row>, DatabaseError> {
        let rows = complete(self.connection.query(sql, values));
        let rows = rows.map_err(|failure| read_error(&self.path.display(), failure))?;
        let row = |row: SqlRow| {
            let columns = row.into_columns().into_iter().zip(table.columns);
            columns.map(|(value, (_, kind))| match (value, kind) {
                (ColumnValue::Text(text), ColumnKind::Bytes) => {
                    ColumnValue::Bytes(text.into_bytes())
                }
                (value, _) => value,
            })
        };
        Ok(rows.into_iter().map(|it| row(it).collect()).collect())
    }

    /// Inserts rows into a table.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(super) fn insert(&mut self, table: &Table, rows: &[Row]) -> Result<(), DatabaseError> {
        let insert = || -> rusqlite::Result<()> {
            // A file numbers the commits of all matches together, in the order in which they are inserted.
            let is_numbered = table.has_ordinals;
            let columns: Vec<_> = (0..table.columns.len())
                .filter(|index| !is_numbered || table.columns[*index].0 != "number")
                .collect();
            let names: Vec<_> = columns
                .iter()
                .map(|index| table.columns[*index].0)
                .collect();
            let marks = vec!["?"; columns.len()].join(", ");
            let sql = format!(
                "INSERT INTO {} ({}) VALUES ({marks})",
                table.name,
                names.join(", ")
            );
            let mut statement = self.connection.prepare_cached(&sql)?;
            for row in rows {
                let values = columns
                    .iter()
                    .map(|index| SqliteValue(&row[*index], table.name));
                statement.execute(params_from_iter(values))?;
            }
            Ok(())
        };
        insert().map_err(|error| self.error(&error))
    }

    /// Completes the copy.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(super) fn commit(mut self) -> Result<(), DatabaseError> {
        self.connection
            .execute_batch("COMMIT")
            .map_err(|error| self.error(&error))?;
        self.is_new = false;
        Ok(())
    }

    fn error(&self, error: &rusqlite::Error) -> DatabaseError {
        database_error(&self.path, error)
    }
}

/// Removes a file whose copy was not completed.
impl Drop for SqliteSide {
    fn drop(&mut self) {
        if self.is_new {
            for suffix in ["", "-wal", "-shm"] {
                let _ = std::fs::remove_file(format!("{}{suffix}", self.path.display()));
            }
        }
    }
}

/// A value as a file stores it: the logs of seats are texts there.
struct SqliteValue<'a>(&'a ColumnValue, &'static str);

impl ToSql for SqliteValue<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Self(ColumnValue::Bytes(bytes), "seat_logs") => {
                Ok(ToSqlOutput::Borrowed(ValueRef::Text(bytes)))
            }
            Self(value, _) => value.to_sql(),
        }
    }
}
