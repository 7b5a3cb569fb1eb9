//! Accepts connections within their limits; a slow handshake does not delay other connections.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_stream::wrappers::ReceiverStream;

use super::certificates::CurrentTls;
use super::connection::{Connection, Io, RequestLimits};
use super::connection_limits::{ConnectionLimits, ConnectionSlot};
use crate::config::Config;
use crate::metrics::Metrics;

/// Number of connections that can wait until the transport takes them.
const READY_CAPACITY: usize = 64;

/// Delay after the system could not accept a connection, for example for lack of file descriptors.
const RETRY_DELAY: Duration = Duration::from_millis(50);

/// Accepts the connections of a listener.
#[derive(Debug)]
pub(crate) struct Acceptor {
    listener: TcpListener,
    tls: Option<CurrentTls>,
    connections: Arc<ConnectionLimits>,
    requests: RequestLimits,
}

/// The accepted connections, as the transport takes them.
pub(crate) type Connections = ReceiverStream<io::Result<Connection>>;

impl Acceptor {
    pub(crate) fn new(
        listener: TcpListener,
        config: &Config,
        tls: Option<CurrentTls>,
        has_admin_token: bool,
        metrics: Arc<Metrics>,
    ) -> Self {
        let connections = ConnectionLimits::new(config, has_admin_token, metrics);
        Self {
            listener,
            tls,
            connections: Arc::new(connections),
            requests: RequestLimits {
                handshake: config.handshake_limit(),
                idle: config.idle_limit(),
            },
        }
    }

    /// Starts to accept connections in a task, which ends and frees the address once the receiver
    /// of the connections is dropped.
    pub(crate) fn start(self) -> (Connections, JoinHandle<()>) {
        let (sender, receiver): (_, Receiver<_>) = channel(READY_CAPACITY);
        let task = tokio::spawn(self.accept(sender));
        (ReceiverStream::new(receiver), task)
    }

    async fn accept(self, ready: Sender<io::Result<Connection>>) {
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = ready.closed() => return,
            };
            let (stream, client) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "failed to accept a connection");
                    tokio::time::sleep(RETRY_DELAY).await;
                    continue;
                }
            };
            let Some(slot) = self.connections.admit(client.ip()) else {
                tracing::debug!(%client, "closed a connection: a limit of connections is reached");
                continue;
            };
            let limits = self.requests.of_connection(slot.standing);
            let deadline = Instant::now() + limits.handshake;
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "a connection closed before the handshake");
                continue;
            }
            let Some(tls) = &self.tls else {
                let connection = Connection::new(Io::Plain(stream), deadline, limits.idle, slot);
                if ready.send(Ok(connection)).await.is_err() {
                    return;
                }
                continue;
            };
            let handshake = shake_hands(stream, tls.clone(), deadline, limits.idle, slot);
            let ready = ready.clone();
            tokio::spawn(async move {
                match handshake.await {
                    // Sending fails only when the server shuts down.
                    Ok(connection) => drop(ready.send(Ok(connection)).await),
                    Err(error) => tracing::debug!(%error, "a TLS handshake failed"),
                }
            });
        }
    }
}

/// Performs the TLS handshake.
///
/// # Errors
/// Returns an error if the handshake fails or the deadline passes.
async fn shake_hands(
    stream: TcpStream,
    tls: CurrentTls,
    deadline: Instant,
    idle_limit: Duration,
    slot: ConnectionSlot,
) -> io::Result<Connection> {
    let handshake = tls.acceptor().accept(stream);
    let stream = tokio::time::timeout_at(deadline, handshake)
        .await
        .map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
    let io = Io::Tls(Box::new(stream));
    Ok(Connection::new(io, deadline, idle_limit, slot))
}
