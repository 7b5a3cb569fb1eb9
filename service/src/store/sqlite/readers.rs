//! The threads that read while the writer writes, and the queries about matches.

use std::path::Path;

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, ToSql};
use tokio::sync::oneshot;

use super::columns::unreadable;
use super::file::{READ_TIMEOUT, open_reader, unavailable, unusable};
use crate::background::{self, queue_error};
use crate::fair_pool::{FairPool, PoolSettings, Turn};
use crate::fair_queue::QueueLimits;
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::requester::Requester;
use crate::store::commit_content::{read_lines, read_submissions};
use crate::store::{EventPage, MatchPage, MatchRow, PendingRead, StoreError, StoredMatch};

/// The number of threads that read; each has a connection of its own and takes 2 MB. One is reserved for
/// players and the server itself.
const READER_THREADS: usize = 3;

/// How many reads may wait.
const QUEUE_LENGTH: usize = 20_000;

/// A fixed number of threads that read, for one requester after the other.
#[derive(Debug)]
pub(super) struct Readers(FairPool<Connection>);

impl Readers {
    /// Opens the connections and starts the threads.
    ///
    /// # Errors
    /// Returns an error if a connection cannot be opened or a thread cannot be started.
    pub(super) fn open(path: &Path) -> Result<Self, StoreError> {
        let connections: Result<Vec<_>, _> = (0..READER_THREADS)
            .map(|_| open_reader(path, READ_TIMEOUT))
            .collect();
        let connections = connections.map_err(|error| unusable(path, &error))?;
        let settings = PoolSettings {
            name: "store-reader",
            threads: READER_THREADS,
            slots: READER_THREADS,
            additional: 0,
            reserved: 1,
            per_requester: 1,
            limits: QueueLimits::of_length(QUEUE_LENGTH),
        };
        let pool = FairPool::start_with(connections, settings, background::lower_priority);
        let pool = pool.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Self(pool))
    }

    /// Completes the reads that are queued and closes the connections.
    pub(super) fn close(&self) {
        self.0.close();
    }

    /// Reads on one of the threads.
    pub(super) fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> PendingRead<T> {
        self.run(move |connection| read(connection).map_err(|error| unavailable(&error)))
    }

    /// Reads what must exist on one of the threads; `what` names it in the error.
    pub(super) fn find<T: Send + 'static>(
        &self,
        what: String,
        read: impl FnOnce(&Connection) -> rusqlite::Result<Option<T>> + Send + 'static,
    ) -> PendingRead<T> {
        self.run(move |connection| {
            let found = read(connection).map_err(|error| unavailable(&error))?;
            found.ok_or(StoreError::NotFound(what))
        })
    }

    fn run<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> PendingRead<T> {
        let (answer, receiver) = oneshot::channel();
        let job = move |connection: &mut Connection, _: &Turn<'_>| {
            // A caller that is gone needs no answer.
            if !answer.is_closed() {
                let _ = answer.send(read(connection));
            }
        };
        match self.0.spawn_with(&Requester::current(), job) {
            Ok(()) => PendingRead::waiting(receiver),
            Err(full) => PendingRead::ready(Err(StoreError::Overloaded(
                queue_error(full, "reads").message,
            ))),
        }
    }
}

const MATCHES: &str = "SELECT id, request_id, state, created_micros, setup, outcome, head,
    coalesce((SELECT event_count FROM commits WHERE match_key = key ORDER BY number DESC LIMIT 1), 0)
    FROM matches";

/// Reads a row of [`MATCHES`].
fn match_row(row: &Row<'_>) -> rusqlite::Result<MatchRow> {
    Ok(MatchRow {
        id: row.get(0)?,
        request_id: row.get(1)?,
        state: row.get(2)?,
        created_micros: row.get(3)?,
        setup: row.get(4)?,
        outcome: row.get(5)?,
        head: row.get(6)?,
        events: row.get::<_, i64>(7)? as u64,
    })
}

