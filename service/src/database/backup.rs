//! A consistent copy of an SQLite file that a server may write at the same time.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::{DatabaseError, complete, database_error, open_file, read_error};
use crate::background::lower_priority;
use crate::config::DatabaseLocation;
use crate::store::now_micros;
use crate::store::sql;

/// A backup that was written and checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupReport {
    /// Everything that the server had acknowledged at this time, in microseconds since 1970, is in the backup.
    pub mark_micros: i64,
    /// Number of matches in it.
    pub matches: u64,
    /// Its size.
    pub bytes: u64,
    /// How long it took.
    pub duration: Duration,
}

/// Writes a backup of a file into a new file, which appears once it is complete, checked and synced to the disk. The server of
/// the file continues to write: the backup is what was committed when it was started.
///
/// ```
/// use botwerk_service::{Config, Server, backup_database};
///
/// # #[tokio::main(flavor = "multi_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # let (file, copy) = (folder.path().join("botwerk.db"), folder.path().join("copy.db"));
/// let server = Server::open(Config { db: file.clone().into(), ..Config::default() }).await?;
/// let report = backup_database(&file, &copy)?;
/// assert_eq!(report.matches, 0);
/// assert!(copy.exists());
/// # drop(server);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Returns an error if the file is not a Botwerk database of this version, the new file exists or cannot be written, or the
/// copy is damaged. Nothing is left then.
pub fn backup(from: &Path, to: &Path) -> Result<BackupReport, DatabaseError> {
    // On a thread of its own, which gives way to a server on this machine.
    let back_up = || {
        lower_priority();
        back_up(from, to)
    };
    let panicked = |_| DatabaseError::Unusable("the backup has failed: a fault; report it".into());
    thread::scope(|scope| scope.spawn(back_up).join()).unwrap_or_else(|panic| Err(panicked(panic)))
}

fn back_up(from: &Path, to: &Path) -> Result<BackupReport, DatabaseError> {
    let started = Instant::now();
    let source = open_file(from)?;
    let partial = Partial::create(to)?;
    let mark_micros = now_micros();
    write(&source, from, &partial)?;
    let mut copy = open_file(&partial.path)?;
    check(&copy, &partial.path)?;
    let matches = complete(Box::pin(sql::count_matches(&mut copy)));
    drop(copy);
    let location = DatabaseLocation::from(partial.path.clone());
    let matches = matches.map_err(|failure| read_error(&location, failure))?;
    let bytes = partial.finish()?;
    Ok(BackupReport {
        mark_micros,
        matches,
        bytes,
        duration: started.elapsed(),
    })
}

/// Copies what is committed now, in one transaction of a reader, which delays no writer.
fn write(source: &Connection, from: &Path, partial: &Partial) -> Result<(), DatabaseError> {
    let name = partial.path.to_string_lossy();
    let written = source.execute("VACUUM INTO ?1", [&*name]);
    written.map(drop).map_err(|error| {
        // The disk of either file may be the cause.
        let error = database_error(from, &error);
        match error {
            DatabaseError::Unusable(message) => {
                DatabaseError::Unusable(format!("{message}; written was {name}"))
            }
            other => other,
        }
    })
}

/// Checks that every page of a copy is sound.
fn check(copy: &Connection, path: &Path) -> Result<(), DatabaseError> {
    let found: String = copy
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| database_error(path, &error))?;
    match found.as_str() {
        "ok" => Ok(()),
        fault => Err(DatabaseError::Corrupt(format!(
            "{}: the copy is damaged ({fault}); check the disks and the source (`botwerk db check`)",
            path.display()
        ))),
    }
}

/// A file that is being written under another name; it is removed unless it is finished.
struct Partial {
    path: PathBuf,
    target: PathBuf,
}

impl Partial {
    /// Creates the file, readable by its owner only, as SQLite overwrites an empty one.
    fn create(target: &Path) -> Result<Self, DatabaseError> {
        let unusable = |path: &Path, why: &dyn std::fmt::Display| {
            DatabaseError::Unusable(format!("{}: {why}; choose a new file", path.display()))
        };
        if target.exists() {
            return Err(unusable(target, &"the file exists"));
        }
        let path = PathBuf::from(format!("{}.partial", target.display()));
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options
            .open(&path)
            .map_err(|error| unusable(&path, &error))?;
        Ok(Self {
            path,
            target: target.to_owned(),
        })
    }

