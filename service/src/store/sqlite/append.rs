//! The writer's statements. Each gives `Err` if the whole transaction has failed, and refuses one
//! command alone with `Ok(Err(..))`; of a refused one nothing is left.

use std::collections::HashMap;
use std::sync::Arc;

use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use super::content::Content;
use super::file::unavailable;
use super::tournaments::OpenTournaments;
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::store::tournaments::{AttemptKey, ResultFold, ScoredAttempt};
use crate::store::{Commit, MatchRow, StoreError, to_json};

/// Matches that are remembered at most; what is forgotten is read again.
const REMEMBERED: usize = 1 << 16;

/// The result of a command within a transaction that goes on.
pub(super) type CommandResult = rusqlite::Result<Result<(), StoreError>>;

/// What the only writer knows of a match without asking the file.
#[derive(Debug, Clone, Copy)]
struct CachedMatch {
    key: i64,
    events: u64,
    state: MatchState,
}

/// The matches that are written to, as they will stand once the transaction is through. Forget
/// them if it fails.
#[derive(Debug)]
pub(super) struct MatchWriter {
    known: HashMap<MatchId, CachedMatch>,
    content: Content,
    pub(super) tournaments: OpenTournaments,
}

impl MatchWriter {
    pub(super) fn new(fold: Arc<dyn ResultFold>) -> Self {
        Self {
            known: HashMap::new(),
            content: Content::default(),
            tournaments: OpenTournaments::new(fold),
        }
    }

    /// Forgets everything: the file tells.
    pub(super) fn forget(&mut self) {
        self.known.clear();
        self.tournaments.forget();
    }

    /// Stores a new match.
    pub(super) fn create(&mut self, connection: &Connection, row: &MatchRow) -> CommandResult {
        let key = match Self::insert_match(connection, row)? {
            Ok(key) => key,
            Err(refused) => return Ok(Err(refused)),
        };
        let known = CachedMatch {
            key,
            events: 0,
            state: row.state,
        };
        self.remember(&row.id, known);
        Ok(Ok(()))
    }

    /// Stores a new match of a tournament.
    pub(super) fn begin(
        &mut self,
        connection: &Connection,
        row: &MatchRow,
        attempt: &AttemptKey,
    ) -> CommandResult {
        all_or_none(connection, || {
            let created = self.create(connection, row)?;
            if created.is_err() {
                return Ok(created);
            }
            let key = self
                .load_cached(connection, &row.id)?
                .map_or(0, |known| known.key);
            let begun = refusable(self.tournaments.begin(connection, attempt, key))?;
            if begun.is_err() {
                self.known.remove(&row.id);
            }
            Ok(begun)
        })
    }

    /// Stores a whole match of a tournament, with its result.
    pub(super) fn enter(
        &mut self,
        connection: &Connection,
        row: &MatchRow,
        commit: &Commit,
    ) -> CommandResult {
        let over = MatchRow {
            state: commit.state,
            outcome: commit.outcome.as_ref().map(to_json),
            ..row.clone()
        };
        let key = match Self::insert_match(connection, &over)? {
            Ok(key) => key,
            Err(refused) => return Ok(Err(refused)),
        };
        let inserted = self.insert(connection, key, commit);
        let entered = inserted.and_then(|()| match &commit.scored {
            Some(scored) => self.tournaments.enter(connection, scored, Some(key)),
            None => Ok(()),
        });
        // A savepoint for each of thousands costs more than taking back what is seldom refused.
        match entered {
            Ok(()) => Ok(Ok(())),
            Err(error) => {
                undo_insert(connection, key)?;
                refuse(error)
            }
        }
    }

    /// The key of a new match.
    fn insert_match(
        connection: &Connection,
        row: &MatchRow,
    ) -> rusqlite::Result<Result<i64, StoreError>> {
        let sql = "INSERT INTO matches (id, request_id, state, created_micros, setup, outcome)
                   VALUES ($1, $2, $3, $4, $5, $6)";
        let inserted = connection.prepare_cached(sql)?.insert(params![
            row.id,
            row.request_id,
            row.state,
            row.created_micros,
            row.setup,
            row.outcome,
        ]);
        match inserted {
            Ok(key) => Ok(Ok(key)),
            Err(error) if is_taken(&error) => {
                let message = format!("match {} or its request_id is stored already", row.id);
                Ok(Err(StoreError::Unavailable(message)))
            }
            Err(error) => refuse(error),
        }
    }

