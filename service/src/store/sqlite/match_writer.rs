//! The writer's statements about matches.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, params};

use super::command_result::{
    CommandResult, all_or_none, execute, is_constraint_violation, reject, reject_or_fail,
};
use super::tournament_writer::TournamentWriter;
use super::worker_writer::insert_play;
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::store::commit_content::CommitContent;
use crate::store::compressed_text::compress_text;
use crate::store::match_players::match_players;
use crate::store::{AttemptKey, ScoredAttempt};
use crate::store::{Commit, MatchRow, StoreError, to_json};

/// Maximum number of cached matches; the others are read from the file.
const MAX_CACHED_MATCHES: usize = 1 << 16;

/// What the only writer of a file caches of a match.
#[derive(Debug, Clone, Copy)]
struct CachedMatch {
    key: i64,
    events: u64,
    state: MatchState,
}

/// Writes matches, and caches them as they are at the end of the transaction. The cache must be
/// cleared if the transaction fails.
#[derive(Debug, Default)]
pub(super) struct MatchWriter {
    cache: HashMap<MatchId, CachedMatch>,
    pub(super) tournaments: TournamentWriter,
}

impl MatchWriter {
    /// Clears the cache after a transaction that failed.
    pub(super) fn clear_cache(&mut self) {
        self.cache.clear();
        self.tournaments.clear_cache();
    }

    /// Stores a new match.
    pub(super) fn create(&mut self, connection: &Connection, row: &MatchRow) -> CommandResult {
        let key = match Self::insert_match(connection, row)? {
            Ok(key) => key,
            Err(rejection) => return Ok(Err(rejection)),
        };
        let cached = CachedMatch {
            key,
            events: 0,
            state: row.state,
        };
        self.cache(&row.id, cached);
        Ok(Ok(()))
    }