    /// Syncs the file and gives it its name; returns its size.
    fn finish(self) -> Result<u64, DatabaseError> {
        let finish = || -> std::io::Result<u64> {
            let file = File::options().write(true).open(&self.path)?;
            file.sync_all()?;
            let bytes = file.metadata()?.len();
            std::fs::rename(&self.path, &self.target)?;
            sync_folder(&self.target)?;
            Ok(bytes)
        };
        finish().map_err(|error| {
            let path = self.target.display();
            DatabaseError::Unusable(format!("{path}: {error}; choose a file on another disk"))
        })
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        // SQLite may have left a journal next to it.
        for suffix in ["", "-journal", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{suffix}", self.path.display()));
        }
    }
}

/// Syncs the name of a file to the disk, where a folder can be opened.
fn sync_folder(file: &Path) -> std::io::Result<()> {
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if cfg!(unix) {
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::match_state::MatchState;
    use crate::store::test_stores::empty_match;
    use crate::store::{Durability, SqliteStore, WriteCommand, WriteStore};

    fn count(path: &Path) -> u64 {
        let mut connection = open_file(path).unwrap();
        complete(Box::pin(sql::count_matches(&mut connection))).unwrap()
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn backup_has_all_that_was_acknowledged_before_it_while_the_server_writes() {
        let folder = tempfile::tempdir().unwrap();
        let [file, copy] = ["matches.db", "copy.db"].map(|name| folder.path().join(name));
        let store = Arc::new(SqliteStore::open(&file, Durability::Results).unwrap());
        let create = |number: usize| {
            let row = empty_match(&format!("{number:06}"), MatchState::Over);
            WriteCommand::Create(row)
        };
        for number in 0..500 {
            store.write(create(number)).await.unwrap();
        }
        let is_done = Arc::new(AtomicBool::new(false));
        let writer = {
            let (store, is_done) = (Arc::clone(&store), Arc::clone(&is_done));
            tokio::spawn(async move {
                let mut number = 500;
                while !is_done.load(Ordering::Relaxed) {
                    store.write(create(number)).await.unwrap();
                    number += 1;
                }
                number as u64
            })
        };
        let (from, to) = (file.clone(), copy.clone());
        let report = tokio::task::spawn_blocking(move || backup(&from, &to));
        let report = report.await.unwrap().unwrap();
        is_done.store(true, Ordering::Relaxed);
        let written = writer.await.unwrap();
        assert!(
            (500..=written).contains(&report.matches),
            "{report:?} of {written}"
        );
        assert_eq!(count(&copy), report.matches);
        assert_eq!(report.bytes, copy.metadata().unwrap().len());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(copy.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        }
        // A server continues with it.
        let store = SqliteStore::open(&copy, Durability::Results).unwrap();
        store.write(create(999_999)).await.unwrap();
        assert_eq!(count(&copy), report.matches + 1);
    }

    #[test]
    fn backup_that_fails_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let [file, copy] = ["matches.db", "copy.db"].map(|name| folder.path().join(name));
        let failed = |from: &Path, to: &Path| backup(from, to).unwrap_err().to_string();
        let missing = failed(&file, &copy);
        assert!(missing.contains("matches.db"), "{missing}");
        drop(SqliteStore::open(&file, Durability::Results).unwrap());
        std::fs::write(&copy, "something else").unwrap();
        let existing = failed(&file, &copy);
        assert!(existing.contains("the file exists"), "{existing}");
        assert_eq!(std::fs::read_to_string(&copy).unwrap(), "something else");
        let elsewhere = folder.path().join("missing/copy.db");
        assert!(failed(&file, &elsewhere).contains("missing/copy.db"));
        let left = std::fs::read_dir(folder.path()).unwrap();
        let left = left.filter(|entry| {
            let name = entry.as_ref().unwrap().file_name();
            name.to_string_lossy().contains("partial")
        });
        assert_eq!(left.count(), 0);
    }
}
