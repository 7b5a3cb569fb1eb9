//! The connections that read, and the queries about matches.

use std::future::Future;

use deadpool_postgres::{ClientWrapper, Object, Pool};
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio_postgres::Row;

use super::pool::{self, query, query_opt};
use crate::background::TaskLimit;
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::requester::Requester;
use crate::store::commit_content::{read_lines, read_submissions};
use crate::store::{MatchRow, PendingRead, SeatLog, StoreError, StoredMatch};

/// Maximum number of rows that one statement reads.
pub(super) const PAGE: usize = 500;

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

/// Reads a row of [`MATCHES`].
fn match_row(row: &Row) -> ReadResult<MatchRow> {
    let (id, state): (&str, i32) = (row.try_get(0)?, row.try_get(2)?);
    let corrupt = || ReadFailure::Corrupt(format!("match {id}: state {state}"));
    Ok(MatchRow {
        id: id.into(),
        request_id: row.try_get(1)?,
        state: MatchState::from_number(state).ok_or_else(corrupt)?,
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

/// Reads matches with ids below `before`, the newest first. No statement reads more than one page.
pub(super) async fn list(
    object: Object,
    before: Option<MatchId>,
    state: Option<MatchState>,
    limit: usize,
) -> ReadResult<Vec<MatchRow>> {
    // The number of the state is part of the text, so that its index is used.
    let condition = match state {
        Some(state) => format!("state = {} AND", state.number()),
        None => String::new(),
    };
    list_where(&object, &condition, before, limit).await
}

/// Reads the matches that have not ended and that a server owns, the newest first.
pub(super) async fn unfinished(
    object: Object,
    epoch: i64,
) -> ReadResult<Vec<(MatchId, MatchState)>> {
    let condition = format!("owner_epoch = {epoch} AND");
    let rows = list_where(&object, &condition, None, usize::MAX).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.state)).collect())
}

async fn list_where(
    client: &ClientWrapper,
    condition: &str,
    before: Option<MatchId>,
    limit: usize,
) -> ReadResult<Vec<MatchRow>> {
    let sql = format!(
        "{MATCHES} WHERE {condition} ($1::TEXT IS NULL OR id < $1) ORDER BY id DESC LIMIT $2"
    );
    let mut rows: Vec<MatchRow> = Vec::new();
    while rows.len() < limit {
        let before = rows.last().map(|row| &row.id).or(before.as_ref());
        let before = before.map(MatchId::as_str);
        let size = PAGE.min(limit - rows.len());
        let page = query(client, &sql, &[&before, &(size as i64)]).await?;
        for row in &page {
            rows.push(match_row(row)?);
        }
        if page.len() < size {
            break;
        }
    }
    Ok(rows)
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
