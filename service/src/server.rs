//! Running a server: from a listener to the last stream.

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use botwerk_proto::{DESCRIPTORS, v1 as proto};
use proto::analysis_service_server::AnalysisServiceServer;
use proto::bot_service_server::BotServiceServer;
use proto::catalog_service_server::CatalogServiceServer;
use proto::match_service_server::MatchServiceServer;
use proto::rules_service_server::RulesServiceServer;
use proto::tournament_service_server::TournamentServiceServer;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tonic::service::Routes;
use tonic::transport::Server as Transport;
use tonic_health::server::{HealthReporter, health_reporter};
use tonic_web::GrpcWebLayer;
use tower::util::{MapRequestLayer, option_layer};

use crate::bots::{Bots, OnlineBots};
use crate::config::{Config, ConfigError};
use crate::edge::{
    Acceptor, Admission, Certificates, CertificatesError, OpsState, cors_layer, mark_begun, spans,
    with_ops_endpoints,
};
use crate::error::Error;
use crate::match_registry::MatchRegistry;
use crate::metrics::Metrics;
use crate::pool::SearchPool;
use crate::room::{AttemptObservers, RoomContext};
use crate::rpc::{Analysis, BotCalls, Catalog, Matches, Rules, SearchQueue, TournamentRpc};
use crate::store::{MemoryStore, SqliteStore, Store, TournamentStore};
use crate::token::AdminToken;
use crate::tournaments::{DirectorContext, DirectorHandles, TallyFold, Tournaments};
use crate::tracked_store::TrackedStore;

/// How often a draining server looks whether matches are still going on.
const DRAIN_STEP: Duration = Duration::from_millis(50);

/// How long streams have to end once they were told to.
const END_GRACE: Duration = Duration::from_millis(500);

/// How long everything has to let go of the store.
const CLOSE_LIMIT: Duration = Duration::from_secs(5);

