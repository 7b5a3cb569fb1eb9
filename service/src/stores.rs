//! The store of a server, as the configuration names it.

use std::sync::Arc;

use crate::config::{Config, DatabaseLocation};
use crate::serve_error::ServeError;
use crate::store::{
    AccountStore, ChunkStore, MemoryStore, PostgresUrl, SeatLogStore, SharedStore, SqliteStore,
    Store, StoreError, TournamentStore, VersionStore, WorkerStore,
};

/// One store, as the store of everything that it keeps.
pub(crate) struct Stores {
    pub(crate) matches: Arc<dyn Store>,
    pub(crate) tournaments: Arc<dyn TournamentStore>,
    pub(crate) accounts: Arc<dyn AccountStore>,
    pub(crate) versions: Arc<dyn VersionStore>,
    pub(crate) seat_logs: Arc<dyn SeatLogStore>,
    pub(crate) workers: Arc<dyn WorkerStore>,
    /// Set if the store keeps chunks; those of others are kept in memory.
    pub(crate) chunks: Option<Arc<dyn ChunkStore>>,
    /// Set if other servers can share the store.
    pub(crate) shared: Option<Arc<dyn SharedStore>>,
}

impl Stores {
    /// Opens the store of the configuration.
    ///
    /// # Errors
    /// Returns an error if it cannot be opened.
    pub(crate) async fn open(config: &Config) -> Result<Self, ServeError> {
        let failed = |error: StoreError| ServeError::Store(error.to_string());
        match &config.db {
            DatabaseLocation::Memory => {
                let store = MemoryStore::new();
                Ok(Self::new(store.map_err(failed)?))
            }
            DatabaseLocation::File(path) => {
                let store = SqliteStore::open(path, config.durability);
                Ok(Self::new(store.map_err(failed)?))
            }
            DatabaseLocation::Postgres(url) => Self::open_postgres(url, config).await,
        }
    }

    #[cfg(feature = "postgres")]
    async fn open_postgres(url: &PostgresUrl, config: &Config) -> Result<Self, ServeError> {
        let registration = crate::store::ServerRegistration {
            address: config.advertised_address(),
            identity: config.server_identity(),
            lease: config.lease(),
        };
        let store = crate::store::PostgresStore::open(url, registration).await;
        let store = store.map_err(|error| ServeError::Store(error.to_string()))?;
        Ok(Self::shared(store))
    }

    #[cfg(not(feature = "postgres"))]
    #[expect(clippy::unused_async, reason = "as with PostgreSQL")]
    async fn open_postgres(url: &PostgresUrl, _: &Config) -> Result<Self, ServeError> {
        match *url {}
    }

    fn new<S>(store: S) -> Self
    where
        S: Store + TournamentStore + AccountStore + VersionStore + SeatLogStore + WorkerStore,
    {
        let store = Arc::new(store);
        Self {
            matches: Arc::clone(&store) as _,
            tournaments: Arc::clone(&store) as _,
            accounts: Arc::clone(&store) as _,
            versions: Arc::clone(&store) as _,
            seat_logs: Arc::clone(&store) as _,
            workers: store,
            chunks: None,
            shared: None,
        }
    }

    #[cfg(feature = "postgres")]
    fn shared<S>(store: S) -> Self
    where
        S: Store
            + TournamentStore
            + AccountStore
            + VersionStore
            + SeatLogStore
            + WorkerStore
            + ChunkStore
            + SharedStore,
    {
        let store = Arc::new(store);
        Self {
            matches: Arc::clone(&store) as _,
            tournaments: Arc::clone(&store) as _,
            accounts: Arc::clone(&store) as _,
            versions: Arc::clone(&store) as _,
            seat_logs: Arc::clone(&store) as _,
            workers: Arc::clone(&store) as _,
            chunks: Some(Arc::clone(&store) as _),
            shared: Some(store),
        }
    }
}
