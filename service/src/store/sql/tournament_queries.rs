//! Reading tournaments, their attempts and rounds.

use std::ops::Range;

use super::{AFTER_ALL_IDS, ColumnValue, ReadResult, SqlReader, SqlRow, query_all, query_opt};
use crate::ids::TournamentId;
use crate::store::{
    AttemptRow, DifferingRecord, LeagueRoundRow, ListedTournament, PlayedMatch, RatingSnapshotRow,
    ResultRow, SeasonTableRow, StoredTournament, TournamentRequest, TournamentRow,
};
use crate::tournament_state::TournamentState;

/// Number of pairings whose attempts one statement reads.
const PAIRINGS_PER_READ: u64 = 1000;

/// Number of rounds of a league that one statement reads: their texts take ten times as many bytes as their blocks.
const ROUNDS_PER_READ: usize = 256;

/// The columns of a tournament with a request by which it is found.
const COLUMNS: &str =
    "SELECT id, request.request_id, request_sha256, state, created_micros, configuration, seed, secret, status,
    (SELECT record_days FROM record_retention WHERE tournament_key = key),
    coalesce((SELECT results FROM checkpoints WHERE tournament_key = key), 0)";

/// All tournaments, each with the last request by which it is found.
const TOURNAMENTS: &str = "FROM tournaments LEFT JOIN tournament_requests AS request
    ON request.request_id = tournaments.request_id";

const ATTEMPTS: &str =
    "SELECT pairing, attempt, matches.id, matches.state, matches.head, matches.ended_micros, result
    FROM attempts LEFT JOIN matches ON matches.key = match_key
    WHERE tournament_key = $1";

/// The condition of the attempts at a range of pairings.
const IN_RANGE: &str = "AND pairing >= $2 AND pairing < $3";

fn tournament_row(row: &mut SqlRow) -> ReadResult<TournamentRow> {
    let id = row.column()?;
    let request_id: Option<String> = row.column()?;
    let sha256 = row.column()?;
    Ok(TournamentRow {
        id,
        request: request_id.map(|id| TournamentRequest { id, sha256 }),
        state: row.column()?,
        created_micros: row.column()?,
        configuration: row.column()?,
        seed: row.column()?,
        secret: row.column()?,
        status: row.column()?,
        record_days: row.column()?,
    })
}

fn stored_tournament(row: &mut SqlRow) -> ReadResult<StoredTournament> {
    Ok(StoredTournament {
        row: tournament_row(row)?,
        results: row.column()?,
    })
}

fn attempt_row(row: &mut SqlRow) -> ReadResult<AttemptRow> {
    let (pairing, attempt) = (row.column()?, row.column()?);
    let (id, state): (Option<_>, Option<_>) = (row.column()?, row.column()?);
    let (head, ended_micros) = (row.column()?, row.column()?);
    let result: Option<String> = row.column()?;
    Ok(AttemptRow {
        pairing,
        attempt,
        played: id.zip(state).map(|(id, state)| PlayedMatch {
            id,
            state,
            head,
            ended_micros,
        }),
        result: result.as_deref().map(serde_json::from_str).transpose()?,
    })
}

/// Reads a tournament with the number of its results, or `None` if it does not exist.
pub(crate) async fn tournament(
    reader: &mut dyn SqlReader,
    id: TournamentId,
) -> ReadResult<Option<StoredTournament>> {
    let sql = format!("{COLUMNS} {TOURNAMENTS} WHERE id = $1");
    query_opt(reader, &sql, vec![(&id).into()], stored_tournament).await
}

/// Reads the tournament that a request has created or extended, or `None` if it has done neither.
pub(super) async fn tournament_by_request_id(
    reader: &mut dyn SqlReader,
    request_id: String,
) -> ReadResult<Option<TournamentRow>> {
    let sql = format!(
        "{COLUMNS} FROM tournament_requests AS request JOIN tournaments ON key = tournament_key
         WHERE request.request_id = $1"
    );
    query_opt(reader, &sql, vec![request_id.into()], tournament_row).await
}

/// Lists tournaments with ids below `before`, the newest first.
pub(crate) async fn tournaments(
    reader: &mut dyn SqlReader,
    before: Option<TournamentId>,
    state: Option<TournamentState>,
    limit: usize,
) -> ReadResult<Vec<ListedTournament>> {
    // The number of the state is part of the text, so that its index is used.
    let state = state.map_or_else(String::new, |state| {
        format!("AND state = {}", state.number())
    });
    let sql = format!(
        "SELECT id, state FROM tournaments WHERE id < $1 {state} ORDER BY id DESC LIMIT $2"
    );
    let before = before.as_ref().map_or(AFTER_ALL_IDS, TournamentId::as_str);
    query_all(reader, &sql, vec![before.into(), limit.into()], |row| {
        Ok(ListedTournament {
            id: row.column()?,
            state: row.column()?,
        })
    })
    .await
}

