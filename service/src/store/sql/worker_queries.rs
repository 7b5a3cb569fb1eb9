//! Reading workers and their results.

use super::{ReadResult, SqlReader, SqlRow, query_all, query_opt};
use crate::ids::TournamentId;
use crate::store::{ExcludedWorker, MAX_WORKER_RESULTS, WorkerResultRow, WorkerResults};

const EXCLUDED: &str = "SELECT id, excluded_micros, reason FROM excluded_workers";

fn excluded_row(row: &mut SqlRow) -> ReadResult<ExcludedWorker> {
    Ok(ExcludedWorker {
        id: row.column()?,
        excluded_micros: row.column()?,
        reason: row.column()?,
    })
}

/// Reads an excluded worker, or `None` if the worker is not excluded.
pub(super) async fn excluded_worker(
    reader: &mut dyn SqlReader,
    id: String,
) -> ReadResult<Option<ExcludedWorker>> {
    let sql = format!("{EXCLUDED} WHERE id = $1");
    query_opt(reader, &sql, vec![id.into()], excluded_row).await
}

/// Reads excluded workers, the newest first.
pub(super) async fn excluded_workers(
    reader: &mut dyn SqlReader,
    limit: usize,
) -> ReadResult<Vec<ExcludedWorker>> {
    let sql = format!("{EXCLUDED} ORDER BY excluded_micros DESC, id LIMIT $1");
    query_all(reader, &sql, vec![limit.into()], excluded_row).await
}

/// Reads the first results of workers in a tournament, in the order of the pairings.
pub(super) async fn worker_results(
    reader: &mut dyn SqlReader,
    id: TournamentId,
    results: WorkerResults,
) -> ReadResult<Vec<WorkerResultRow>> {
    let (condition, pairing) = match results {
        WorkerResults::Unchecked => ("is_unchecked = 1", 0),
        WorkerResults::OfExcluded => ("worker IN (SELECT id FROM excluded_workers)", 0),
        WorkerResults::Of(pairing) => ("pairing = $2", pairing),
    };
    let sql = format!(
        "SELECT pairing, worker FROM worker_results
         WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1) AND {condition} AND pairing >= $2
         ORDER BY pairing LIMIT $3"
    );
    let values = vec![(&id).into(), pairing.into(), MAX_WORKER_RESULTS.into()];
    query_all(reader, &sql, values, |row| {
        Ok(WorkerResultRow {
            pairing: row.column()?,
            worker: row.column()?,
        })
    })
    .await
}
