//! The connections that read, and the queries about matches.

use std::future::Future;

use deadpool_postgres::{Object, Pool};
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio_postgres::Row;

use super::pool::{self, query, query_opt};
use crate::background::TaskLimit;
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::requester::Requester;
use crate::store::commit_content::{read_lines, read_submissions};
use crate::store::{EventPage, MatchPage, MatchRow, PendingRead, SeatLog, StoreError, StoredMatch};

/// Maximum number of rows that one statement reads.
pub(super) const PAGE: usize = 500;

/// Number of matches that one statement reads for a page, which may be full before it has its number of matches.
const ROWS_PER_READ: usize = 64;

/// A text after all ids, which have letters and digits.
pub(super) const AFTER_ALL_IDS: &str = "~";

/// Why a read failed.
#[derive(Debug)]
pub(super) enum ReadFailure {
    Database(tokio_postgres::Error),
    /// What is stored cannot be read.
    Corrupt(String),
}

impl From<tokio_postgres::Error> for ReadFailure {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::Database(error)
    }
}

impl From<serde_json::Error> for ReadFailure {
    fn from(error: serde_json::Error) -> Self {
        Self::Corrupt(error.to_string())
    }
}

impl From<ReadFailure> for StoreError {
    fn from(failure: ReadFailure) -> Self {
        match failure {
            ReadFailure::Database(error) => pool::unavailable(&error),
            ReadFailure::Corrupt(message) => {
                Self::Unavailable(format!("what is stored is corrupt: {message}"))
            }
        }
    }
}

pub(super) type ReadResult<T> = Result<T, ReadFailure>;

/// The connections that read, and the threads that decode what they have read.
#[derive(Debug, Clone)]
pub(super) struct Readers {
    pool: Pool,
    runtime: Handle,
    turns: TaskLimit,
}

impl Readers {
    /// Reads with at most this number of connections, for one requester after the other.
    pub(super) fn new(pool: Pool, connections: usize, runtime: Handle) -> Self {
        Self {
            pool,
            runtime,
            turns: TaskLimit::new(connections, connections.div_ceil(2)),
        }
    }

    /// Reads with one of the connections.
    pub(super) fn read<T, F>(
        &self,
        read: impl FnOnce(Object) -> F + Send + 'static,
    ) -> PendingRead<T>
    where
        T: Send + 'static,
        F: Future<Output = ReadResult<T>> + Send,
    {
        PendingRead::waiting(self.send_read(read))
    }

    /// Reads what must exist; `what` names it in the error.
    pub(super) fn find<T, F>(
        &self,
        what: String,
        read: impl FnOnce(Object) -> F + Send + 'static,
    ) -> PendingRead<T>
    where
        T: Send + 'static,
        F: Future<Output = ReadResult<Option<T>>> + Send,
    {
        self.run(|object| async move { read(object).await?.ok_or(StoreError::NotFound(what)) })
    }

    pub(super) fn run<T, F>(
        &self,
        read: impl FnOnce(Object) -> F + Send + 'static,
    ) -> PendingRead<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send,
    {
        PendingRead::waiting(self.spawn(read))
    }

    /// Runs statements with one of the connections, and returns the receiver of their result.
    pub(super) fn send_read<T, F>(
        &self,
        read: impl FnOnce(Object) -> F + Send + 'static,
    ) -> oneshot::Receiver<Result<T, StoreError>>
    where
        T: Send + 'static,
        F: Future<Output = ReadResult<T>> + Send,
    {
        self.spawn(async move |object| Ok(read(object).await?))
    }

    fn spawn<T, F>(
        &self,
        read: impl FnOnce(Object) -> F + Send + 'static,
    ) -> oneshot::Receiver<Result<T, StoreError>>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send,
    {
        let (answer, receiver) = oneshot::channel();
        let (pool, turns) = (self.pool.clone(), self.turns.clone());
        let task = async move {
            let result = async {
                let permit = turns.acquire().await;
                let _permit = permit.map_err(|error| StoreError::Overloaded(error.message))?;
                read(pool::connection(&pool).await?).await
            };
            let result = result.await;
            // The caller may be gone.
            let _ = answer.send(result);
        };
        self.runtime.spawn(Requester::current().scope(task));
        receiver
    }
}

const MATCHES: &str = "SELECT id, request_id, state, created_micros, setup, outcome, head,
    coalesce((SELECT event_count FROM commits WHERE match_key = key ORDER BY number DESC LIMIT 1), 0), key
    FROM matches";

fn stored_state(id: &str, number: i32) -> ReadResult<MatchState> {
    let state = MatchState::from_number(number);
    state.ok_or_else(|| ReadFailure::Corrupt(format!("match {id}: state {number}")))
}

/// Reads a row of [`MATCHES`].
fn match_row(row: &Row) -> ReadResult<MatchRow> {
    let (id, state): (&str, i32) = (row.try_get(0)?, row.try_get(2)?);
    Ok(MatchRow {
        id: id.into(),
        request_id: row.try_get(1)?,
        state: stored_state(id, state)?,
        created_micros: row.try_get(3)?,
        setup: row.try_get(4)?,
        outcome: row.try_get(5)?,
        head: row.try_get(6)?,
        events: row.try_get::<_, i64>(7)? as u64,
    })
}

