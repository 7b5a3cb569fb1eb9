//! Reading tournaments, their attempts, and bots.

use std::ops::Range;

use rusqlite::{Connection, OptionalExtension, Row, ToSql, params};

use super::columns::read_json;
use crate::ids::{MatchId, TournamentId};
use crate::match_state::MatchState;
use crate::store::{
    AttemptRow, BotRow, DifferingRecord, ListedTournament, PlayedMatch, ResultRow,
    StoredTournament, TournamentRequest, TournamentRow,
};
use crate::tournament_state::TournamentState;

/// A text after all ids, which have letters and digits.
const AFTER_ALL_IDS: &str = "~";

/// The columns of a tournament with a request by which it is found.
const COLUMNS: &str =
    "SELECT id, request.request_id, state, created_micros, configuration, seed, secret, status,
    coalesce((SELECT results FROM checkpoints WHERE tournament_key = key), 0), request_sha256";

/// All tournaments, each with the last request by which it is found.
const TOURNAMENTS: &str = "FROM tournaments LEFT JOIN tournament_requests AS request
    ON request.request_id = tournaments.request_id";

const ATTEMPTS: &str = "SELECT pairing, attempt, matches.id, matches.state, matches.head, result
    FROM attempts LEFT JOIN matches ON matches.key = match_key
    WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1)
          AND pairing >= $2 AND pairing < $3";

const BOTS: &str =
    "SELECT name, created_micros, token_sha256, games, max_concurrent_matches FROM bots";

fn tournament_row(row: &Row<'_>) -> rusqlite::Result<TournamentRow> {
    let sha256 = row.get(9)?;
    let request_id: Option<String> = row.get(1)?;
    Ok(TournamentRow {
        id: row.get(0)?,
        request: request_id.map(|id| TournamentRequest { id, sha256 }),
        state: row.get(2)?,
        created_micros: row.get(3)?,
        configuration: row.get(4)?,
        seed: row.get(5)?,
        secret: row.get(6)?,
        status: row.get(7)?,
    })
}

fn stored_tournament(row: &Row<'_>) -> rusqlite::Result<StoredTournament> {
    Ok(StoredTournament {
        row: tournament_row(row)?,
        results: row.get::<_, i64>(8)? as u64,
    })
}

fn bot_row(row: &Row<'_>) -> rusqlite::Result<BotRow> {
    Ok(BotRow {
        name: row.get(0)?,
        created_micros: row.get(1)?,
        token_sha256: row.get(2)?,
        games: read_json(row.get_ref(3)?.as_str()?)?,
        max_concurrent_matches: row.get(4)?,
    })
}

/// Reads a tournament with the number of its results, or `None` if it does not exist.
pub(crate) fn tournament(
    connection: &Connection,
    id: &TournamentId,
) -> rusqlite::Result<Option<StoredTournament>> {
    let sql = format!("{COLUMNS} {TOURNAMENTS} WHERE id = $1");
    let mut find = connection.prepare_cached(&sql)?;
    find.query_row([id], stored_tournament).optional()
}

/// Reads the tournament that a request has created or extended, or `None` if it has done neither.
pub(super) fn tournament_by_request_id(
    connection: &Connection,
    request_id: &str,
) -> rusqlite::Result<Option<TournamentRow>> {
    let sql = format!(
        "{COLUMNS} FROM tournament_requests AS request JOIN tournaments ON key = tournament_key
         WHERE request.request_id = $1"
    );
    let mut find = connection.prepare_cached(&sql)?;
    find.query_row([request_id], tournament_row).optional()
}

/// Lists tournaments, the newest first.
pub(crate) fn tournaments(
    connection: &Connection,
    before: Option<&TournamentId>,
    state: Option<TournamentState>,
    limit: usize,
) -> rusqlite::Result<Vec<ListedTournament>> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let before = before.map_or(AFTER_ALL_IDS, TournamentId::as_str);
    // Each is a statement of its own, so that each has its index. Parameters are numbered as they occur.
    let (sql, values): (_, &[&dyn ToSql]) = match &state {
        None => (
            "SELECT id, state FROM tournaments WHERE id < $1 ORDER BY id DESC LIMIT $2",
            &[&before, &limit],
        ),
        Some(state) => (
            "SELECT id, state FROM tournaments WHERE id < $1 AND state = $2
             ORDER BY id DESC LIMIT $3",
            &[&before, state, &limit],
        ),
    };
    let mut rows = connection.prepare_cached(sql)?;
    let rows = rows.query_map(values, |row| {
        Ok(ListedTournament {
            id: row.get(0)?,
            state: row.get(1)?,
        })
    })?;
    rows.collect()
}

/// Reads the tournaments that have not ended.
pub(super) fn unfinished(connection: &Connection) -> rusqlite::Result<Vec<StoredTournament>> {
    let mut unfinished = Vec::new();
    for state in TournamentState::ALL
        .into_iter()
        .filter(|state| !state.has_ended())
    {
        for listed in tournaments(connection, None, Some(state), usize::MAX)? {
            unfinished.extend(tournament(connection, &listed.id)?);
        }
    }
    Ok(unfinished)
}

