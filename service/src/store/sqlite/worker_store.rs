//! The workers of an SQLite file.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::SqliteStore;
use super::command_result::{CommandResult, all_or_none, reject_or_fail};
use crate::ids::TournamentId;
use crate::store::{
    AttemptKey, ExcludedWorker, MAX_WORKER_RESULTS, PendingRead, PendingWrite, RemovedResults,
    WorkerChange, WorkerPlay, WorkerResultRow, WorkerResults, WorkerStore, WriteCommand,
};

const EXCLUDED: &str = "SELECT id, excluded_micros, reason FROM excluded_workers";

impl WorkerStore for SqliteStore {
    fn change_workers(&self, change: WorkerChange) -> PendingWrite {
        self.send(|reply| WriteCommand::ChangeWorkers(change, reply))
    }

    fn excluded_worker(&self, id: &str) -> PendingRead<Option<ExcludedWorker>> {
        let id = id.to_owned();
        self.readers.read(move |connection| {
            let sql = format!("{EXCLUDED} WHERE id = $1");
            let mut find = connection.prepare_cached(&sql)?;
            find.query_row([&id], excluded_worker).optional()
        })
    }

    fn excluded_workers(&self, limit: usize) -> PendingRead<Vec<ExcludedWorker>> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.readers.read(move |connection| {
            let sql = format!("{EXCLUDED} ORDER BY excluded_micros DESC, id LIMIT $1");
            let mut rows = connection.prepare_cached(&sql)?;
            rows.query_map([limit], excluded_worker)?.collect()
        })
    }

    fn worker_results(
        &self,
        tournament: &TournamentId,
        results: WorkerResults,
    ) -> PendingRead<Vec<WorkerResultRow>> {
        let id = tournament.clone();
        self.readers
            .read(move |connection| worker_results(connection, &id, results))
    }
}

fn excluded_worker(row: &Row<'_>) -> rusqlite::Result<ExcludedWorker> {
    Ok(ExcludedWorker {
        id: row.get(0)?,
        excluded_micros: row.get(1)?,
        reason: row.get(2)?,
    })
}

fn worker_results(
    connection: &Connection,
    id: &TournamentId,
    results: WorkerResults,
) -> rusqlite::Result<Vec<WorkerResultRow>> {
    let (condition, pairing) = match results {
        WorkerResults::Unchecked => ("is_unchecked = 1", 0),
        WorkerResults::OfExcluded => ("worker IN (SELECT id FROM excluded_workers)", 0),
        WorkerResults::Of(pairing) => ("pairing = $2", pairing as i64),
    };
    let sql = format!(
        "SELECT pairing, worker FROM worker_results
         WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1) AND {condition} AND pairing >= $2
         ORDER BY pairing LIMIT $3"
    );
    let mut rows = connection.prepare_cached(&sql)?;
    let rows = rows.query_map(params![id, pairing, MAX_WORKER_RESULTS as i64], |row| {
        Ok(WorkerResultRow {
            pairing: row.get::<_, i64>(0)? as u64,
            worker: row.get(1)?,
        })
    })?;
    rows.collect()
}

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
