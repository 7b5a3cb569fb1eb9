//! The statements of commands that are transactions of their own: about tournaments, bots and the logs of seats.

use deadpool_postgres::ClientWrapper;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;

use super::pool::{Parameters, execute, query_opt};
use super::postgres_command::PostgresCommand;
use super::tournament_cache::TournamentCache;
use super::worker_writes;
use super::write_failure::WriteFailure;
use crate::ids::TournamentId;
use crate::store::seat_log::{DELETE_OLD_LOGS, MAX_LOG_BYTES, MAX_PARTS_OF_BOT};
use crate::store::sql::{
    ChangeStatement, account_statements, deletion_statements, packing_statements,
    rating_statements, version_statements,
};
use crate::store::{
    CheckpointRow, DifferingRecord, LeagueRoundRow, RemovedForfeits, SeasonTableRow, SeatLogAppend,
    StoreError, StoredExtension, TournamentAdditions, TournamentChange, TournamentRequest,
    TournamentRow, WriteCommand, to_json,
};

/// Runs the statements of a command.
///
/// # Errors
/// Returns an error if the command is rejected or a statement fails.
pub(super) async fn write(
    client: &ClientWrapper,
    command: &PostgresCommand,
    epoch: i64,
    tournaments: &mut TournamentCache,
) -> Result<(), WriteFailure> {
    let command = match command {
        PostgresCommand::AddChunk(..) | PostgresCommand::Report(..) => return Ok(()),
        PostgresCommand::Write(write) => &write.command,
    };
    match command {
        WriteCommand::CreateTournament(row) => create_tournament(client, row, epoch).await,
        WriteCommand::ChangeTournament(change) => {
            tournaments.remove(&change.id);
            change_tournament(client, change, epoch).await
        }
        WriteCommand::RemoveForfeits(forfeits) => remove_forfeits(client, forfeits, epoch).await,
        WriteCommand::SaveCheckpoint(checkpoint) => {
            save_checkpoint(client, checkpoint, epoch).await
        }
        WriteCommand::ChangeAccounts(change, entry) => {
            run_statements(client, account_statements(change, entry)).await
        }
        WriteCommand::ChangeVersions(change) => {
            run_statements(client, version_statements(change)).await
        }
        WriteCommand::DeleteRecords(deletion) => {
            run_statements(client, deletion_statements(deletion)).await
        }
        WriteCommand::PackRecords(pack) => run_statements(client, packing_statements(pack)).await,
        WriteCommand::AddDifferingRecord(record) => add_differing_record(client, record).await,
        WriteCommand::ChangeWorkers(change) => worker_writes::change(client, change, epoch).await,
        WriteCommand::AppendSeatLog(append) => append_seat_log(client, append).await,
        WriteCommand::Create(..)
        | WriteCommand::Commit(..)
        | WriteCommand::StartAttempt(..)
        | WriteCommand::InsertFinished(..)
        | WriteCommand::Forfeit(..)
        | WriteCommand::Probe => Ok(()),
    }
}

async fn create_tournament(
    client: &ClientWrapper,
    row: &TournamentRow,
    epoch: i64,
) -> Result<(), WriteFailure> {
    let owner = (!row.state.has_ended()).then_some(epoch);
    let sql = "INSERT INTO tournaments (id, request_id, owner_epoch, state, created_micros, configuration, seed,
                                        secret, status)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING key";
    let values: Parameters<'_> = &[
        &row.id.as_str(),
        &row.request.as_ref().map(|request| &request.id),
        &owner,
        &row.state.number(),
        &row.created_micros,
        &row.configuration,
        &row.seed,
        &row.secret,
        &row.status,
    ];
    let inserted = query_opt(client, sql, values).await;
    match inserted.map_err(unless_unique)? {
        Some(inserted) => {
            let key = inserted.try_get(0)?;
            if let Some(days) = row.record_days {
                let sql = "INSERT INTO record_retention (tournament_key, record_days, next_pairing)
                           VALUES ($1, $2, 0)";
                execute(client, sql, &[&key, &(i64::from(days))]).await?;
            }
            insert_request(client, key, row.request.as_ref()).await
        }
        None => Ok(()),
    }
}

/// Stores a request by which a tournament is found.
async fn insert_request(
    client: &ClientWrapper,
    key: i64,
    request: Option<&TournamentRequest>,
) -> Result<(), WriteFailure> {
    let Some(TournamentRequest { id, sha256 }) = request else {
        return Ok(());
    };
    let sql = "INSERT INTO tournament_requests (request_id, tournament_key, request_sha256)
               VALUES ($1, $2, $3)";
    let inserted = execute(client, sql, &[id, &key, sha256]).await;
    inserted.map(drop).map_err(unless_unique)
}