/// Reads the tournaments that fulfil a condition, the newest first.
pub(super) async fn unfinished_tournaments(
    reader: &mut dyn SqlReader,
    condition: String,
) -> ReadResult<Vec<StoredTournament>> {
    let sql = format!("{COLUMNS} {TOURNAMENTS} WHERE {condition}");
    let mut unfinished = query_all(reader, &sql, Vec::new(), stored_tournament).await?;
    unfinished.sort_unstable_by(|a, b| b.row.id.cmp(&a.row.id));
    Ok(unfinished)
}

/// Reads the attempts at the pairings of a range, in order. No statement reads more than one page.
pub(crate) async fn attempts(
    reader: &mut dyn SqlReader,
    id: TournamentId,
    pairings: Range<u64>,
) -> ReadResult<Vec<AttemptRow>> {
    let Some(key) = key(reader, &id).await? else {
        return Ok(Vec::new());
    };
    let sql = "SELECT coalesce(max(pairing), -1) + 1 FROM attempts WHERE tournament_key = $1";
    let end = query_opt(reader, sql, vec![key.clone()], SqlRow::column::<u64>).await?;
    let end = pairings.end.min(end.unwrap_or(0));
    let sql = format!("{ATTEMPTS} {IN_RANGE} ORDER BY pairing, attempt");
    let mut attempts = Vec::new();
    let mut next = pairings.start;
    while next < end {
        let until = end.min(next + PAIRINGS_PER_READ);
        let values = vec![key.clone(), next.into(), until.into()];
        attempts.extend(query_all(reader, &sql, values, attempt_row).await?);
        next = until;
    }
    Ok(attempts)
}

/// Reads the attempts at some pairings, in order.
pub(super) async fn attempts_at(
    reader: &mut dyn SqlReader,
    id: TournamentId,
    pairings: Vec<u64>,
) -> ReadResult<Vec<AttemptRow>> {
    let Some(key) = key(reader, &id).await? else {
        return Ok(Vec::new());
    };
    let mut attempts = Vec::new();
    for some in pairings.chunks(PAIRINGS_PER_READ as usize) {
        let some: Vec<_> = some.iter().map(u64::to_string).collect();
        let sql = format!(
            "{ATTEMPTS} AND pairing IN ({}) ORDER BY pairing, attempt",
            some.join(", ")
        );
        attempts.extend(query_all(reader, &sql, vec![key.clone()], attempt_row).await?);
    }
    Ok(attempts)
}

/// Reads the first attempts at pairings of a range that have no result, in order.
pub(super) async fn open_attempts(
    reader: &mut dyn SqlReader,
    id: TournamentId,
    pairings: Range<u64>,
    limit: usize,
) -> ReadResult<Vec<AttemptRow>> {
    let Some(key) = key(reader, &id).await? else {
        return Ok(Vec::new());
    };
    let sql = format!(
        "{ATTEMPTS} {IN_RANGE} AND result IS NULL
               AND NOT EXISTS (SELECT 1 FROM attempts AS scored
                               WHERE scored.tournament_key = attempts.tournament_key
                                     AND scored.pairing = attempts.pairing AND scored.result IS NOT NULL)
         ORDER BY pairing, attempt LIMIT $4"
    );
    let values = vec![
        key,
        pairings.start.into(),
        pairings.end.into(),
        limit.into(),
    ];
    query_all(reader, &sql, values, attempt_row).await
}

/// Reads the first results of a range of pairings, in order.
pub(crate) async fn results(
    reader: &mut dyn SqlReader,
    id: TournamentId,
    pairings: Range<u64>,
    limit: usize,
) -> ReadResult<Vec<ResultRow>> {
    let Some(key) = key(reader, &id).await? else {
        return Ok(Vec::new());
    };
    let sql = "SELECT pairing, attempt, match_key IS NULL, result FROM attempts
               WHERE tournament_key = $1 AND pairing >= $2 AND pairing < $3 AND result IS NOT NULL
               ORDER BY pairing LIMIT $4";
    let values = vec![
        key,
        pairings.start.into(),
        pairings.end.into(),
        limit.into(),
    ];
    query_all(reader, sql, values, |row| {
        Ok(ResultRow {
            pairing: row.column()?,
            attempt: row.column()?,
            is_forfeit: row.column()?,
            result: row.json()?,
        })
    })
    .await
}

