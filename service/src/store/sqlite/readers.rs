//! Reading while the writer writes. Every read has a connection for itself and is short.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, ToSql};

use super::content::{read_acts, read_lines};
use super::file::{READ_LIMIT, open_reader, unavailable, unusable};
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::store::{MatchRow, StoreError, StoredMatch};

/// Connections that are kept while nobody reads.
const KEPT: usize = 4;

/// Matches that one statement reads at most.
const PAGE: usize = 500;

/// Connections that read.
#[derive(Debug)]
pub(super) struct Readers {
    path: PathBuf,
    // Held only to take a connection or to put it back.
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    /// Opens the first connection.
    pub(super) fn open(path: &Path) -> Result<Self, StoreError> {
        let connection = open_reader(path, READ_LIMIT).map_err(|error| unusable(path, &error))?;
        Ok(Self {
            path: path.to_owned(),
            idle: Mutex::new(vec![connection]),
        })
    }

    /// Closes the connections that nobody reads with.
    pub(super) fn close(&self) {
        self.idle().clear();
    }

    /// Everything stored of a match.
    pub(super) fn load(&self, id: &MatchId) -> Result<StoredMatch, StoreError> {
        let stored = self.read(|connection| load(connection, id))?;
        stored.ok_or_else(|| StoreError::NotFound(id.to_string()))
    }

    /// The match that a request made.
    pub(super) fn match_by_request_id(
        &self,
        request_id: &str,
    ) -> Result<Option<MatchRow>, StoreError> {
        let sql = format!("{MATCHES} WHERE request_id = $1");
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&sql)?;
            statement.query_row([request_id], match_row).optional()
        })
    }

    /// Matches with ids below `before`, the newest first. No read is longer than one page.
    pub(super) fn list(
        &self,
        before: Option<&MatchId>,
        state: Option<MatchState>,
        limit: usize,
    ) -> Result<Vec<MatchRow>, StoreError> {
        let mut rows: Vec<MatchRow> = Vec::new();
        while rows.len() < limit {
            let before = rows.last().map(|row| &row.id).or(before);
            let size = PAGE.min(limit - rows.len());
            let page = self.read(|connection| list(connection, before, state, size))?;
            let is_last = page.len() < size;
            rows.extend(page);
            if is_last {
                break;
            }
        }
        Ok(rows)
    }

    /// Reads with a connection of its own.
    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let idle = self.idle().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => open_reader(&self.path, READ_LIMIT).map_err(|error| unavailable(&error))?,
        };
        let result = read(&connection);
        let mut idle = self.idle();
        if idle.len() < KEPT {
            idle.push(connection);
        }
        result.map_err(|error| unavailable(&error))
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const MATCHES: &str = "SELECT id, request_id, state, created_micros, setup, outcome,
    coalesce((SELECT events FROM commits WHERE match_key = key ORDER BY number DESC LIMIT 1), 0)
    FROM matches";

/// A match's row of [`MATCHES`].
fn match_row(row: &Row<'_>) -> rusqlite::Result<MatchRow> {
    Ok(MatchRow {
        id: row.get(0)?,
        request_id: row.get(1)?,
        state: row.get(2)?,
        created_micros: row.get(3)?,
        setup: row.get(4)?,
        outcome: row.get(5)?,
        events: row.get::<_, i64>(6)? as u64,
    })
}

/// Everything stored of a match, if there is one.
pub(in crate::store) fn load(
    connection: &Connection,
    id: &MatchId,
) -> rusqlite::Result<Option<StoredMatch>> {
    // One snapshot for both tables.
    let transaction = connection.unchecked_transaction()?;
    let sql = format!("{MATCHES} WHERE id = $1");
    let mut find = transaction.prepare_cached(&sql)?;
    let Some(row) = find.query_row([id], match_row).optional()? else {
        return Ok(None);
    };
    let mut stored = StoredMatch {
        row,
        events: Vec::new(),
        submissions: Vec::new(),
    };
    let mut commits = transaction.prepare_cached(
        "SELECT lines, acts, events FROM commits
         WHERE match_key = (SELECT key FROM matches WHERE id = $1) ORDER BY number",
    )?;
    let mut commits = commits.query([id])?;
    while let Some(commit) = commits.next()? {
        let lines = read_lines(commit.get_ref(0)?.as_str()?);
        stored.events.extend(lines.map(str::to_owned));
        read_acts(commit.get_ref(1)?.as_str()?, &mut stored.submissions)?;
        let (counted, found) = (commit.get::<_, i64>(2)?, stored.events.len());
        if counted != found as i64 {
            let why = format!("{found} events where {counted} were counted");
            return Err(rusqlite::Error::FromSqlConversionFailure(
                2,
                Type::Integer,
                why.into(),
            ));
        }
    }
    Ok(Some(stored))
}

fn list(
    connection: &Connection,
    before: Option<&MatchId>,
    state: Option<MatchState>,
    limit: usize,
) -> rusqlite::Result<Vec<MatchRow>> {
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
    sql += " ORDER BY id DESC LIMIT ?";
    let limit = limit as i64;
    values.push(&limit);
    let mut statement = connection.prepare_cached(&sql)?;
    statement.query_map(&*values, match_row)?.collect()
}
