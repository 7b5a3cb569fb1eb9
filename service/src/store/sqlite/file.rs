//! The database file: its lock, connections, version and errors.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use botwerk_proto::time_text;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};

use crate::server_secret::ServerSecret;
use crate::store::migrations::{
    AppliedMigration, COMPATIBILITY_TABLE, CREATE_HISTORY, HISTORY_TABLE, INSERT_HISTORY,
    Migration, SELECT_COMPATIBILITY, SELECT_HISTORY, UPDATE_COMPATIBILITY, compatible_from,
    last_version, pending_migrations,
};
use crate::store::sql::ReadFailure;
use crate::store::{StoreError, now_micros};

/// How long a statement waits for another process that has locked the database.
pub(crate) const BUSY_TIMEOUT: Duration = Duration::from_secs(1);

/// How long a read of the server waits for a lock; other reads may be queued behind it.
pub(super) const READ_TIMEOUT: Duration = Duration::from_millis(100);

/// Bytes of a page in a new file. Commits of different matches write different pages of the index, so that small pages save
/// writing; but a page of 1 KiB has one whole match, and half of it is empty.
pub(super) const PAGE_BYTES: i32 = 4096;

/// Size of a reading connection's page cache.
const READER_CACHE_KIB: i32 = 256;

/// Number of pages in the log after which they are merged into the database, by a thread of its own:
/// 16 MiB.
pub(super) const CHECKPOINT_PAGES: i32 = (16 << 20) / PAGE_BYTES;

/// Number of pages after which the writer merges the rest itself, because the log always has new ones
/// and so would grow for ever: 64 MiB.
const WRITER_CHECKPOINT_PAGES: i32 = 4 * CHECKPOINT_PAGES;

/// Every migration, in the order of their versions.
const MIGRATIONS: [Migration; 18] = [
    Migration::new(1, "schema", include_str!("migrations/V1__schema.sql")),
    Migration::new(
        2,
        "server_secret",
        include_str!("migrations/V2__server_secret.sql"),
    ),
    Migration::new(3, "leagues", include_str!("migrations/V3__leagues.sql")),
    Migration::new(4, "seat_logs", include_str!("migrations/V4__seat_logs.sql")),
    Migration::new(
        5,
        "differing_records",
        include_str!("migrations/V5__differing_records.sql"),
    ),
    Migration::new(
        6,
        "checkpoints",
        include_str!("migrations/V6__checkpoints.sql"),
    ),
    Migration::new(9, "workers", include_str!("migrations/V9__workers.sql")),
    Migration::new(
        10,
        "tournament_requests",
        include_str!("migrations/V10__tournament_requests.sql"),
    ),
    Migration::new(11, "owners", include_str!("migrations/V11__owners.sql")),
    Migration::new(12, "versions", include_str!("migrations/V12__versions.sql")),
    Migration::new(
        13,
        "match_players",
        include_str!("migrations/V13__match_players.sql"),
    ),
    Migration::new(
        14,
        "bounded_records",
        include_str!("migrations/V14__bounded_records.sql"),
    ),
    Migration::new(
        15,
        "compatibility",
        include_str!("migrations/V15__compatibility.sql"),
    ),
    Migration::new(16, "comments", include_str!("migrations/V16__comments.sql")),
    Migration::new(
        17,
        "record_packs",
        include_str!("migrations/V17__record_packs.sql"),
    ),
    Migration {
        version: 18,
        name: "quotas",
        sql: include_str!("migrations/V18__quotas.sql"),
        compatible_from: None,
    },
    Migration {
        compatible_from: None,
        ..Migration::new(
            19,
            "identities",
            include_str!("migrations/V19__identities.sql"),
        )
    },
    Migration {
        compatible_from: None,
        ..Migration::new(
            20,
            "bots_of_logs",
            include_str!("migrations/V20__bots_of_logs.sql"),
        )
    },
];

