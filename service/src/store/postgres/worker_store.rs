//! The workers of a PostgreSQL database.

use deadpool_postgres::Object;
use tokio_postgres::Row;

use super::PostgresStore;
use super::pool::{query, query_opt};
use super::readers::ReadResult;
use crate::ids::TournamentId;
use crate::store::{
    ExcludedWorker, MAX_WORKER_RESULTS, PendingRead, PendingWrite, WorkerChange, WorkerResultRow,
    WorkerResults, WorkerStore, WriteCommand,
};

const EXCLUDED: &str = "SELECT id, excluded_micros, reason FROM excluded_workers";

impl WorkerStore for PostgresStore {
    fn change_workers(&self, change: WorkerChange) -> PendingWrite {
        self.send(|reply| WriteCommand::ChangeWorkers(change, reply))
    }

    fn excluded_worker(&self, id: &str) -> PendingRead<Option<ExcludedWorker>> {
        let id = id.to_owned();
        self.readers.read(move |object| find_excluded(object, id))
    }

    fn excluded_workers(&self, limit: usize) -> PendingRead<Vec<ExcludedWorker>> {
        self.readers
            .read(move |object| list_excluded(object, limit))
    }

    fn worker_results(
        &self,
        tournament: &TournamentId,
        results: WorkerResults,
    ) -> PendingRead<Vec<WorkerResultRow>> {
        let id = tournament.clone();
        self.readers
            .read(move |object| worker_results(object, id, results))
    }
}

fn excluded_worker(row: &Row) -> ReadResult<ExcludedWorker> {
    Ok(ExcludedWorker {
        id: row.try_get(0)?,
        excluded_micros: row.try_get(1)?,
        reason: row.try_get(2)?,
    })
}

async fn find_excluded(object: Object, id: String) -> ReadResult<Option<ExcludedWorker>> {
    let sql = format!("{EXCLUDED} WHERE id = $1");
    let row = query_opt(&object, &sql, &[&id]).await?;
    row.as_ref().map(excluded_worker).transpose()
}

async fn list_excluded(object: Object, limit: usize) -> ReadResult<Vec<ExcludedWorker>> {
    let sql = format!("{EXCLUDED} ORDER BY excluded_micros DESC, id LIMIT $1");
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = query(&object, &sql, &[&limit]).await?;
    rows.iter().map(excluded_worker).collect()
}

async fn worker_results(
    object: Object,
    id: TournamentId,
    results: WorkerResults,
) -> ReadResult<Vec<WorkerResultRow>> {
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
    let limit = MAX_WORKER_RESULTS as i64;
    let mut read = Vec::new();
    for row in query(&object, &sql, &[&id.as_str(), &pairing, &limit]).await? {
        read.push(WorkerResultRow {
            pairing: row.try_get::<_, i64>(0)? as u64,
            worker: row.try_get(1)?,
        });
    }
    Ok(read)
}
