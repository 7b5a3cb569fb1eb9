//! The tables of a database: their version and what every database has once.

#[cfg(test)]
mod tests;

use std::time::Duration;

use botwerk_proto::time_text;
use deadpool_postgres::ClientWrapper;
use tokio::time::sleep;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Error, GenericClient, Row, Transaction};

use super::pool::{self, describe, unavailable};
use crate::server_secret::ServerSecret;
use crate::store::migrations::{
    AppliedMigration, COMPATIBILITY_TABLE, CREATE_HISTORY, HISTORY_TABLE, INSERT_HISTORY,
    Migration, MigrationMismatch, SELECT_COMPATIBILITY, SELECT_HISTORY, UPDATE_COMPATIBILITY,
    compatible_from, last_version, pending_migrations,
};
use crate::store::{StoreError, now_micros};

/// Every migration, in the order of their versions.
const MIGRATIONS: [Migration; 15] = [
    Migration::new(1, "schema", include_str!("migrations/V1__schema.sql")),
    Migration::new(
        2,
        "checkpoints",
        include_str!("migrations/V2__checkpoints.sql"),
    ),
    Migration::new(3, "reading", include_str!("migrations/V3__reading.sql")),
    Migration::new(5, "workers", include_str!("migrations/V5__workers.sql")),
    Migration::new(
        6,
        "tournament_requests",
        include_str!("migrations/V6__tournament_requests.sql"),
    ),
    Migration::new(7, "owners", include_str!("migrations/V7__owners.sql")),
    Migration::new(8, "versions", include_str!("migrations/V8__versions.sql")),
    Migration::new(
        9,
        "match_players",
        include_str!("migrations/V9__match_players.sql"),
    ),
    Migration::new(
        10,
        "bounded_records",
        include_str!("migrations/V10__bounded_records.sql"),
    ),
    Migration::new(
        11,
        "compatibility",
        include_str!("migrations/V11__compatibility.sql"),
    ),
    Migration::new(12, "comments", include_str!("migrations/V12__comments.sql")),
    Migration::new(
        13,
        "record_packs",
        include_str!("migrations/V13__record_packs.sql"),
    ),
    Migration {
        version: 14,
        name: "quotas",
        sql: include_str!("migrations/V14__quotas.sql"),
        compatible_from: None,
    },
    Migration {
        compatible_from: None,
        ..Migration::new(
            15,
            "identities",
            include_str!("migrations/V15__identities.sql"),
        )
    },
    Migration {
        compatible_from: None,
        ..Migration::new(
            16,
            "bots_of_logs",
            include_str!("migrations/V16__bots_of_logs.sql"),
        )
    },
];

/// Time for which a migration waits for a lock, and for which the transactions of servers then wait for it: less than
/// any lease.
const LOCK_LIMIT: &str = "SET LOCAL lock_timeout = '400ms'";

/// Number of times that migrations are tried whose locks are held by transactions of servers.
const LOCK_ATTEMPTS: u32 = 10;

/// Time between two of them.
const LOCK_PAUSE: Duration = Duration::from_millis(300);

/// The key of the lock that servers hold while they migrate a database: "botwerk" as a number.
const MIGRATION_LOCK: i64 = 0x62_6f74_7765_726b;

/// Returns the version of the tables that this program writes.
pub(super) fn own_version() -> i32 {
    last_version(&MIGRATIONS)
}

/// Returns the version of the tables of a database, 0 for an empty one.
///
/// # Errors
/// Returns an error if the database has tables of another program, or cannot be read.
pub(super) async fn version(client: &ClientWrapper) -> Result<i32, StoreError> {
    let failed = |error| unavailable(&error);
    let sql = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()";
    let tables = client.query(sql, &[]).await.map_err(failed)?;
    if tables.is_empty() {
        return Ok(0);
    }
    let is_history = |row: &Row| row.get::<_, &str>(0) == HISTORY_TABLE;
    if !tables.iter().any(is_history) {
        let message = "the database has tables of another program; choose an empty database";
        return Err(StoreError::Unavailable(message.into()));
    }
    let sql = format!("SELECT max(version) FROM {HISTORY_TABLE}");
    let version = client.query_one(&sql, &[]).await.map_err(failed)?;
    Ok(version.get::<_, Option<i32>>(0).unwrap_or_default())
}