/// Reads the attempts at the pairings from `from` to before `until`, in order.
pub(crate) fn attempts(
    connection: &Connection,
    id: &TournamentId,
    from: u64,
    until: u64,
) -> rusqlite::Result<Vec<AttemptRow>> {
    let sql = format!("{ATTEMPTS} ORDER BY pairing, attempt");
    let mut rows = connection.prepare_cached(&sql)?;
    let rows = rows.query_map((id, signed(from), signed(until)), attempt_row)?;
    rows.collect()
}

/// Reads the first attempts at pairings of a range that have no result, in order.
pub(crate) fn open_attempts(
    connection: &Connection,
    id: &TournamentId,
    pairings: &Range<u64>,
    limit: usize,
) -> rusqlite::Result<Vec<AttemptRow>> {
    let sql = format!(
        "{ATTEMPTS} AND result IS NULL
               AND NOT EXISTS (SELECT 1 FROM attempts AS scored
                               WHERE scored.tournament_key = attempts.tournament_key
                                     AND scored.pairing = attempts.pairing AND scored.result IS NOT NULL)
         ORDER BY pairing, attempt LIMIT $4"
    );
    let Range { start, end } = *pairings;
    let mut rows = connection.prepare_cached(&sql)?;
    let values = params![id, signed(start), signed(end), signed(limit as u64)];
    rows.query_map(values, attempt_row)?.collect()
}

/// Reads the first results of a range of pairings, in order.
pub(crate) fn results(
    connection: &Connection,
    id: &TournamentId,
    pairings: &Range<u64>,
    limit: usize,
) -> rusqlite::Result<Vec<ResultRow>> {
    let sql = "SELECT pairing, attempt, match_key IS NULL, result FROM attempts
               WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1)
                     AND pairing >= $2 AND pairing < $3 AND result IS NOT NULL
               ORDER BY pairing LIMIT $4";
    let Range { start, end } = *pairings;
    let mut rows = connection.prepare_cached(sql)?;
    let values = params![id, signed(start), signed(end), signed(limit as u64)];
    let rows = rows.query_map(values, |row| {
        Ok(ResultRow {
            pairing: row.get::<_, i64>(0)? as u64,
            attempt: row.get(1)?,
            is_forfeit: row.get(2)?,
            result: read_json(row.get_ref(3)?.as_str()?)?,
        })
    })?;
    rows.collect()
}

/// Reads the content of the newest checkpoint, or `None` if there is none.
pub(crate) fn checkpoint(
    connection: &Connection,
    id: &TournamentId,
) -> rusqlite::Result<Option<String>> {
    let sql = "SELECT content FROM checkpoints
               WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1)";
    let mut find = connection.prepare_cached(sql)?;
    find.query_row([id], |row| row.get(0)).optional()
}

fn attempt_row(row: &Row<'_>) -> rusqlite::Result<AttemptRow> {
    let id: Option<MatchId> = row.get(2)?;
    let state: Option<MatchState> = row.get(3)?;
    let head = row.get(4)?;
    let played = id.zip(state);
    let result = row.get_ref(5)?.as_str_or_null()?;
    Ok(AttemptRow {
        pairing: row.get::<_, i64>(0)? as u64,
        attempt: row.get(1)?,
        played: played.map(|(id, state)| PlayedMatch { id, state, head }),
        result: result.map(read_json).transpose()?,
    })
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Reads plays that differ from the stored matches of a tournament.
pub(super) fn differing_records(
    connection: &Connection,
    id: &TournamentId,
    limit: usize,
) -> rusqlite::Result<Vec<DifferingRecord>> {
    let sql = "SELECT pairing, worker, found_micros, record FROM differing_records
               WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1)
               ORDER BY pairing, worker LIMIT $2";
    let mut statement = connection.prepare_cached(sql)?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut rows = statement.query((id, limit))?;
    let (mut records, mut bytes) = (Vec::new(), 0);
    while let Some(row) = rows.next()? {
        let record: String = row.get(3)?;
        bytes += record.len();
        if bytes > DifferingRecord::MAX_LISTED_BYTES && !records.is_empty() {
            break;
        }
        records.push(DifferingRecord {
            tournament: id.clone(),
            pairing: row.get::<_, i64>(0)? as u64,
            worker: row.get(1)?,
            found_micros: row.get(2)?,
            record,
        });
    }
    Ok(records)
}

/// Reads the bot whose token has this hash, or `None` if no bot has it.
pub(super) fn bot_by_token(
    connection: &Connection,
    token_sha256: &str,
) -> rusqlite::Result<Option<BotRow>> {
    let sql = format!("{BOTS} WHERE token_sha256 = $1");
    let mut find = connection.prepare_cached(&sql)?;
    find.query_row([token_sha256], bot_row).optional()
}

/// Reads the bots with these names.
pub(super) fn bots_named(
    connection: &Connection,
    names: &[String],
) -> rusqlite::Result<Vec<BotRow>> {
    let sql = format!("{BOTS} WHERE name = $1");
    let mut find = connection.prepare_cached(&sql)?;
    let mut bots = Vec::new();
    for name in names {
        bots.extend(find.query_row([name], bot_row).optional()?);
    }
    Ok(bots)
}

/// Reads bots with names after `after`, by name.
pub(super) fn bots(
    connection: &Connection,
    after: &str,
    limit: usize,
) -> rusqlite::Result<Vec<BotRow>> {
    let sql = format!("{BOTS} WHERE name > $1 ORDER BY name LIMIT $2");
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut rows = connection.prepare_cached(&sql)?;
    rows.query_map((after, limit), bot_row)?.collect()
}
