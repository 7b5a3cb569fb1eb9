//! The writer's statements about tournaments and bots.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::change_writer;
use super::columns::to_json_column;
use super::command_result::{
    CommandResult, all_or_none, is_constraint_violation, reject, reject_or_fail,
};
use crate::ids::TournamentId;
use crate::store::StoreError;
use crate::store::compressed_text::compress_text;
use crate::store::sql::rating_statements;
use crate::store::{
    AttemptKey, CheckpointRow, DifferingRecord, LeagueRoundRow, RemovedForfeits, ScoredAttempt,
    SeasonTableRow, StoredExtension, TournamentAdditions, TournamentChange, TournamentRequest,
    TournamentRow,
};

/// Maximum number of cached keys; the others are read from the file.
const MAX_CACHED_KEYS: usize = 4096;

/// Writes tournaments and bots, and caches the keys of tournaments. The cache must be cleared if the transaction fails.
#[derive(Debug, Default)]
pub(super) struct TournamentWriter {
    keys: BTreeMap<TournamentId, i64>,
}

impl TournamentWriter {
    /// Clears the cache after a transaction that failed.
    pub(super) fn clear_cache(&mut self) {
        self.keys.clear();
    }

    /// Stores a new tournament.
    pub(super) fn create(connection: &Connection, row: &TournamentRow) -> CommandResult {
        all_or_none(connection, || {
            reject_repeated(insert_tournament(connection, row))
        })
    }

    /// Changes a tournament.
    pub(super) fn change(connection: &Connection, change: &TournamentChange) -> CommandResult {
        all_or_none(connection, || Self::change_rows(connection, change))
    }

    fn change_rows(connection: &Connection, change: &TournamentChange) -> CommandResult {
        let TournamentAdditions {
            extension,
            round,
            season_table,
            ratings,
        } = &change.additions;
        if let Some(extension) = extension {
            let stored = reject_repeated(extend(connection, &change.id, extension))?;
            if stored.is_err() {
                return Ok(stored);
            }
        }
        let sql = "UPDATE tournaments SET state = $1, status = $2 WHERE id = $3";
        let updated = connection.prepare_cached(sql)?.execute(params![
            change.state,
            change.status,
            change.id
        ]);
        match updated {
            Ok(0) => return Ok(Err(StoreError::NotFound(change.id.to_string()))),
            Ok(_) => {}
            Err(error) => return reject(error),
        }
        if let Some(round) = round {
            let stored = reject_or_fail(insert_round(connection, &change.id, round))?;
            if stored.is_err() {
                return Ok(stored);
            }
        }
        if let Some(table) = season_table {
            let stored = reject_or_fail(insert_season_table(connection, &change.id, table))?;
            if stored.is_err() {
                return Ok(stored);
            }
        }
        if let Some(ratings) = ratings {
            let statements = rating_statements(&change.id, ratings);
            return change_writer::change(connection, statements.into());
        }
        Ok(Ok(()))
    }

    /// Removes forfeits.
    pub(super) fn remove_forfeits(
        &mut self,
        connection: &Connection,
        forfeits: &RemovedForfeits,
    ) -> CommandResult {
        reject_or_fail(self.delete_forfeits(connection, forfeits))
    }

    fn delete_forfeits(
        &mut self,
        connection: &Connection,
        forfeits: &RemovedForfeits,
    ) -> rusqlite::Result<()> {
        let key = self.key(connection, &forfeits.tournament)?;
        let sql = "DELETE FROM attempts
                   WHERE tournament_key = $1 AND pairing = $2 AND attempt = $3 AND match_key IS NULL";
        let mut delete = connection.prepare_cached(sql)?;
        for (pairing, attempt) in &forfeits.attempts {
            delete.execute(params![key, *pairing as i64, attempt])?;
        }
        Ok(())
    }

    /// Stores a checkpoint in place of the previous one.
    pub(super) fn save_checkpoint(
        connection: &Connection,
        checkpoint: &CheckpointRow,
    ) -> CommandResult {
        let sql = "INSERT INTO checkpoints (tournament_key, results, content)
                   SELECT key, $1, $2 FROM tournaments WHERE id = $3
                   ON CONFLICT (tournament_key)
                   DO UPDATE SET results = excluded.results, content = excluded.content";
        let saved = connection.prepare_cached(sql)?.execute(params![
            checkpoint.results as i64,
            checkpoint.content,
            checkpoint.tournament
        ]);
        reject_or_fail(saved.map(drop))
    }

    /// Stores that an attempt is played as a match.
    pub(super) fn start_attempt(
        &mut self,
        connection: &Connection,
        attempt: &AttemptKey,
        match_key: i64,
    ) -> rusqlite::Result<()> {
        self.insert(connection, attempt, Some(match_key), None)
    }

    /// Stores the result of a match that is not played.
    pub(super) fn forfeit(
        &mut self,
        connection: &Connection,
        scored: &ScoredAttempt,
    ) -> CommandResult {
        reject_or_fail(self.insert_scored_attempt(connection, scored, None))
    }

    /// Stores an attempt together with its result.
    pub(super) fn insert_scored_attempt(
        &mut self,
        connection: &Connection,
        scored: &ScoredAttempt,
        match_key: Option<i64>,
    ) -> rusqlite::Result<()> {
        let ScoredAttempt { attempt, result } = scored;
        let result = compress_text(&to_json_column(result)?);
        self.insert(connection, attempt, match_key, Some(result))
    }

