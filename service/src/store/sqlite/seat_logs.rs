//! The logs of seats in an SQLite file.

use rusqlite::{Connection, OptionalExtension, params};

use super::SqliteStore;
use super::command_result::{CommandResult, reject_or_fail};
use super::readers::find_row;
use super::writer::WriteCommand;
use crate::ids::MatchId;
use crate::store::seat_log::MAX_LOG_BYTES;
use crate::store::{
    MatchRow, PendingRead, PendingWrite, SeatLog, SeatLogAppend, SeatLogStore, StoreError,
};

impl SeatLogStore for SqliteStore {
    fn match_row(&self, id: &MatchId) -> PendingRead<MatchRow> {
        let id = id.clone();
        self.readers
            .find(id.to_string(), move |connection| find_row(connection, &id))
    }

    fn append_seat_log(&self, append: SeatLogAppend) -> PendingWrite {
        self.send(|reply| WriteCommand::AppendSeatLog(append, reply))
    }

    fn seat_log(&self, id: &MatchId, seat: usize) -> PendingRead<SeatLog> {
        let id = id.clone();
        self.readers
            .read(move |connection| read(connection, &id, seat))
    }
}

/// Appends a part to a log, and deletes those that are no longer kept.
pub(super) fn append(connection: &Connection, append: &SeatLogAppend) -> CommandResult {
    let sql = "SELECT key FROM matches WHERE id = $1";
    let mut find = connection.prepare_cached(sql)?;
    let key = find.query_row([&append.id], |row| row.get(0)).optional()?;
    match key {
        Some(key) => reject_or_fail(append_part(connection, key, append)),
        None => Ok(Err(StoreError::NotFound(append.id.to_string()))),
    }
}

fn append_part(
    connection: &Connection,
    match_key: i64,
    append: &SeatLogAppend,
) -> rusqlite::Result<()> {
    let seat = append.seat as i64;
    let sql = "SELECT start + octet_length(text) FROM seat_logs WHERE match_key = $1 AND seat = $2
               ORDER BY start DESC LIMIT 1";
    let mut find_end = connection.prepare_cached(sql)?;
    let end = find_end.query_row((match_key, seat), |row| row.get::<_, i64>(0));
    let start = end.optional()?.unwrap_or(0);
    let sql = "INSERT INTO seat_logs (match_key, seat, start, text) VALUES ($1, $2, $3, $4)";
    let mut insert = connection.prepare_cached(sql)?;
    insert.execute(params![match_key, seat, start, append.text])?;
    // Parts follow one another: all before the one that has the first byte to be kept are not needed.
    let first_kept = start + append.text.len() as i64 - MAX_LOG_BYTES as i64;
    let sql = "DELETE FROM seat_logs WHERE match_key = $1 AND seat = $2 AND start <
               (SELECT max(start) FROM seat_logs WHERE match_key = $1 AND seat = $2 AND start <= $3)";
    let mut delete = connection.prepare_cached(sql)?;
    delete.execute((match_key, seat, first_kept))?;
    Ok(())
}

/// Reads the log of a seat, which is empty unless something was appended.
pub(crate) fn read(
    connection: &Connection,
    id: &MatchId,
    seat: usize,
) -> rusqlite::Result<SeatLog> {
    let sql = "SELECT start, text FROM seat_logs
               WHERE match_key = (SELECT key FROM matches WHERE id = $1) AND seat = $2
               ORDER BY start";
    let mut parts = connection.prepare_cached(sql)?;
    let mut parts = parts.query((id, seat as i64))?;
    let mut log = SeatLog::default();
    while let Some(part) = parts.next()? {
        if log.text.is_empty() && log.omitted_bytes == 0 {
            log.omitted_bytes = part.get::<_, i64>(0)? as u64;
        }
        log.append(part.get_ref(1)?.as_str()?);
    }
    Ok(log)
}
