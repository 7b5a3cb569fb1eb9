//! The calls of a worker, to the first of several servers that answers.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use botwerk_client::worker_proto::worker_service_client::WorkerServiceClient;
use botwerk_client::{AuthorizedChannel, Client, ClientError, ConnectOptions};
use botwerk_service::traces;
use tokio::sync::Mutex;
use tonic::{Code, Request, Response, Status};
use tracing::Span;

/// Time for a call to be answered, in addition to the time that it waits for a chunk.
const CALL_LIMIT: Duration = Duration::from_secs(10);

/// The client of a server that answers.
pub(super) type WorkerClient = WorkerServiceClient<AuthorizedChannel>;

/// A connection that is being established.
pub(super) type Connecting = Pin<Box<dyn Future<Output = Result<Client, ClientError>> + Send>>;

/// The calls of a worker, to the first of several servers that answers.
pub(super) struct ServerCalls {
    servers: Vec<String>,
    /// Connects to an address.
    connect: Box<dyn Fn(&str) -> Connecting + Send + Sync>,
    connection: Mutex<Connection>,
}

impl fmt::Debug for ServerCalls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerCalls")
            .field("servers", &self.servers)
            .finish_non_exhaustive()
    }
}

#[derive(Default)]
struct Connection {
    client: Option<WorkerClient>,
    /// The index of the server that is tried next.
    next: usize,
    /// Increases with every new connection.
    number: u64,
}

/// Why a call failed.
#[derive(Debug)]
pub(super) enum CallError {
    /// No answer: the call may be repeated, also to another server.
    Unavailable(String),
    /// The server rejects the call: repeating it is of no use.
    Rejected(Status),
}

impl ServerCalls {
    /// Returns calls over TCP, with TLS if the address or the authorities ask for it.
    pub(super) fn new(servers: Vec<String>, token: Option<String>, ca: Option<Vec<u8>>) -> Self {
        let options = ConnectOptions {
            admin_token: token,
            ca,
        };
        Self::with_connector(servers, move |server| {
            let (server, options) = (server.to_owned(), options.clone());
            Box::pin(async move { Client::connect_with(&server, &options).await })
        })
    }

    /// Returns calls over connections that `connect` establishes.
    pub(super) fn with_connector(
        servers: Vec<String>,
        connect: impl Fn(&str) -> Connecting + Send + Sync + 'static,
    ) -> Self {
        Self {
            servers,
            connect: Box::new(connect),
            connection: Mutex::default(),
        }
    }

    /// Makes a call. If it is not answered, the next call goes to the next server.
    pub(super) async fn call<T, F>(
        &self,
        extra_time: Duration,
        call: impl FnOnce(WorkerClient) -> F,
    ) -> Result<T, CallError>
    where
        F: Future<Output = Result<Response<T>, Status>>,
    {
        let (client, number) = self.client().await?;
        let answer = tokio::time::timeout(CALL_LIMIT + extra_time, call(client)).await;
        match answer {
            Ok(Ok(response)) => Ok(response.into_inner()),
            Ok(Err(status)) if is_rejection(status.code()) => Err(CallError::Rejected(status)),
            Ok(Err(status)) => {
                self.disconnect(number).await;
                Err(CallError::Unavailable(status.message().to_owned()))
            }
            Err(_) => {
                self.disconnect(number).await;
                Err(CallError::Unavailable("the server does not answer".into()))
            }
        }
    }

    async fn client(&self) -> Result<(WorkerClient, u64), CallError> {
        let mut connection = self.connection.lock().await;
        if let Some(client) = &connection.client {
            return Ok((client.clone(), connection.number));
        }
        let server = &self.servers[connection.next % self.servers.len()];
        match (self.connect)(server).await {
            Ok(client) => {
                let client = client.workers();
                connection.client = Some(client.clone());
                connection.number += 1;
                tracing::info!(server, "connected");
                Ok((client, connection.number))
            }
            Err(error @ ClientError::Tls(_)) => Err(CallError::Rejected(Status::unauthenticated(
                error.to_string(),
            ))),
            Err(error) => {
                connection.next += 1;
                Err(CallError::Unavailable(format!("{server}: {error}")))
            }
        }
    }

    /// Ends a connection, unless another call has done so.
    async fn disconnect(&self, number: u64) {
        let mut connection = self.connection.lock().await;
        if connection.number == number && connection.client.take().is_some() {
            connection.next += 1;
        }
    }
}

/// Returns a request that is part of the trace of the current span.
pub(super) fn traced<T>(message: T) -> Request<T> {
    let mut request = Request::new(message);
    let parent = traces::trace_parent(&Span::current());
    if let Some(parent) = parent.and_then(|parent| parent.parse().ok()) {
        request.metadata_mut().insert(traces::TRACE_PARENT, parent);
    }
    request
}

/// Returns `true` if a server has understood a call and will reject it again.
fn is_rejection(code: Code) -> bool {
    matches!(
        code,
        Code::InvalidArgument
            | Code::NotFound
            | Code::AlreadyExists
            | Code::PermissionDenied
            | Code::Unauthenticated
            | Code::FailedPrecondition
            | Code::OutOfRange
            | Code::Unimplemented
    )
}
