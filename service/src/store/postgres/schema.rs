//! The tables of a database: their version and what every database has once.

use deadpool_postgres::ClientWrapper;
use refinery_core::{Migration, Runner};

use super::pool::unavailable;
use crate::server_secret::ServerSecret;
use crate::store::StoreError;

/// Name and text of every migration, in the order of their versions.
const MIGRATIONS: [(&str, &str); 5] = [
    ("V1__schema", include_str!("migrations/V1__schema.sql")),
    (
        "V2__checkpoints",
        include_str!("migrations/V2__checkpoints.sql"),
    ),
    ("V3__reading", include_str!("migrations/V3__reading.sql")),
    ("V5__workers", include_str!("migrations/V5__workers.sql")),
    (
        "V6__tournament_requests",
        include_str!("migrations/V6__tournament_requests.sql"),
    ),
];

/// The key of the lock that servers hold while they migrate a database: "botwerk" as a number.
const MIGRATION_LOCK: i64 = 0x62_6f74_7765_726b;

fn migrations() -> Vec<Migration> {
    let migration = |(name, sql): &(&str, &str)| {
        Migration::unapplied(name, sql).expect("migrations are named V1__name")
    };
    MIGRATIONS.iter().map(migration).collect()
}

/// Returns the version of the tables that this program writes.
pub(super) fn own_version() -> i32 {
    let versions = migrations()
        .into_iter()
        .map(|migration| migration.version());
    versions.max().unwrap_or_default()
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
    let is_history = |row: &tokio_postgres::Row| row.get::<_, &str>(0) == "refinery_schema_history";
    if !tables.iter().any(is_history) {
        let message = "the database has tables of another program; choose an empty database";
        return Err(StoreError::Unavailable(message.into()));
    }
    let sql = "SELECT max(version) FROM refinery_schema_history";
    let version = client.query_one(sql, &[]).await.map_err(failed)?;
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
    let migrated = migrate_locked(client).await;
    let unlock = "SELECT pg_advisory_unlock($1)";
    client
        .execute(unlock, &[&MIGRATION_LOCK])
        .await
        .map_err(failed)?;
    migrated
}

async fn migrate_locked(client: &mut ClientWrapper) -> Result<(), StoreError> {
    let (found, own) = (version(client).await?, own_version());
    if found > own {
        return Err(StoreError::Unavailable(format!(
            "the database has version {found}, this program writes version {own}; use the newer `botwerk`"
        )));
    }
    if found == own {
        return Ok(());
    }
    // Grouped with the entry that it was applied, so that nothing is half done.
    let migrations = migrations();
    let runner = Runner::new(&migrations).set_grouped(true);
    runner
        .run_async(&mut **client)
        .await
        .map(drop)
        .map_err(|error| {
            StoreError::Unavailable(format!(
                "migration failed: {error}; the database is unchanged"
            ))
        })
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
    Ok(())
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

    use botwerk_test_postgres::{PostgresCluster, Sync};

    use super::*;
    use crate::store::postgres::pool;

    #[tokio::test]
    async fn tournaments_of_a_former_database_are_found_by_their_requests() {
        let Some(cluster) = PostgresCluster::start(Sync::Off) else {
            return;
        };
        let url = cluster.create_database().parse().unwrap();
        let pool = pool::open(&url, 1, Duration::from_secs(10)).unwrap();
        let mut object = pool::connection(&pool).await.unwrap();
        let former = &migrations()[..4];
        let runner = Runner::new(former).set_grouped(true);
        runner.run_async(&mut **object).await.unwrap();
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
