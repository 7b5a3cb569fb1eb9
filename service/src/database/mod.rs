//! Reading and checking a store's file without a server, also while a server writes it.

pub(crate) mod copy;
mod tournaments;

use std::cell::RefCell;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use botwerk_engine::record::{EventLine, Record};
use botwerk_tournament::format::PairingTable;
use rusqlite::{Connection, ErrorCode};

use crate::ids::{MatchId, TournamentId};
use crate::match_state::MatchState;
use crate::room::MatchSetup;
use crate::store::sqlite::{file, league_readers, readers, seat_log_readers, tournament_readers};
use crate::store::{
    AttemptRow, LeagueRoundRow, ListedTournament, ResultRow, SeasonTableRow, SeatLog, StoreError,
    StoredMatch, StoredTournament,
};

/// Maximum number of ids that one read lists.
const MAX_PAGE: usize = 500;

/// A server's database file, opened for reading.
#[derive(Debug)]
pub struct Database {
    connection: Connection,
    path: PathBuf,
    /// The pairings that were read last.
    pairings: RefCell<Option<KnownPairings>>,
}

/// The pairings of a tournament with a number of matches.
#[derive(Debug, Clone)]
struct KnownPairings {
    tournament: TournamentId,
    matches: u64,
    table: Arc<PairingTable>,
}

/// A stored match with its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRecord {
    /// The id; ids sort by the time of creation.
    pub id: String,
    /// The state.
    pub state: MatchState,
    /// The time of creation in microseconds since 1970.
    pub created_micros: i64,
    /// The record, with an outcome if the match has ended. It reveals the root seed.
    pub record: Record,
    /// The time that each seat's clock was charged for accepted submissions, in nanoseconds.
    pub charged_nanos: Vec<u64>,
}

/// An error of a database file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseError {
    /// The file cannot be opened, is not a Botwerk database, has another version, or is in use.
    #[error("{0}")]
    Unusable(String),
    /// The content cannot be read.
    #[error("{0}")]
    Corrupt(String),
}

impl Database {
    /// Opens an existing file.
    ///
    /// # Errors
    /// Returns an error if the file is not a Botwerk database of this version, or is corrupt.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        let open = || {
            let connection = file::open_reader(path, file::BUSY_TIMEOUT)?;
            // A file is not read before the first statement.
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
            Ok(connection)
        };
        let connection = open().map_err(|error| database_error(path, &error))?;
        let version = file::check_version(&connection, path).map_err(unusable)?;
        if version != file::own_version() {
            let path = path.display();
            return Err(DatabaseError::Unusable(format!(
                "{path}: expected version {}, found {version}; run `botwerk db vacuum {path}` to \
                 migrate it",
                file::own_version()
            )));
        }
        Ok(Self {
            connection,
            path: path.to_owned(),
            pairings: RefCell::new(None),
        })
    }

    /// Returns the faults that SQLite finds in the file and in references between its tables, one
    /// line each. Reads the whole file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be checked.
    pub fn integrity_errors(&self) -> Result<Vec<String>, DatabaseError> {
        let faults = || {
            let mut faults = Vec::new();
            self.connection
                .pragma_query(None, "integrity_check", |row| {
                    faults.push(row.get::<_, String>(0)?);
                    Ok(())
                })?;
            faults.retain(|fault| fault != "ok");
            self.connection
                .pragma_query(None, "foreign_key_check", |row| {
                    let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
                    let row: Option<i64> = row.get(1)?;
                    let row = row.unwrap_or_default();
                    faults.push(format!(
                        "row {row} of {table} refers to a missing row of {parent}"
                    ));
                    Ok(())
                })?;
            Ok(faults)
        };
        faults().map_err(|error| self.error(&error))
    }

    /// Returns the number of matches.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn count(&self) -> Result<u64, DatabaseError> {
        let sql = "SELECT count(*) FROM matches";
        let count = self
            .connection
            .query_row(sql, [], |row| row.get::<_, i64>(0));
        count
            .map(|count| count as u64)
            .map_err(|error| self.error(&error))
    }

    /// Returns the ids of the next matches after one, the oldest first; empty at the end.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn ids(&self, after: Option<&str>) -> Result<Vec<String>, DatabaseError> {
        let ids = || -> rusqlite::Result<_> {
            let sql = "SELECT id FROM matches WHERE id > $1 ORDER BY id LIMIT $2";
            let mut ids = self.connection.prepare_cached(sql)?;
            let values = (after.unwrap_or_default(), MAX_PAGE as i64);
            ids.query_map(values, |row| row.get(0))?.collect()
        };
        ids().map_err(|error| self.error(&error))
    }

    /// Reads a match.
    ///
    /// # Errors
    /// Returns an error if its set-up, its events or its outcome are missing or cannot be read.
    pub fn read(&self, id: &str) -> Result<StoredRecord, DatabaseError> {
        let stored =
            readers::load(&self.connection, &id.into()).map_err(|error| self.error(&error))?;
        let missing =
            || DatabaseError::Corrupt("the match is missing; check the whole file".into());
        stored_record(stored.ok_or_else(missing)?)
    }

    /// Lists all tournaments, the newest first.
    pub(crate) fn listed_tournaments(&self) -> Result<Vec<ListedTournament>, DatabaseError> {
        tournament_readers::tournaments(&self.connection, None, None, usize::MAX)
            .map_err(|error| self.error(&error))
    }

    /// Reads a tournament with the number of its results, or `None` if it does not exist.
    pub(crate) fn stored_tournament(
        &self,
        id: &TournamentId,
    ) -> Result<Option<StoredTournament>, DatabaseError> {
        tournament_readers::tournament(&self.connection, id).map_err(|error| self.error(&error))
    }

    /// Reads all attempts at up to `limit` pairings, starting with pairing `from`, in order.
    pub(crate) fn attempts(
        &self,
        id: &TournamentId,
        from: u64,
        limit: u64,
    ) -> Result<Vec<AttemptRow>, DatabaseError> {
        let until = from.saturating_add(limit);
        tournament_readers::attempts(&self.connection, id, from, until)
            .map_err(|error| self.error(&error))
    }

    /// Reads the content of the newest checkpoint of a tournament, or `None` if there is none.
    pub(crate) fn checkpoint(&self, id: &TournamentId) -> Result<Option<String>, DatabaseError> {
        tournament_readers::checkpoint(&self.connection, id).map_err(|error| self.error(&error))
    }

    /// Reads the first results of a range of pairings, at most `limit`, in order.
    pub(crate) fn results(
        &self,
        id: &TournamentId,
        pairings: &Range<u64>,
        limit: usize,
    ) -> Result<Vec<ResultRow>, DatabaseError> {
        tournament_readers::results(&self.connection, id, pairings, limit)
            .map_err(|error| self.error(&error))
    }

    /// Reads all rounds of a league in order.
    pub(crate) fn league_rounds(
        &self,
        id: &TournamentId,
    ) -> Result<Vec<LeagueRoundRow>, DatabaseError> {
        league_readers::rounds(&self.connection, id).map_err(|error| self.error(&error))
    }

    /// Reads the final table of a season, or `None` if the season has not ended.
    pub(crate) fn season_table(
        &self,
        id: &TournamentId,
        season: u32,
    ) -> Result<Option<SeasonTableRow>, DatabaseError> {
        league_readers::season_table(&self.connection, id, season)
            .map_err(|error| self.error(&error))
    }

    /// Reads the log of a seat, which is empty unless something was appended.
    pub(crate) fn stored_seat_log(
        &self,
        id: &MatchId,
        seat: usize,
    ) -> Result<SeatLog, DatabaseError> {
        seat_log_readers::read(&self.connection, id, seat).map_err(|error| self.error(&error))
    }

    fn error(&self, error: &rusqlite::Error) -> DatabaseError {
        database_error(&self.path, error)
    }
}

