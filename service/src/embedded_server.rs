//! A server without sockets, within another program.

use std::fmt;
use std::sync::Arc;

use axum::Router;
use tokio::runtime::Handle;
use tonic_health::server::health_reporter;

use crate::config::Config;
use crate::edge::Admission;
use crate::metrics::Metrics;
use crate::rpc::{report_serving, routes};
use crate::serve_error::ServeError;
use crate::services::Services;

/// A server without sockets, within another program: its API can be called in the process, over a transport of the
/// program's own, or over a simulated network. Everything runs on the tokio runtime that opens it, and by the clock of
/// that runtime, except for searches, which have threads of their own. The limits of connections do not apply.
pub struct EmbeddedServer {
    services: Services,
    api: Router,
}

impl fmt::Debug for EmbeddedServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EmbeddedServer").finish_non_exhaustive()
    }
}

impl EmbeddedServer {
    /// Opens the store of the configuration and resumes the matches and tournaments that have not ended.
    ///
    /// ```
    /// use botwerk_service::{Config, DatabaseLocation, EmbeddedServer};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let config = Config { db: DatabaseLocation::Memory, ..Config::default() };
    /// let server = EmbeddedServer::open(&config).await?;
    /// let api = server.api();
    /// assert!(api.has_routes());
    /// server.close();
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Returns an error if a file of the configuration is unusable or threads cannot be started.
    pub async fn open(config: &Config) -> Result<Self, ServeError> {
        let admin_token = config.load_admin_token()?;
        let worker_token = config.load_worker_token()?;
        let metrics = Arc::new(Metrics::default());
        let services = Services::start(config, Handle::current(), Arc::clone(&metrics)).await?;
        let admission = Admission::new(
            config,
            admin_token,
            worker_token,
            Arc::clone(&services.issued_tokens),
            metrics,
        );
        let (reporter, health) = health_reporter();
        report_serving(&reporter).await;
        let api = routes(config, services.rpc_context(&admission), health)?;
        Ok(Self { services, api })
    }

    /// Returns the gRPC API, as a service of HTTP requests.
    pub fn api(&self) -> Router {
        self.api.clone()
    }

    /// Ends all matches and streams. Unfinished matches resume when a server opens the same store again.
    pub fn close(&self) {
        self.services.draining().end_now();
    }
}
