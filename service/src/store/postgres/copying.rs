//! A connection over which all rows of a database are read or written, in one transaction.

use std::time::Duration;

use deadpool_postgres::{Object, Pool};
use tokio_postgres::types::ToSql;

use super::pool::{self, unavailable};
use super::{PostgresUrl, schema};
use crate::store::sql::SqlReader;
use crate::store::{ColumnValue, StoreError};

/// Time for a statement.
const STATEMENT_LIMIT: Duration = Duration::from_secs(600);

/// A connection over which rows are copied. Nothing is written unless it is committed.
#[derive(Debug)]
pub(crate) struct CopyConnection {
    object: Object,
    _pool: Pool,
}

impl CopyConnection {
    /// Creates or migrates the tables of a database.
    ///
    /// # Errors
    /// Returns an error if the database cannot be used, or servers use it that cannot use the tables afterwards.
    pub(crate) async fn migrate(url: &PostgresUrl) -> Result<(), StoreError> {
        let mut connection = Self::connect(url).await?;
        schema::migrate(&mut connection.object).await
    }

    /// Opens a database that is read while servers may use it.
    ///
    /// # Errors
    /// Returns an error if this program cannot use its tables.
    pub(crate) async fn open_reader(url: &PostgresUrl) -> Result<Self, StoreError> {
        let connection = Self::connect(url).await?;
        schema::check(&connection.object).await?;
        Ok(connection)
    }

    /// Returns the connection for queries.
    pub(crate) fn reader(&mut self) -> &mut dyn SqlReader {
        &mut self.object
    }

    /// Opens a database whose rows are copied.
    ///
    /// # Errors
    /// Returns an error if the database has another version, or servers use it.
    pub(crate) async fn open_source(url: &PostgresUrl) -> Result<Self, StoreError> {
        let connection = Self::open_reader(url).await?;
        connection.check_unused().await?;
        connection.check_known().await?;
        connection
            .run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            .await?;
        Ok(connection)
    }

    /// Opens an empty database into which rows are inserted; creates its tables. The unfinished matches belong to a
    /// server that has ended, so that the first server takes them over.
    ///
    /// # Errors
    /// Returns an error if the database is not empty.
    pub(crate) async fn open_target(url: &PostgresUrl) -> Result<Self, StoreError> {
        let mut connection = Self::connect(url).await?;
        schema::create_or_check(&mut connection.object).await?;
        connection.check_unused().await?;
        connection.check_known().await?;
        let sql = "SELECT FROM matches UNION ALL SELECT FROM tournaments UNION ALL SELECT FROM bots
                   UNION ALL SELECT FROM owners LIMIT 1";
        let rows = pool::query(&connection.object, sql, &[]).await;
        if !rows.map_err(|error| unavailable(&error))?.is_empty() {
            let message = "the database is not empty; choose another one";
            return Err(StoreError::Unavailable(message.into()));
        }
        connection.run("BEGIN; DELETE FROM server").await?;
        Ok(connection)
    }

    async fn connect(url: &PostgresUrl) -> Result<Self, StoreError> {
        let pool = pool::open(url, 1, STATEMENT_LIMIT)?;
        let object = pool::connection(&pool).await?;
        Ok(Self {
            object,
            _pool: pool,
        })
    }

    /// Returns an error if the database has columns or tables of a newer program, which a copy would lack.
    async fn check_known(&self) -> Result<(), StoreError> {
        let (found, own) = (schema::version(&self.object).await?, schema::own_version());
        if found == own {
            return Ok(());
        }
        Err(StoreError::Unavailable(format!(
            "expected version {own}, found {found}; use the newer `botwerk` that wrote it"
        )))
    }

    async fn check_unused(&self) -> Result<(), StoreError> {
        let sql = "SELECT address FROM servers WHERE expires_at > clock_timestamp() LIMIT 1";
        let rows = pool::query(&self.object, sql, &[]).await;
        match rows.map_err(|error| unavailable(&error))?.first() {
            Some(row) => Err(StoreError::Unavailable(format!(
                "the server {} uses the database; stop all servers",
                row.get::<_, &str>(0)
            ))),
            None => Ok(()),
        }
    }

    async fn run(&self, sql: &str) -> Result<(), StoreError> {
        let done = self.object.batch_execute(sql).await;
        done.map_err(|error| unavailable(&error))
    }

    /// Inserts rows, each by the same statement.
    ///
    /// # Errors
    /// Returns an error if a statement fails.
    pub(crate) async fn insert(
        &self,
        sql: &str,
        rows: &[Vec<ColumnValue>],
    ) -> Result<(), StoreError> {
        for row in rows {
            let values: Vec<_> = row
                .iter()
                .map(|value| value as &(dyn ToSql + Sync))
                .collect();
            let inserted = pool::execute(&self.object, sql, &values).await;
            inserted.map_err(|error| unavailable(&error))?;
        }
        Ok(())
    }

    /// Completes the copy: new rows get other keys than those that were copied, and what has not ended has an owner.
    ///
    /// # Errors
    /// Returns an error if a statement fails.
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        self.run(
            "SELECT setval('match_keys', (coalesce(max(key), 0) / 1000 + 1) * 1000) FROM matches;
             SELECT setval(pg_get_serial_sequence('tournaments', 'key'), coalesce(max(key), 0) + 1) FROM tournaments;
             SELECT setval(pg_get_serial_sequence('audit_log', 'number'), coalesce(max(number), 0) + 1) FROM audit_log;
             WITH ended AS (
                 INSERT INTO servers (address, identity, expires_at)
                 VALUES ('', 'copied', clock_timestamp()) RETURNING epoch),
             owned AS (UPDATE matches SET owner_epoch = epoch FROM ended WHERE state <= 3)
             UPDATE tournaments SET owner_epoch = epoch FROM ended WHERE state <= 2;
             COMMIT",
        )
        .await
    }
}
