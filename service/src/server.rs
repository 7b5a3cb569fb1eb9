//! Runs a server from the listener to the last stream.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::codegen::BoxFuture;
use tonic::transport::Server as Transport;
use tonic_health::server::health_reporter;
use tonic_web::GrpcWebLayer;
use tower::util::option_layer;

use crate::config::Config;
use crate::edge::{
    Acceptor, Admission, BackgroundCalls, BackgroundRuntime, Certificates, Entry, HostRules,
    OpsState, PageCalls, PageFile, UnfinishedMessages, cors_layer, count_calls, enter, offload,
    reject_undecodable, trace_layer, with_ops_endpoints, with_pages, with_sign_in,
};
use crate::metrics::Metrics;
use crate::rpc::{report_serving, routes};
use crate::serve_error::ServeError;
use crate::services::Services;
use crate::token::AdminToken;

/// Time for streams to end once the server closes them.
const STREAM_END_TIMEOUT: Duration = Duration::from_millis(500);

/// Time for tasks to release the store.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

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
    page_calls: PageCalls,
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
        Ok(Self {
            services: Services::start(&config, background.handle(), Arc::clone(&metrics)).await?,
            background,
            config,
            admin_token,
            worker_token,
            certificates,
            metrics,
            pages: Vec::new(),
            page_calls: PageCalls::default(),
        })
    }

    /// The same server with web pages, which it serves unless the configuration excludes them.
    #[must_use]
    pub fn with_pages(self, pages: Vec<PageFile>) -> Self {
        let pages = if self.config.pages { pages } else { Vec::new() };
        Self { pages, ..self }
    }

    /// Returns whether web pages have called the server, which is kept up to date while it runs.
    pub fn page_calls(&self) -> PageCalls {
        self.page_calls.clone()
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
            page_calls,
        } = self;
        let (reporter, health) = health_reporter();
        report_serving(&reporter).await;
        let ops = OpsState {
            admission: Admission::new(
                &config,
                admin_token,
                worker_token,
                Arc::clone(&services.issued_tokens),
                Arc::clone(&metrics),
            ),
            metrics: Arc::new(services.metric_sources(Arc::clone(&metrics))),
            store: Arc::clone(&services.store),
            draining: CancellationToken::new(),
        };
        let stop = CancellationToken::new();
        let drained = tokio::spawn(services.draining().drain(
            shutdown,
            reporter,
            config.clone(),
            ops.draining.clone(),
            stop.clone(),
        ));
        let api = routes(&config, services.rpc_context(&ops.admission), health)?;
        let entry = Entry {
            metrics: Arc::clone(&metrics),
            hosts: HostRules::new(&config, listener.local_addr()?.ip()),
            admission: ops.admission.clone(),
            max_header_bytes: config.max_header_bytes.get() as usize,
            unfinished: UnfinishedMessages::new(&config),
        };
        let reject_undecodable = from_fn_with_state(Arc::clone(&metrics), reject_undecodable);
        let count_calls = from_fn_with_state(Arc::clone(&metrics), count_calls);
        // Below gRPC-Web, which writes statuses into bodies.
        let api = api.layer(reject_undecodable).layer(count_calls);
        let api = api.layer(GrpcWebLayer::new());
        let calls = BackgroundCalls {
            runtime: background.handle(),
            admission: ops.admission.clone(),
            tasks: services.registry.tasks().clone(),
        };
        let api = with_sign_in(with_ops_endpoints(api, ops), services.sign_ins());
        let router = with_pages(api, &pages, page_calls)
            .layer(from_fn_with_state(calls, offload))
            .layer(option_layer(cors_layer(&config.cors_origins)))
            .layer(from_fn_with_state(Arc::new(entry), enter));
        let tls = certificates.as_ref().map(Certificates::current_tls);
        let acceptor = Acceptor::new(listener, &config, tls, admin_token.is_some(), metrics);
        let watch_files = Arc::clone(&services.registry).watch_files(stop.clone());
        services.registry.tasks().spawn(watch_files);
        let check_store = Arc::clone(&services.store).keep_checked(stop.clone());
        services.registry.tasks().spawn(check_store);
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
