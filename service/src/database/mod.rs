//! Reading and checking a store's file without a server, also while a server writes it.

mod tournaments;

use std::path::{Path, PathBuf};

use botwerk_engine::record::{EventLine, Record};
use rusqlite::{Connection, ErrorCode};

use crate::ids::TournamentId;
use crate::match_state::MatchState;
use crate::room::MatchSetup;
use crate::store::sqlite::{file, readers, tournament_readers};
use crate::store::{AttemptRow, StoreError, StoredMatch, StoredTournament};

/// Ids that one read lists at most.
const PAGE: usize = 500;

/// A file in which a server keeps matches, opened to be read.
#[derive(Debug)]
pub struct Database {
    connection: Connection,
    path: PathBuf,
}

/// A match that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRecord {
    /// The id; ids sort by the time of creation.
    pub id: String,
    /// How far it has come.
    pub state: MatchState,
    /// Microseconds since 1970.
    pub created_micros: i64,
    /// Everything that happened; it has an outcome if the match has ended. It tells the root seed.
    pub record: Record,
    /// Nanoseconds that each seat's clock was charged for the acts that were answered.
    pub charged_nanos: Vec<u64>,
}

/// Why a database cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseError {
    /// It cannot be opened, is none of ours, is of another version, or is in use.
    #[error("{0}")]
    Unusable(String),
    /// What it holds cannot be read.
    #[error("{0}")]
    Corrupt(String),
}

impl Database {
    /// Opens a file that exists.
    ///
    /// # Errors
    /// If it is no database of ours, damaged, or of another version than this program's.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        let open = || {
            let connection = file::open_reader(path, file::BUSY_TIMEOUT)?;
            // A file is not read before the first question.
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
            Ok(connection)
        };
        let connection = open().map_err(|error| database_error(path, &error))?;
        let version = file::check_version(&connection, path).map_err(unusable)?;
        if version != file::own_version() {
            let path = path.display();
            return Err(DatabaseError::Unusable(format!(
                "{path} is of version {version} and this program reads version {}; `botwerk db \
                 vacuum {path}` brings it up to date",
                file::own_version()
            )));
        }
        Ok(Self {
            connection,
            path: path.to_owned(),
        })
    }

    /// What SQLite finds wrong with the file, a line each, and with references between its
    /// tables. Reads the whole file.
    ///
    /// # Errors
    /// If it cannot even look.
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
                    let (table, of): (String, String) = (row.get(0)?, row.get(2)?);
                    let row: Option<i64> = row.get(1)?;
                    let row = row.unwrap_or_default();
                    faults.push(format!("row {row} of {table} belongs to no row of {of}"));
                    Ok(())
                })?;
            Ok(faults)
        };
        faults().map_err(|error| self.error(&error))
    }

    /// Number of matches.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn count(&self) -> Result<u64, DatabaseError> {
        let sql = "SELECT count(*) FROM matches";
        let count = self
            .connection
            .query_row(sql, [], |row| row.get::<_, i64>(0));
        count
            .map(|count| count as u64)
            .map_err(|error| self.error(&error))
    }

    /// The ids of the next matches behind one, the oldest first; none at the end.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn ids(&self, after: Option<&str>) -> Result<Vec<String>, DatabaseError> {
        let ids = || -> rusqlite::Result<_> {
            let sql = "SELECT id FROM matches WHERE id > $1 ORDER BY id LIMIT $2";
            let mut ids = self.connection.prepare_cached(sql)?;
            let values = (after.unwrap_or_default(), PAGE as i64);
            ids.query_map(values, |row| row.get(0))?.collect()
        };
        ids().map_err(|error| self.error(&error))
    }

    /// A match with everything that happened in it.
    ///
    /// # Errors
    /// If its set-up, its events or its outcome cannot be read, or some are missing.
    pub fn read(&self, id: &str) -> Result<StoredRecord, DatabaseError> {
        let stored =
            readers::load(&self.connection, &id.into()).map_err(|error| self.error(&error))?;
        let gone = || DatabaseError::Corrupt("it is gone; check the whole file".into());
        kept(stored.ok_or_else(gone)?)
    }

    /// Returns all tournaments, the newest first.
    pub(crate) fn stored_tournaments(&self) -> Result<Vec<StoredTournament>, DatabaseError> {
        tournament_readers::tournaments(&self.connection, None, None, usize::MAX)
            .map_err(|error| self.error(&error))
    }

    /// A tournament with its tally, if there is one of this id.
    pub(crate) fn stored_tournament(
        &self,
        id: &TournamentId,
    ) -> Result<Option<StoredTournament>, DatabaseError> {
        tournament_readers::tournament(&self.connection, id).map_err(|error| self.error(&error))
    }

    /// All attempts at so many pairings at most, from one on, in order.
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

    fn error(&self, error: &rusqlite::Error) -> DatabaseError {
        database_error(&self.path, error)
    }
}

/// The sizes of a file in bytes, with its log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VacuumReport {
    /// Before.
    pub before: u64,
    /// After.
    pub after: u64,
}

/// Brings a file up to date and gives free room in it back to the disk, which needs as much room
/// again while it lasts.
///
/// # Errors
/// If a server has the file open, it is none of ours, or there is no room.
pub fn vacuum(path: &Path) -> Result<VacuumReport, DatabaseError> {
    if !path.exists() {
        let message = format!("{}: there is no such file; name a database", path.display());
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

fn kept(stored: StoredMatch) -> Result<StoredRecord, DatabaseError> {
    let StoredMatch {
        row,
        events,
        submissions,
    } = stored;
    let damaged = |what: &str, why: &dyn std::fmt::Display| {
        let what = what.to_owned();
        DatabaseError::Corrupt(format!("{what}: {why}; the match cannot go on"))
    };
    let setup = MatchSetup::read(&row).map_err(|error| damaged("set-up", &error.message))?;
    let mut lines = Vec::with_capacity(events.len());
    for (seq, line) in (1..).zip(&events) {
        let what = format!("event {seq}");
        let line: EventLine = serde_json::from_str(line).map_err(|error| damaged(&what, &error))?;
        if line.seq != seq {
            return Err(damaged(&what, &format!("it is numbered {}", line.seq)));
        }
        lines.push(line);
    }
    let outcome = row.outcome.as_ref().map(|line| serde_json::from_str(line));
    let outcome = outcome
        .transpose()
        .map_err(|error| damaged("outcome", &error))?;
    if row.state.has_ended() != outcome.is_some() {
        let why = format!("its state is {}", row.state.label());
        return Err(damaged("outcome", &why));
    }
    let mut charged_nanos = vec![0_u64; setup.header.seats.len()];
    for act in submissions {
        let charged = charged_nanos.get_mut(act.seat as usize);
        let charged = charged.ok_or_else(|| damaged("acts", &format!("seat {}", act.seat)))?;
        *charged = charged.saturating_add(act.charged);
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
