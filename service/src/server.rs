//! Running a server: from a listener to the last stream.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use botwerk_proto::{DESCRIPTORS, v1 as proto};
use proto::analysis_service_server::AnalysisServiceServer;
use proto::catalog_service_server::CatalogServiceServer;
use proto::match_service_server::MatchServiceServer;
use proto::rules_service_server::RulesServiceServer;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic_health::server::{HealthReporter, health_reporter};
use tower_http::trace::TraceLayer;

use crate::config::Config;
use crate::lobby::Lobby;
use crate::pool::Pool;
use crate::room::Surroundings;
use crate::rpc::{Analysis, Catalog, Matches, Rules};
use crate::store::{MemoryStore, SqliteStore, Store};

/// How often a draining server looks whether matches are still going on.
const DRAIN_STEP: Duration = Duration::from_millis(50);

/// How long streams have to end once they were told to.
const END_GRACE: Duration = Duration::from_millis(500);

/// How long everything has to let go of the store.
const CLOSE_LIMIT: Duration = Duration::from_secs(5);

/// Streams that one connection may carry.
const STREAMS: u32 = 2048;

/// Why a server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
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

/// Serves everything on a listener until `shutdown` is ready; then lets matches that are going on
/// end within the configured time, and ends what is left. Nothing is lost: matches go on when a
/// server opens the same store again.
///
/// # Errors
/// If store, threads or transport fail.
pub async fn serve(
    listener: TcpListener,
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let pool = Pool::new(config.searchers())?;
    let lobby = Lobby::new(Surroundings {
        store: open_store(&config)?,
        pool: pool.clone(),
        limits: config.match_limits(),
        tasks: TaskTracker::new(),
    });
    let taken_up = lobby
        .take_up()
        .map_err(|error| ServeError::Store(error.to_string()))?;
    if taken_up > 0 {
        tracing::info!(matches = taken_up, "matches go on");
    }
    let (reporter, health) = health_reporter();
    report_serving(&reporter).await;
    let reflection = tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(DESCRIPTORS)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        .build_v1()?;
    let limit = config.max_message_bytes;
    let stop = CancellationToken::new();
    let draining = tokio::spawn(drain(
        shutdown,
        Arc::clone(&lobby),
        reporter,
        config.clone(),
        stop.clone(),
    ));
    let router = Server::builder()
        .layer(TraceLayer::new_for_grpc())
        .tcp_nodelay(true)
        .http2_keepalive_interval(Some(Duration::from_secs(10)))
        .http2_keepalive_timeout(Some(Duration::from_secs(5)))
        .max_concurrent_streams(STREAMS)
        .add_service(health)
        .add_service(reflection)
        .add_service(CatalogServiceServer::new(Catalog).max_decoding_message_size(limit))
        .add_service(
            RulesServiceServer::new(Rules { pool: pool.clone() }).max_decoding_message_size(limit),
        )
        .add_service(AnalysisServiceServer::new(Analysis { pool }).max_decoding_message_size(limit))
        .add_service(
            MatchServiceServer::new(Matches {
                lobby: Arc::clone(&lobby),
            })
            .max_decoding_message_size(limit),
        );
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    // Graceful shutdown waits for every stream, and a client may hold its own for ever.
    let ending = stop.clone();
    let late = async move {
        ending.cancelled().await;
        tokio::time::sleep(END_GRACE).await;
    };
    tokio::select! {
        result = router.serve_with_incoming_shutdown(incoming, stop.cancelled_owned()) => result?,
        () = late => tracing::debug!("streams that would not end are cut"),
    }
    // Once this returns the store is closed, so that another server can open it.
    let closed = async {
        let _ = draining.await;
        lobby.tasks().close();
        lobby.tasks().wait().await;
    };
    if tokio::time::timeout(CLOSE_LIMIT, closed).await.is_err() {
        tracing::warn!("the store is left open by a task that does not end");
    }
    Ok(())
}

fn open_store(config: &Config) -> Result<Arc<dyn Store>, ServeError> {
    if config.in_memory() {
        return Ok(Arc::new(MemoryStore::default()));
    }
    let store = SqliteStore::open(&config.db, config.durability);
    Ok(Arc::new(
        store.map_err(|error| ServeError::Store(error.to_string()))?,
    ))
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
}

/// Once told to stop: takes no new matches, gives running ones time to end, ends the streams.
async fn drain(
    shutdown: impl Future<Output = ()>,
    lobby: Arc<Lobby>,
    reporter: HealthReporter,
    config: Config,
    stop: CancellationToken,
) {
    shutdown.await;
    tracing::info!("draining");
    lobby.begin_drain();
    reporter
        .set_service_status("", tonic_health::ServingStatus::NotServing)
        .await;
    reporter
        .set_not_serving::<MatchServiceServer<Matches>>()
        .await;
    let patience = async {
        while lobby.is_busy().await {
            tokio::time::sleep(DRAIN_STEP).await;
        }
    };
    if tokio::time::timeout(config.drain_limit(), patience)
        .await
        .is_err()
    {
        tracing::warn!("matches are still going on; they go on with the next start");
    }
    lobby.end_streams();
    stop.cancel();
}
