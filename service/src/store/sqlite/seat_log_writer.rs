//! The writer's statements about the logs of seats.

use rusqlite::{Connection, OptionalExtension, params};

use super::command_result::{CommandResult, reject_or_fail};
use crate::store::seat_log::{DELETE_OLD_LOGS, MAX_LOG_BYTES, MAX_PARTS_OF_BOT};
use crate::store::{SeatLogAppend, StoreError};

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
    if append.text.is_empty() {
        return Ok(());
    }
    let seat = append.seat as i64;
    let sql = "SELECT start + octet_length(text) FROM seat_logs WHERE match_key = $1 AND seat = $2
               ORDER BY start DESC LIMIT 1";
    let mut find_end = connection.prepare_cached(sql)?;
    let end = find_end.query_row((match_key, seat), |row| row.get::<_, i64>(0));
    let start = end.optional()?.unwrap_or(0);
    let sql =
        "INSERT INTO seat_logs (match_key, seat, start, text, bot) VALUES ($1, $2, $3, $4, $5)";
    let mut insert = connection.prepare_cached(sql)?;
    insert.execute(params![match_key, seat, start, append.text, append.bot])?;
    // Parts follow one another: all before the one that has the first byte to be kept are not needed.
    let first_kept = start + append.text.len() as i64 - MAX_LOG_BYTES as i64;
    let sql = "DELETE FROM seat_logs WHERE match_key = $1 AND seat = $2 AND start <
               (SELECT max(start) FROM seat_logs WHERE match_key = $1 AND seat = $2 AND start <= $3)";
    let mut delete = connection.prepare_cached(sql)?;
    delete.execute((match_key, seat, first_kept))?;
    if let Some(bot) = append.bot_with_limit(start) {
        let mut delete = connection.prepare_cached(DELETE_OLD_LOGS)?;
        delete.execute((bot, MAX_PARTS_OF_BOT))?;
    }
    Ok(())
}
