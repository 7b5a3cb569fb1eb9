//! The connections that read, and how a connection answers a query.

use std::future::Future;

use deadpool_postgres::{Object, Pool};
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio_postgres::Row;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

use super::pool;
use crate::background::TaskLimit;
use crate::requester::Requester;
use crate::store::sql::{ColumnValue, ReadFailure, ReadResult, SqlRead, SqlReader, SqlRow};
use crate::store::{PendingRead, StoreError};

impl From<tokio_postgres::Error> for ReadFailure {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::Store(pool::unavailable(&error))
    }
}

/// The connections that read, and the threads that decode what they have read.
#[derive(Debug, Clone)]
pub(super) struct Readers {
    pool: Pool,
    runtime: Handle,
    turns: TaskLimit,
}

impl Readers {
    /// Reads with at most this number of connections, for one requester after the other.
    pub(super) fn new(pool: Pool, connections: usize, runtime: Handle) -> Self {
        Self {
            pool,
            runtime,
            turns: TaskLimit::new(connections, connections.div_ceil(2)),
        }
    }

    /// Returns the numbers of reads in progress and of those that wait.
    pub(super) fn activity(&self) -> (usize, usize) {
        self.turns.activity()
    }

    /// Reads with one of the connections, as all stores do.
    pub(super) fn read_sql<T, F>(&self, read: F) -> PendingRead<T>
    where
        T: Send + 'static,
        F: for<'r> FnOnce(&'r mut dyn SqlReader) -> SqlRead<'r, T> + Send + 'static,
    {
        self.run(async move |mut object: Object| Ok(read(&mut object).await?))
    }

    /// Reads with one of the connections.
    pub(super) fn read<T, F>(
        &self,
        read: impl FnOnce(Object) -> F + Send + 'static,
    ) -> PendingRead<T>
    where
        T: Send + 'static,
        F: Future<Output = ReadResult<T>> + Send,
    {
        PendingRead::waiting(self.send_read(read))
    }

    /// Reads what must exist; `what` names it in the error.
    pub(super) fn find<T, F>(
        &self,
        what: String,
        read: impl FnOnce(Object) -> F + Send + 'static,
    ) -> PendingRead<T>
    where
        T: Send + 'static,
        F: Future<Output = ReadResult<Option<T>>> + Send,
    {
        self.run(|object| async move { read(object).await?.ok_or(StoreError::NotFound(what)) })
    }

    pub(super) fn run<T, F>(
        &self,
        read: impl FnOnce(Object) -> F + Send + 'static,
    ) -> PendingRead<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send,
    {
        PendingRead::waiting(self.spawn(read))
    }

    /// Runs statements with one of the connections, and returns the receiver of their result.
    pub(super) fn send_read<T, F>(
        &self,
        read: impl FnOnce(Object) -> F + Send + 'static,
    ) -> oneshot::Receiver<Result<T, StoreError>>
    where
        T: Send + 'static,
        F: Future<Output = ReadResult<T>> + Send,
    {
        self.spawn(async move |object| Ok(read(object).await?))
    }

    fn spawn<T, F>(
        &self,
        read: impl FnOnce(Object) -> F + Send + 'static,
    ) -> oneshot::Receiver<Result<T, StoreError>>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send,
    {
        let (answer, receiver) = oneshot::channel();
        let (pool, turns) = (self.pool.clone(), self.turns.clone());
        let task = async move {
            let result = async {
                let permit = turns.acquire().await;
                let _permit = permit.map_err(|error| StoreError::Overloaded(error.message))?;
                read(pool::connection(&pool).await?).await
            };
            let result = result.await;
            // The caller may be gone.
            let _ = answer.send(result);
        };
        self.runtime.spawn(Requester::current().scope(task));
        receiver
    }
}

impl SqlReader for Object {
    fn query<'r>(&'r mut self, sql: &'r str, values: Vec<ColumnValue>) -> SqlRead<'r, Vec<SqlRow>> {
        Box::pin(async move {
            let parameters: Vec<_> = values
                .iter()
                .map(|value| value as &(dyn ToSql + Sync))
                .collect();
            let rows = pool::query(self, sql, &parameters).await?;
            let row = |row: &Row| {
                let columns = (0..row.len()).map(|index| column(row, index));
                Ok(SqlRow::new(columns.collect::<Result<_, _>>()?))
            };
            rows.iter().map(row).collect()
        })
    }
}

/// Returns a column of a row.
fn column(row: &Row, index: usize) -> Result<ColumnValue, tokio_postgres::Error> {
    let value = match *row.columns()[index].type_() {
        Type::BOOL => {
            let value: Option<bool> = row.try_get(index)?;
            value.map(|value| ColumnValue::Integer(value.into()))
        }
        Type::INT4 => {
            let value: Option<i32> = row.try_get(index)?;
            value.map(|value| ColumnValue::Integer(value.into()))
        }
        Type::INT8 => row
            .try_get::<_, Option<_>>(index)?
            .map(ColumnValue::Integer),
        Type::BYTEA => row.try_get::<_, Option<_>>(index)?.map(ColumnValue::Bytes),
        _ => row.try_get::<_, Option<_>>(index)?.map(ColumnValue::Text),
    };
    Ok(value.unwrap_or(ColumnValue::Null))
}

impl ToSql for ColumnValue {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut bytes::BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Integer(number) if *ty == Type::INT4 => i32::try_from(*number)?.to_sql(ty, out),
            Self::Integer(number) => number.to_sql(ty, out),
            Self::Text(text) => text.to_sql(ty, out),
            Self::Bytes(bytes) => bytes.to_sql(ty, out),
        }
    }

    fn accepts(ty: &Type) -> bool {
        matches!(*ty, Type::INT4 | Type::INT8 | Type::TEXT | Type::BYTEA)
    }

    to_sql_checked!();
}