/// Lets statements of a connection take a minute: before a server is registered, no match waits for it, and servers that
/// start at the same time wait for one another.
///
/// # Errors
/// Returns an error if the statement fails.
pub(super) async fn allow_long_statements(client: &ClientWrapper) -> Result<(), StoreError> {
    let allowed = client.batch_execute("SET statement_timeout = '60s'").await;
    allowed.map_err(|error| unavailable(&error))
}

/// Migrates a database to the version of this program, if a newer one has not done so. Programs that do it at the same
/// time wait for one another. Servers may use the database as long as they can use the tables afterwards.
///
/// # Errors
/// Returns an error if this program cannot use what a newer version or another program has written, a server uses the
/// database that cannot use the tables afterwards, or a statement fails.
pub(super) async fn migrate(client: &mut ClientWrapper) -> Result<(), StoreError> {
    let lock = "SELECT pg_advisory_lock($1)";
    let failed = |error| unavailable(&error);
    client
        .execute(lock, &[&MIGRATION_LOCK])
        .await
        .map_err(failed)?;
    let migrated = migrate_locked(client, &MIGRATIONS).await;
    let unlock = "SELECT pg_advisory_unlock($1)";
    client
        .execute(unlock, &[&MIGRATION_LOCK])
        .await
        .map_err(failed)?;
    migrated
}

/// Why nothing was migrated.
#[derive(Debug, thiserror::Error)]
enum MigrationFailure {
    #[error("{}", describe(.0))]
    Statement(#[from] Error),
    #[error(transparent)]
    Mismatch(#[from] MigrationMismatch),
    #[error(
        "the server {address} uses the database and cannot use the tables afterwards; stop it, or replace it first \
         by a program that writes version {oldest} or later"
    )]
    OldServer { address: String, oldest: i32 },
}

impl MigrationFailure {
    /// Returns `true` if a transaction of a server holds a lock for too long, or the other way round.
    fn is_lock(&self) -> bool {
        let codes = [
            SqlState::LOCK_NOT_AVAILABLE,
            SqlState::T_R_DEADLOCK_DETECTED,
        ];
        matches!(self, Self::Statement(error) if error.code().is_some_and(|code| codes.contains(code)))
    }
}

async fn migrate_locked(
    client: &mut ClientWrapper,
    migrations: &[Migration],
) -> Result<(), StoreError> {
    if version(client).await? >= last_version(migrations) {
        return check_migrations(client, migrations).await;
    }
    let mut migrated = apply_pending(client, migrations).await;
    for _ in 1..LOCK_ATTEMPTS {
        if !migrated.as_ref().is_err_and(MigrationFailure::is_lock) {
            break;
        }
        sleep(LOCK_PAUSE).await;
        migrated = apply_pending(client, migrations).await;
    }
    migrated.map_err(|failure| {
        let message = format!("migration failed: {failure}; the database is unchanged");
        StoreError::Unavailable(message)
    })
}

/// Applies what a database lacks, with the rows of the migrations, so that nothing is half done.
async fn apply_pending(
    client: &mut ClientWrapper,
    migrations: &[Migration],
) -> Result<(), MigrationFailure> {
    let transaction = Client::transaction(client).await?;
    transaction.batch_execute(LOCK_LIMIT).await?;
    transaction.batch_execute(CREATE_HISTORY).await?;
    let applied = applied_migrations(&transaction).await?;
    let oldest = stored_compatibility(&transaction).await?;
    let pending = pending_migrations(migrations, &applied, oldest)?;
    if !applied.is_empty() {
        check_servers(&transaction, pending).await?;
    }
    for migration in pending {
        apply(&transaction, migration).await?;
    }
    if !pending.is_empty() && stored_compatibility(&transaction).await?.is_some() {
        let row: pool::Parameters<'_> = &[&compatible_from(migrations)];
        transaction.execute(UPDATE_COMPATIBILITY, row).await?;
    }
    Ok(transaction.commit().await?)
}

