//! Reading the rounds and final tables of leagues.

use rusqlite::{Connection, OptionalExtension};

use super::columns::read_json;
use crate::ids::TournamentId;
use crate::store::{LeagueRoundRow, SeasonTableRow};

/// Reads all rounds of a league in order.
pub(crate) fn rounds(
    connection: &Connection,
    id: &TournamentId,
) -> rusqlite::Result<Vec<LeagueRoundRow>> {
    let sql = "SELECT round, paired_micros, blocks FROM league_rounds
               WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1)
               ORDER BY round";
    let mut rounds = connection.prepare_cached(sql)?;
    let rounds = rounds.query_map([id], |row| {
        Ok(LeagueRoundRow {
            round: row.get(0)?,
            paired_micros: row.get(1)?,
            blocks: read_json(row.get_ref(2)?.as_str()?)?,
        })
    })?;
    rounds.collect()
}

/// Reads the final table of a season, or `None` if the season has not ended.
pub(crate) fn season_table(
    connection: &Connection,
    id: &TournamentId,
    season: u32,
) -> rusqlite::Result<Option<SeasonTableRow>> {
    let sql = "SELECT season, ended_micros, standings FROM season_tables
               WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1) AND season = $2";
    let mut find = connection.prepare_cached(sql)?;
    let found = find.query_row((id, season), |row| {
        Ok(SeasonTableRow {
            season: row.get(0)?,
            ended_micros: row.get(1)?,
            standings: row.get(2)?,
        })
    });
    found.optional()
}
