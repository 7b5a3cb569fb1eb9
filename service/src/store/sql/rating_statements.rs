//! The statements that store the ratings of a league, which SQLite and PostgreSQL run in the same way.

use super::ColumnValue;
use super::change_statement::ChangeStatement;
use crate::ids::TournamentId;
use crate::store::RatingSnapshotRow;

const DAY_MICROS: i64 = 24 * 3600 * 1_000_000;

/// Time for which all snapshots are kept; of each day before, the first is.
const RECENT_MICROS: i64 = 2 * DAY_MICROS;

/// Time for which any snapshot is kept.
const KEPT_MICROS: i64 = 400 * DAY_MICROS;

/// Returns the statements that store a snapshot, and delete those that are no longer needed.
pub(crate) fn rating_statements(
    id: &TournamentId,
    row: &RatingSnapshotRow,
) -> [ChangeStatement; 2] {
    let insert = "INSERT INTO rating_snapshots (tournament_key, taken_micros, ratings)
                  SELECT key, $2, $3 FROM tournaments WHERE id = $1
                  ON CONFLICT DO NOTHING";
    let delete = format!(
        "DELETE FROM rating_snapshots
         WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1) AND (taken_micros < $2 OR taken_micros < $3
             AND EXISTS (SELECT 1 FROM rating_snapshots AS earlier
                         WHERE earlier.tournament_key = rating_snapshots.tournament_key
                         AND earlier.taken_micros < rating_snapshots.taken_micros
                         AND earlier.taken_micros / {DAY_MICROS} = rating_snapshots.taken_micros / {DAY_MICROS}))"
    );
    let taken = row.taken_micros;
    let inserted = vec![
        id.into(),
        taken.into(),
        ColumnValue::Bytes(row.ratings.clone()),
    ];
    let deleted = vec![
        id.into(),
        (taken - KEPT_MICROS).into(),
        (taken - RECENT_MICROS).into(),
    ];
    [
        ChangeStatement::new(insert, inserted),
        ChangeStatement::new(delete, deleted),
    ]
}
