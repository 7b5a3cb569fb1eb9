//! Reading tournaments, their attempts and rounds, and bots.

use std::ops::Range;

use deadpool_postgres::Object;
use tokio_postgres::Row;

use super::pool::{query, query_opt};
use super::readers::{AFTER_ALL_IDS, PAGE, ReadFailure, ReadResult};
use crate::ids::TournamentId;
use crate::match_state::MatchState;
use crate::store::{
    AttemptRow, BotRow, DifferingRecord, LeagueRoundRow, ListedTournament, PlayedMatch, ResultRow,
    SeasonTableRow, StoredTournament, TournamentElsewhere, TournamentRequest, TournamentRow,
};
use crate::tournament_state::TournamentState;

/// Number of pairings whose attempts one statement reads.
const PAIRINGS_PER_PAGE: u64 = 1000;

/// The columns of a tournament with a request by which it is found.
const COLUMNS: &str =
    "SELECT id, request.request_id, state, created_micros, configuration, seed, secret, status,
    coalesce((SELECT results FROM checkpoints WHERE tournament_key = key), 0), request_sha256";

/// All tournaments, each with the last request by which it is found.
const TOURNAMENTS: &str = "FROM tournaments LEFT JOIN tournament_requests AS request
    ON request.request_id = tournaments.request_id";

const ATTEMPTS: &str = "SELECT pairing, attempt, matches.id, matches.state, matches.head, result
    FROM attempts LEFT JOIN matches ON matches.key = match_key
    WHERE tournament_key = $1 AND pairing >= $2 AND pairing < $3";

const BOTS: &str =
    "SELECT name, created_micros, token_sha256, games, max_concurrent_matches FROM bots";

fn stored_state(id: &str, number: i32) -> ReadResult<TournamentState> {
    let state = TournamentState::from_number(number);
    state.ok_or_else(|| ReadFailure::Corrupt(format!("tournament {id}: state {number}")))
}

fn tournament_row(row: &Row) -> ReadResult<TournamentRow> {
    let (id, state): (&str, i32) = (row.try_get(0)?, row.try_get(2)?);
    let sha256 = row.try_get(9)?;
    let request_id: Option<String> = row.try_get(1)?;
    Ok(TournamentRow {
        id: id.into(),
        request: request_id.map(|id| TournamentRequest { id, sha256 }),
        state: stored_state(id, state)?,
        created_micros: row.try_get(3)?,
        configuration: row.try_get(4)?,
        seed: row.try_get(5)?,
        secret: row.try_get(6)?,
        status: row.try_get(7)?,
    })
}

fn stored_tournament(row: &Row) -> ReadResult<StoredTournament> {
    Ok(StoredTournament {
        row: tournament_row(row)?,
        results: row.try_get::<_, i64>(8)? as u64,
    })
}

fn bot_row(row: &Row) -> ReadResult<BotRow> {
    let limit: i64 = row.try_get(4)?;
    Ok(BotRow {
        name: row.try_get(0)?,
        created_micros: row.try_get(1)?,
        token_sha256: row.try_get(2)?,
        games: serde_json::from_str(row.try_get(3)?)?,
        max_concurrent_matches: u32::try_from(limit).unwrap_or(u32::MAX),
    })
}

/// Reads a tournament with the number of its results, or `None` if it does not exist.
pub(super) async fn tournament(
    object: Object,
    id: TournamentId,
) -> ReadResult<Option<StoredTournament>> {
    let sql = format!("{COLUMNS} {TOURNAMENTS} WHERE id = $1");
    let row = query_opt(&object, &sql, &[&id.as_str()]).await?;
    row.as_ref().map(stored_tournament).transpose()
}

/// Reads the tournament that a request has created or extended, or `None` if it has done neither.
pub(super) async fn tournament_by_request_id(
    object: Object,
    request_id: String,
) -> ReadResult<Option<TournamentRow>> {
    let sql = format!(
        "{COLUMNS} FROM tournament_requests AS request JOIN tournaments ON key = tournament_key
         WHERE request.request_id = $1"
    );
    let row = query_opt(&object, &sql, &[&request_id]).await?;
    row.as_ref().map(tournament_row).transpose()
}

/// Lists tournaments with ids below `before`, the newest first.
pub(super) async fn tournaments(
    object: Object,
    before: Option<TournamentId>,
    state: Option<TournamentState>,
    limit: usize,
) -> ReadResult<Vec<ListedTournament>> {
    // The number of the state is part of the text, so that its index is used.
    let state = match state {
        Some(state) => format!("AND state = {}", state.number()),
        None => String::new(),
    };
    let sql = format!(
        "SELECT id, state FROM tournaments WHERE id < $1 {state} ORDER BY id DESC LIMIT $2"
    );
    let before = before.as_ref().map_or(AFTER_ALL_IDS, TournamentId::as_str);
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut listed = Vec::new();
    for row in query(&object, &sql, &[&before, &limit]).await? {
        let (id, state): (&str, i32) = (row.try_get(0)?, row.try_get(1)?);
        listed.push(ListedTournament {
            id: id.into(),
            state: stored_state(id, state)?,
        });
    }
    Ok(listed)
}