/// Locks the database, whatever its name, and creates it for its owner only if there is none. The lock
/// ends with the process. The file must not be closed before the last connection, whose own locks
/// would end with it.
///
/// # Errors
/// Returns an error if another process has the lock or the file cannot be opened.
pub(crate) fn lock(path: &Path) -> Result<File, StoreError> {
    let lock_path = lock_path(path);
    let failed = |error: std::io::Error| {
        let message = format!(
            "{} cannot be opened ({error}); choose a file in a writable folder",
            lock_path.display()
        );
        StoreError::Unavailable(message)
    };
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(&lock_path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Unavailable(format!(
            "{} is open in another server; stop that server or choose another file",
            path.display()
        ))),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Returns the file that is locked. SQLite locks single bytes of the database, which a lock of the whole
/// file would prevent on systems other than Unix.
fn lock_path(path: &Path) -> PathBuf {
    if cfg!(unix) {
        path.to_owned()
    } else {
        PathBuf::from(format!("{}.lock", path.display()))
    }
}

/// Opens the writing connection and migrates the file.
///
/// # Errors
/// Returns an error if the file cannot be opened or migrated, or is not a Botwerk database.
pub(crate) fn open_writer(path: &Path) -> Result<Connection, StoreError> {
    let failed = |error| unusable(path, &error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(failed)?;
    // Before anything is changed: the file of another program stays as it is.
    check_version(&connection, path)?;
    set_up_writer(&connection).map_err(failed)?;
    migrate(&mut connection, path, &MIGRATIONS)?;
    Ok(connection)
}

/// Applies the migrations that a file lacks, and inserts their rows, in one transaction: a kill between the two would
/// leave a file that no server can open.
fn migrate(
    connection: &mut Connection,
    path: &Path,
    migrations: &[Migration],
) -> Result<(), StoreError> {
    let failed = |error: &dyn std::fmt::Display| {
        let path = path.display();
        let message = format!("{path}: migration failed: {error}; the file is unchanged");
        StoreError::Unavailable(message)
    };
    let transaction = connection.transaction().map_err(|error| failed(&error))?;
    let applied = create_history(&transaction).map_err(|error| failed(&error))?;
    let oldest = stored_compatibility(&transaction).map_err(|error| failed(&error))?;
    let pending = pending_migrations(migrations, &applied, oldest);
    let pending = pending.map_err(|error| failed(&error))?;
    for migration in pending {
        apply(&transaction, migration).map_err(|error| failed(&error))?;
    }
    let oldest = stored_compatibility(&transaction).map_err(|error| failed(&error))?;
    if !pending.is_empty() && oldest.is_some() {
        let updated = transaction.execute(UPDATE_COMPATIBILITY, [compatible_from(migrations)]);
        updated.map_err(|error| failed(&error))?;
    }
    transaction.commit().map_err(|error| failed(&error))
}

/// Creates the table of migrations in a file without one; returns its rows.
fn create_history(connection: &Connection) -> rusqlite::Result<Vec<AppliedMigration>> {
    connection.execute_batch(CREATE_HISTORY)?;
    let mut select = connection.prepare(SELECT_HISTORY)?;
    let rows = select.query_map([], |row| {
        Ok(AppliedMigration {
            version: row.get(0)?,
            name: row.get(1)?,
            checksum: row.get(2)?,
        })
    })?;
    rows.collect()
}

fn apply(connection: &Connection, migration: &Migration) -> rusqlite::Result<()> {
    connection.execute_batch(migration.sql)?;
    let (time, checksum) = (time_text(now_micros()), migration.checksum());
    let row = (migration.version, migration.name, time, checksum);
    connection.execute(INSERT_HISTORY, row).map(drop)
}

/// Returns the version of the oldest program that can use a file, or `None` for a file that does not say so.
fn stored_compatibility(connection: &Connection) -> rusqlite::Result<Option<i32>> {
    let sql = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = $1";
    let tables: i64 = connection.query_row(sql, [COMPATIBILITY_TABLE], |row| row.get(0))?;
    if tables == 0 {
        return Ok(None);
    }
    let row = connection.query_row(SELECT_COMPATIBILITY, [], |row| row.get(0));
    row.optional()
}

/// Migrates a file as a newer program does, which has more migrations.
#[cfg(test)]
pub(super) fn migrate_with<const N: usize>(
    path: &Path,
    added: [Migration; N],
) -> Result<(), StoreError> {
    let mut connection = Connection::open(path).unwrap();
    let migrations: Vec<Migration> = MIGRATIONS.into_iter().chain(added).collect();
    migrate(&mut connection, path, &migrations)
}

/// Creates the file of a former version, to which the first `count` migrations were applied.
#[cfg(test)]
pub(crate) fn create_former(path: &Path, count: usize) -> Connection {
    let mut connection = Connection::open(path).unwrap();
    migrate(&mut connection, path, &MIGRATIONS[..count]).unwrap();
    connection
}

/// Reads the secret of the server, or stores a new one in a file without.
///
/// # Errors
/// Returns an error if the file cannot be read or written, or the secret is not valid.
pub(super) fn server_secret(
    connection: &Connection,
    path: &Path,
) -> Result<ServerSecret, StoreError> {
    let failed = |error| unusable(path, &error);
    let stored = connection.query_row("SELECT secret FROM server", [], |row| {
        row.get::<_, String>(0)
    });
    if let Some(text) = stored.optional().map_err(failed)? {
        let path = path.display();
        let message =
            format!("{path}: the stored secret of the server is corrupt; restore a backup");
        return ServerSecret::from_hex(&text).ok_or(StoreError::Unavailable(message));
    }
    let secret = ServerSecret::random();
    let secret = secret.map_err(|error| StoreError::Unavailable(error.message))?;
    connection
        .execute("INSERT INTO server (secret) VALUES ($1)", [secret.to_hex()])
        .map_err(failed)?;
    Ok(secret)
}

/// Opens another writing connection to a file that has been migrated.
pub(super) fn reopen_writer(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    set_up_writer(&connection)?;
    Ok(connection)
}

/// Opens a reading connection; a server may write at the same time. A read waits up to `timeout`
/// for a process that has locked the file.
pub(crate) fn open_reader(path: &Path, timeout: Duration) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(timeout)?;
    // A negative value is a size in KiB. The system caches the file's pages anyway.
    connection.pragma_update(None, "cache_size", -READER_CACHE_KIB)?;
    Ok(connection)
}

fn set_up_writer(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "page_size", PAGE_BYTES)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "wal_autocheckpoint", WRITER_CHECKPOINT_PAGES)?;
    // The only writer reads every key from the row that it refers to.
    connection.pragma_update(None, "foreign_keys", "OFF")
}

