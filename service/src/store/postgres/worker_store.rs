//! The workers of a PostgreSQL database.

use deadpool_postgres::{ClientWrapper, Object};
use tokio_postgres::Row;

use super::PostgresStore;
use super::columns::Values;
use super::pool::{execute, query, query_opt};
use super::readers::ReadResult;
use super::write_failure::WriteFailure;
use crate::ids::TournamentId;
use crate::store::{
    ExcludedWorker, MAX_WORKER_RESULTS, PendingRead, PendingWrite, RemovedResults, StoreError,
    WorkerChange, WorkerPlay, WorkerResultRow, WorkerResults, WorkerStore, WriteCommand,
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

/// Changes what is stored of workers, for the server with an epoch.
pub(super) async fn change(
    client: &ClientWrapper,
    change: &WorkerChange,
    epoch: i64,
) -> Result<(), WriteFailure> {
    match change {
        WorkerChange::Exclude(worker) => {
            let sql =
                "INSERT INTO excluded_workers (id, excluded_micros, reason) VALUES ($1, $2, $3)
                       ON CONFLICT DO NOTHING";
            let values = [
                &worker.id as _,
                &worker.excluded_micros as _,
                &worker.reason as _,
            ];
            execute(client, sql, &values).await?;
        }
        WorkerChange::Readmit(id) => {
            let sql = "DELETE FROM excluded_workers WHERE id = $1";
            execute(client, sql, &[id]).await?;
        }
        WorkerChange::Check {
            tournament,
            pairing,
        } => {
            let sql = "UPDATE worker_results SET is_unchecked = 0
                       WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1) AND pairing = $2";
            execute(client, sql, &[&tournament.as_str(), &(*pairing as i64)]).await?;
        }
        WorkerChange::Remove(removed) => remove_results(client, removed, epoch).await?,
    }
    Ok(())
}

async fn remove_results(
    client: &ClientWrapper,
    removed: &RemovedResults,
    epoch: i64,
) -> Result<(), WriteFailure> {
    let sql = "SELECT key FROM tournaments WHERE id = $1 AND owner_epoch = $2 FOR NO KEY UPDATE";
    let Some(row) = query_opt(client, sql, &[&removed.tournament.as_str(), &epoch]).await? else {
        return Err(WriteFailure::Rejected(StoreError::LeaseLost));
    };
    let key: i64 = row.try_get(0)?;
    let (start, end) = (removed.pairings.start as i64, removed.pairings.end as i64);
    let own = "tournament_key = $1 AND pairing >= $2 AND pairing < $3";
    let excluded = "worker IN (SELECT id FROM excluded_workers)";
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
        execute(client, &sql, &[&key, &start, &end]).await?;
    }
    Ok(())
}

/// The workers that have played matches, by column.
#[derive(Debug, Default)]
pub(super) struct WorkerPlayColumns<'a> {
    keys: Vec<i64>,
    pairings: Vec<i64>,
    workers: Vec<&'a str>,
    are_unchecked: Vec<i32>,
}

impl<'a> WorkerPlayColumns<'a> {
    pub(super) const INSERT: &'static str = "INSERT INTO worker_results
        (tournament_key, pairing, worker, is_unchecked)
        SELECT * FROM unnest($1::BIGINT[], $2::BIGINT[], $3::TEXT[], $4::INTEGER[])
        ON CONFLICT (tournament_key, pairing)
        DO UPDATE SET worker = excluded.worker, is_unchecked = excluded.is_unchecked";

    pub(super) fn push(&mut self, tournament_key: i64, pairing: u64, play: &'a WorkerPlay) {
        self.keys.push(tournament_key);
        self.pairings.push(pairing as i64);
        self.workers.push(&play.worker);
        self.are_unchecked.push(play.is_unchecked.into());
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(super) fn values(&self) -> Values<'_> {
        vec![
            &self.keys,
            &self.pairings,
            &self.workers,
            &self.are_unchecked,
        ]
    }
}
