//! The writer's statements about workers.

use rusqlite::{Connection, params};

use super::command_result::{CommandResult, all_or_none, reject_or_fail};
use crate::store::{AttemptKey, RemovedResults, WorkerChange, WorkerPlay};

/// Stores who has played a match.
pub(super) fn insert_play(
    connection: &Connection,
    attempt: &AttemptKey,
    play: &WorkerPlay,
) -> rusqlite::Result<()> {
    let sql =
        "INSERT OR REPLACE INTO worker_results (tournament_key, pairing, worker, is_unchecked)
               VALUES ((SELECT key FROM tournaments WHERE id = $1), $2, $3, $4)";
    let mut insert = connection.prepare_cached(sql)?;
    insert
        .execute(params![
            attempt.tournament,
            attempt.pairing as i64,
            play.worker,
            play.is_unchecked
        ])
        .map(drop)
}

/// Changes what is stored of workers.
pub(super) fn change(connection: &Connection, change: &WorkerChange) -> CommandResult {
    match change {
        WorkerChange::Exclude(worker) => {
            let sql = "INSERT OR IGNORE INTO excluded_workers (id, excluded_micros, reason)
                       VALUES ($1, $2, $3)";
            let values = params![worker.id, worker.excluded_micros, worker.reason];
            reject_or_fail(execute(connection, sql, values))
        }
        WorkerChange::Readmit(id) => {
            let sql = "DELETE FROM excluded_workers WHERE id = $1";
            reject_or_fail(execute(connection, sql, params![id]))
        }
        WorkerChange::Check {
            tournament,
            pairing,
        } => {
            let sql = "UPDATE worker_results SET is_unchecked = 0
                       WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1) AND pairing = $2";
            reject_or_fail(execute(
                connection,
                sql,
                params![tournament, *pairing as i64],
            ))
        }
        WorkerChange::Remove(removed) => all_or_none(connection, || {
            reject_or_fail(remove_results(connection, removed))
        }),
    }
}

fn remove_results(connection: &Connection, removed: &RemovedResults) -> rusqlite::Result<()> {
    let own = "tournament_key = (SELECT key FROM tournaments WHERE id = $1)
               AND pairing >= $2 AND pairing < $3";
    let excluded = "worker IN (SELECT id FROM excluded_workers)";
    let range = removed.pairings.clone();
    let values = params![removed.tournament, range.start as i64, range.end as i64];
    let statements = if removed.are_all {
        ["attempts", "worker_results"].map(|table| format!("DELETE FROM {table} WHERE {own}"))
    } else {
        [
            format!(
                "DELETE FROM attempts WHERE {own}
                 AND pairing IN (SELECT pairing FROM worker_results WHERE {own} AND {excluded})"
            ),
            format!("DELETE FROM worker_results WHERE {own} AND {excluded}"),
        ]
    };
    for sql in statements {
        execute(connection, &sql, values)?;
    }
    Ok(())
}

fn execute(
    connection: &Connection,
    sql: &str,
    values: &[&dyn rusqlite::ToSql],
) -> rusqlite::Result<()> {
    connection.prepare_cached(sql)?.execute(values).map(drop)
}
