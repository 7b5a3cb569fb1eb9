//! Runs a server from the listener to the last stream.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tonic::codegen::BoxFuture;
use tonic::transport::Server as Transport;
use tonic_health::server::{HealthReporter, health_reporter};
use tonic_web::GrpcWebLayer;
use tower::util::option_layer;

use crate::bots::{Bots, OnlineBots};
use crate::config::{Config, ConfigError, DatabaseLocation};
use crate::edge::{
    Acceptor, Admission, BackgroundCalls, BackgroundRuntime, Certificates, CertificatesError,
    Entry, HostRules, OpsState, PageFile, cors_layer, enter, offload, reject_undecodable,
    trace_layer, with_ops_endpoints, with_pages,
};
use crate::envs::{EnvLimits, Envs};
use crate::error::Error;
use crate::match_registry::MatchRegistry;
use crate::membership::Membership;
use crate::metrics::Metrics;
use crate::pool::SearchPool;
use crate::room::{AttemptObservers, RoomContext, RoomRuntimes};
use crate::rpc::{RpcContext, report_matches_draining, report_serving, routes};
use crate::store::{
    ChunkStore, LocalChunks, MemoryStore, PostgresStore, SeatLogStore, ServerRegistration,
    SharedStore, SqliteStore, Store, StoreError, TournamentStore,
};
use crate::token::AdminToken;
use crate::tournaments::{DirectorContext, DirectorHandles, TallyFold, Tournaments};
use crate::tracked_store::TrackedStore;
use crate::wire;
use crate::workers::WorkerRegistry;

/// Interval at which a draining server checks whether matches are still running.
const DRAIN_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Time for streams to end once the server closes them.
const STREAM_END_TIMEOUT: Duration = Duration::from_millis(500);