/// Reads everything stored of a match, or `None` if it does not exist.
pub(crate) fn load(connection: &Connection, id: &MatchId) -> rusqlite::Result<Option<StoredMatch>> {
    // Both tables are read from one snapshot.
    let transaction = connection.unchecked_transaction()?;
    let Some(row) = find_row(&transaction, id)? else {
        return Ok(None);
    };
    let mut stored = StoredMatch {
        row,
        events: Vec::new(),
        submissions: Vec::new(),
    };
    let mut commits = transaction.prepare_cached(
        "SELECT events, submissions, event_count FROM commits
         WHERE match_key = (SELECT key FROM matches WHERE id = $1) ORDER BY number",
    )?;
    let mut commits = commits.query([id])?;
    while let Some(commit) = commits.next()? {
        let lines = read_lines(commit.get_ref(0)?.as_str()?);
        stored.events.extend(lines.map(str::to_owned));
        let submissions = commit.get_ref(1)?.as_str()?;
        read_submissions(submissions, &mut stored.submissions).map_err(unreadable)?;
        let (expected, found) = (commit.get::<_, i64>(2)?, stored.events.len());
        if expected != found as i64 {
            let message = format!("expected {expected} events, found {found}");
            return Err(rusqlite::Error::FromSqlConversionFailure(
                2,
                Type::Integer,
                message.into(),
            ));
        }
    }
    Ok(Some(stored))
}

/// Reads the events of a match after a commit.
pub(super) fn events(
    connection: &Connection,
    id: &MatchId,
    after: i64,
) -> rusqlite::Result<EventPage> {
    let mut commits = connection.prepare_cached(
        "SELECT number, events FROM commits
         WHERE match_key = (SELECT key FROM matches WHERE id = $1) AND number > $2 ORDER BY number",
    )?;
    let mut commits = commits.query((id, after))?;
    let mut page = EventPage::default();
    while let Some(commit) = commits.next()? {
        if !page.push(commit.get(0)?, commit.get_ref(1)?.as_str()?) {
            break;
        }
    }
    Ok(page)
}

/// Reads a match without its events, or `None` if it does not exist.
pub(super) fn find_row(
    connection: &Connection,
    id: &MatchId,
) -> rusqlite::Result<Option<MatchRow>> {
    let sql = format!("{MATCHES} WHERE id = $1");
    let mut find = connection.prepare_cached(&sql)?;
    find.query_row([id], match_row).optional()
}

/// Reads the match that a request created, or `None` if it created none.
pub(super) fn match_by_request_id(
    connection: &Connection,
    request_id: &str,
) -> rusqlite::Result<Option<MatchRow>> {
    let sql = format!("{MATCHES} WHERE request_id = $1");
    let mut statement = connection.prepare_cached(&sql)?;
    statement.query_row([request_id], match_row).optional()
}

/// Reads the matches that have not ended, the newest first.
pub(super) fn unfinished(connection: &Connection) -> rusqlite::Result<Vec<(MatchId, MatchState)>> {
    let mut find = connection.prepare_cached("SELECT id FROM matches WHERE state = $1")?;
    let mut matches: Vec<(MatchId, _)> = Vec::new();
    for state in MatchState::ALL
        .into_iter()
        .filter(|state| !state.has_ended())
    {
        let mut ids = find.query([state])?;
        while let Some(row) = ids.next()? {
            matches.push((row.get(0)?, state));
        }
    }
    matches.sort_unstable_by(|a, b| b.0.cmp(&a.0));
    Ok(matches)
}

/// Reads a page of matches with ids below `before`, the newest first.
pub(super) fn list(
    connection: &Connection,
    before: Option<&MatchId>,
    state: Option<MatchState>,
    limit: usize,
) -> rusqlite::Result<MatchPage> {
    // Each combination is a statement of its own, so that each has its index.
    let mut sql = String::from(MATCHES);
    let mut values: Vec<&dyn ToSql> = Vec::new();
    if let Some(state) = &state {
        sql += " WHERE state = ?";
        values.push(state);
    }
    if let Some(before) = &before {
        sql += if state.is_some() {
            " AND id < ?"
        } else {
            " WHERE id < ?"
        };
        values.push(before);
    }
    sql += " ORDER BY id DESC";
    let mut statement = connection.prepare_cached(&sql)?;
    // Not read further than to the first row after the page.
    let mut rows = statement.query(&*values)?;
    let mut page = MatchPage::default();
    while let Some(row) = rows.next()? {
        if !page.push(match_row(row)?, limit) {
            break;
        }
    }
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sqlite::file::open_writer;

    #[tokio::test]
    async fn readers_outlive_panics_within_transactions() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        drop(open_writer(&path).unwrap());
        let readers = Readers::open(&path).unwrap();
        for _ in 0..2 * READER_THREADS {
            let read = |connection: &Connection| -> rusqlite::Result<()> {
                let _transaction = connection.unchecked_transaction()?;
                panic!("planted")
            };
            assert!(matches!(
                readers.read(read).await,
                Err(StoreError::Unavailable(_))
            ));
        }
        let id = MatchId::from("a");
        let read = readers.read(move |connection| load(connection, &id));
        assert!(read.await.unwrap().is_none());
    }
}
