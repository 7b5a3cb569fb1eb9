//! The statements that change what is stored of workers.

use deadpool_postgres::ClientWrapper;

use super::columns::Values;
use super::pool::{execute, query_opt};
use super::write_failure::WriteFailure;
use crate::store::{RemovedResults, StoreError, WorkerChange, WorkerPlay};

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
