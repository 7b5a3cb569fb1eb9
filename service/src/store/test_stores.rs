//! Every kind of store, for the tests of the contract that all of them keep.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use botwerk_test_postgres::{PostgresCluster, Sync};
use tempfile::TempDir;

use super::{
    Durability, MemoryStore, PostgresStore, SeatLogStore, ServerRegistration, SqliteStore, Store,
    TournamentStore,
};
use crate::tournaments::TallyFold;

/// All that a store keeps.
pub(super) trait AnyStore: Store + TournamentStore + SeatLogStore {}

impl<T: Store + TournamentStore + SeatLogStore> AnyStore for T {}

/// A store of each kind: in memory, in a file, and in PostgreSQL if it is installed.
pub(super) struct TestStores {
    stores: Vec<Box<dyn AnyStore>>,
    folder: TempDir,
    database: Option<(PostgresCluster, String)>,
}

impl TestStores {
    /// Opens empty stores.
    pub(super) async fn open() -> Self {
        let cluster = PostgresCluster::start(Sync::Off);
        let database = cluster.map(|cluster| {
            let url = cluster.create_database();
            (cluster, url)
        });
        let mut stores = Self {
            stores: vec![Box::new(MemoryStore::default())],
            folder: tempfile::tempdir().unwrap(),
            database,
        };
        stores.open_lasting().await;
        stores
    }

    /// Closes the stores that outlive their process and opens them again.
    pub(super) async fn reopen(&mut self) {
        self.stores.truncate(1);
        self.open_lasting().await;
    }

    async fn open_lasting(&mut self) {
        let file = SqliteStore::open(&self.file(), Durability::Results, Arc::new(TallyFold));
        self.stores.push(Box::new(file.unwrap()));
        if let Some((_, url)) = &self.database {
            self.stores.push(Box::new(open_postgres(url, "a").await));
        }
    }

    /// Returns the file of the store in a file.
    pub(super) fn file(&self) -> PathBuf {
        self.folder.path().join("matches.db")
    }

    /// Returns the stores that outlive their process.
    pub(super) fn lasting(&self) -> &[Box<dyn AnyStore>] {
        &self.stores[1..]
    }
}

/// Opens a database as a server with an identity.
async fn open_postgres(url: &str, identity: &str) -> PostgresStore {
    open_postgres_with_lease(url, identity, Duration::from_secs(5)).await
}

/// Opens a database as a server with an identity and a lease.
pub(super) async fn open_postgres_with_lease(
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
    let store = PostgresStore::open(&url, registration, Arc::new(TallyFold));
    store.await.unwrap()
}

impl<'a> IntoIterator for &'a TestStores {
    type Item = &'a Box<dyn AnyStore>;
    type IntoIter = std::slice::Iter<'a, Box<dyn AnyStore>>;

    fn into_iter(self) -> Self::IntoIter {
        self.stores.iter()
    }
}
