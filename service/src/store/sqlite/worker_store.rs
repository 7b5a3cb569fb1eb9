//! The workers of an SQLite file.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::SqliteStore;
use crate::ids::TournamentId;
use crate::store::{
    ExcludedWorker, MAX_WORKER_RESULTS, PendingRead, PendingWrite, WorkerChange, WorkerResultRow,
    WorkerResults, WorkerStore, WriteCommand,
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