/// The sizes of a file with its log before and after a vacuum, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VacuumReport {
    /// The size before.
    pub before: u64,
    /// The size after.
    pub after: u64,
}

/// Migrates a file and returns its free space to the disk. Needs as much free disk space as the file
/// has bytes.
///
/// # Errors
/// Returns an error if a server has the file open, it is not a Botwerk database, or the disk is full.
pub fn vacuum(path: &Path) -> Result<VacuumReport, DatabaseError> {
    if !path.exists() {
        let message = format!("{}: no such file; choose a database", path.display());
        return Err(DatabaseError::Unusable(message));
    }
    let _lock = file::lock(path).map_err(unusable)?;
    let before = size(path);
    let connection = file::open_writer(path).map_err(unusable)?;
    let vacuumed = connection
        .execute_batch("VACUUM")
        .and_then(|()| connection.pragma(None, "wal_checkpoint", "TRUNCATE", |_| Ok(())));
    vacuumed.map_err(|error| database_error(path, &error))?;
    drop(connection);
    let after = size(path);
    Ok(VacuumReport { before, after })
}

fn size(path: &Path) -> u64 {
    let log = PathBuf::from(format!("{}-wal", path.display()));
    let length = |path: &Path| path.metadata().map_or(0, |metadata| metadata.len());
    length(path) + length(&log)
}

fn stored_record(stored: StoredMatch) -> Result<StoredRecord, DatabaseError> {
    let StoredMatch {
        row,
        events,
        submissions,
    } = stored;
    let corrupt = |what: &str, why: &dyn std::fmt::Display| {
        DatabaseError::Corrupt(format!("{what}: {why}; the match cannot be resumed"))
    };
    let setup = MatchSetup::read(&row).map_err(|error| corrupt("set-up", &error.message))?;
    let mut lines = Vec::with_capacity(events.len());
    for (seq, line) in (1..).zip(&events) {
        let what = format!("event {seq}");
        let line: EventLine = serde_json::from_str(line).map_err(|error| corrupt(&what, &error))?;
        if line.seq != seq {
            return Err(corrupt(
                &what,
                &format!("expected number {seq}, found {}", line.seq),
            ));
        }
        lines.push(line);
    }
    let outcome = row.outcome.as_ref().map(|line| serde_json::from_str(line));
    let outcome = outcome
        .transpose()
        .map_err(|error| corrupt("outcome", &error))?;
    if row.state.has_ended() != outcome.is_some() {
        let why = format!("its state is {}", row.state.label());
        return Err(corrupt("outcome", &why));
    }
    let mut charged_nanos = vec![0_u64; setup.header.seats.len()];
    for submission in submissions {
        let charged = charged_nanos.get_mut(submission.seat as usize);
        let charged =
            charged.ok_or_else(|| corrupt("submissions", &format!("seat {}", submission.seat)))?;
        *charged = charged.saturating_add(submission.charged);
    }
    Ok(StoredRecord {
        id: row.id.to_string(),
        state: row.state,
        created_micros: row.created_micros,
        record: Record {
            header: setup.header,
            events: lines,
            outcome,
        },
        charged_nanos,
    })
}

fn unusable(error: StoreError) -> DatabaseError {
    match error {
        StoreError::Unavailable(message) => DatabaseError::Unusable(message),
        other => DatabaseError::Unusable(other.to_string()),
    }
}

fn database_error(path: &Path, error: &rusqlite::Error) -> DatabaseError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt) | None => {
            let path = path.display();
            DatabaseError::Corrupt(format!("{path}: {error}; restore it from a copy"))
        }
        _ => unusable(file::unusable(path, error)),
    }
}
