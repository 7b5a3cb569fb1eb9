//! The thread that merges the log into the database, so that no commit waits for that.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use rusqlite::Connection;

use super::file::{CHECKPOINT_PAGES, reopen_writer};
use crate::background;
use crate::lasting_task::run_step;

/// Time between two looks at the size of the log.
const INTERVAL: Duration = Duration::from_millis(100);

/// The thread that merges the log; it ends when this is dropped.
#[derive(Debug)]
pub(super) struct Checkpointer {
    // `None` while it is being dropped: the thread ends when the sender is gone.
    stop: Option<Sender<()>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Checkpointer {
    /// Starts the thread for a file that has been migrated.
    ///
    /// # Errors
    /// Returns an error if the thread cannot be started.
    pub(super) fn start(path: &Path) -> std::io::Result<Self> {
        let (stop, stopped) = channel();
        let path = path.to_owned();
        let thread = thread::Builder::new()
            .name("checkpointer".into())
            .spawn(move || run(path, &stopped))?;
        Ok(Self {
            stop: Some(stop),
            thread: Some(thread),
        })
    }
}

impl Drop for Checkpointer {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(path: PathBuf, stopped: &Receiver<()>) {
    background::lower_priority();
    let mut connection = None;
    repeat(stopped, || {
        // Taken: a connection that has failed is not used again.
        let mut used = connection.take();
        merge_if_long(&mut used, &path)?;
        connection = used;
        Ok(())
    });
}

/// Runs a step again and again until the sender is dropped, also after it has failed or panicked.
fn repeat(stopped: &Receiver<()>, mut step: impl FnMut() -> rusqlite::Result<()>) {
    while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
        if let Some(Err(error)) = run_step("checkpointer", &mut step) {
            tracing::debug!(%error, "the log was not merged; tried again later");
        }
    }
}

/// Merges the log if it has grown to [`CHECKPOINT_PAGES`] pages. Commits go on meanwhile.
fn merge_if_long(connection: &mut Option<Connection>, path: &Path) -> rusqlite::Result<()> {
    let connection = match connection {
        Some(connection) => connection,
        none => none.insert(reopen_writer(path)?),
    };
    if unmerged_pages(connection, "NOOP")? >= CHECKPOINT_PAGES {
        unmerged_pages(connection, "PASSIVE")?;
    }
    Ok(())
}

/// Runs a checkpoint and returns the number of pages of the log that are not merged afterwards.
fn unmerged_pages(connection: &Connection, mode: &str) -> rusqlite::Result<i32> {
    let sql = format!("PRAGMA wal_checkpoint({mode})");
    connection.query_row(&sql, [], |row| {
        let (log, merged): (i32, i32) = (row.get(1)?, row.get(2)?);
        Ok(log - merged)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sqlite::file::{PAGE_BYTES, open_writer};

    #[test]
    fn checkpointer_outlives_a_panic_and_an_error() {
        let (stop, stopped) = channel();
        let (mut stop, mut steps) = (Some(stop), 0);
        repeat(&stopped, || {
            steps += 1;
            match steps {
                1 => panic!("planted"),
                2 => return Err(rusqlite::Error::InvalidQuery),
                _ => stop = None,
            }
            Ok(())
        });
        assert_eq!(steps, 3);
    }

    #[test]
    fn long_log_is_merged_while_a_transaction_is_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        let writer = open_writer(&path).unwrap();
        writer.execute_batch("CREATE TABLE filler (bytes)").unwrap();
        let fill = |bytes: i32| {
            let sql = "INSERT INTO filler VALUES (randomblob($1))";
            writer.execute(sql, [bytes]).unwrap();
        };
        let mut connection = None;
        merge_if_long(&mut connection, &path).unwrap();
        fill(1 << 20);
        merge_if_long(&mut connection, &path).unwrap();
        let reader = connection.take().unwrap();
        assert!(unmerged_pages(&reader, "NOOP").unwrap() >= (1 << 20) / PAGE_BYTES);
        fill(20 << 20);
        writer.execute_batch("BEGIN IMMEDIATE").unwrap();
        fill(1 << 20);
        merge_if_long(&mut connection, &path).unwrap();
        assert_eq!(unmerged_pages(&reader, "NOOP").unwrap(), 0);
        writer.execute_batch("COMMIT").unwrap();
    }
}
