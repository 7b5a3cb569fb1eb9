//! Reading the logs of seats.

use rusqlite::Connection;

use crate::ids::MatchId;
use crate::store::SeatLog;

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