/// Why a server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The configuration contradicts itself.
    #[error("{0}")]
    Config(#[from] ConfigError),
    /// The certificate for TLS cannot be used.
    #[error("TLS: {0}")]
    Certificates(#[from] CertificatesError),
    /// The store cannot be opened or read.
    #[error("{0}")]
    Store(String),
    /// Threads cannot be started.
    #[error("threads: {0}")]
    Threads(#[from] std::io::Error),
    /// The transport failed.
    #[error("transport: {0}")]
    Transport(#[from] tonic::transport::Error),
    /// The contract's description cannot be offered.
    #[error("reflection: {0}")]
    Reflection(#[from] tonic_reflection::server::Error),
}

/// Serves everything on a listener until `shutdown` is ready: [`Server::open`] and
/// [`Server::serve`] in one.
///
/// # Errors
/// As those two.
pub async fn serve(
    listener: TcpListener,
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    Server::open(config).await?.serve(listener, shutdown).await
}

/// A server that is ready to serve.
pub struct Server {
    config: Config,
    admin: Option<AdminToken>,
    certificates: Option<Certificates>,
    metrics: Arc<Metrics>,
    services: Services,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}

impl Server {
    /// Opens what the configuration names, the admin token's file, certificate, key and store, and
    /// takes up the matches that have not ended.
    ///
    /// Rooms are tasks, so this is to be called within a runtime of tokio.
    ///
    /// # Errors
    /// If a file cannot be used or threads cannot be started.
    pub async fn open(config: Config) -> Result<Self, ServeError> {
        let admin = config.load_admin_token()?;
        let certificates = match (&config.tls_cert, &config.tls_key) {
            (Some(cert), Some(key)) => Some(Certificates::load(cert, key)?),
            _ => None,
        };
        let metrics = Arc::new(Metrics::default());
        let (store, tournaments) = open_store(&config)?;
        let tracked = TrackedStore::open(store, Arc::clone(&metrics), config.max_matches.get())
            .await
            .map_err(|error| ServeError::Store(error.to_string()))?;
        Ok(Self {
            services: Services::start(&config, Arc::new(tracked), tournaments).await?,
            config,
            admin,
            certificates,
            metrics,
        })
    }

    /// The certificate, to be reloaded while the server runs; `None` without TLS.
    pub fn certificates(&self) -> Option<Certificates> {
        self.certificates.clone()
    }

    /// Serves everything on a listener until `shutdown` is ready; then lets matches that are going
    /// on end within the configured time, and ends what is left. Nothing is lost: matches go on
    /// when a server opens the same store again.
    ///
    /// # Errors
    /// If the transport fails.
    pub async fn serve(
        self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let Self {
            config,
            admin,
            certificates,
            metrics,
            services,
        } = self;
        let (reporter, health) = health_reporter();
        report_serving(&reporter).await;
        let pages = OpsState {
            admission: Admission::new(&config, admin, Arc::clone(&metrics)),
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
            pages.draining.clone(),
            stop.clone(),
        ));
        let contract = routes(&config, &services, &pages.admission)?.add_service(health);
        let router = with_ops_endpoints(
            contract.into_axum_router().layer(GrpcWebLayer::new()),
            pages,
        );
        let security = certificates.as_ref().map(Certificates::security);
        let acceptor = Acceptor::new(listener, &config, security, metrics);
        transport(&config, acceptor, router, &stop).await?;
        // Once this returns the store is closed, so that another server can open it.
        let closed = async {
            let _ = drained.await;
            services.registry.tasks().close();
            services.registry.tasks().wait().await;
        };
        if tokio::time::timeout(CLOSE_LIMIT, closed).await.is_err() {
            tracing::warn!("the store is left open by a task that does not end");
        }
        Ok(())
    }
}

/// What the handlers of the contract work with.
struct Services {
    registry: Arc<MatchRegistry>,
    store: Arc<TrackedStore>,
    pool: SearchPool,
    attendance: Arc<OnlineBots>,
    bots: Arc<Bots>,
    tournaments: Tournaments,
}

impl Services {
    /// Starts the search threads and takes up the matches and tournaments that have not ended.
    async fn start(
        config: &Config,
        tracked: Arc<TrackedStore>,
        kept: Arc<dyn TournamentStore>,
    ) -> Result<Self, ServeError> {
        let pool = SearchPool::new(config.search_thread_count())?;
        let store: Arc<dyn Store> = Arc::clone(&tracked) as _;
        let ends: Arc<AttemptObservers> = Arc::default();
        let registry = MatchRegistry::new(RoomContext {
            store,
            pool: pool.clone(),
            limits: config.match_limits(),
            tasks: TaskTracker::new(),
            attempt_observers: Arc::clone(&ends),
        });
        let attendance: Arc<OnlineBots> = Arc::default();
        let tournaments = Tournaments::new(DirectorContext {
            store: Arc::clone(&kept),
            matches: Arc::clone(&tracked),
            registry: Arc::clone(&registry),
            pool: pool.clone(),
            online_bots: Arc::clone(&attendance),
            ends,
            directors: DirectorHandles::default(),
        });
        // Directors first: they hear of it when matches end that go on.
        let directed = tournaments.resume_unfinished().await;
        let directed = directed.map_err(|error| ServeError::Store(error.to_string()))?;
        let taken_up = registry.resume_unfinished(&tracked.unfinished()).await;
        if taken_up + directed > 0 {
            tracing::info!(
                matches = taken_up,
                tournaments = directed,
                "resumed unfinished matches and tournaments"
            );
        }
        Ok(Self {
            bots: Arc::new(Bots::new(kept, Arc::clone(&attendance))),
            attendance,
            registry,
            store: tracked,
            pool,
            tournaments,
        })
    }
}

impl Services {
    fn draining(&self) -> Draining {
        Draining {
            registry: Arc::clone(&self.registry),
            attendance: Arc::clone(&self.attendance),
            tournaments: self.tournaments.clone(),
        }
    }
}

/// What has to come to an end before the server.
struct Draining {
    registry: Arc<MatchRegistry>,
    attendance: Arc<OnlineBots>,
    tournaments: Tournaments,
}

/// All services but health, which tells of them.
fn routes(
    config: &Config,
    services: &Services,
    admission: &Admission,
) -> Result<Routes, ServeError> {
    let reflection = tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(DESCRIPTORS)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        .build_v1()?;
    let limit = config.max_message_bytes.get();
    let searches = SearchQueue::new(services.pool.clone(), config);
    let rules = Rules {
        searches: searches.clone(),
    };
    let analysis = Analysis {
        searches,
        registry: Arc::clone(&services.registry),
    };
    let matches = Matches {
        registry: Arc::clone(&services.registry),
        store: Arc::clone(&services.store),
        admission: admission.clone(),
    };
    let bots = BotCalls {
        bots: Arc::clone(&services.bots),
        admission: admission.clone(),
    };
    let tournaments = TournamentRpc {
        tournaments: services.tournaments.clone(),
        admission: admission.clone(),
    };
    Ok(Routes::new(reflection)
        .add_service(CatalogServiceServer::new(Catalog).max_decoding_message_size(limit))
        .add_service(RulesServiceServer::new(rules).max_decoding_message_size(limit))
        .add_service(AnalysisServiceServer::new(analysis).max_decoding_message_size(limit))
        .add_service(MatchServiceServer::new(matches).max_decoding_message_size(limit))
        .add_service(BotServiceServer::new(bots).max_decoding_message_size(limit))
        .add_service(TournamentServiceServer::new(tournaments).max_decoding_message_size(limit)))
}

/// Serves until told to stop, and frees the address.
async fn transport(
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
        .layer(MapRequestLayer::new(mark_begun))
        .layer(spans())
        .layer(option_layer(cors_layer(&config.cors_origins)))
        .add_routes(router.into());
    let (connections, accepting) = acceptor.start();
    // Graceful shutdown waits for every stream, and a client may hold its own for ever.
    let ending = stop.clone();
    let late = async move {
        ending.cancelled().await;
        tokio::time::sleep(END_GRACE).await;
    };
    tokio::select! {
        result = server.serve_with_incoming_shutdown(connections, stop.cancelled()) => result?,
        () = late => tracing::debug!("streams that would not end are cut"),
    }
    // The task can only end or have ended.
    let _ = accepting.await;
    Ok(())
}

/// The store, as matches and as tournaments see it.
type Stores = (Arc<dyn Store>, Arc<dyn TournamentStore>);

fn open_store(config: &Config) -> Result<Stores, ServeError> {
    if config.is_in_memory() {
        let store = Arc::new(MemoryStore::new(Arc::new(TallyFold)));
        return Ok((Arc::clone(&store) as _, store));
    }
    let store = SqliteStore::open(&config.db, config.durability, Arc::new(TallyFold));
    let store = store.map_err(|error| ServeError::Store(error.to_string()))?;
    let store = Arc::new(store);
    Ok((Arc::clone(&store) as _, store))
}

async fn report_serving(reporter: &HealthReporter) {
    reporter
        .set_serving::<CatalogServiceServer<Catalog>>()
        .await;
    reporter.set_serving::<RulesServiceServer<Rules>>().await;
    reporter
        .set_serving::<AnalysisServiceServer<Analysis>>()
        .await;
    reporter.set_serving::<MatchServiceServer<Matches>>().await;
    reporter.set_serving::<BotServiceServer<BotCalls>>().await;
    reporter
        .set_serving::<TournamentServiceServer<TournamentRpc>>()
        .await;
}

/// Once told to stop: takes no new matches, gives running ones time to end, ends the streams.
async fn drain(
    shutdown: impl Future<Output = ()>,
    services: Draining,
    reporter: HealthReporter,
    config: Config,
    draining: CancellationToken,
    stop: CancellationToken,
) {
    shutdown.await;
    tracing::info!("draining");
    draining.cancel();
    let Draining {
        registry,
        attendance,
        tournaments,
    } = services;
    registry.start_draining();
    tournaments.begin_drain();
    reporter
        .set_service_status("", tonic_health::ServingStatus::NotServing)
        .await;
    reporter
        .set_not_serving::<MatchServiceServer<Matches>>()
        .await;
    let patience = async {
        while registry.has_running_match().await {
            tokio::time::sleep(DRAIN_STEP).await;
        }
    };
    if tokio::time::timeout(config.drain_limit(), patience)
        .await
        .is_err()
    {
        tracing::warn!("matches are still going on; they go on with the next start");
    }
    registry.close_rooms();
    attendance.close_rooms(&Error::draining());
    stop.cancel();
}