/// Returns an error if a server uses the database that cannot use the tables after the migrations, and keeps others from
/// starting before these are committed.
async fn check_servers(
    transaction: &Transaction<'_>,
    pending: &[Migration],
) -> Result<(), MigrationFailure> {
    let oldest = compatible_from(pending);
    if oldest == 0 {
        return Ok(());
    }
    let lock = "LOCK TABLE servers IN EXCLUSIVE MODE";
    transaction.batch_execute(lock).await?;
    // Former tables lack the column.
    let sql = "SELECT address FROM servers WHERE expires_at > clock_timestamp()
               AND coalesce((to_jsonb(servers) ->> 'schema_version')::INTEGER, 0) < $1 LIMIT 1";
    match transaction.query_opt(sql, &[&oldest]).await? {
        None => Ok(()),
        Some(row) => Err(MigrationFailure::OldServer {
            address: row.get(0),
            oldest,
        }),
    }
}

async fn apply(transaction: &Transaction<'_>, migration: &Migration) -> Result<(), Error> {
    transaction.batch_execute(migration.sql).await?;
    let (time, checksum) = (time_text(now_micros()), migration.checksum());
    let row: pool::Parameters<'_> = &[&migration.version, &migration.name, &time, &checksum];
    transaction.execute(INSERT_HISTORY, row).await.map(drop)
}

async fn applied_migrations(client: &impl GenericClient) -> Result<Vec<AppliedMigration>, Error> {
    let migration = |row: &Row| AppliedMigration {
        version: row.get(0),
        name: row.get(1),
        checksum: row.get(2),
    };
    let rows = client.query(SELECT_HISTORY, &[]).await?;
    Ok(rows.iter().map(migration).collect())
}

/// Returns the version of the oldest program that can use the tables, or `None` if the database does not say so.
async fn stored_compatibility(client: &impl GenericClient) -> Result<Option<i32>, Error> {
    let sql = "SELECT FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1";
    if client.query(sql, &[&COMPATIBILITY_TABLE]).await?.is_empty() {
        return Ok(None);
    }
    let row = client.query_opt(SELECT_COMPATIBILITY, &[]).await?;
    Ok(row.map(|row| row.get(0)))
}

/// Compares the migrations that were applied to a database of this or a newer version with those of a program.
async fn check_migrations(
    client: &ClientWrapper,
    migrations: &[Migration],
) -> Result<(), StoreError> {
    let failed = |error| unavailable(&error);
    let client: &Client = client;
    let applied = applied_migrations(client).await.map_err(failed)?;
    let oldest = stored_compatibility(client).await.map_err(failed)?;
    let pending = pending_migrations(migrations, &applied, oldest);
    pending
        .map(drop)
        .map_err(|error| StoreError::Unavailable(error.to_string()))
}

/// Checks that this program can use the tables of a database.
///
/// # Errors
/// Returns an error if it cannot, or the database cannot be read.
pub(super) async fn check(client: &ClientWrapper) -> Result<(), StoreError> {
    let (found, own) = (version(client).await?, own_version());
    if found < own {
        return Err(StoreError::Unavailable(format!(
            "the database has version {found}, this program needs version {own}; run `botwerk db migrate` with this \
             program, which says whether servers must be stopped"
        )));
    }
    check_migrations(client, &MIGRATIONS).await
}

/// Creates the tables of an empty database, and checks those of another one.
///
/// # Errors
/// Returns an error if this program cannot use the tables, or the database cannot be used.
pub(super) async fn create_or_check(client: &mut ClientWrapper) -> Result<(), StoreError> {
    if version(client).await? == 0 {
        return migrate(client).await;
    }
    check(client).await
}

/// Reads the secret that all servers of a database share, or stores a new one.
///
/// # Errors
/// Returns an error if the database cannot be written or the secret is not valid.
pub(super) async fn server_secret(client: &ClientWrapper) -> Result<ServerSecret, StoreError> {
    let new = ServerSecret::random();
    let new = new.map_err(|error| StoreError::Unavailable(error.message))?;
    // The lock of the table makes one of several servers that start at the same time the first.
    let sql = "LOCK TABLE server IN SHARE ROW EXCLUSIVE MODE";
    let insert = format!(
        "BEGIN; {sql}; INSERT INTO server (secret) SELECT '{}' WHERE NOT EXISTS (SELECT FROM server); COMMIT",
        new.to_hex()
    );
    let failed = |error| unavailable(&error);
    client.batch_execute(&insert).await.map_err(failed)?;
    let sql = "SELECT secret FROM server";
    let row = client.query_one(sql, &[]).await.map_err(failed)?;
    let corrupt = "the stored secret of the server is corrupt; restore a backup";
    ServerSecret::from_hex(row.get(0)).ok_or(StoreError::Unavailable(corrupt.into()))
}
