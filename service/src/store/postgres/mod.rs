//! Matches in a PostgreSQL database, which several servers share. One connection writes, others read.

mod batch;
mod batch_reads;
mod chunk_cache;
mod chunk_leases;
mod chunk_store;
mod columns;
pub(crate) mod copying;
mod lease;
#[cfg(test)]
mod lease_tests;
mod match_cache;
mod notifications;
mod pool;
mod postgres_command;
mod readers;
mod registration;
mod schema;
mod shared_store;
mod single_writes;
mod takeover;
mod tournament_cache;
mod url;
mod worker_writes;
mod write_failure;
mod writer;

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use tokio::runtime::{Handle, Runtime};
use tokio::sync::broadcast;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::sql::{SqlRead, SqlReader, SqlStore};
use super::write_command::WriteReply;
use super::{
    PendingRead, PendingWrite, QueuedWrite, SharedChange, StoreActivity, StoreError, WriteCommand,
    WriteStore, WriterActivity,
};
use crate::server_secret::ServerSecret;
use lease::{LeaseState, ServerLease};
use notifications::NotificationListener;
use postgres_command::PostgresCommand;
use readers::Readers;
pub(crate) use registration::ServerRegistration;
pub use url::{InvalidPostgresUrl, PostgresUrl};
use writer::Writer;

/// Number of connections that read.
const READERS: usize = 4;

/// Time for a statement that reads.
const READ_LIMIT: Duration = Duration::from_secs(10);

/// Time for a transaction of the writer, unless the lease is shorter.
const WRITE_LIMIT: Duration = Duration::from_secs(2);

/// Time for the last writes before the store is closed.
const CLOSE_LIMIT: Duration = Duration::from_secs(3);

/// A store in a PostgreSQL database. The server is registered in it under an epoch, and owns what it has created.
#[derive(Debug)]
pub(crate) struct PostgresStore {
    lease: Arc<LeaseState>,
    /// Requests to register again.
    registrations: UnboundedSender<WriteReply>,
    activity: Arc<WriterActivity>,
    readers: Readers,
    // `None` once the store is being dropped: the writer ends when its last sender is dropped.
    writer: Option<UnboundedSender<PostgresCommand>>,
    /// Receives when the writer has ended.
    has_ended: Mutex<mpsc::Receiver<()>>,
    secret: ServerSecret,
    /// Number of chunks that were requested.
    lease_requests: AtomicU64,
    /// What other servers notify this one of.
    changes: broadcast::Sender<SharedChange>,
    _runtime: OwnRuntime,
}

/// A runtime that can be dropped by a task of another one.
#[derive(Debug)]
struct OwnRuntime(Option<Runtime>);

impl OwnRuntime {
    fn start() -> std::io::Result<Self> {
        // Of its own, so that nothing that a server computes delays a commit or the renewal of the lease.
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("store")
            .enable_all()
            .build()?;
        Ok(Self(Some(runtime)))
    }

    fn handle(&self) -> Handle {
        // It is there until it is dropped.
        self.0
            .as_ref()
            .map_or_else(Handle::current, |runtime| runtime.handle().clone())
    }
}

impl Drop for OwnRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl PostgresStore {
    /// Opens a database, creates its tables if it is empty, and registers the server.
    ///
    /// # Errors
    /// Returns an error if the database cannot be reached, has another version or belongs to another program.
    pub(crate) async fn open(
        url: &PostgresUrl,
        registration: ServerRegistration,
    ) -> Result<Self, StoreError> {
        let failed = |error: std::io::Error| StoreError::Unavailable(error.to_string());
        let owned = OwnRuntime::start().map_err(failed)?;
        let runtime = owned.handle();
        let limit = WRITE_LIMIT.min(registration.lease);
        let write_pool = pool::open(url, 1, limit)?;
        let read_pool = pool::open(url, READERS, READ_LIMIT)?;
        let opening_pool = pool::open(url, 1, limit)?;
        let opened = runtime.spawn(async move {
            let mut object = pool::connection(&opening_pool).await?;
            schema::allow_long_statements(&object).await?;
            schema::create_or_check(&mut object).await?;
            let secret = schema::server_secret(&object).await?;
            let lease = ServerLease::register(object, registration).await?;
            Ok::<_, StoreError>((secret, Writer::new(write_pool, lease, limit)))
        });
        let opened = opened.await.map_err(|error| failed(error.into()))?;
        let (secret, writer) = opened?;
        let lease = writer.lease_state();
        let activity = writer.activity();
        let listener = NotificationListener::new(
            pool::settings(url, READ_LIMIT),
            pool::tls(url)?,
            Arc::clone(&lease),
        );
        let changes = listener.changes();
        runtime.spawn(listener.run());
        let (sender, commands) = unbounded_channel();
        let (registrations, registration_requests) = unbounded_channel();
        let (ended, has_ended) = mpsc::channel();
        runtime.spawn(async move {
            writer.run(commands, registration_requests).await;
            // The store may not wait.
            let _ = ended.send(());
        });
        Ok(Self {
            lease,
            registrations,
            activity,
            readers: Readers::new(read_pool, READERS, runtime),
            writer: Some(sender),
            has_ended: Mutex::new(has_ended),
            secret,
            lease_requests: AtomicU64::new(0),
            changes,
            _runtime: owned,
        })
    }

    /// Queues a command. If the writer has ended, its reply is dropped and it fails.
    fn queue(&self, command: PostgresCommand) {
        if let Some(writer) = &self.writer {
            self.activity.queued();
            if writer.send(command).is_err() {
                self.activity.dropped(1);
            }
        }
    }
}

impl WriteStore for PostgresStore {
    fn write(&self, command: WriteCommand) -> PendingWrite {
        let (queued, pending) = QueuedWrite::new(command);
        self.queue(PostgresCommand::Write(Box::new(queued)));
        pending
    }
}

/// Completes all writes, and ends the lease, so that another server can take over at once.
impl Drop for PostgresStore {
    fn drop(&mut self) {
        self.writer = None;
        let has_ended = self
            .has_ended
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let _ = has_ended.recv_timeout(CLOSE_LIMIT);
    }
}

impl SqlStore for PostgresStore {
    fn server_secret(&self) -> &ServerSecret {
        &self.secret
    }

    fn owned_rows(&self) -> Option<String> {
        Some(format!("owner_epoch = {}", self.lease.epoch()))
    }

    fn current_activity(&self) -> StoreActivity {
        let (running_reads, waiting_reads) = self.readers.activity();
        StoreActivity {
            writer: Arc::clone(&self.activity),
            running_reads,
            waiting_reads,
        }
    }

    fn read<T, F>(&self, read: F) -> PendingRead<T>
    where
        T: Send + 'static,
        F: for<'r> FnOnce(&'r mut dyn SqlReader) -> SqlRead<'r, T> + Send + 'static,
    {
        self.readers.read_sql(read)
    }
}
