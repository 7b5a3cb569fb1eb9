//! The protocol over HTTP, at `/mcp`.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use botwerk_command::failure::{Failure, Reason};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;

use super::connection_slots::LimitedListener;
use super::program::RequestCheck;
use super::tool_server::ToolServer;

/// Where tool calls are sent.
pub(super) const PATH: &str = "/mcp";

/// Maximum size of a request, in bytes: a turn has at most 8 KiB.
const MAX_REQUEST_LEN: usize = 256 << 10;

/// Maximum number of sessions of clients that speak a version of the protocol with sessions.
const MAX_SESSIONS: usize = 256;

/// Maximum number of open connections; further ones wait.
const MAX_CONNECTIONS: usize = 256;

/// Time without a request after which a session ends. Seats outlive sessions.
const SESSION_IDLE_LIMIT: Duration = Duration::from_secs(3600);

/// The header with the id of a session.
const SESSION_HEADER: &str = "mcp-session-id";

/// Who may call the server.
#[derive(Debug, Clone, Default)]
pub(super) struct HttpAccess {
    /// The token that requests must present, if there is one.
    pub(super) token: Option<String>,
    /// Names by which clients address the server, in addition to those of the loopback address.
    pub(super) hosts: Vec<String>,
    /// Origins of web pages that may call the server.
    pub(super) origins: Vec<String>,
}

/// What is checked before a request is handled.
#[derive(Clone)]
struct Gate {
    check: RequestCheck,
    token: Option<Arc<str>>,
    sessions: Arc<LocalSessionManager>,
}

/// Serves until `shutdown` is complete.
///
/// # Errors
/// Returns an error if the listener fails.
pub(super) async fn serve(
    listener: TcpListener,
    server: ToolServer,
    request_check: fn(IpAddr, Vec<String>, Vec<String>) -> RequestCheck,
    access: HttpAccess,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), Failure> {
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = Some(SESSION_IDLE_LIMIT);
    let sessions = Arc::new(sessions);
    let address = listener.local_addr()?.ip();
    let hosts = allowed_hosts(address, access.hosts);
    // The gate checks both before anything else.
    let config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .disable_allowed_origins()
        .with_max_request_body_bytes(MAX_REQUEST_LEN);
    let stopped = config.cancellation_token.clone();
    let service =
        StreamableHttpService::new(move || Ok(server.clone()), Arc::clone(&sessions), config);
    let gate = Gate {
        check: request_check(address, hosts, access.origins),
        token: access.token.map(Into::into),
        sessions,
    };
    let router = Router::new()
        .route_service(PATH, service)
        .layer(from_fn_with_state(gate, admit));
    let shutdown = async move {
        shutdown.await;
        stopped.cancel();
    };
    let served = axum::serve(LimitedListener::new(listener, MAX_CONNECTIONS), router);
    let served = served.with_graceful_shutdown(shutdown).await;
    served.map_err(|error| Failure::new(Reason::Unreachable, format!("cannot serve: {error}")))
}

/// Returns the names by which clients may address the server: without the check, a web page could reach it by a name
/// that resolves to this machine.
fn allowed_hosts(address: IpAddr, given: Vec<String>) -> Vec<String> {
    // Not empty, so that hosts are checked wherever the server listens.
    let mut hosts = vec!["localhost".to_owned()];
    match address {
        address if address.is_unspecified() => {}
        IpAddr::V4(address) => hosts.push(address.to_string()),
        IpAddr::V6(address) => hosts.push(format!("[{address}]")),
    }
    hosts.extend(given);
    hosts
}

/// Rejects requests for other hosts, of other origins or without the token, and new sessions beyond the limit.
async fn admit(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    if let Err(error) = (gate.check)(request.uri(), request.headers()) {
        return (StatusCode::FORBIDDEN, format!("{error}\n")).into_response();
    }
    if let Some(token) = &gate.token {
        let given = request.headers().get(header::AUTHORIZATION);
        let given = given.and_then(|value| value.to_str().ok());
        let given = given.and_then(|value| value.strip_prefix("Bearer "));
        if !given.is_some_and(|given| is_same_token(given, token)) {
            let challenge = [(header::WWW_AUTHENTICATE, "Bearer")];
            let message = "authorization: expected `Bearer TOKEN` with the token of the server\n";
            return (StatusCode::UNAUTHORIZED, challenge, message).into_response();
        }
    }
    let may_open_session =
        request.method() == Method::POST && !request.headers().contains_key(SESSION_HEADER);
    if may_open_session && gate.sessions.sessions.read().await.len() >= MAX_SESSIONS {
        let message = "too many sessions; end one, or try again later\n";
        return (StatusCode::SERVICE_UNAVAILABLE, message).into_response();
    }
    next.run(request).await
}

/// Compares tokens in a time that does not tell where they differ.
fn is_same_token(given: &str, token: &str) -> bool {
    let pairs = given.bytes().zip(token.bytes());
    let difference = pairs.fold(0, |difference, (one, other)| difference | (one ^ other));
    given.len() == token.len() && difference == 0
}
