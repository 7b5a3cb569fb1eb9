//! Every kind of store, for the tests of the contract that all of them keep.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use botwerk_test_postgres::PostgresCluster;
use tempfile::TempDir;

use super::{
    AccountStore, ChunkStore, Durability, LocalChunks, MatchRow, MemoryStore, PostgresStore,
    SeatLogStore, ServerRegistration, SqliteStore, Store, TournamentStore, VersionStore,
    WorkerStore,
};
use crate::match_state::MatchState;

/// Returns a match without events.
pub(crate) fn empty_match(id: &str, state: MatchState) -> MatchRow {
    MatchRow {
        id: id.into(),
        request_id: None,
        state,
        created_micros: 7,
        setup: "{}".into(),
        events: 0,
        outcome: None,
        head: None,
        ended_micros: None,
        record_deleted_micros: None,
    }
}

/// All that a store keeps.
pub(super) trait AnyStore:
    Store + TournamentStore + AccountStore + VersionStore + SeatLogStore + WorkerStore
{
}

impl<T: Store + TournamentStore + AccountStore + VersionStore + SeatLogStore + WorkerStore> AnyStore
    for T
{
}

/// A store with its chunks.
pub(super) type StoreWithChunks = (Arc<dyn AnyStore>, Arc<dyn ChunkStore>);

/// A store of each kind: in memory, in a file, and in PostgreSQL if it is installed.
pub(super) struct TestStores {
    stores: Vec<Arc<dyn AnyStore>>,
    /// The chunks of each store.
    chunks: Vec<Arc<dyn ChunkStore>>,
    folder: TempDir,
    database: Option<(Arc<PostgresCluster>, String)>,
}

impl TestStores {
    /// Opens empty stores.
    pub(super) async fn open() -> Self {
        let cluster = PostgresCluster::shared();
        let database = cluster.map(|cluster| {
            let url = cluster.create_database();
            (cluster, url)
        });
        let mut stores = Self {
            stores: Vec::new(),
            chunks: Vec::new(),
            folder: tempfile::tempdir().unwrap(),
            database,
        };
        stores.add_local(MemoryStore::default());
        stores.open_lasting().await;
        stores
    }

    /// Adds a store whose chunks are kept in memory.
    fn add_local(&mut self, store: impl AnyStore) {
        let store = Arc::new(store);
        self.chunks.push(Arc::new(LocalChunks::new(
            Arc::clone(&store) as _,
            tokio::runtime::Handle::current(),
        )));
        self.stores.push(store);
    }

    /// Returns every store with its chunks.
    pub(super) fn with_chunks(&self) -> Vec<StoreWithChunks> {
        let stores = self.stores.iter().map(Arc::clone);
        stores.zip(self.chunks.iter().map(Arc::clone)).collect()
    }

    /// Closes the stores that outlive their process and opens them again.
    pub(super) async fn reopen(&mut self) {
        self.chunks.truncate(1);
        self.stores.truncate(1);
        self.open_lasting().await;
    }

    async fn open_lasting(&mut self) {
        let file = SqliteStore::open(&self.file(), Durability::Results);
        self.add_local(file.unwrap());
        if let Some((_, url)) = &self.database {
            let store = Arc::new(open_postgres(url, "a").await);
            self.chunks.push(Arc::clone(&store) as _);
            self.stores.push(store);
        }
    }

    /// Returns the file of the store in a file.
    pub(super) fn file(&self) -> PathBuf {
        self.folder.path().join("matches.db")
    }

    /// Returns the stores that outlive their process.
    pub(super) fn lasting(&self) -> &[Arc<dyn AnyStore>] {
        &self.stores[1..]
    }
}

/// Opens a database as a server with an identity.
async fn open_postgres(url: &str, identity: &str) -> PostgresStore {
    open_postgres_with_lease(url, identity, Duration::from_secs(5)).await
}

/// Opens a database as a server with an identity and a lease.
pub(crate) async fn open_postgres_with_lease(
    url: &str,
    identity: &str,
    lease: Duration,
) -> PostgresStore {
    let registration = ServerRegistration {
        address: format!("http://{identity}.example"),
        identity: identity.into(),
        lease,
    };
    let url = url.parse().unwrap();
    let store = PostgresStore::open(&url, registration);
    store.await.unwrap()
}

impl<'a> IntoIterator for &'a TestStores {
    type Item = &'a Arc<dyn AnyStore>;
    type IntoIter = std::slice::Iter<'a, Arc<dyn AnyStore>>;

    fn into_iter(self) -> Self::IntoIter {
        self.stores.iter()
    }
}
