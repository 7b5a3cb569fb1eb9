//! Reading the logs of seats.

use super::{ReadResult, SqlReader};
use crate::ids::MatchId;
use crate::store::SeatLog;

/// Reads the log of a seat, which is empty unless something was appended.
pub(crate) async fn seat_log(
    reader: &mut dyn SqlReader,
    id: MatchId,
    seat: usize,
) -> ReadResult<SeatLog> {
    let sql = "SELECT start, text FROM seat_logs
               WHERE match_key = (SELECT key FROM matches WHERE id = $1) AND seat = $2
               ORDER BY start";
    let mut log = SeatLog::default();
    for mut part in reader.query(sql, vec![(&id).into(), seat.into()]).await? {
        let start = part.column()?;
        if log.text.is_empty() && log.omitted_bytes == 0 {
            log.omitted_bytes = start;
        }
        log.append(&part.column::<String>()?);
    }
    Ok(log)
}
