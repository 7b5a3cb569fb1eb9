//! The writer's statements about tournaments and bots.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use botwerk_tournament::MatchResult;
use rusqlite::{Connection, params};

use super::columns::{read_json, to_json_column, unreadable};
use super::command_result::{
    CommandResult, all_or_none, is_constraint_violation, reject, reject_or_fail,
};
use crate::ids::TournamentId;
use crate::store::StoreError;
use crate::store::{
    AttemptKey, DifferingRecord, LeagueRoundRow, Recount, ResultFold, ResultSums, ScoredAttempt,
    SeasonTableRow, TournamentAdditions, TournamentChange, TournamentRow,
};

/// Maximum number of cached tournaments; the others are read from the file.
const MAX_CACHED_TOURNAMENTS: usize = 256;

/// What the only writer of a file caches of a tournament.
#[derive(Debug)]
struct CachedTournament {
    key: i64,
    sums: Box<dyn ResultSums>,
    /// Whether results were added that the file lacks.
    is_dirty: bool,
}

/// Writes tournaments and bots, and caches tournaments as they are at the end of the transaction.
/// The cache must be cleared if the transaction fails.
#[derive(Debug)]
pub(super) struct TournamentWriter {
    fold: Arc<dyn ResultFold>,
    cache: BTreeMap<TournamentId, CachedTournament>,
}

impl TournamentWriter {
    pub(super) fn new(fold: Arc<dyn ResultFold>) -> Self {
        Self {
            fold,
            cache: BTreeMap::new(),
        }
    }

    /// Clears the cache after a transaction that failed.
    pub(super) fn clear_cache(&mut self) {
        self.cache.clear();
    }

