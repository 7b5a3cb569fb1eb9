//! The tables of a database: their version and what every database has once.

use botwerk_proto::time_text;
use deadpool_postgres::ClientWrapper;
use tokio_postgres::{Client, Error, Row, Transaction};

use super::pool::{self, describe, unavailable};
use crate::server_secret::ServerSecret;
use crate::store::migrations::{
    AppliedMigration, CREATE_HISTORY, HISTORY_TABLE, INSERT_HISTORY, Migration, SELECT_HISTORY,
    last_version, pending_migrations,
};
use crate::store::{StoreError, now_micros};

/// Every migration, in the order of their versions.
const MIGRATIONS: [Migration; 7] = [
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
];

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

/// Migrates a database to the version of this program. Servers that start at the same time wait for one another.
///
/// # Errors
/// Returns an error if the database was written by a newer version or another program, or a statement fails.
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

async fn migrate_locked(
    client: &mut ClientWrapper,
    migrations: &[Migration],
) -> Result<(), StoreError> {
    let (found, own) = (version(client).await?, own_version());
    if found > own {
        return Err(StoreError::Unavailable(format!(
            "the database has version {found}, this program writes version {own}; use the newer `botwerk`"
        )));
    }
    if found == own {
        return check_migrations(client).await;
    }
    // With the rows of the migrations, so that nothing is half done.
    let transaction = Client::transaction(client)
        .await
        .map_err(statement_failed)?;
    let created = transaction.batch_execute(CREATE_HISTORY).await;
    created.map_err(statement_failed)?;
    let rows = transaction.query(SELECT_HISTORY, &[]).await;
    let applied = applied_migrations(&rows.map_err(statement_failed)?);
    let pending = pending_migrations(migrations, &applied);
    for migration in pending.map_err(|error| failed(&error.to_string()))? {
        let applied = apply(&transaction, migration).await;
        applied.map_err(statement_failed)?;
    }
    transaction.commit().await.map_err(statement_failed)
}

async fn apply(transaction: &Transaction<'_>, migration: &Migration) -> Result<(), Error> {
    transaction.batch_execute(migration.sql).await?;
    let (time, checksum) = (time_text(now_micros()), migration.checksum());
    let row: pool::Parameters<'_> = &[&migration.version, &migration.name, &time, &checksum];
    transaction.execute(INSERT_HISTORY, row).await.map(drop)
}

fn applied_migrations(rows: &[Row]) -> Vec<AppliedMigration> {
    let migration = |row: &Row| AppliedMigration {
        version: row.get(0),
        name: row.get(1),
        checksum: row.get(2),
    };
    rows.iter().map(migration).collect()
}

fn statement_failed(error: Error) -> StoreError {
    failed(&describe(&error))
}

fn failed(message: &str) -> StoreError {
    StoreError::Unavailable(format!(
        "migration failed: {message}; the database is unchanged"
    ))
}

/// Compares the migrations that were applied to a database of this version with those of this program.
async fn check_migrations(client: &ClientWrapper) -> Result<(), StoreError> {
    let rows = client.query(SELECT_HISTORY, &[]).await;
    let applied = applied_migrations(&rows.map_err(|error| unavailable(&error))?);
    let pending = pending_migrations(&MIGRATIONS, &applied);
    pending
        .map(drop)
        .map_err(|error| StoreError::Unavailable(error.to_string()))
}

