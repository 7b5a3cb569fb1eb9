//! A PostgreSQL database from or to which rows are copied.

use tokio::runtime::Runtime;

use super::super::postgres_reader::runtime;
use super::super::table::{ColumnKind, Row, Table};
use super::super::{DatabaseError, unusable};
use crate::store::PostgresUrl;
use crate::store::postgres::copying::CopyConnection;
use crate::store::sql::SqlRow;

/// A PostgreSQL database from or to which rows are copied, in one transaction.
pub(super) struct PostgresSide {
    runtime: Runtime,
    connection: CopyConnection,
}

impl PostgresSide {
    /// Creates or migrates the tables of a database.
    ///
    /// # Errors
    /// Returns an error if the database cannot be used, or servers use it.
    pub(super) fn migrate(url: &PostgresUrl) -> Result<(), DatabaseError> {
        let runtime = runtime()?;
        runtime
            .block_on(CopyConnection::migrate(url))
            .map_err(unusable)
    }

    /// Opens a database that no server uses.
    ///
    /// # Errors
    /// Returns an error if the database cannot be used, or servers use it.
    pub(super) fn open_source(url: &PostgresUrl) -> Result<Self, DatabaseError> {
        let runtime = runtime()?;
        let connection = runtime
            .block_on(CopyConnection::open_source(url))
            .map_err(unusable)?;
        Ok(Self {
            runtime,
            connection,
        })
    }

    /// Opens an empty database; creates its tables.
    ///
    /// # Errors
    /// Returns an error if the database cannot be used, or is not empty.
    pub(super) fn open_target(url: &PostgresUrl) -> Result<Self, DatabaseError> {
        let runtime = runtime()?;
        let connection = runtime
            .block_on(CopyConnection::open_target(url))
            .map_err(unusable)?;
        Ok(Self {
            runtime,
            connection,
        })
    }

    /// Reads rows of a table after the given one.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub(super) fn page(
        &mut self,
        table: &Table,
        after: Option<&Row>,
        limit: usize,
    ) -> Result<Vec<Row>, DatabaseError> {
        let key: Vec<String> = table.columns[..table.key]
            .iter()
            .map(|(name, kind)| match kind {
                ColumnKind::Text => format!("{name} COLLATE \"C\""),
                ColumnKind::Integer | ColumnKind::Bytes => (*name).to_owned(),
            })
            .collect();
        let key = key.join(", ");
        let after: Row = after.map_or(Vec::new(), |row| row[..table.key].to_vec());
        let condition = if after.is_empty() {
            String::new()
        } else {
            let kinds = table.columns[..table.key].iter().zip(1..);
            let marks: Vec<String> = kinds
                .map(|((_, kind), number)| match kind {
                    ColumnKind::Integer => format!("${number}::BIGINT"),
                    ColumnKind::Text | ColumnKind::Bytes => format!("${number}::TEXT"),
                })
                .collect();
            format!("WHERE ({key}) > ({})", marks.join(", "))
        };
        let sql = format!(
            "SELECT {} FROM {} {condition} ORDER BY {key} LIMIT {limit}",
            table.column_list(),
            table.name
        );
        let read = self.connection.reader().query(&sql, after);
        let rows = self.runtime.block_on(read);
        let rows = rows.map_err(|failure| unusable(failure.into()))?;
        Ok(rows.into_iter().map(SqlRow::into_columns).collect())
    }

    /// Inserts rows into a table.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written.
    pub(super) fn insert(&mut self, table: &Table, rows: &[Row]) -> Result<(), DatabaseError> {
        let marks: Vec<String> = (1..=table.columns.len())
            .map(|number| format!("${number}"))
            .collect();
        let sql = format!(
            "INSERT INTO {} ({}) OVERRIDING SYSTEM VALUE VALUES ({})",
            table.name,
            table.column_list(),
            marks.join(", ")
        );
        let insert = self.connection.insert(&sql, rows);
        self.runtime.block_on(insert).map_err(unusable)
    }

    /// Completes the copy.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written.
    pub(super) fn commit(self) -> Result<(), DatabaseError> {
        self.runtime
            .block_on(self.connection.commit())
            .map_err(unusable)
    }
}