    /// Stores a new tournament.
    pub(super) fn create(&self, connection: &Connection, row: &TournamentRow) -> CommandResult {
        let sums = self.fold.start(&row.configuration, &BTreeSet::new());
        let sums = sums.map_err(unreadable)?;
        let sql = "INSERT INTO tournaments (id, request_id, state, created_micros, configuration,
                                            seed, secret, status, tally)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        let inserted = connection.prepare_cached(sql)?.execute(params![
            row.id,
            row.request_id,
            row.state,
            row.created_micros,
            row.configuration,
            row.seed,
            row.secret,
            row.status,
            sums.to_json(),
        ]);
        match inserted {
            Ok(_) => Ok(Ok(())),
            Err(error) if is_constraint_violation(&error) => {
                Ok(Err(StoreError::tournament_exists()))
            }
            Err(error) => reject(error),
        }
    }

    /// Changes a tournament.
    pub(super) fn change(
        &mut self,
        connection: &Connection,
        change: &TournamentChange,
    ) -> CommandResult {
        all_or_none(connection, || self.change_rows(connection, change))
    }

    fn change_rows(&mut self, connection: &Connection, change: &TournamentChange) -> CommandResult {
        let TournamentAdditions {
            extension,
            round,
            season_table,
        } = &change.additions;
        if let Some(extension) = extension {
            let sql = "UPDATE tournaments SET configuration = $1,
                                              request_id = coalesce($2, request_id)
                       WHERE id = $3";
            let updated = connection.prepare_cached(sql)?.execute(params![
                extension.configuration,
                extension.request_id,
                change.id
            ]);
            match updated {
                Ok(_) => {}
                Err(error) if is_constraint_violation(&error) => {
                    return Ok(Err(StoreError::tournament_exists()));
                }
                Err(error) => return reject(error),
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
        if let Some(recount) = &change.recount {
            self.recount(connection, &change.id, recount)?;
        }
        Ok(Ok(()))
    }

    /// Adds up all results of a tournament again.
    fn recount(
        &mut self,
        connection: &Connection,
        id: &TournamentId,
        recount: &Recount,
    ) -> rusqlite::Result<()> {
        let (key, configuration) = Self::read(connection, id)?;
        let sql = "DELETE FROM attempts
                   WHERE tournament_key = $1 AND pairing = $2 AND attempt = $3 AND match_key IS NULL";
        let mut delete = connection.prepare_cached(sql)?;
        for (pairing, attempt) in &recount.removed_forfeits {
            delete.execute(params![key, *pairing as i64, attempt])?;
        }
        let sums = self.fold.start(&configuration, &recount.annulled);
        let mut sums = sums.map_err(unreadable)?;
        let sql = "SELECT pairing, result FROM attempts
                   WHERE tournament_key = $1 AND result IS NOT NULL ORDER BY pairing";
        let mut results = connection.prepare_cached(sql)?;
        let mut results = results.query([key])?;
        while let Some(row) = results.next()? {
            let result: MatchResult = read_json(row.get_ref(1)?.as_str()?)?;
            sums.add(row.get::<_, i64>(0)? as u64, result);
        }
        let cached = CachedTournament {
            key,
            sums,
            is_dirty: true,
        };
        self.cache.insert(id.clone(), cached);
        Ok(())
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
        self.insert(
            connection,
            attempt,
            match_key,
            Some(to_json_column(result)?),
        )?;
        self.add(connection, scored)
    }

    /// Stores the result of an attempt that was started.
    pub(super) fn score(
        &mut self,
        connection: &Connection,
        scored: &ScoredAttempt,
    ) -> rusqlite::Result<()> {
        let ScoredAttempt { attempt, result } = scored;
        let key = self.load_cached(connection, &attempt.tournament)?.key;
        let sql = "UPDATE attempts SET result = $1
                   WHERE tournament_key = $2 AND pairing = $3 AND attempt = $4 AND result IS NULL";
        let updated = connection.prepare_cached(sql)?.execute(params![
            to_json_column(result)?,
            key,
            attempt.pairing as i64,
            attempt.attempt
        ])?;
        if updated != 1 {
            let why = "the attempt was never started or has a result already";
            return Err(rusqlite::Error::ToSqlConversionFailure(why.into()));
        }
        self.add(connection, scored)
    }

    /// Writes the sums that have changed.
    pub(super) fn write_tallies(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        for cached in self.cache.values_mut().filter(|cached| cached.is_dirty) {
            let sql = "UPDATE tournaments SET tally = $1 WHERE key = $2";
            let tally = cached.sums.to_json();
            connection
                .prepare_cached(sql)?
                .execute(params![tally, cached.key])?;
            cached.is_dirty = false;
        }
        Ok(())
    }

    fn insert(
        &mut self,
        connection: &Connection,
        attempt: &AttemptKey,
        match_key: Option<i64>,
        result: Option<String>,
    ) -> rusqlite::Result<()> {
        let key = self.load_cached(connection, &attempt.tournament)?.key;
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

    fn add(&mut self, connection: &Connection, scored: &ScoredAttempt) -> rusqlite::Result<()> {
        let cached = self.load_cached(connection, &scored.attempt.tournament)?;
        cached
            .sums
            .add(scored.attempt.pairing, scored.result.clone());
        cached.is_dirty = true;
        Ok(())
    }

    /// Returns a tournament from the cache or else from the file.
    fn load_cached(
        &mut self,
        connection: &Connection,
        id: &TournamentId,
    ) -> rusqlite::Result<&mut CachedTournament> {
        if !self.cache.contains_key(id) {
            if self.cache.len() >= MAX_CACHED_TOURNAMENTS {
                // The file has the sums of those that are not dirty.
                self.cache.retain(|_, cached| cached.is_dirty);
            }
            let (key, configuration) = Self::read(connection, id)?;
            let sql = "SELECT tally FROM tournaments WHERE key = $1";
            let tally: String = connection
                .prepare_cached(sql)?
                .query_row([key], |row| row.get(0))?;
            let sums = self.fold.resume(&configuration, &tally);
            let cached = CachedTournament {
                key,
                sums: sums.map_err(unreadable)?,
                is_dirty: false,
            };
            self.cache.insert(id.clone(), cached);
        }
        // A missing entry was inserted above.
        self.cache
            .get_mut(id)
            .ok_or(rusqlite::Error::QueryReturnedNoRows)
    }

    fn read(connection: &Connection, id: &TournamentId) -> rusqlite::Result<(i64, String)> {
        let sql = "SELECT key, configuration FROM tournaments WHERE id = $1";
        connection
            .prepare_cached(sql)?
            .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))
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
