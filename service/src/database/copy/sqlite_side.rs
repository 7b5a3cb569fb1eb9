//! An SQLite file from or to which rows are copied.

use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql, params_from_iter};

use super::super::{DatabaseError, database_error, unusable};
use super::table::{ColumnKind, Row, Table};
use crate::store::ColumnValue;
use crate::store::sqlite::file;

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
        &self,
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
        let key = after.map_or(&[][..], |row| &row[..table.key]);
        self.query(table, &sql, key)
    }

    /// Reads rows of the commits, whose numbers count the commits of a match. Those of a match follow one another in the
    /// index, so that the last one that was read tells how many are skipped.
    fn page_with_ordinals(
        &self,
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
                    event_count, events, submissions
             FROM commits WHERE match_key >= ? ORDER BY match_key, number LIMIT {limit} OFFSET {skipped}"
        );
        self.query(table, &sql, &[ColumnValue::Integer(first)])
    }

    fn query(
        &self,
        table: &Table,
        sql: &str,
        values: &[ColumnValue],
    ) -> Result<Vec<Row>, DatabaseError> {
        let read = || -> rusqlite::Result<Vec<Row>> {
            let mut statement = self.connection.prepare_cached(sql)?;
            let rows = statement.query_map(params_from_iter(values), |row| {
                let columns = table.columns.iter().enumerate();
                columns
                    .map(|(index, (_, kind))| value(row.get_ref(index)?, *kind))
                    .collect()
            })?;
            rows.collect()
        };
        read().map_err(|error| self.error(&error))
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

fn value(value: ValueRef<'_>, kind: ColumnKind) -> rusqlite::Result<ColumnValue> {
    Ok(match (value, kind) {
        (ValueRef::Null, _) => ColumnValue::Null,
        (ValueRef::Integer(number), _) => ColumnValue::Integer(number),
        (ValueRef::Text(bytes) | ValueRef::Blob(bytes), ColumnKind::Bytes) => {
            ColumnValue::Bytes(bytes.to_vec())
        }
        (other, _) => ColumnValue::Text(other.as_str()?.to_owned()),
    })
}

impl ToSql for ColumnValue {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(number) => ValueRef::Integer(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
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