/// Creates the tables of an empty database, and checks the version of another one.
///
/// # Errors
/// Returns an error if the database has another version, or cannot be used.
pub(super) async fn create_or_check(client: &mut ClientWrapper) -> Result<(), StoreError> {
    let found = version(client).await?;
    if found == 0 {
        return migrate(client).await;
    }
    let own = own_version();
    if found != own {
        return Err(StoreError::Unavailable(format!(
            "the database has version {found}, this program needs version {own}; stop all servers and run \
             `botwerk db migrate` with the newest one"
        )));
    }
    check_migrations(client).await
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use botwerk_test_postgres::PostgresCluster;

    use super::*;

    /// Applies the first `count` migrations to an empty database.
    async fn create_former(client: &mut ClientWrapper, count: usize) {
        migrate_locked(client, &MIGRATIONS[..count]).await.unwrap();
    }

    /// A former program opens a database with these rows, and the rows that it has written are those of this program.
    #[tokio::test]
    async fn rows_of_migrations_are_those_of_former_programs() {
        let Some(cluster) = PostgresCluster::shared() else {
            return;
        };
        let url = cluster.create_database().parse().unwrap();
        let pool = pool::open(&url, 1, Duration::from_secs(10)).unwrap();
        let mut object = pool::connection(&pool).await.unwrap();
        create_or_check(&mut object).await.unwrap();
        let sql = "SELECT version, name, checksum FROM refinery_schema_history
                   WHERE applied_on::timestamptz BETWEEN now() - interval '1 hour' AND now() ORDER BY version";
        let rows = object.query(sql, &[]).await.unwrap();
        let rows: Vec<(i32, &str, &str)> = rows
            .iter()
            .map(|row| (row.get(0), row.get(1), row.get(2)))
            .collect();
        let expected = [
            (1, "schema", "10195681141617304513"),
            (2, "checkpoints", "313143486488534619"),
            (3, "reading", "11834432753192791593"),
            (5, "workers", "795471293881804473"),
            (6, "tournament_requests", "10605745627413462963"),
            (7, "owners", "16657643482052731366"),
            (8, "versions", "12922518625129474146"),
        ];
        assert_eq!(rows, expected);
    }

    #[tokio::test]
    async fn database_with_other_migrations_is_rejected_and_stays_as_it_is() {
        let Some(cluster) = PostgresCluster::shared() else {
            return;
        };
        for (count, change, message) in [
            (
                5,
                "UPDATE refinery_schema_history SET checksum = '7' WHERE version = 2",
                "another migration V2__checkpoints",
            ),
            (
                5,
                "DELETE FROM refinery_schema_history WHERE version = 3",
                "lacks the migration V3__reading",
            ),
            (
                3,
                "INSERT INTO refinery_schema_history VALUES (4, 'other', '', '7')",
                "unknown migration V4__other",
            ),
            (
                3,
                "UPDATE refinery_schema_history SET name = 'other' WHERE version = 1",
                "another migration V1__other",
            ),
            // The next migration creates this table.
            (
                4,
                "CREATE TABLE tournament_requests (other INT)",
                "already exists",
            ),
        ] {
            let url = cluster.create_database().parse().unwrap();
            let pool = pool::open(&url, 1, Duration::from_secs(10)).unwrap();
            let mut object = pool::connection(&pool).await.unwrap();
            create_former(&mut object, count).await;
            object.batch_execute(change).await.unwrap();
            let before = version(&object).await.unwrap();
            let error = migrate(&mut object).await.unwrap_err().to_string();
            assert!(error.contains(message), "{change}: {error}");
            assert_eq!(version(&object).await.unwrap(), before, "{change}");
            if before == own_version() {
                let error = create_or_check(&mut object).await.unwrap_err().to_string();
                assert!(error.contains(message), "{change}: {error}");
            }
        }
    }

    #[tokio::test]
    async fn tournaments_of_a_former_database_are_found_by_their_requests() {
        let Some(cluster) = PostgresCluster::shared() else {
            return;
        };
        let url = cluster.create_database().parse().unwrap();
        let pool = pool::open(&url, 1, Duration::from_secs(10)).unwrap();
        let mut object = pool::connection(&pool).await.unwrap();
        create_former(&mut object, 4).await;
        let hash = "0123456789abcdef".repeat(4);
        // No JSON of PostgreSQL can hold the zero byte.
        let known = format!(
            r#"{{"withdrawals":[{{"message":"\u0000 \"request_sha256\":\"\""}}],"request_sha256":"{hash}"}}"#
        );
        for (id, request_id, status) in [
            ("t", Some("first"), &*known),
            ("u", Some("second"), "{}"),
            ("v", None, &*known),
        ] {
            let sql = "INSERT INTO tournaments (id, request_id, state, created_micros, configuration, seed, secret,
                                                status)
                       VALUES ($1, $2, 2, 7, '{}', $1, 'a secret', $3)";
            let values: pool::Parameters<'_> = &[&id, &request_id, &status];
            pool::execute(&object, sql, values).await.unwrap();
        }
        migrate(&mut object).await.unwrap();
        let sql = "SELECT id, tournament_requests.request_id, request_sha256
                   FROM tournament_requests JOIN tournaments ON key = tournament_key ORDER BY id";
        let found = pool::query(&object, sql, &[]).await.unwrap();
        let found: Vec<(&str, &str, Option<&str>)> = found
            .iter()
            .map(|row| (row.get(0), row.get(1), row.get(2)))
            .collect();
        let expected = [("t", "first", Some(&*hash)), ("u", "second", None)];
        assert_eq!(found, expected);
    }
}
