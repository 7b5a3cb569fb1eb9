//! Reading and checking a database without a server, also while servers write it.

#[cfg(not(feature = "postgres"))]
mod absent_postgres_reader;
pub(crate) mod backup;
#[cfg(test)]
mod backup_measurements;
pub(crate) mod copy;
mod database_error;
#[cfg(feature = "postgres")]
mod postgres_reader;
#[cfg(test)]
mod snapshot_tests;
mod table;
mod tournaments;

use std::cell::RefCell;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use botwerk_engine::record::{EventLine, Record, RecordComment};
use botwerk_tournament::format::PairingTable;
use rusqlite::{Connection, ErrorCode};

#[cfg(not(feature = "postgres"))]
use self::absent_postgres_reader::PostgresReader;
pub use self::database_error::DatabaseError;
use self::database_error::unusable;
#[cfg(feature = "postgres")]
use self::postgres_reader::PostgresReader;
use crate::config::DatabaseLocation;
use crate::ids::{MatchId, TournamentId};
use crate::match_state::MatchState;
use crate::room::MatchSetup;
use crate::store::sql::{self, ReadFailure, ReadResult, SqlRead, SqlReader};
use crate::store::sqlite::{complete, file};
use crate::store::{
    AttemptRow, EventPage, LeagueRoundRow, ListedTournament, ResultRow, SeasonTableRow, SeatLog,
    StoreError, StoredMatch, StoredTournament,
};

/// Maximum number of ids that one read lists.
const MAX_PAGE: usize = 500;

/// A server's database, opened for reading.
#[derive(Debug)]
pub struct Database {
    connection: RefCell<DatabaseConnection>,
    location: DatabaseLocation,
    /// The pairings that were read last.
    pairings: RefCell<Option<KnownPairings>>,
}

#[derive(Debug)]
enum DatabaseConnection {
    File(Connection),
    Postgres(Box<PostgresReader>),
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
    /// The comments of players, if every client may read them.
    pub comments: Vec<RecordComment>,
    /// The time that each seat's clock was charged for accepted submissions, in nanoseconds.
    pub charged_nanos: Vec<u64>,
}

impl StoredRecord {
    /// Returns the record as text, followed by its comments.
    pub fn to_text(&self) -> String {
        let comments = self.comments.iter().map(RecordComment::to_line);
        self.record.to_text() + &comments.collect::<String>()
    }
}

impl Database {
    /// Opens an existing file or PostgreSQL database, which servers may use at the same time.
    ///
    /// # Errors
    /// Returns an error if it is not a Botwerk database of this version, or is corrupt.
    pub fn open(location: impl Into<DatabaseLocation>) -> Result<Self, DatabaseError> {
        let location = location.into();
        let connection = match &location {
            DatabaseLocation::Memory => return Err(no_database()),
            DatabaseLocation::File(path) => DatabaseConnection::File(open_file(path)?),
            DatabaseLocation::Postgres(url) => {
                DatabaseConnection::Postgres(Box::new(PostgresReader::open(url)?))
            }
        };
        Ok(Self {
            connection: RefCell::new(connection),
            location,
            pairings: RefCell::new(None),
        })
    }

    /// Returns the faults that SQLite finds in a file, and in references between the tables of any database, one line each.
    /// Reads all of it.
    ///
    /// # Errors
    /// Returns an error if the database cannot be checked.
    pub fn integrity_errors(&self) -> Result<Vec<String>, DatabaseError> {
        let mut faults = Vec::new();
        if matches!(self.location, DatabaseLocation::File(_)) {
            let sql = "SELECT integrity_check FROM pragma_integrity_check";
            let rows = self.read(|reader| reader.query(sql, Vec::new()))?;
            for mut row in rows {
                faults.push(
                    row.column()
                        .map_err(|failure| read_error(&self.location, failure))?,
                );
            }
            faults.retain(|fault: &String| fault != "ok");
        }
        for (table, column, parent) in table::references() {
            let count =
                self.read(|reader| Box::pin(count_orphans(reader, table, column, parent)))?;
            if count > 0 {
                faults.push(format!(
                    "references of {table} to missing {parent}: {count}"
                ));
            }
        }
        Ok(faults)
    }

