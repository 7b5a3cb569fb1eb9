//! What SQLite and PostgreSQL read in the same way: the queries, how their rows are decoded, and the traits of stores.

mod account_queries;
mod account_statements;
mod change_statement;
mod column_value;
mod identity_statements;
mod match_queries;
mod packing_queries;
mod rating_statements;
mod read_failure;
mod retention_queries;
mod row;
mod seat_log_queries;
mod sql_store;
mod tournament_queries;
mod version_queries;
mod version_statements;
mod worker_queries;

use std::pin::Pin;

pub(crate) use account_statements::account_statements;
pub(crate) use change_statement::ChangeStatement;
pub(crate) use column_value::ColumnValue;
pub(crate) use match_queries::{comments, count_matches, load, match_ids};
pub(crate) use packing_queries::packing_statements;
pub(crate) use rating_statements::rating_statements;
pub(crate) use read_failure::{ReadFailure, ReadResult};
pub(crate) use retention_queries::deletion_statements;
pub(crate) use row::SqlRow;
pub(crate) use seat_log_queries::seat_log;
pub(crate) use sql_store::SqlStore;
pub(crate) use tournament_queries::{
    attempts, checkpoint, league_rounds, results, season_table, tournament, tournaments,
};
pub(crate) use version_statements::version_statements;

/// A text after all ids, which have letters and digits.
const AFTER_ALL_IDS: &str = "~";

/// A read that is in progress.
pub(crate) type SqlRead<'r, T> = Pin<Box<dyn Future<Output = ReadResult<T>> + Send + 'r>>;

/// A connection over which rows are read.
pub(crate) trait SqlReader: Send {
    /// Runs a query. Its text marks values as `$1`, `$2` and so on.
    fn query<'r>(&'r mut self, sql: &'r str, values: Vec<ColumnValue>) -> SqlRead<'r, Vec<SqlRow>>;
}

/// Runs a query of at most one row, and decodes that.
async fn query_opt<T>(
    reader: &mut dyn SqlReader,
    sql: &str,
    values: Vec<ColumnValue>,
    decode: impl FnOnce(&mut SqlRow) -> ReadResult<T>,
) -> ReadResult<Option<T>> {
    let rows = reader.query(sql, values).await?;
    let row = rows.into_iter().next();
    row.map(|mut row| decode(&mut row)).transpose()
}

/// Runs a query, and decodes its rows.
async fn query_all<T>(
    reader: &mut dyn SqlReader,
    sql: &str,
    values: Vec<ColumnValue>,
    decode: impl Fn(&mut SqlRow) -> ReadResult<T>,
) -> ReadResult<Vec<T>> {
    let rows = reader.query(sql, values).await?;
    rows.into_iter().map(|mut row| decode(&mut row)).collect()
}
