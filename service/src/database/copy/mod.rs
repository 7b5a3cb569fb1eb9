//! Copies a database of one kind into one of the other: an SQLite file into PostgreSQL, and back.

#[cfg(not(feature = "postgres"))]
mod absent_postgres_side;
#[cfg(feature = "postgres")]
mod postgres_side;
mod sqlite_side;

use sha2::{Digest, Sha256};

#[cfg(not(feature = "postgres"))]
use self::absent_postgres_side::PostgresSide;
#[cfg(feature = "postgres")]
use self::postgres_side::PostgresSide;
use self::sqlite_side::SqliteSide;
use super::table::{Row, TABLES, Table};
use super::{DatabaseError, no_database};
use crate::config::DatabaseLocation;
use crate::store::{ColumnValue, PostgresUrl};

/// Number of rows that are read at a time.
const PAGE: usize = 500;

/// The number of rows of each table that was copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyReport {
    /// The name of each table with its number of rows.
    pub tables: Vec<(&'static str, u64)>,
}

/// A database from or to which rows are copied.
enum Side {
    Sqlite(SqliteSide),
    Postgres(PostgresSide),
}

impl Side {
    /// Reads the rows of a table after the given one, in order.
    fn page(&mut self, table: &Table, after: Option<&Row>) -> Result<Vec<Row>, DatabaseError> {
        match self {
            Self::Sqlite(side) => side.page(table, after, PAGE),
            Self::Postgres(side) => side.page(table, after, PAGE),
        }
    }

    fn insert(&mut self, table: &Table, rows: &[Row]) -> Result<(), DatabaseError> {
        match self {
            Self::Sqlite(side) => side.insert(table, rows),
            Self::Postgres(side) => side.insert(table, rows),
        }
    }

    fn commit(self) -> Result<(), DatabaseError> {
        match self {
            Self::Sqlite(side) => side.commit(),
            Self::Postgres(side) => side.commit(),
        }
    }
}

/// Creates the tables of a PostgreSQL database, or migrates them to the version of this program.
///
/// # Errors
/// Returns an error if the database cannot be reached or belongs to another program, this program cannot use what a newer
/// one has written, or a server uses the database that cannot use the tables afterwards.
pub fn migrate(url: &PostgresUrl) -> Result<(), DatabaseError> {
    PostgresSide::migrate(url)
}

/// Copies all matches, tournaments and bots into a new file or an empty database, and compares both. Nothing is left
/// there if the copy fails.
///
/// # Errors
/// Returns an error if a server uses either database, the target is not empty, or the copy differs.
pub fn copy(from: &DatabaseLocation, to: &DatabaseLocation) -> Result<CopyReport, DatabaseError> {
    let mut source = open_source(from)?;
    let mut target = open_target(to)?;
    let mut tables = Vec::new();
    for table in &TABLES {
        let (copied, digest) = copy_table(&mut source, &mut target, table)?;
        let (found, copy_digest) = digest_rows(&mut target, table)?;
        if (found, copy_digest) != (copied, digest) {
            return Err(DatabaseError::Corrupt(format!(
                "table {}: the copy differs from the {copied} rows of the source; nothing was copied",
                table.name
            )));
        }
        tables.push((table.name, copied));
    }
    target.commit()?;
    Ok(CopyReport { tables })
}

fn open_source(location: &DatabaseLocation) -> Result<Side, DatabaseError> {
    match location {
        DatabaseLocation::Memory => Err(no_database()),
        DatabaseLocation::File(path) => SqliteSide::open_source(path).map(Side::Sqlite),
        DatabaseLocation::Postgres(url) => PostgresSide::open_source(url).map(Side::Postgres),
    }
}

fn open_target(location: &DatabaseLocation) -> Result<Side, DatabaseError> {
    match location {
        DatabaseLocation::Memory => Err(no_database()),
        DatabaseLocation::File(path) => SqliteSide::create(path).map(Side::Sqlite),
        DatabaseLocation::Postgres(url) => PostgresSide::open_target(url).map(Side::Postgres),
    }
}

/// Copies the rows of a table; returns their number and digest.
fn copy_table(
    source: &mut Side,
    target: &mut Side,
    table: &Table,
) -> Result<(u64, [u8; 32]), DatabaseError> {
    for_each_page(source, table, |rows| target.insert(table, rows))
}

/// Returns the number of the rows of a table, and their digest.
fn digest_rows(side: &mut Side, table: &Table) -> Result<(u64, [u8; 32]), DatabaseError> {
    for_each_page(side, table, |_| Ok(()))
}

fn for_each_page(
    side: &mut Side,
    table: &Table,
    mut handle: impl FnMut(&[Row]) -> Result<(), DatabaseError>,
) -> Result<(u64, [u8; 32]), DatabaseError> {
    let mut digest = Sha256::new();
    let mut count = 0;
    let mut last: Option<Row> = None;
    loop {
        let rows = side.page(table, last.as_ref())?;
        handle(&rows)?;
        count += rows.len() as u64;
        for row in &rows {
            digest_row(&mut digest, row);
        }
        let is_last = rows.len() < PAGE;
        last = rows.into_iter().next_back().or(last);
        if is_last {
            return Ok((count, digest.finalize().into()));
        }
    }
}

/// Adds a row to a digest. Lengths separate the values.
fn digest_row(digest: &mut Sha256, row: &Row) {
    let mut add = |kind: u8, bytes: &[u8]| {
        digest.update([kind]);
        digest.update((bytes.len() as u64).to_le_bytes());
        digest.update(bytes);
    };
    for value in row {
        match value {
            ColumnValue::Null => add(0, &[]),
            ColumnValue::Integer(number) => add(1, &number.to_le_bytes()),
            ColumnValue::Text(text) => add(2, text.as_bytes()),
            ColumnValue::Bytes(bytes) => add(3, bytes),
        }
    }
}