/// Reads the tournaments that have not ended and that a server owns.
pub(super) async fn unfinished(object: Object, epoch: i64) -> ReadResult<Vec<StoredTournament>> {
    let sql = format!(
        "{COLUMNS} {TOURNAMENTS} WHERE owner_epoch = $1 AND ($2::TEXT IS NULL OR id < $2)
         ORDER BY id DESC LIMIT $3"
    );
    let mut unfinished: Vec<StoredTournament> = Vec::new();
    loop {
        let before = unfinished.last().map(|stored| stored.row.id.as_str());
        let page = query(&object, &sql, &[&epoch, &before, &(PAGE as i64)]).await?;
        for row in &page {
            unfinished.push(stored_tournament(row)?);
        }
        if page.len() < PAGE {
            return Ok(unfinished);
        }
    }
}

/// Reads the running tournaments that servers other than the one with an epoch direct.
pub(super) async fn elsewhere(object: Object, epoch: i64) -> ReadResult<Vec<TournamentElsewhere>> {
    let sql = "SELECT id, address, md5(configuration || status)
               FROM tournaments JOIN servers ON epoch = owner_epoch
               WHERE owner_epoch <> $1 AND state = $2 AND expires_at > clock_timestamp() AND id > $3
               ORDER BY id LIMIT $4";
    let running = TournamentState::Running.number();
    let mut tournaments: Vec<TournamentElsewhere> = Vec::new();
    loop {
        let after = tournaments.last().map_or("", |last| last.id.as_str());
        let page = query(&object, sql, &[&epoch, &running, &after, &(PAGE as i64)]).await?;
        for row in &page {
            tournaments.push(TournamentElsewhere {
                id: row.try_get::<_, &str>(0)?.into(),
                address: row.try_get(1)?,
                version: row.try_get(2)?,
            });
        }
        if page.len() < PAGE {
            return Ok(tournaments);
        }
    }
}

/// Reads the attempts at the pairings from `from` to before `until`, in order. No statement reads more than one page.
pub(super) async fn attempts(
    object: Object,
    id: TournamentId,
    from: u64,
    until: u64,
) -> ReadResult<Vec<AttemptRow>> {
    let Some(key) = key(&object, &id).await? else {
        return Ok(Vec::new());
    };
    let sql = "SELECT max(pairing) FROM attempts WHERE tournament_key = $1";
    let last = match query_opt(&object, sql, &[&key]).await? {
        Some(row) => row.try_get::<_, Option<i64>>(0)?,
        None => None,
    };
    let until = last.map_or(0, |last| until.min(last as u64 + 1));
    let sql = format!("{ATTEMPTS} ORDER BY pairing, attempt");
    let mut attempts = Vec::new();
    let mut next = from;
    while next < until {
        let end = until.min(next + PAIRINGS_PER_PAGE);
        for row in query(&object, &sql, &[&key, &(next as i64), &(end as i64)]).await? {
            attempts.push(attempt_row(&row)?);
        }
        next = end;
    }
    Ok(attempts)
}

/// Reads the first attempts at pairings of a range that have no result, in order.
pub(super) async fn open_attempts(
    object: Object,
    id: TournamentId,
    pairings: Range<u64>,
    limit: usize,
) -> ReadResult<Vec<AttemptRow>> {
    let Some(key) = key(&object, &id).await? else {
        return Ok(Vec::new());
    };
    let sql = format!(
        "{ATTEMPTS} AND result IS NULL
               AND NOT EXISTS (SELECT FROM attempts AS scored
                               WHERE scored.tournament_key = attempts.tournament_key
                                     AND scored.pairing = attempts.pairing AND scored.result IS NOT NULL)
         ORDER BY pairing, attempt LIMIT $4"
    );
    let [start, end, limit] = [pairings.start, pairings.end, limit as u64].map(signed);
    let rows = query(&object, &sql, &[&key, &start, &end, &limit]).await?;
    rows.iter().map(attempt_row).collect()
}

/// Reads the first results of a range of pairings, in order.
pub(super) async fn results(
    object: Object,
    id: TournamentId,
    pairings: Range<u64>,
    limit: usize,
) -> ReadResult<Vec<ResultRow>> {
    let Some(key) = key(&object, &id).await? else {
        return Ok(Vec::new());
    };
    let sql = "SELECT pairing, attempt, match_key IS NULL, result FROM attempts
               WHERE tournament_key = $1 AND pairing >= $2 AND pairing < $3 AND result IS NOT NULL
               ORDER BY pairing LIMIT $4";
    let [start, end, limit] = [pairings.start, pairings.end, limit as u64].map(signed);
    let mut results = Vec::new();
    for row in query(&object, sql, &[&key, &start, &end, &limit]).await? {
        results.push(ResultRow {
            pairing: row.try_get::<_, i64>(0)? as u64,
            attempt: row.try_get::<_, i32>(1)? as u32,
            is_forfeit: row.try_get(2)?,
            result: serde_json::from_str(row.try_get(3)?)?,
        });
    }
    Ok(results)
}