    /// Stores the result of an attempt that was started.
    pub(super) fn score(
        &mut self,
        connection: &Connection,
        scored: &ScoredAttempt,
    ) -> rusqlite::Result<()> {
        let ScoredAttempt { attempt, result } = scored;
        let key = self.key(connection, &attempt.tournament)?;
        let sql = "UPDATE attempts SET result = $1
                   WHERE tournament_key = $2 AND pairing = $3 AND attempt = $4 AND result IS NULL";
        let updated = connection.prepare_cached(sql)?.execute(params![
            compress_text(&to_json_column(result)?),
            key,
            attempt.pairing as i64,
            attempt.attempt
        ])?;
        if updated != 1 {
            let why = "the attempt was never started or has a result already";
            return Err(rusqlite::Error::ToSqlConversionFailure(why.into()));
        }
        Ok(())
    }

    fn insert(
        &mut self,
        connection: &Connection,
        attempt: &AttemptKey,
        match_key: Option<i64>,
        result: Option<Vec<u8>>,
    ) -> rusqlite::Result<()> {
        let key = self.key(connection, &attempt.tournament)?;
        let sql = "INSERT INTO attempts (tournament_key, pairing, attempt, match_key, result)
                   VALUES ($1, $2, $3, $4, $5)";
        connection
            .prepare_cached(sql)?
            .execute(params![
                key,
                attempt.pairing as i64,
                attempt.attempt,
                match_key,
                result
            ])
            .map(drop)
    }

    /// Returns the key of a tournament.
    fn key(&mut self, connection: &Connection, id: &TournamentId) -> rusqlite::Result<i64> {
        if let Some(key) = self.keys.get(id) {
            return Ok(*key);
        }
        if self.keys.len() >= MAX_CACHED_KEYS {
            self.keys.clear();
        }
        let sql = "SELECT key FROM tournaments WHERE id = $1";
        let mut find = connection.prepare_cached(sql)?;
        let key = find.query_row([id], |row| row.get(0))?;
        self.keys.insert(id.clone(), key);
        Ok(key)
    }
}

fn insert_tournament(connection: &Connection, row: &TournamentRow) -> rusqlite::Result<()> {
    let sql = "INSERT INTO tournaments (id, request_id, state, created_micros, configuration,
                                        seed, secret, status)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    connection.prepare_cached(sql)?.execute(params![
        row.id,
        row.request.as_ref().map(|request| &request.id),
        row.state,
        row.created_micros,
        row.configuration,
        row.seed,
        row.secret,
        row.status,
    ])?;
    if let Some(days) = row.record_days {
        let sql = "INSERT INTO record_retention (tournament_key, record_days, next_pairing)
                   SELECT key, $1, 0 FROM tournaments WHERE id = $2";
        connection
            .prepare_cached(sql)?
            .execute(params![days, row.id])?;
    }
    insert_request(connection, &row.id, row.request.as_ref())
}

fn extend(
    connection: &Connection,
    id: &TournamentId,
    extension: &StoredExtension,
) -> rusqlite::Result<()> {
    let StoredExtension {
        configuration,
        request,
    } = extension;
    let sql = "UPDATE tournaments SET configuration = $1, request_id = coalesce($2, request_id)
               WHERE id = $3";
    let request_id = request.as_ref().map(|request| &request.id);
    connection
        .prepare_cached(sql)?
        .execute(params![configuration, request_id, id])?;
    insert_request(connection, id, request.as_ref())
}

/// Stores a request by which a tournament is found.
fn insert_request(
    connection: &Connection,
    id: &TournamentId,
    request: Option<&TournamentRequest>,
) -> rusqlite::Result<()> {
    let Some(request) = request else {
        return Ok(());
    };
    let sql = "INSERT INTO tournament_requests (request_id, tournament_key, request_sha256)
               SELECT $1, key, $2 FROM tournaments WHERE id = $3";
    connection
        .prepare_cached(sql)?
        .execute(params![request.id, request.sha256, id])
        .map(drop)
}

/// Rejects a tournament or an extension whose request or seed is stored already.
fn reject_repeated(result: rusqlite::Result<()>) -> CommandResult {
    match result {
        Err(error) if is_constraint_violation(&error) => Ok(Err(StoreError::tournament_exists())),
        result => reject_or_fail(result),
    }
}

fn insert_round(
    connection: &Connection,
    id: &TournamentId,
    round: &LeagueRoundRow,
) -> rusqlite::Result<()> {
    let sql = "INSERT INTO league_rounds (tournament_key, round, paired_micros, blocks)
               VALUES ((SELECT key FROM tournaments WHERE id = $1), $2, $3, $4)";
    let blocks = to_json_column(&round.blocks)?;
    connection
        .prepare_cached(sql)?
        .execute(params![id, round.round, round.paired_micros, blocks])
        .map(drop)
}

fn insert_season_table(
    connection: &Connection,
    id: &TournamentId,
    table: &SeasonTableRow,
) -> rusqlite::Result<()> {
    let sql = "INSERT INTO season_tables (tournament_key, season, ended_micros, standings)
               VALUES ((SELECT key FROM tournaments WHERE id = $1), $2, $3, $4)";
    connection
        .prepare_cached(sql)?
        .execute(params![
            id,
            table.season,
            table.ended_micros,
            table.standings
        ])
        .map(drop)
}

/// Stores a play that differs from the stored match.
pub(super) fn add_differing_record(
    connection: &Connection,
    record: &DifferingRecord,
) -> CommandResult {
    let sql =
        "INSERT INTO differing_records (tournament_key, pairing, worker, found_micros, record)
               VALUES ((SELECT key FROM tournaments WHERE id = $1), $2, $3, $4, $5)
               ON CONFLICT DO NOTHING";
    let inserted = connection.prepare_cached(sql)?.execute(params![
        record.tournament,
        record.pairing as i64,
        record.worker,
        record.found_micros,
        record.record
    ]);
    reject_or_fail(inserted.map(drop))
}