/// Time for tasks to release the store.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// The error of a server that cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The configuration is unusable.
    #[error("{0}")]
    Config(#[from] ConfigError),
    /// The certificate or its key is unusable.
    #[error("configuration: {0}")]
    Certificates(#[from] CertificatesError),
    /// The store cannot be opened or read.
    #[error("db: {0}")]
    Store(String),
    /// Threads cannot be started.
    #[error("threads: {0}")]
    Threads(#[from] std::io::Error),
    /// The transport failed.
    #[error("transport: {0}")]
    Transport(#[from] tonic::transport::Error),
    /// The description of the API is invalid.
    #[error("reflection: {0}")]
    Reflection(#[from] tonic_reflection::server::Error),
}

/// What ends when a server is to shut down.
type Shutdown = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Opens a server and serves on a listener until `shutdown` completes.
///
/// # Errors
/// Returns the errors of [`Server::open`] and [`Server::serve`].
pub async fn serve(
    listener: TcpListener,
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    Server::open(config).await?.serve(listener, shutdown).await
}

/// An open server: its store and search threads are in use, but it does not listen yet.
pub struct Server {
    config: Config,
    admin_token: Option<AdminToken>,
    worker_token: Option<AdminToken>,
    certificates: Option<Certificates>,
    metrics: Arc<Metrics>,
    services: Services,
    background: BackgroundRuntime,
    pages: Vec<PageFile>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}

impl Server {
    /// Opens the files of the configuration (admin token, certificate, key and store) and resumes
    /// the matches and tournaments that have not ended.
    ///
    /// Must be called within a tokio runtime, since rooms are tasks.
    ///
    /// # Errors
    /// Returns an error if a file is unusable or threads cannot be started.
    pub fn open(config: Config) -> BoxFuture<Self, ServeError> {
        Box::pin(Self::open_files(config))
    }

    async fn open_files(config: Config) -> Result<Self, ServeError> {
        let admin_token = config.load_admin_token()?;
        let worker_token = config.load_worker_token()?;
        let certificates = match (&config.tls_cert, &config.tls_key) {
            (Some(cert), Some(key)) => Some(Certificates::load(cert, key)?),
            _ => None,
        };
        let metrics = Arc::new(Metrics::default());
        let background = BackgroundRuntime::start()?;
        let stores = open_store(&config).await?;
        let tracked = TrackedStore::open(
            Arc::clone(&stores.matches),
            Arc::clone(&metrics),
            config.max_matches.get(),
        )
        .await
        .map_err(|error| ServeError::Store(error.to_string()))?;
        Ok(Self {
            services: Services::start(
                &config,
                Arc::new(tracked),
                stores,
                background.handle(),
                Arc::clone(&metrics),
            )
            .await?,
            background,
            config,
            admin_token,
            worker_token,
            certificates,
            metrics,
            pages: Vec::new(),
        })
    }

    /// The same server with web pages, which it serves unless the configuration excludes them.
    #[must_use]
    pub fn with_pages(self, pages: Vec<PageFile>) -> Self {
        let pages = if self.config.pages { pages } else { Vec::new() };
        Self { pages, ..self }
    }

    /// Returns the public key with which the server signs records, as 64 hex digits. It stays the same as
    /// long as its database.
    pub fn record_key(&self) -> String {
        self.services.registry.secret().record_key()
    }

    /// Returns the certificate, which can be reloaded while the server runs, or `None` without TLS.
    pub fn certificates(&self) -> Option<Certificates> {
        self.certificates.clone()
    }

    /// Serves on a listener until `shutdown` completes; then waits up to `drain_secs` for running
    /// matches to end, and closes the remaining streams. Unfinished matches resume when a server
    /// opens the same store again.
    ///
    /// # Errors
    /// Returns an error if the transport fails.
    pub async fn serve(
        self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        self.serve_until(listener, Box::pin(shutdown)).await
    }

    /// Not generic, so that the whole server is compiled in this crate, and not in every program
    /// that runs one.
    fn serve_until(self, listener: TcpListener, shutdown: Shutdown) -> BoxFuture<(), ServeError> {
        Box::pin(self.run(listener, shutdown))
    }

    async fn run(self, listener: TcpListener, shutdown: Shutdown) -> Result<(), ServeError> {
        let Self {
            config,
            admin_token,
            worker_token,
            certificates,
            metrics,
            services,
            background,
            pages,
        } = self;
        let (reporter, health) = health_reporter();
        report_serving(&reporter).await;
        let ops = OpsState {
            admission: Admission::new(&config, admin_token, worker_token, Arc::clone(&metrics)),
            metrics: Arc::clone(&metrics),
            pool: services.pool.clone(),
            store: Arc::clone(&services.store),
            draining: CancellationToken::new(),
        };
        let stop = CancellationToken::new();
        let drained = tokio::spawn(drain(
            shutdown,
            services.draining(),
            reporter,
            config.clone(),
            ops.draining.clone(),
            stop.clone(),
        ));
        let api = routes(&config, services.rpc_context(&ops.admission), health)?;
        let entry = Entry {
            hosts: HostRules::new(&config, listener.local_addr()?.ip()),
            admission: ops.admission.clone(),
        };
        let reject_undecodable = from_fn_with_state(Arc::clone(&metrics), reject_undecodable);
        let api = api.layer(reject_undecodable).layer(GrpcWebLayer::new());
        let router = with_pages(with_ops_endpoints(api, ops), &pages);
        let calls = BackgroundCalls {
            runtime: background.handle(),
            tasks: services.registry.tasks().clone(),
        };
        let router = router
            .layer(from_fn_with_state(calls, offload))
            .layer(option_layer(cors_layer(&config.cors_origins)))
            .layer(from_fn_with_state(Arc::new(entry), enter));
        let tls = certificates.as_ref().map(Certificates::current_tls);
        let acceptor = Acceptor::new(listener, &config, tls, admin_token.is_some(), metrics);
        let watch_files = Arc::clone(&services.registry).watch_files();
        services.registry.tasks().spawn(watch_files);
        run_transport(&config, acceptor, router, &stop).await?;
        // The store is closed before this returns, so that another server can open it.
        let closed = async {
            let _ = drained.await;
            services.registry.tasks().close();
            services.registry.tasks().wait().await;
        };
        if tokio::time::timeout(CLOSE_TIMEOUT, closed).await.is_err() {
            tracing::warn!("left the store open: a task did not end");
        }
        Ok(())
    }
}

/// The components that the handlers of the API use.
struct Services {
    /// Cancelled when the server shuts down: it takes nothing over any more.
    shutdown: CancellationToken,
    registry: Arc<MatchRegistry>,
    store: Arc<TrackedStore>,
    seat_logs: Arc<dyn SeatLogStore>,
    pool: SearchPool,
    online_bots: Arc<OnlineBots>,
    bots: Arc<Bots>,
    tournaments: Tournaments,
    envs: Arc<Envs>,
}

impl Services {
    fn rpc_context(&self, admission: &Admission) -> RpcContext {
        RpcContext {
            registry: Arc::clone(&self.registry),
            store: Arc::clone(&self.store),
            seat_logs: Arc::clone(&self.seat_logs),
            pool: self.pool.clone(),
            bots: Arc::clone(&self.bots),
            tournaments: self.tournaments.clone(),
            envs: Arc::clone(&self.envs),
            admission: admission.clone(),
        }
    }

    /// Starts the search threads and resumes the matches and tournaments that have not ended.
    async fn start(
        config: &Config,
        matches: Arc<TrackedStore>,
        stores: Stores,
        background: Handle,
        metrics: Arc<Metrics>,
    ) -> Result<Self, ServeError> {
        let Stores {
            tournaments,
            seat_logs,
            chunks,
            shared,
            ..
        } = stores;
        let chunks = chunks.unwrap_or_else(|| {
            Arc::new(LocalChunks::new(
                Arc::clone(&tournaments),
                background.clone(),
            ))
        });
        let chunk_lease = config.worker_lease();
        let pool = SearchPool::new(config.search_thread_count())?;
        let store: Arc<dyn Store> = Arc::clone(&matches) as _;
        let attempt_observers: Arc<AttemptObservers> = Arc::default();
        let context = RoomContext {
            store,
            pool: pool.clone(),
            limits: config.match_limits(),
            tasks: TaskTracker::new(),
            runtimes: RoomRuntimes {
                io: Handle::current(),
                background: background.clone(),
            },
            attempt_observers: Arc::clone(&attempt_observers),
        };
        let registry = MatchRegistry::new(context, shared.clone());
        let online_bots: Arc<OnlineBots> = Arc::default();
        let bots = Bots::new(Arc::clone(&tournaments), Arc::clone(&online_bots));
        let tournaments = Tournaments::new(DirectorContext {
            store: tournaments,
            matches: Arc::clone(&matches),
            registry: Arc::clone(&registry),
            pool: pool.clone(),
            online_bots: Arc::clone(&online_bots),
            ends: attempt_observers,
            directors: DirectorHandles::default(),
            background: background.clone(),
            away_limit: config.match_limits().join,
            stall_limit: config.stall_limit(),
            chunks,
            workers: Arc::new(WorkerRegistry::new(chunk_lease)),
            chunk_lease,
            check_percent: config.worker_check_percent,
            encode_final_table: wire::encode_final_table,
        });
        // Directors first: they must observe the ends of the matches that are resumed.
        let resumed_tournaments = tournaments.resume_unfinished().await;
        let resumed_tournaments =
            resumed_tournaments.map_err(|error| ServeError::Store(error.to_string()))?;
        let resumed_matches = registry.resume_unfinished(&matches.unfinished_ids()).await;
        if resumed_matches + resumed_tournaments > 0 {
            tracing::info!(
                matches = resumed_matches,
                tournaments = resumed_tournaments,
                "resumed unfinished matches and tournaments"
            );
        }
        let shutdown = CancellationToken::new();
        if let Some(store) = shared {
            let membership = Membership {
                store,
                matches: Arc::clone(&matches),
                registry: Arc::clone(&registry),
                tournaments: tournaments.clone(),
                interval: config.lease() / 4,
            };
            let membership = membership.run(shutdown.clone());
            registry.tasks().spawn_on(membership, &background);
        }
        Ok(Self {
            shutdown,
            seat_logs,
            bots: Arc::new(bots),
            online_bots,
            registry,
            store: matches,
            pool,
            tournaments,
            envs: Envs::start(EnvLimits::new(config), metrics),
        })
    }

    /// Returns the components that must come to rest before the server ends.
    fn draining(&self) -> Draining {
        Draining {
            shutdown: self.shutdown.clone(),
            registry: Arc::clone(&self.registry),
            online_bots: Arc::clone(&self.online_bots),
            tournaments: self.tournaments.clone(),
            envs: Arc::clone(&self.envs),
        }
    }
}

/// The components that must come to rest before the server ends.
struct Draining {
    shutdown: CancellationToken,
    registry: Arc<MatchRegistry>,
    online_bots: Arc<OnlineBots>,
    tournaments: Tournaments,
    envs: Arc<Envs>,
}

/// Serves until `stop` is cancelled, and frees the address.
async fn run_transport(
    config: &Config,
    acceptor: Acceptor,
    router: Router,
    stop: &CancellationToken,
) -> Result<(), ServeError> {
    let server = Transport::builder()
        .accept_http1(true)
        .http2_keepalive_interval(Some(Duration::from_secs(10)))
        .http2_keepalive_timeout(Some(Duration::from_secs(5)))
        .max_concurrent_streams(config.max_streams_per_connection.get())
        .http2_max_pending_accept_reset_streams(Some(config.max_pending_resets.get()))
        .http2_max_header_list_size(config.max_header_bytes.get())
        .layer(trace_layer())
        .add_routes(router.into());
    let (connections, accepting) = acceptor.start();
    // Graceful shutdown waits for every stream, and a client may keep its own open for ever.
    let timeout = async {
        stop.cancelled().await;
        tokio::time::sleep(STREAM_END_TIMEOUT).await;
    };
    tokio::select! {
        result = server.serve_with_incoming_shutdown(connections, stop.cancelled()) => result?,
        () = timeout => tracing::debug!("closed streams that did not end in time"),
    }
    // The task ends since the receiver of its connections is dropped.
    let _ = accepting.await;
    Ok(())
}

/// One store, as the store of everything that it keeps.
struct Stores {
    matches: Arc<dyn Store>,
    tournaments: Arc<dyn TournamentStore>,
    seat_logs: Arc<dyn SeatLogStore>,
    /// Set if the store keeps chunks; those of others are kept in memory.
    chunks: Option<Arc<dyn ChunkStore>>,
    /// Set if other servers can share the store.
    shared: Option<Arc<dyn SharedStore>>,
}

impl Stores {
    fn new<S: Store + TournamentStore + SeatLogStore>(store: S) -> Self {
        let store = Arc::new(store);
        Self {
            matches: Arc::clone(&store) as _,
            tournaments: Arc::clone(&store) as _,
            seat_logs: store,
            chunks: None,
            shared: None,
        }
    }

    fn shared<S: Store + TournamentStore + SeatLogStore + ChunkStore + SharedStore>(
        store: S,
    ) -> Self {
        let store = Arc::new(store);
        Self {
            matches: Arc::clone(&store) as _,
            tournaments: Arc::clone(&store) as _,
            seat_logs: Arc::clone(&store) as _,
            chunks: Some(Arc::clone(&store) as _),
            shared: Some(store),
        }
    }
}

async fn open_store(config: &Config) -> Result<Stores, ServeError> {
    let fold = Arc::new(TallyFold);
    let failed = |error: StoreError| ServeError::Store(error.to_string());
    match &config.db {
        DatabaseLocation::Memory => {
            let store = MemoryStore::new(fold);
            let store = store.map_err(|error| ServeError::Store(error.message))?;
            Ok(Stores::new(store))
        }
        DatabaseLocation::File(path) => {
            let store = SqliteStore::open(path, config.durability, fold);
            Ok(Stores::new(store.map_err(failed)?))
        }
        DatabaseLocation::Postgres(url) => {
            let registration = ServerRegistration {
                address: config.advertised_address(),
                identity: config.server_identity(),
                lease: config.lease(),
            };
            let store = PostgresStore::open(url, registration, fold).await;
            Ok(Stores::shared(store.map_err(failed)?))
        }
    }
}

/// Waits for `shutdown`; then rejects new matches, waits for running ones to end, and closes the
/// streams.
async fn drain(
    shutdown: impl Future<Output = ()>,
    services: Draining,
    reporter: HealthReporter,
    config: Config,
    draining: CancellationToken,
    stop: CancellationToken,
) {
    shutdown.await;
    tracing::info!("draining started");
    draining.cancel();
    let Draining {
        shutdown,
        registry,
        online_bots,
        tournaments,
        envs,
    } = services;
    shutdown.cancel();
    registry.start_draining();
    tournaments.begin_drain();
    envs.start_draining();
    reporter
        .set_service_status("", tonic_health::ServingStatus::NotServing)
        .await;
    report_matches_draining(&reporter).await;
    let no_match_is_running = async {
        while registry.has_running_match().await {
            tokio::time::sleep(DRAIN_POLL_INTERVAL).await;
        }
    };
    if tokio::time::timeout(config.drain_limit(), no_match_is_running)
        .await
        .is_err()
    {
        if config.is_in_memory() {
            tracing::warn!(
                "matches are still running; they end with the server, which has them in memory"
            );
        } else {
            tracing::warn!("matches are still running; they resume at the next start");
        }
    }
    registry.close_rooms();
    online_bots.close_streams(&Error::draining());
    envs.close_all();
    stop.cancel();
}