/// Reads everything stored of a match, or `None` if it does not exist.
pub(super) async fn load(mut object: Object, id: MatchId) -> ReadResult<Option<StoredMatch>> {
    // Both tables are read from one snapshot.
    let transaction = object
        .build_transaction()
        .isolation_level(tokio_postgres::IsolationLevel::RepeatableRead)
        .read_only(true)
        .start()
        .await?;
    let find = transaction
        .prepare_cached(&format!("{MATCHES} WHERE id = $1"))
        .await?;
    let Some(found) = transaction.query_opt(&find, &[&id.as_str()]).await? else {
        return Ok(None);
    };
    let mut stored = StoredMatch {
        row: match_row(&found)?,
        events: Vec::new(),
        submissions: Vec::new(),
    };
    let sql =
        "SELECT events, submissions, event_count FROM commits WHERE match_key = $1 ORDER BY number";
    let commits = transaction.prepare_cached(sql).await?;
    let key: i64 = found.try_get(8)?;
    let commits = transaction.query(&commits, &[&key]).await?;
    transaction.commit().await?;
    for commit in commits {
        let lines = read_lines(commit.try_get(0)?);
        stored.events.extend(lines.map(str::to_owned));
        read_submissions(commit.try_get(1)?, &mut stored.submissions)?;
        let (expected, found): (i64, _) = (commit.try_get(2)?, stored.events.len());
        if expected != found as i64 {
            let message = format!("match {id}: expected {expected} events, found {found}");
            return Err(ReadFailure::Corrupt(message));
        }
    }
    Ok(Some(stored))
}

/// Reads the events of a match after a commit.
pub(super) async fn events(object: Object, id: MatchId, after: i64) -> ReadResult<EventPage> {
    let sql = "SELECT number, events FROM commits
               WHERE match_key = (SELECT key FROM matches WHERE id = $1) AND number > $2
               ORDER BY number LIMIT $3";
    let mut page = EventPage::default();
    let mut last = i32::try_from(after).unwrap_or(i32::MAX);
    loop {
        let limit = ROWS_PER_READ as i64;
        let rows = query(&object, sql, &[&id.as_str(), &last, &limit]).await?;
        for row in &rows {
            last = row.try_get(0)?;
            if !page.push(last.into(), row.try_get(1)?) {
                return Ok(page);
            }
        }
        if rows.len() < ROWS_PER_READ {
            return Ok(page);
        }
    }
}

/// Reads a match without its events, or `None` if it does not exist.
pub(super) async fn find_row(object: Object, id: MatchId) -> ReadResult<Option<MatchRow>> {
    let sql = format!("{MATCHES} WHERE id = $1");
    let row = query_opt(&object, &sql, &[&id.as_str()]).await?;
    row.as_ref().map(match_row).transpose()
}

/// Reads the match that a request created, or `None` if it created none.
pub(super) async fn match_by_request_id(
    object: Object,
    request_id: String,
) -> ReadResult<Option<MatchRow>> {
    let sql = format!("{MATCHES} WHERE request_id = $1");
    let row = query_opt(&object, &sql, &[&request_id]).await?;
    row.as_ref().map(match_row).transpose()
}

/// Reads a page of matches with ids below `before`, the newest first. No statement reads much more than the page has.
pub(super) async fn list(
    object: Object,
    before: Option<MatchId>,
    state: Option<MatchState>,
    limit: usize,
) -> ReadResult<MatchPage> {
    // The number of the state is part of the text, so that its index is used.
    let state = match state {
        Some(state) => format!("AND state = {}", state.number()),
        None => String::new(),
    };
    let sql = format!("{MATCHES} WHERE id < $1 {state} ORDER BY id DESC LIMIT $2");
    let mut page = MatchPage::default();
    let mut before = before.map_or_else(|| AFTER_ALL_IDS.to_owned(), |id| id.to_string());
    loop {
        // One more shows whether there are more.
        let size = ROWS_PER_READ.min(limit.saturating_sub(page.rows.len()).saturating_add(1));
        let rows = query(&object, &sql, &[&before, &(size as i64)]).await?;
        for row in &rows {
            if !page.push(match_row(row)?, limit) {
                return Ok(page);
            }
        }
        match page.rows.last() {
            Some(last) if rows.len() == size => before = last.id.to_string(),
            _ => return Ok(page),
        }
    }
}

/// Reads the matches that have not ended and that a server owns, the newest first.
pub(super) async fn unfinished(
    object: Object,
    epoch: i64,
) -> ReadResult<Vec<(MatchId, MatchState)>> {
    let sql = "SELECT id, state FROM matches WHERE owner_epoch = $1 AND id < $2
               ORDER BY id DESC LIMIT $3";
    let mut unfinished: Vec<(MatchId, MatchState)> = Vec::new();
    loop {
        let before = unfinished
            .last()
            .map_or(AFTER_ALL_IDS, |(id, _)| id.as_str());
        let rows = query(&object, sql, &[&epoch, &before, &(PAGE as i64)]).await?;
        for row in &rows {
            let id: &str = row.try_get(0)?;
            unfinished.push((id.into(), stored_state(id, row.try_get(1)?)?));
        }
        if rows.len() < PAGE {
            return Ok(unfinished);
        }
    }
}

/// Reads the log of a seat, which is empty unless something was appended.
pub(super) async fn seat_log(object: Object, id: MatchId, seat: usize) -> ReadResult<SeatLog> {
    let sql = "SELECT start, text FROM seat_logs
               WHERE match_key = (SELECT key FROM matches WHERE id = $1) AND seat = $2
               ORDER BY start";
    let mut log = SeatLog::default();
    for part in query(&object, sql, &[&id.as_str(), &(seat as i64)]).await? {
        if log.text.is_empty() && log.omitted_bytes == 0 {
            log.omitted_bytes = part.try_get::<_, i64>(0)? as u64;
        }
        let text = std::str::from_utf8(part.try_get(1)?);
        log.append(text.map_err(|error| ReadFailure::Corrupt(error.to_string()))?);
    }
    Ok(log)
}
