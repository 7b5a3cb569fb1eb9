//! Taking connections: no more than may be, and none that keeps the others waiting.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_stream::wrappers::ReceiverStream;

use super::certificates::CurrentTls;
use super::connection::{Connection, ConnectionSlot, Io};
use crate::config::Config;
use crate::metrics::Metrics;

/// Connections that are ready and not yet taken up.
const READY: usize = 64;

/// Pause after the system could not give a connection, such as for want of files.
const SHORTAGE: Duration = Duration::from_millis(50);

/// Takes the connections of a listener.
#[derive(Debug)]
pub(crate) struct Acceptor {
    listener: TcpListener,
    security: Option<CurrentTls>,
    seats: Arc<Semaphore>,
    handshake_limit: Duration,
    metrics: Arc<Metrics>,
}

/// The connections that came, as the transport wants them.
pub(crate) type Connections = ReceiverStream<io::Result<Connection>>;

impl Acceptor {
    pub(crate) fn new(
        listener: TcpListener,
        config: &Config,
        security: Option<CurrentTls>,
        metrics: Arc<Metrics>,
    ) -> Self {
        let seats = config.max_connections.get().min(Semaphore::MAX_PERMITS);
        Self {
            listener,
            security,
            seats: Arc::new(Semaphore::new(seats)),
            handshake_limit: config.handshake_limit(),
            metrics,
        }
    }

    /// Begins. Once nobody takes the connections any more the task ends and the address is free.
    pub(crate) fn start(self) -> (Connections, JoinHandle<()>) {
        let (sender, receiver): (_, Receiver<_>) = channel(READY);
        let task = tokio::spawn(self.accept(sender));
        (ReceiverStream::new(receiver), task)
    }

    async fn accept(self, ready: Sender<io::Result<Connection>>) {
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = ready.closed() => return,
            };
            let stream = match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be taken");
                    tokio::time::sleep(SHORTAGE).await;
                    continue;
                }
            };
            let Ok(permit) = Arc::clone(&self.seats).try_acquire_owned() else {
                self.metrics.connection_refused();
                tracing::debug!("a connection is closed at once: there are too many");
                continue;
            };
            let seat = ConnectionSlot::new(Arc::clone(&self.metrics), permit);
            let deadline = Instant::now() + self.handshake_limit;
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "a connection was gone before it began");
                continue;
            }
            let Some(security) = &self.security else {
                let connection = Connection::new(Io::Plain(stream), deadline, seat);
                if ready.send(Ok(connection)).await.is_err() {
                    return;
                }
                continue;
            };
            let handshake = secure(stream, security.clone(), deadline, seat);
            let ready = ready.clone();
            tokio::spawn(async move {
                match handshake.await {
                    // Nobody takes it any more: the server stops.
                    Ok(connection) => drop(ready.send(Ok(connection)).await),
                    Err(error) => tracing::debug!(%error, "a connection was not secured"),
                }
            });
        }
    }
}

/// Agrees on TLS, within the time that a connection has to begin.
async fn secure(
    stream: TcpStream,
    security: CurrentTls,
    deadline: Instant,
    seat: ConnectionSlot,
) -> io::Result<Connection> {
    let handshake = security.acceptor().accept(stream);
    let stream = tokio::time::timeout_at(deadline, handshake)
        .await
        .map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
    Ok(Connection::new(
        Io::Secured(Box::new(stream)),
        deadline,
        seat,
    ))
}
