//! The file: who may open it, which version wrote it, and what went wrong with it.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};

use crate::store::StoreError;

/// How long anything waits for another program that holds the database.
pub(in crate::store) const BUSY_LIMIT: Duration = Duration::from_secs(1);

/// How long a read of the server waits; it may keep a thread from answering others.
pub(super) const READ_LIMIT: Duration = Duration::from_millis(100);

/// Bytes of a page in a new file; an old one keeps its own. Each match has its place in the index,
/// so every commit writes a page of it, and small pages are less to write.
const PAGE_BYTES: i32 = 1024;

/// What a connection that reads keeps of the file's pages.
const READER_CACHE_KIB: i32 = 256;

/// Pages in the log after which the writer moves them into the database: 16 MiB.
const CHECKPOINT_PAGES: i32 = (16 << 20) / PAGE_BYTES;

pub(super) mod migrations {
    refinery::embed_migrations!("src/store/migrations");
}

/// Takes the lock beside the database; it ends with the process, however that ends.
pub(in crate::store) fn lock(path: &Path) -> Result<File, StoreError> {
    let beside = PathBuf::from(format!("{}.lock", path.display()));
    let failed = |error: std::io::Error| {
        let message = format!(
            "{}: {error}; name a file that can be used",
            beside.display()
        );
        StoreError::Unavailable(message)
    };
    let file = File::create(&beside).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Unavailable(format!(
            "{} is open in another server; stop that one or name another file",
            path.display()
        ))),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Opens the connection that writes, after bringing the file up to date.
pub(in crate::store) fn open_writer(path: &Path) -> Result<Connection, StoreError> {
    let failed = |error| unusable(path, &error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    connection.busy_timeout(BUSY_LIMIT).map_err(failed)?;
    // Before anything is changed: a file that is not ours stays as it is.
    check_version(&connection, path)?;
    set_up_writer(&connection).map_err(failed)?;
    // With its mark that it was applied, or a kill between the two leaves a file that no server
    // opens any more.
    migrations::migrations::runner()
        .set_grouped(true)
        .run(&mut connection)
        .map_err(|error| {
            let path = path.display();
            let message =
                format!("{path} cannot be brought up to date: {error}; it is left as it was");
            StoreError::Unavailable(message)
        })?;
    Ok(connection)
}

/// Opens the connection that writes once more, to a file that is up to date.
pub(super) fn reopen_writer(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_LIMIT)?;
    set_up_writer(&connection)?;
    Ok(connection)
}

/// Opens a connection that reads, while a server may write; each read waits as long as `patience`
/// for a program that lets nobody read.
pub(in crate::store) fn open_reader(
    path: &Path,
    patience: Duration,
) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(patience)?;
    // Negative: so many KiB. The system keeps the file's pages anyway.
    connection.pragma_update(None, "cache_size", -READER_CACHE_KIB)?;
    Ok(connection)
}

fn set_up_writer(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "page_size", PAGE_BYTES)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
    // The only writer takes each key from the match itself.
    connection.pragma_update(None, "foreign_keys", "OFF")
}

/// The version that this program writes.
pub(in crate::store) fn own_version() -> i32 {
    let runner = migrations::migrations::runner();
    let versions = runner.get_migrations().iter();
    versions
        .map(refinery::Migration::version)
        .max()
        .unwrap_or_default()
}

/// Refuses a file that a newer program or another one has written. The version, 0 for an empty file.
pub(in crate::store) fn check_version(
    connection: &Connection,
    path: &Path,
) -> Result<i32, StoreError> {
    let failed = |error| unusable(path, &error);
    let tables: Vec<String> = connection
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .and_then(|mut names| names.query_map([], |row| row.get(0))?.collect())
        .map_err(failed)?;
    if tables.is_empty() {
        return Ok(0);
    }
    let path = path.display();
    if !tables.iter().any(|name| name == "refinery_schema_history") {
        return Err(StoreError::Unavailable(format!(
            "{path} is a database of another program; name another file"
        )));
    }
    let sql = "SELECT max(version) FROM refinery_schema_history";
    let version = connection
        .query_row(sql, [], |row| row.get::<_, Option<i32>>(0))
        .optional()
        .map_err(failed)?;
    let (version, own) = (version.flatten().unwrap_or_default(), own_version());
    if version > own {
        return Err(StoreError::Unavailable(format!(
            "{path} is of version {version} and this program knows versions up to {own}; use the \
             newer program that wrote it, or name another file"
        )));
    }
    Ok(version)
}

/// What an error of SQLite means for this file, and what to do.
pub(in crate::store) fn unusable(path: &Path, error: &rusqlite::Error) -> StoreError {
    let path = path.display();
    StoreError::Unavailable(match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => {
            format!("{path} is no SQLite database; name another file")
        }
        Some(ErrorCode::DatabaseCorrupt) => format!(
            "{path} is damaged ({error}); `botwerk db check {path}` tells what is left, take a copy"
        ),
        Some(ErrorCode::CannotOpen) => {
            format!("{path} cannot be opened ({error}); name a file that can be used")
        }
        _ => format!("{path}: {}", words(error)),
    })
}

/// What an error of SQLite means while the file is in use.
pub(super) fn unavailable(error: &rusqlite::Error) -> StoreError {
    StoreError::Unavailable(words(error))
}

fn words(error: &rusqlite::Error) -> String {
    let what_to_do = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another program holds the database; end it, or try again"
        }
        Some(ErrorCode::DiskFull) => "make room and try again",
        Some(ErrorCode::SystemIoFailure) => "see to the disk and try again",
        Some(ErrorCode::DatabaseCorrupt) | None => "`botwerk db check` tells what is left",
        _ => "try again",
    };
    format!("{error}; {what_to_do}")
}