async fn change_tournament(
    client: &ClientWrapper,
    change: &TournamentChange,
    epoch: i64,
) -> Result<(), WriteFailure> {
    let key = owned_key(client, &change.id, epoch).await?;
    let TournamentAdditions {
        extension,
        round,
        season_table,
        ratings,
    } = &change.additions;
    if let Some(extension) = extension {
        extend(client, key, extension).await?;
    }
    let sql = "UPDATE tournaments SET state = $1, status = $2,
                      owner_epoch = CASE WHEN $3 THEN NULL ELSE owner_epoch END WHERE key = $4";
    let state = change.state;
    execute(
        client,
        sql,
        &[&state.number(), &change.status, &state.has_ended(), &key],
    )
    .await?;
    if let Some(round) = round {
        insert_round(client, key, round).await?;
    }
    if let Some(table) = season_table {
        insert_season_table(client, key, table).await?;
    }
    if let Some(ratings) = ratings {
        run_statements(client, rating_statements(&change.id, ratings).into()).await?;
    }
    Ok(())
}

/// Locks a tournament that a server directs; returns its key.
async fn owned_key(
    client: &ClientWrapper,
    id: &TournamentId,
    epoch: i64,
) -> Result<i64, WriteFailure> {
    let sql = "SELECT key, owner_epoch FROM tournaments WHERE id = $1 FOR NO KEY UPDATE";
    let Some(row) = query_opt(client, sql, &[&id.as_str()]).await? else {
        return Err(WriteFailure::Rejected(StoreError::NotFound(id.to_string())));
    };
    if row.try_get::<_, Option<i64>>(1)? != Some(epoch) {
        return Err(WriteFailure::Rejected(StoreError::LeaseLost));
    }
    Ok(row.try_get(0)?)
}

async fn remove_forfeits(
    client: &ClientWrapper,
    forfeits: &RemovedForfeits,
    epoch: i64,
) -> Result<(), WriteFailure> {
    let key = owned_key(client, &forfeits.tournament, epoch).await?;
    let attempts = forfeits.attempts.iter();
    let (pairings, numbers): (Vec<i64>, Vec<i32>) = attempts
        .map(|(pairing, attempt)| (*pairing as i64, *attempt as i32))
        .unzip();
    let sql = "DELETE FROM attempts
               USING unnest($2::BIGINT[], $3::INTEGER[]) AS removed (pairing, attempt)
               WHERE tournament_key = $1 AND attempts.pairing = removed.pairing
                     AND attempts.attempt = removed.attempt AND match_key IS NULL";
    execute(client, sql, &[&key, &pairings, &numbers]).await?;
    Ok(())
}

/// Stores a checkpoint in place of the previous one. Only the director of the tournament does.
async fn save_checkpoint(
    client: &ClientWrapper,
    checkpoint: &CheckpointRow,
    epoch: i64,
) -> Result<(), WriteFailure> {
    let sql = "INSERT INTO checkpoints (tournament_key, results, content)
               SELECT key, $2, $3 FROM tournaments WHERE id = $1 AND owner_epoch = $4
               ON CONFLICT (tournament_key)
               DO UPDATE SET results = excluded.results, content = excluded.content";
    let results = checkpoint.results as i64;
    let values: Parameters<'_> = &[
        &checkpoint.tournament.as_str(),
        &results,
        &checkpoint.content,
        &epoch,
    ];
    match execute(client, sql, values).await? {
        0 => Err(WriteFailure::Rejected(StoreError::LeaseLost)),
        _ => Ok(()),
    }
}

async fn extend(
    client: &ClientWrapper,
    key: i64,
    extension: &StoredExtension,
) -> Result<(), WriteFailure> {
    let sql = "UPDATE tournaments SET configuration = $1, request_id = coalesce($2, request_id)
               WHERE key = $3";
    let StoredExtension {
        configuration,
        request,
    } = extension;
    let request_id = request.as_ref().map(|request| &request.id);
    let updated = execute(client, sql, &[configuration, &request_id, &key]).await;
    updated.map_err(unless_unique)?;
    insert_request(client, key, request.as_ref()).await
}

