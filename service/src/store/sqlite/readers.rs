//! The threads that read while the writer writes, and how a connection answers a query.

use std::path::Path;
use std::task::{Context, Poll, Waker};

use rusqlite::{Connection, params_from_iter};
use tokio::sync::oneshot;

use super::file::{READ_TIMEOUT, open_reader, read_failure, unusable};
use crate::background::{self, queue_error};
use crate::fair_pool::{FairPool, PoolSettings, Turn};
use crate::fair_queue::QueueLimits;
use crate::requester::Requester;
use crate::store::sql::{ColumnValue, ReadResult, SqlRead, SqlReader, SqlRow};
use crate::store::{PendingRead, StoreError};

/// The number of threads that read; each has a connection of its own and takes 2 MB. One is reserved for
/// players and the server itself.
const READER_THREADS: usize = 3;

/// How many reads may wait.
const QUEUE_LENGTH: usize = 20_000;

/// A fixed number of threads that read, for one requester after the other.
#[derive(Debug)]
pub(super) struct Readers(FairPool<Connection>);

impl Readers {
    /// Opens the connections and starts the threads.
    ///
    /// # Errors
    /// Returns an error if a connection cannot be opened or a thread cannot be started.
    pub(super) fn open(path: &Path) -> Result<Self, StoreError> {
        let connections: Result<Vec<_>, _> = (0..READER_THREADS)
            .map(|_| open_reader(path, READ_TIMEOUT))
            .collect();
        let connections = connections.map_err(|error| unusable(path, &error))?;
        let settings = PoolSettings {
            name: "store-reader",
            threads: READER_THREADS,
            slots: READER_THREADS,
            additional: 0,
            reserved: 1,
            per_requester: 1,
            limits: QueueLimits::of_length(QUEUE_LENGTH),
        };
        let pool = FairPool::start_with(connections, settings, background::lower_priority);
        let pool = pool.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Self(pool))
    }

    /// Returns the numbers of reads in progress and of those that wait.
    pub(super) fn activity(&self) -> (usize, usize) {
        self.0.activity()
    }

    /// Completes the reads that are queued and closes the connections.
    pub(super) fn close(&self) {
        self.0.close();
    }

    /// Reads on one of the threads.
    pub(super) fn read<T, F>(&self, read: F) -> PendingRead<T>
    where
        T: Send + 'static,
        F: for<'r> FnOnce(&'r mut dyn SqlReader) -> SqlRead<'r, T> + Send + 'static,
    {
        let (answer, receiver) = oneshot::channel();
        let job = move |connection: &mut Connection, _: &Turn<'_>| {
            // A caller that is gone needs no answer.
            if !answer.is_closed() {
                let _ = answer.send(complete(read(connection)).map_err(Into::into));
            }
        };
        match self.0.spawn_with(&Requester::current(), job) {
            Ok(()) => PendingRead::waiting(receiver),
            Err(full) => PendingRead::ready(Err(StoreError::Overloaded(
                queue_error(full, "reads").message,
            ))),
        }
    }
}

/// Completes a read over a connection that answers at once.
pub(crate) fn complete<T>(mut read: SqlRead<'_, T>) -> ReadResult<T> {
    let mut context = Context::from_waker(Waker::noop());
    match read.as_mut().poll(&mut context) {
        Poll::Ready(result) => result,
        Poll::Pending => {
            let message = "the read was not completed".into();
            Err(StoreError::Unavailable(message).into())
        }
    }
}

impl SqlReader for Connection {
    fn query<'r>(&'r mut self, sql: &'r str, values: Vec<ColumnValue>) -> SqlRead<'r, Vec<SqlRow>> {
        let read = || -> rusqlite::Result<Vec<SqlRow>> {
            // SQLite numbers `$2` by where it occurs, and `?2` by its number.
            let mut statement = self.prepare_cached(&sql.replace('$', "?"))?;
            let columns = statement.column_count();
            let rows = statement.query_map(params_from_iter(values), |row| {
                let columns = (0..columns).map(|index| row.get(index));
                Ok(SqlRow::new(columns.collect::<Result<_, _>>()?))
            })?;
            rows.collect()
        };
        let rows = read().map_err(|error| read_failure(&error));
        Box::pin(std::future::ready(rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sql::load;
    use crate::store::sqlite::file::open_writer;

    #[tokio::test]
    async fn readers_outlive_panics() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        drop(open_writer(&path).unwrap());
        let readers = Readers::open(&path).unwrap();
        for _ in 0..2 * READER_THREADS {
            let read = readers.read(|_| -> SqlRead<'_, ()> { panic!("planted") });
            assert!(matches!(read.await, Err(StoreError::Unavailable(_))));
        }
        let read = readers.read(|reader| Box::pin(load(reader, "a".into())));
        assert!(read.await.unwrap().is_none());
    }
}