    /// Returns the number of matches.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub fn count(&self) -> Result<u64, DatabaseError> {
        self.read(|reader| Box::pin(sql::count_matches(reader)))
    }

    /// Returns the ids of the next matches after one, the oldest first; empty at the end.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub fn ids(&self, after: Option<&str>) -> Result<Vec<String>, DatabaseError> {
        let after = after.unwrap_or_default().to_owned();
        self.read(|reader| Box::pin(sql::match_ids(reader, after, MAX_PAGE)))
    }

    /// Reads a match.
    ///
    /// # Errors
    /// Returns an error if its set-up, its events or its outcome are missing or cannot be read, or if its tournament keeps
    /// records for a time only and this one was deleted.
    pub fn read_match(&self, id: &str) -> Result<StoredRecord, DatabaseError> {
        let stored = self.read(|reader| Box::pin(sql::load(reader, id.into())))?;
        let missing =
            || DatabaseError::Corrupt("the match is missing; check the whole database".into());
        let stored = stored.ok_or_else(missing)?;
        if stored.row.record_deleted_micros.is_some() {
            return Err(DatabaseError::RecordDeleted(id.to_owned()));
        }
        let (mut record, has_public_comments) = stored_record(stored)?;
        if has_public_comments {
            record.comments = self.comments(id)?;
        }
        Ok(record)
    }

    /// Reads the comments of a match.
    fn comments(&self, id: &str) -> Result<Vec<RecordComment>, DatabaseError> {
        let mut comments = Vec::new();
        let mut after = Some(EventPage::START);
        while let Some(start) = after {
            let page = self.read(|reader| Box::pin(sql::comments(reader, id.into(), start)))?;
            after = page.next;
            for line in page.lines.lines() {
                let comment = serde_json::from_str(line);
                let corrupt = |error| DatabaseError::Corrupt(format!("comment: {error}"));
                comments.push(comment.map_err(corrupt)?);
            }
        }
        Ok(comments)
    }

    /// Lists all tournaments, the newest first.
    pub(crate) fn listed_tournaments(&self) -> Result<Vec<ListedTournament>, DatabaseError> {
        self.read(|reader| Box::pin(sql::tournaments(reader, None, None, usize::MAX)))
    }

    /// Reads a tournament with the number of its results, or `None` if it does not exist.
    pub(crate) fn stored_tournament(
        &self,
        id: &TournamentId,
    ) -> Result<Option<StoredTournament>, DatabaseError> {
        self.read(|reader| Box::pin(sql::tournament(reader, id.clone())))
    }

    /// Reads all attempts at up to `limit` pairings, starting with pairing `from`, in order.
    pub(crate) fn attempts(
        &self,
        id: &TournamentId,
        from: u64,
        limit: u64,
    ) -> Result<Vec<AttemptRow>, DatabaseError> {
        let pairings = from..from.saturating_add(limit);
        self.read(|reader| Box::pin(sql::attempts(reader, id.clone(), pairings)))
    }

    /// Reads the content of the newest checkpoint of a tournament, or `None` if there is none.
    pub(crate) fn checkpoint(&self, id: &TournamentId) -> Result<Option<String>, DatabaseError> {
        self.read(|reader| Box::pin(sql::checkpoint(reader, id.clone())))
    }

    /// Reads the first results of a range of pairings, at most `limit`, in order.
    pub(crate) fn results(
        &self,
        id: &TournamentId,
        pairings: &Range<u64>,
        limit: usize,
    ) -> Result<Vec<ResultRow>, DatabaseError> {
        let pairings = pairings.clone();
        self.read(|reader| Box::pin(sql::results(reader, id.clone(), pairings, limit)))
    }

    /// Reads all rounds of a league in order.
    pub(crate) fn league_rounds(
        &self,
        id: &TournamentId,
    ) -> Result<Vec<LeagueRoundRow>, DatabaseError> {
        self.read(|reader| Box::pin(sql::league_rounds(reader, id.clone())))
    }

    /// Reads the final table of a season, or `None` if the season has not ended.
    pub(crate) fn season_table(
        &self,
        id: &TournamentId,
        season: u32,
    ) -> Result<Option<SeasonTableRow>, DatabaseError> {
        self.read(|reader| Box::pin(sql::season_table(reader, id.clone(), season)))
    }

    /// Reads the log of a seat, which is empty unless something was appended.
    pub(crate) fn stored_seat_log(
        &self,
        id: &MatchId,
        seat: usize,
    ) -> Result<SeatLog, DatabaseError> {
        self.read(|reader| Box::pin(sql::seat_log(reader, id.clone(), seat)))
    }

    /// Reads one state of the database until the snapshot is dropped, although servers store in the meantime. What they
    /// store in a file stays in its write-ahead log until then.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub fn snapshot(&self) -> Result<Snapshot<'_>, DatabaseError> {
        let begin = match &*self.connection.borrow() {
            DatabaseConnection::File(_) => "BEGIN",
            DatabaseConnection::Postgres(_) => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        };
        self.read(|reader| reader.query(begin, Vec::new()))?;
        Ok(Snapshot(self))
    }

    fn read<T>(
        &self,
        read: impl for<'r> FnOnce(&'r mut dyn SqlReader) -> SqlRead<'r, T>,
    ) -> Result<T, DatabaseError> {
        let read = match &mut *self.connection.borrow_mut() {
            DatabaseConnection::File(connection) => complete(read(connection)),
            DatabaseConnection::Postgres(reader) => reader.read(read),
        };
        read.map_err(|failure| read_error(&self.location, failure))
    }
}

