//! The writer's statements about tournaments and bots. They refuse and fail as those about matches.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use botwerk_tournament::MatchResult;
use rusqlite::types::Type;
use rusqlite::{Connection, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::append::{CommandResult, is_taken, refuse};
use crate::ids::TournamentId;
use crate::store::StoreError;
use crate::store::tournaments::{
    AttemptKey, BotRow, ResultFold, ResultSums, ScoredAttempt, TournamentChange, TournamentRow,
};

/// Tournaments that are remembered at most; what is forgotten is read again.
const REMEMBERED: usize = 256;

/// What the only writer knows of a tournament without asking the file.
#[derive(Debug)]
struct Known {
    key: i64,
    sums: Box<dyn ResultSums>,
    /// Whether the file lacks what was added.
    is_newer: bool,
}

/// The tournaments that results are added to, as they will stand once the transaction is through.
/// Forget them if it fails.
#[derive(Debug)]
pub(super) struct OpenTournaments {
    fold: Arc<dyn ResultFold>,
    known: BTreeMap<TournamentId, Known>,
}

impl OpenTournaments {
    pub(super) fn new(fold: Arc<dyn ResultFold>) -> Self {
        Self {
            fold,
            known: BTreeMap::new(),
        }
    }

    /// Forgets everything: the file tells.
    pub(super) fn forget(&mut self) {
        self.known.clear();
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
            Err(error) if is_taken(&error) => {
                let message = "the tournament's request_id or its seed was used before";
                Ok(Err(StoreError::AlreadyExists(message.into())))
            }
            Err(error) => refuse(error),
        }
    }

    /// Changes a tournament.
    pub(super) fn change(
        &mut self,
        connection: &Connection,
        change: &TournamentChange,
    ) -> CommandResult {
        let sql = "UPDATE tournaments SET state = $1, status = $2 WHERE id = $3";
        let changed = connection.prepare_cached(sql)?.execute(params![
            change.state,
            change.status,
            change.id
        ]);
        match changed {
            Ok(0) => return Ok(Err(StoreError::NotFound(change.id.to_string()))),
            Ok(_) => {}
            Err(error) => return refuse(error),
        }
        if let Some(annulled) = &change.annulled {
            let (key, configuration) = Self::read(connection, &change.id)?;
            let sums = self.fold.start(&configuration, annulled);
            let mut sums = sums.map_err(unreadable)?;
            let sql = "SELECT pairing, result FROM attempts
                       WHERE tournament_key = $1 AND result IS NOT NULL ORDER BY pairing";
            let mut results = connection.prepare_cached(sql)?;
            let mut results = results.query([key])?;
            while let Some(row) = results.next()? {
                let result: MatchResult = read_json(row.get_ref(1)?.as_str()?)?;
                sums.add(row.get::<_, i64>(0)? as u64, result);
            }
            let known = Known {
                key,
                sums,
                is_newer: true,
            };
            self.known.insert(change.id.clone(), known);
        }
        Ok(Ok(()))
    }

    /// Stores that an attempt is begun with a match.
    pub(super) fn begin(
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
        match self.enter(connection, scored, None) {
            Ok(()) => Ok(Ok(())),
            Err(error) => refuse(error),
        }
    }

    /// Stores an attempt together with its result.
    pub(super) fn enter(
        &mut self,
        connection: &Connection,
        scored: &ScoredAttempt,
        match_key: Option<i64>,
    ) -> rusqlite::Result<()> {
        let ScoredAttempt { attempt, result } = scored;
        self.insert(connection, attempt, match_key, Some(json(result)?))?;
        self.add(connection, scored)
    }

    /// Stores the result of an attempt that was begun.
    pub(super) fn score(
        &mut self,
        connection: &Connection,
        scored: &ScoredAttempt,
    ) -> rusqlite::Result<()> {
        let ScoredAttempt { attempt, result } = scored;
        let key = self.know(connection, &attempt.tournament)?.key;
        let sql = "UPDATE attempts SET result = $1
                   WHERE tournament_key = $2 AND pairing = $3 AND attempt = $4 AND result IS NULL";
        let updated = connection.prepare_cached(sql)?.execute(params![
            json(result)?,
            key,
            attempt.pairing as i64,
            attempt.attempt
        ])?;
        if updated != 1 {
            let why = "the attempt was scored before, or never begun";
            return Err(rusqlite::Error::ToSqlConversionFailure(why.into()));
        }
        self.add(connection, scored)
    }

    /// Writes what was added up since the last time.
    pub(super) fn write_tallies(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        for known in self.known.values_mut().filter(|known| known.is_newer) {
            let sql = "UPDATE tournaments SET tally = $1 WHERE key = $2";
            let tally = known.sums.to_json();
            connection
                .prepare_cached(sql)?
                .execute(params![tally, known.key])?;
            known.is_newer = false;
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
        let key = self.know(connection, &attempt.tournament)?.key;
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
        let known = self.know(connection, &scored.attempt.tournament)?;
        known
            .sums
            .add(scored.attempt.pairing, scored.result.clone());
        known.is_newer = true;
        Ok(())
    }

    fn know(&mut self, connection: &Connection, id: &TournamentId) -> rusqlite::Result<&mut Known> {
        if !self.known.contains_key(id) {
            if self.known.len() >= REMEMBERED {
                // Those that the file has already.
                self.known.retain(|_, known| known.is_newer);
            }
            let (key, configuration) = Self::read(connection, id)?;
            let sql = "SELECT tally FROM tournaments WHERE key = $1";
            let tally: String = connection
                .prepare_cached(sql)?
                .query_row([key], |row| row.get(0))?;
            let sums = self.fold.resume(&configuration, &tally);
            let known = Known {
                key,
                sums: sums.map_err(unreadable)?,
                is_newer: false,
            };
            self.known.insert(id.clone(), known);
        }
        // It was inserted just now if it was not there.
        self.known
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

/// Stores a bot, or changes the one of this name.
pub(super) fn upsert_bot(connection: &Connection, row: &BotRow) -> CommandResult {
    let sql = "INSERT INTO bots (name, created_micros, token_sha256, games, max_concurrent_matches)
               VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT (name) DO UPDATE SET token_sha256 = $3, games = $4,
               max_concurrent_matches = $5";
    let put = connection.prepare_cached(sql)?.execute(params![
        row.name,
        row.created_micros,
        row.token_sha256,
        json(&row.games)?,
        row.max_concurrent_matches
    ]);
    match put {
        Ok(_) => Ok(Ok(())),
        Err(error) => refuse(error),
    }
}

fn json<T: Serialize>(value: &T) -> rusqlite::Result<String> {
    serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
}

/// Reads what is stored as JSON.
pub(super) fn read_json<T: DeserializeOwned>(text: &str) -> rusqlite::Result<T> {
    serde_json::from_str(text).map_err(unreadable)
}

fn unreadable(error: serde_json::Error) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(error))
}