    /// Stores what happened in a match.
    pub(super) fn append(&mut self, connection: &Connection, commit: &Commit) -> CommandResult {
        let Some(known) = self.load_cached(connection, &commit.id)? else {
            return Ok(Err(StoreError::NotFound(commit.id.to_string())));
        };
        if known.events != commit.expected_events {
            return Ok(Err(StoreError::Stale {
                id: commit.id.to_string(),
                expected: commit.expected_events,
                found: known.events,
            }));
        }
        let appended = if known.state == commit.state && commit.outcome.is_none() {
            // A statement that fails leaves nothing behind, so one alone needs no savepoint.
            self.insert(connection, known.key, commit)
        } else {
            self.insert_and_change(connection, known.key, commit)
        };
        if let Err(error) = appended {
            return refuse(error);
        }
        if commit.outcome.is_some() {
            self.known.remove(&commit.id);
        } else if let Some(known) = self.known.get_mut(&commit.id) {
            known.events += commit.events.len() as u64;
            known.state = commit.state;
        }
        Ok(Ok(()))
    }

    fn load_cached(
        &mut self,
        connection: &Connection,
        id: &MatchId,
    ) -> rusqlite::Result<Option<CachedMatch>> {
        if let Some(known) = self.known.get(id) {
            return Ok(Some(*known));
        }
        let sql =
            "SELECT key, state, coalesce((SELECT event_count FROM commits WHERE match_key = key
                                                ORDER BY number DESC LIMIT 1), 0)
                   FROM matches WHERE id = $1";
        let known = connection.prepare_cached(sql)?.query_row([id], |row| {
            Ok(CachedMatch {
                key: row.get(0)?,
                state: row.get(1)?,
                events: row.get::<_, i64>(2)? as u64,
            })
        });
        let known = known.optional()?;
        if let Some(known) = known {
            self.remember(id, known);
        }
        Ok(known)
    }

    fn remember(&mut self, id: &MatchId, known: CachedMatch) {
        if self.known.len() >= REMEMBERED {
            self.forget();
        }
        self.known.insert(id.clone(), known);
    }

    fn insert(
        &mut self,
        connection: &Connection,
        key: i64,
        commit: &Commit,
    ) -> rusqlite::Result<()> {
        if commit.events.is_empty() && commit.submissions.is_empty() {
            return Ok(());
        }
        let events = commit.expected_events + commit.events.len() as u64;
        let written = self.content.write(commit);
        written.map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
        let Content {
            lines,
            submissions: acts,
        } = &self.content;
        let sql = "INSERT INTO commits (match_key, event_count, events, submissions) VALUES ($1, $2, $3, $4)";
        let mut insert = connection.prepare_cached(sql)?;
        insert
            .execute(params![key, events as i64, lines, acts])
            .map(drop)
    }

    /// Both or neither.
    fn insert_and_change(
        &mut self,
        connection: &Connection,
        key: i64,
        commit: &Commit,
    ) -> rusqlite::Result<()> {
        run(connection, "SAVEPOINT change")?;
        let sql = "UPDATE matches SET state = $1, outcome = coalesce($2, outcome) WHERE key = $3";
        let changed = self.insert(connection, key, commit).and_then(|()| {
            let mut update = connection.prepare_cached(sql)?;
            let outcome = commit.outcome.as_ref().map(to_json);
            update.execute(params![commit.state, outcome, key])?;
            self.score(connection, commit.scored.as_ref())
        });
        if changed.is_err() {
            run(connection, "ROLLBACK TO change")?;
        }
        run(connection, "RELEASE change")?;
        changed
    }

    fn score(
        &mut self,
        connection: &Connection,
        scored: Option<&ScoredAttempt>,
    ) -> rusqlite::Result<()> {
        match scored {
            Some(scored) => self.tournaments.score(connection, scored),
            None => Ok(()),
        }
    }
}

/// Takes back a match that was stored in this transaction.
fn undo_insert(connection: &Connection, key: i64) -> rusqlite::Result<()> {
    for sql in [
        "DELETE FROM commits WHERE match_key = $1",
        "DELETE FROM matches WHERE key = $1",
    ] {
        connection.prepare_cached(sql)?.execute([key])?;
    }
    Ok(())
}

/// Carries out several statements; of a refused command nothing is left.
fn all_or_none(
    connection: &Connection,
    statements: impl FnOnce() -> CommandResult,
) -> CommandResult {
    run(connection, "SAVEPOINT change")?;
    let done = statements()?;
    if done.is_err() {
        run(connection, "ROLLBACK TO change")?;
    }
    run(connection, "RELEASE change")?;
    Ok(done)
}

fn refusable(done: rusqlite::Result<()>) -> CommandResult {
    match done {
        Ok(()) => Ok(Ok(())),
        Err(error) => refuse(error),
    }
}

fn run(connection: &Connection, sql: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(sql)?.execute([]).map(drop)
}

/// Refuses one command alone if the fault is its own.
pub(super) fn refuse<T>(error: rusqlite::Error) -> rusqlite::Result<Result<T, StoreError>> {
    let own = match error.sqlite_error_code() {
        Some(code) => matches!(
            code,
            ErrorCode::ConstraintViolation | ErrorCode::TooBig | ErrorCode::TypeMismatch
        ),
        // It did not get as far as the file.
        None => true,
    };
    if own {
        Ok(Err(unavailable(&error)))
    } else {
        Err(error)
    }
}

pub(super) fn is_taken(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
}