/// The time in which a database is read in one state.
#[derive(Debug)]
#[must_use = "the snapshot ends when it is dropped"]
pub struct Snapshot<'a>(&'a Database);

impl Drop for Snapshot<'_> {
    fn drop(&mut self) {
        let ended = self.0.read(|reader| reader.query("COMMIT", Vec::new()));
        // Nothing was written. A connection that has failed says so to the next read.
        drop(ended);
    }
}

/// Returns the error of a database whose reading has failed.
fn read_error(location: &dyn std::fmt::Display, failure: ReadFailure) -> DatabaseError {
    match failure {
        ReadFailure::Corrupt(message) => {
            DatabaseError::Corrupt(format!("{location}: {message}; restore it from a copy"))
        }
        ReadFailure::Store(StoreError::Unavailable(message)) => {
            DatabaseError::Unusable(format!("{location}: {message}"))
        }
        ReadFailure::Store(error) => unusable(error),
    }
}

/// Opens a file for reading, and checks its version.
fn open_file(path: &Path) -> Result<Connection, DatabaseError> {
    let open = || {
        let connection = file::open_reader(path, file::BUSY_TIMEOUT)?;
        // A file is not read before the first statement.
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
        Ok(connection)
    };
    let connection = open().map_err(|error| database_error(path, &error))?;
    let version = file::check_version(&connection, path).map_err(unusable)?;
    if version < file::own_version() {
        let path = path.display();
        return Err(DatabaseError::Unusable(format!(
            "{path}: expected version {}, found {version}; run `botwerk db vacuum {path}` to \
             migrate it",
            file::own_version()
        )));
    }
    Ok(connection)
}

/// Returns the number of rows of a table that refer to a missing row of another one.
async fn count_orphans(
    reader: &mut dyn SqlReader,
    table: &str,
    column: &str,
    parent: &str,
) -> ReadResult<u64> {
    let sql = format!(
        "SELECT count(*) FROM {table} WHERE {column} IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM {parent} WHERE {parent}.key = {table}.{column})"
    );
    let mut rows = reader.query(&sql, Vec::new()).await?.into_iter();
    rows.next().map_or(Ok(0), |mut row| row.column())
}

fn no_database() -> DatabaseError {
    let message = ":memory: is no database that can be read; name a file or a PostgreSQL database";
    DatabaseError::Unusable(message.into())
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

/// Returns the record of a match without its comments, and whether every client may read these.
fn stored_record(stored: StoredMatch) -> Result<(StoredRecord, bool), DatabaseError> {
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
    let has_public_comments = setup.public_comments && outcome.is_some();
    let record = StoredRecord {
        id: row.id.to_string(),
        state: row.state,
        created_micros: row.created_micros,
        record: Record {
            header: setup.header,
            events: lines,
            outcome,
        },
        comments: Vec::new(),
        charged_nanos,
    };
    Ok((record, has_public_comments))
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