    /// Stores a new match of a tournament and starts its attempt.
    pub(super) fn start_attempt(
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
                .map_or(0, |cached| cached.key);
            let started = reject_or_fail(self.tournaments.start_attempt(connection, attempt, key))?;
            if started.is_err() {
                self.cache.remove(&row.id);
            }
            Ok(started)
        })
    }

    /// Stores a finished match of a tournament with its result.
    pub(super) fn insert_finished_match(
        &mut self,
        connection: &Connection,
        row: &MatchRow,
        commit: &Commit,
    ) -> CommandResult {
        let finished = MatchRow {
            state: commit.state,
            outcome: commit.outcome.as_ref().map(to_json),
            head: commit.head.clone(),
            ended_micros: commit.ended_micros,
            ..row.clone()
        };
        let key = match Self::insert_match(connection, &finished)? {
            Ok(key) => key,
            Err(rejection) => return Ok(Err(rejection)),
        };
        let inserted = insert_commit(connection, key, commit);
        let scored = inserted.and_then(|()| match &commit.scored {
            Some(scored) => self
                .tournaments
                .insert_scored_attempt(connection, scored, Some(key))
                .and_then(|()| match &commit.played_by {
                    Some(play) => insert_play(connection, &scored.attempt, play),
                    None => Ok(()),
                }),
            None => Ok(()),
        });
        // Rejections are rare, so undoing one costs less than a savepoint for every match.
        match scored {
            Ok(()) => Ok(Ok(())),
            Err(error) => {
                undo_insert(connection, key, row)?;
                reject(error)
            }
        }
    }

    /// Inserts a match and returns its key.
    fn insert_match(
        connection: &Connection,
        row: &MatchRow,
    ) -> rusqlite::Result<Result<i64, StoreError>> {
        let sql =
            "INSERT INTO matches (id, request_id, state, created_micros, setup, outcome, head, ended_micros)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        let inserted = connection.prepare_cached(sql)?.insert(params![
            row.id,
            row.request_id,
            row.state,
            row.created_micros,
            compress_text(&row.setup),
            row.outcome,
            row.head,
            row.ended_micros,
        ]);
        match inserted {
            Ok(key) => {
                let sql = "INSERT INTO match_players (name, match_id, seat) VALUES ($1, $2, $3)";
                let mut insert = connection.prepare_cached(sql)?;
                for (name, seat) in match_players(&row.setup) {
                    insert.execute(params![name, row.id, seat])?;
                }
                Ok(Ok(key))
            }
            Err(error) if is_constraint_violation(&error) => {
                Ok(Err(StoreError::match_exists(&row.id)))
            }
            Err(error) => reject(error),
        }
    }

    /// Stores the events, submissions and state of a commit.
    pub(super) fn append(&mut self, connection: &Connection, commit: &Commit) -> CommandResult {
        let Some(stored) = self.load_cached(connection, &commit.id)? else {
            return Ok(Err(StoreError::NotFound(commit.id.to_string())));
        };
        if stored.events != commit.expected_events {
            return Ok(Err(StoreError::Stale {
                id: commit.id.to_string(),
                expected: commit.expected_events,
                found: stored.events,
            }));
        }
        let appended = if stored.state == commit.state && commit.outcome.is_none() {
            // A failed statement leaves nothing behind, so a single one needs no savepoint.
            insert_commit(connection, stored.key, commit)
        } else {
            self.insert_and_update(connection, stored.key, commit)
        };
        if let Err(error) = appended {
            return reject(error);
        }
        if commit.outcome.is_some() {
            self.cache.remove(&commit.id);
        } else if let Some(cached) = self.cache.get_mut(&commit.id) {
            cached.events += commit.events.len() as u64;
            cached.state = commit.state;
        }
        Ok(Ok(()))
    }

    /// Returns a match from the cache or else from the file, or `None` if it is not stored.
    fn load_cached(
        &mut self,
        connection: &Connection,
        id: &MatchId,
    ) -> rusqlite::Result<Option<CachedMatch>> {
        if let Some(cached) = self.cache.get(id) {
            return Ok(Some(*cached));
        }
        let sql =
            "SELECT key, state, coalesce((SELECT event_count FROM commits WHERE match_key = key
                                                ORDER BY number DESC LIMIT 1), 0)
                   FROM matches WHERE id = $1";
        let stored = connection.prepare_cached(sql)?.query_row([id], |row| {
            Ok(CachedMatch {
                key: row.get(0)?,
                state: row.get(1)?,
                events: row.get::<_, i64>(2)? as u64,
            })
        });
        let stored = stored.optional()?;
        if let Some(stored) = stored {
            self.cache(id, stored);
        }
        Ok(stored)
    }

    fn cache(&mut self, id: &MatchId, cached: CachedMatch) {
        if self.cache.len() >= MAX_CACHED_MATCHES {
            self.clear_cache();
        }
        self.cache.insert(id.clone(), cached);
    }

    /// Inserts a commit and updates its match, both or neither.
    fn insert_and_update(
        &mut self,
        connection: &Connection,
        key: i64,
        commit: &Commit,
    ) -> rusqlite::Result<()> {
        execute(connection, "SAVEPOINT change")?;
        let sql = "UPDATE matches
                   SET state = $1, outcome = coalesce($2, outcome), head = coalesce($3, head),
                       ended_micros = coalesce($4, ended_micros)
                   WHERE key = $5";
        let updated = insert_commit(connection, key, commit).and_then(|()| {
            let mut update = connection.prepare_cached(sql)?;
            let outcome = commit.outcome.as_ref().map(to_json);
            update.execute(params![
                commit.state,
                outcome,
                commit.head,
                commit.ended_micros,
                key
            ])?;
            self.score(connection, commit.scored.as_ref())
        });
        if updated.is_err() {
            execute(connection, "ROLLBACK TO change")?;
        }
        execute(connection, "RELEASE change")?;
        updated
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

/// Inserts a commit, unless it has nothing that is kept.
fn insert_commit(connection: &Connection, key: i64, commit: &Commit) -> rusqlite::Result<()> {
    if commit.events.is_empty() && commit.submissions.is_empty() {
        return Ok(());
    }
    let events = commit.expected_events + commit.events.len() as u64;
    let content = CommitContent::new(commit)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
    let sql = "INSERT INTO commits (match_key, event_count, events, submissions, comment)
               VALUES ($1, $2, $3, $4, $5)";
    let mut insert = connection.prepare_cached(sql)?;
    insert
        .execute(params![
            key,
            events as i64,
            content.events,
            content.submissions,
            content.comment
        ])
        .map(drop)
}

/// Deletes a match that was inserted in this transaction.
fn undo_insert(connection: &Connection, key: i64, row: &MatchRow) -> rusqlite::Result<()> {
    let sql = "DELETE FROM match_players WHERE name = $1 AND match_id = $2";
    let mut delete = connection.prepare_cached(sql)?;
    for (name, _) in match_players(&row.setup) {
        delete.execute(params![name, row.id])?;
    }
    for sql in [
        "DELETE FROM commits WHERE match_key = $1",
        "DELETE FROM matches WHERE key = $1",
    ] {
        connection.prepare_cached(sql)?.execute([key])?;
    }
    Ok(())
}