/// Reads the content of the newest checkpoint, or `None` if there is none.
pub(super) async fn checkpoint(object: Object, id: TournamentId) -> ReadResult<Option<String>> {
    let sql = "SELECT content FROM checkpoints
               WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1)";
    let row = query_opt(&object, sql, &[&id.as_str()]).await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}

/// Reads the key of a tournament, or `None` if it does not exist.
async fn key(object: &Object, id: &TournamentId) -> ReadResult<Option<i64>> {
    let sql = "SELECT key FROM tournaments WHERE id = $1";
    let row = query_opt(object, sql, &[&id.as_str()]).await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn attempt_row(row: &Row) -> ReadResult<AttemptRow> {
    let id: Option<&str> = row.try_get(2)?;
    let state: Option<i32> = row.try_get(3)?;
    let head: Option<String> = row.try_get(4)?;
    let result: Option<&str> = row.try_get(5)?;
    let played = id.zip(state.and_then(MatchState::from_number));
    Ok(AttemptRow {
        pairing: row.try_get::<_, i64>(0)? as u64,
        attempt: row.try_get::<_, i32>(1)? as u32,
        played: played.map(|(id, state)| PlayedMatch {
            id: id.into(),
            state,
            head,
        }),
        result: result.map(serde_json::from_str).transpose()?,
    })
}

/// Reads all rounds of a league in order.
pub(super) async fn rounds(object: Object, id: TournamentId) -> ReadResult<Vec<LeagueRoundRow>> {
    let sql = "SELECT round, paired_micros, blocks FROM league_rounds
               WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1)
               ORDER BY round";
    let mut rounds = Vec::new();
    for row in query(&object, sql, &[&id.as_str()]).await? {
        rounds.push(LeagueRoundRow {
            round: row.try_get::<_, i64>(0)? as u32,
            paired_micros: row.try_get(1)?,
            blocks: serde_json::from_str(row.try_get(2)?)?,
        });
    }
    Ok(rounds)
}

/// Reads the final table of a season, or `None` if the season has not ended.
pub(super) async fn season_table(
    object: Object,
    id: TournamentId,
    season: u32,
) -> ReadResult<Option<SeasonTableRow>> {
    let sql = "SELECT season, ended_micros, standings FROM season_tables
               WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1) AND season = $2";
    let row = query_opt(&object, sql, &[&id.as_str(), &i64::from(season)]).await?;
    row.map(|row| {
        Ok(SeasonTableRow {
            season: row.try_get::<_, i64>(0)? as u32,
            ended_micros: row.try_get(1)?,
            standings: row.try_get(2)?,
        })
    })
    .transpose()
}

/// Reads plays that differ from the stored matches of a tournament.
pub(super) async fn differing_records(
    object: Object,
    id: TournamentId,
    limit: usize,
) -> ReadResult<Vec<DifferingRecord>> {
    let sql = "SELECT pairing, worker, found_micros, record FROM differing_records
               WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1)
                     AND (pairing, worker) > ($2, $3)
               ORDER BY pairing, worker LIMIT 1";
    let (mut records, mut bytes): (Vec<DifferingRecord>, _) = (Vec::new(), 0);
    // One by one: a record may be as large as a message.
    while records.len() < limit {
        let last = records.last();
        let (pairing, worker) = last.map_or((-1, ""), |last| (last.pairing as i64, &*last.worker));
        let Some(row) = query_opt(&object, sql, &[&id.as_str(), &pairing, &worker]).await? else {
            break;
        };
        let record: String = row.try_get(3)?;
        bytes += record.len();
        if bytes > DifferingRecord::MAX_LISTED_BYTES && !records.is_empty() {
            break;
        }
        records.push(DifferingRecord {
            tournament: id.clone(),
            pairing: row.try_get::<_, i64>(0)? as u64,
            worker: row.try_get(1)?,
            found_micros: row.try_get(2)?,
            record,
        });
    }
    Ok(records)
}

/// Reads the bot whose token has this hash, or `None` if no bot has it.
pub(super) async fn bot_by_token(
    object: Object,
    token_sha256: String,
) -> ReadResult<Option<BotRow>> {
    let sql = format!("{BOTS} WHERE token_sha256 = $1");
    let row = query_opt(&object, &sql, &[&token_sha256]).await?;
    row.as_ref().map(bot_row).transpose()
}

/// Reads the bots with these names.
pub(super) async fn bots_named(object: Object, names: Vec<String>) -> ReadResult<Vec<BotRow>> {
    let sql = format!("{BOTS} WHERE name = ANY($1)");
    let rows = query(&object, &sql, &[&names]).await?;
    rows.iter().map(bot_row).collect()
}

/// Reads bots with names after `after`, by name.
pub(super) async fn bots(object: Object, after: String, limit: usize) -> ReadResult<Vec<BotRow>> {
    let sql = format!("{BOTS} WHERE name > $1 ORDER BY name LIMIT $2");
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = query(&object, &sql, &[&after, &limit]).await?;
    rows.iter().map(bot_row).collect()
}