/// Returns the version of the files that this program writes.
pub(crate) fn own_version() -> i32 {
    last_version(&MIGRATIONS)
}

/// Returns the version of a file, 0 for an empty one. It is later than the one that this program writes if a newer program
/// has only added to the tables.
///
/// # Errors
/// Returns an error if this program cannot use the tables that a newer version has written, or another program has
/// written the file.
pub(crate) fn check_version(connection: &Connection, path: &Path) -> Result<i32, StoreError> {
    let failed = |error| unusable(path, &error);
    let tables: Vec<String> = connection
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .and_then(|mut names| names.query_map([], |row| row.get(0))?.collect())
        .map_err(failed)?;
    if tables.is_empty() {
        return Ok(0);
    }
    let path = path.display();
    if !tables.iter().any(|name| name == HISTORY_TABLE) {
        return Err(StoreError::Unavailable(format!(
            "{path} is a database of another program; choose another file"
        )));
    }
    let sql = format!("SELECT max(version) FROM {HISTORY_TABLE}");
    let version = connection
        .query_row(&sql, [], |row| row.get::<_, Option<i32>>(0))
        .optional()
        .map_err(failed)?;
    let (version, own) = (version.flatten().unwrap_or_default(), own_version());
    if version <= own {
        return Ok(version);
    }
    let oldest = stored_compatibility(connection).map_err(failed)?;
    if oldest.is_some_and(|oldest| oldest <= own) {
        return Ok(version);
    }
    let oldest = oldest.unwrap_or(version);
    Err(StoreError::Unavailable(format!(
        "{path}: expected version {own} or older, found {version}, which programs that write version {oldest} or \
         later can use; use a newer `botwerk`, or choose another file"
    )))
}

/// Returns the error for a file that cannot be used.
pub(crate) fn unusable(path: &Path, error: &rusqlite::Error) -> StoreError {
    let path = path.display();
    StoreError::Unavailable(match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => {
            format!("{path} is not an SQLite database; choose another file")
        }
        Some(ErrorCode::DatabaseCorrupt) => {
            format!("{path} is corrupt ({error}); copy it, then run `botwerk db check {path}`")
        }
        Some(ErrorCode::CannotOpen) => {
            format!("{path} cannot be opened ({error}); choose another file")
        }
        _ => format!("{path}: {}", describe(error)),
    })
}

/// Returns the error for a statement that has failed.
pub(super) fn unavailable(error: &rusqlite::Error) -> StoreError {
    StoreError::Unavailable(describe(error))
}

/// Returns why a read has failed.
pub(crate) fn read_failure(error: &rusqlite::Error) -> ReadFailure {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt) | None => ReadFailure::Corrupt(error.to_string()),
        _ => ReadFailure::Store(unavailable(error)),
    }
}

fn describe(error: &rusqlite::Error) -> String {
    let remedy = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another process has locked the database; end it, or try again"
        }
        Some(ErrorCode::DiskFull) => "free disk space and try again",
        Some(ErrorCode::SystemIoFailure) => "check the disk and try again",
        Some(ErrorCode::DatabaseCorrupt) | None => "run `botwerk db check`",
        _ => "try again",
    };
    format!("{error}; {remedy}")
}