async fn insert_round(
    client: &ClientWrapper,
    key: i64,
    round: &LeagueRoundRow,
) -> Result<(), WriteFailure> {
    let sql = "INSERT INTO league_rounds (tournament_key, round, paired_micros, blocks)
               VALUES ($1, $2, $3, $4)";
    let (number, blocks) = (i64::from(round.round), to_json(&round.blocks));
    execute(client, sql, &[&key, &number, &round.paired_micros, &blocks]).await?;
    Ok(())
}

async fn insert_season_table(
    client: &ClientWrapper,
    key: i64,
    table: &SeasonTableRow,
) -> Result<(), WriteFailure> {
    let sql = "INSERT INTO season_tables (tournament_key, season, ended_micros, standings)
               VALUES ($1, $2, $3, $4)";
    let season = i64::from(table.season);
    execute(
        client,
        sql,
        &[&key, &season, &table.ended_micros, &table.standings],
    )
    .await?;
    Ok(())
}

/// Runs the statements of a change that SQLite makes in the same way.
async fn run_statements(
    client: &ClientWrapper,
    statements: Vec<ChangeStatement>,
) -> Result<(), WriteFailure> {
    for statement in statements {
        let values: Vec<_> = { statement.values.iter() }
            .map(|value| value as &(dyn ToSql + Sync))
            .collect();
        let changed = execute(client, &statement.sql, &values).await?;
        if let (0, Some(rejection)) = (changed, statement.rejection) {
            return Err(WriteFailure::Rejected(rejection));
        }
    }
    Ok(())
}

async fn add_differing_record(
    client: &ClientWrapper,
    record: &DifferingRecord,
) -> Result<(), WriteFailure> {
    let sql =
        "INSERT INTO differing_records (tournament_key, pairing, worker, found_micros, record)
               SELECT key, $2, $3, $4, $5 FROM tournaments WHERE id = $1
               ON CONFLICT DO NOTHING";
    let DifferingRecord {
        tournament,
        pairing,
        worker,
        found_micros,
        record,
    } = record;
    let values: Parameters<'_> = &[
        &tournament.as_str(),
        &(*pairing as i64),
        worker,
        found_micros,
        record,
    ];
    execute(client, sql, values).await?;
    Ok(())
}

/// Appends a part to a log, and deletes those that are no longer kept.
async fn append_seat_log(
    client: &ClientWrapper,
    append: &SeatLogAppend,
) -> Result<(), WriteFailure> {
    // Appends to a log follow one another, also those of different servers.
    let sql = "SELECT key FROM matches WHERE id = $1 FOR NO KEY UPDATE";
    let Some(row) = query_opt(client, sql, &[&append.id.as_str()]).await? else {
        let error = StoreError::NotFound(append.id.to_string());
        return Err(WriteFailure::Rejected(error));
    };
    if append.text.is_empty() {
        return Ok(());
    }
    let (key, seat): (i64, i64) = (row.try_get(0)?, append.seat as i64);
    let sql = "SELECT start + length(text) FROM seat_logs WHERE match_key = $1 AND seat = $2
               ORDER BY start DESC LIMIT 1";
    let start: i64 = match query_opt(client, sql, &[&key, &seat]).await? {
        Some(row) => row.try_get(0)?,
        None => 0,
    };
    let sql =
        "INSERT INTO seat_logs (match_key, seat, start, text, bot) VALUES ($1, $2, $3, $4, $5)";
    let text = append.text.as_bytes();
    execute(client, sql, &[&key, &seat, &start, &text, &append.bot]).await?;
    // Parts follow one another: all before the one that has the first byte to be kept are not needed.
    let first_kept = start + append.text.len() as i64 - MAX_LOG_BYTES as i64;
    let sql = "DELETE FROM seat_logs WHERE match_key = $1 AND seat = $2 AND start <
               (SELECT max(start) FROM seat_logs WHERE match_key = $1 AND seat = $2 AND start <= $3)";
    execute(client, sql, &[&key, &seat, &first_kept]).await?;
    if let Some(bot) = append.bot_with_limit(start) {
        execute(client, DELETE_OLD_LOGS, &[&bot, &MAX_PARTS_OF_BOT]).await?;
    }
    Ok(())
}

/// Returns the failure of a statement that a unique value of a tournament may have caused.
fn unless_unique(error: tokio_postgres::Error) -> WriteFailure {
    if error.code() == Some(&SqlState::UNIQUE_VIOLATION) {
        WriteFailure::Rejected(StoreError::tournament_exists())
    } else {
        error.into()
    }
}