/// Reads the content of the newest checkpoint, or `None` if there is none.
pub(crate) async fn checkpoint(
    reader: &mut dyn SqlReader,
    id: TournamentId,
) -> ReadResult<Option<String>> {
    let sql = "SELECT content FROM checkpoints
               WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1)";
    query_opt(reader, sql, vec![(&id).into()], SqlRow::column).await
}

/// Reads the key of a tournament, or `None` if it does not exist.
async fn key(reader: &mut dyn SqlReader, id: &TournamentId) -> ReadResult<Option<ColumnValue>> {
    let sql = "SELECT key FROM tournaments WHERE id = $1";
    let key = query_opt(reader, sql, vec![id.into()], SqlRow::column::<i64>).await?;
    Ok(key.map(Into::into))
}

/// Reads all rounds of a league in order.
pub(crate) async fn league_rounds(
    reader: &mut dyn SqlReader,
    id: TournamentId,
) -> ReadResult<Vec<LeagueRoundRow>> {
    let sql = "SELECT round, paired_micros, blocks FROM league_rounds
               WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1) AND round > $2
               ORDER BY round LIMIT $3";
    let mut rounds: Vec<LeagueRoundRow> = Vec::new();
    loop {
        let after = rounds.last().map_or(0, |last| last.round);
        let values = vec![(&id).into(), after.into(), ROUNDS_PER_READ.into()];
        let page = query_all(reader, sql, values, |row| {
            Ok(LeagueRoundRow {
                round: row.column()?,
                paired_micros: row.column()?,
                blocks: row.json()?,
            })
        });
        let page = page.await?;
        let is_last = page.len() < ROUNDS_PER_READ;
        rounds.extend(page);
        if is_last {
            return Ok(rounds);
        }
    }
}

/// Reads the final table of a season, or `None` if the season has not ended.
pub(crate) async fn season_table(
    reader: &mut dyn SqlReader,
    id: TournamentId,
    season: u32,
) -> ReadResult<Option<SeasonTableRow>> {
    let sql = "SELECT season, ended_micros, standings FROM season_tables
               WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1) AND season = $2";
    query_opt(reader, sql, vec![(&id).into(), season.into()], |row| {
        Ok(SeasonTableRow {
            season: row.column()?,
            ended_micros: row.column()?,
            standings: row.column()?,
        })
    })
    .await
}

/// Reads the ratings of a league over time, the oldest first.
pub(super) async fn rating_snapshots(
    reader: &mut dyn SqlReader,
    id: TournamentId,
) -> ReadResult<Vec<RatingSnapshotRow>> {
    let sql = "SELECT taken_micros, ratings FROM rating_snapshots
               WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1) ORDER BY taken_micros";
    query_all(reader, sql, vec![(&id).into()], |row| {
        Ok(RatingSnapshotRow {
            taken_micros: row.column()?,
            ratings: row.column()?,
        })
    })
    .await
}

/// Reads plays that differ from the stored matches of a tournament.
pub(super) async fn differing_records(
    reader: &mut dyn SqlReader,
    id: TournamentId,
    after: Option<(u64, String)>,
    limit: usize,
) -> ReadResult<Vec<DifferingRecord>> {
    let sql = "SELECT pairing, worker, found_micros, record FROM differing_records
               WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1)
                     AND (pairing, worker) > ($2, $3)
               ORDER BY pairing, worker LIMIT 1";
    let (mut records, mut bytes): (Vec<DifferingRecord>, _) = (Vec::new(), 0);
    // One by one: a record may be as large as a message.
    while records.len() < limit {
        let last = records.last().map(|last| (last.pairing, &*last.worker));
        let last = last.or(after
            .as_ref()
            .map(|(pairing, worker)| (*pairing, &**worker)));
        let (pairing, worker) = last.map_or((-1, ""), |(pairing, worker)| (pairing as i64, worker));
        let values = vec![(&id).into(), pairing.into(), worker.into()];
        let found = query_opt(reader, sql, values, |row| {
            Ok(DifferingRecord {
                tournament: id.clone(),
                pairing: row.column()?,
                worker: row.column()?,
                found_micros: row.column()?,
                record: row.column()?,
            })
        });
        let Some(found) = found.await? else {
            break;
        };
        bytes += found.record.len();
        if bytes > DifferingRecord::MAX_LISTED_BYTES && !records.is_empty() {
            break;
        }
        records.push(found);
    }
    Ok(records)
}
