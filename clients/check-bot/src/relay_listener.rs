//! The address of the relay, which can be closed and opened again.

use std::net::{SocketAddr, TcpListener};
use std::time::{Duration, Instant};

use botwerk_command::failure::{Failure, Reason};
use tokio::runtime::{Builder, Runtime};
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Server, ServerTlsConfig};

use super::relay::Relay;

/// Maximum number of attempts to bind an address that was just closed, and the delay between them.
const MAX_ATTEMPTS: u32 = 50;
const RETRY_DELAY: Duration = Duration::from_millis(20);

/// A listener that serves the relay.
pub(super) struct RelayListener {
    relay: Relay,
    tls: Option<ServerTlsConfig>,
    address: SocketAddr,
    /// The runtime of the server. Dropping it cuts all connections, as killing a server does.
    runtime: Option<Runtime>,
}

impl RelayListener {
    /// Listens on a free port.
    pub(super) fn open(relay: Relay, tls: Option<ServerTlsConfig>) -> Result<Self, Failure> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let mut listening = Self {
            relay,
            tls,
            address: listener.local_addr()?,
            runtime: None,
        };
        listening.serve(listener)?;
        Ok(listening)
    }

    /// Returns the address of the relay.
    pub(super) fn address(&self) -> String {
        self.address.to_string()
    }

    /// Cuts all connections and refuses new ones.
    pub(super) fn stop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    /// Listens at the same address again.
    pub(super) async fn restart(&mut self) -> Result<(), Failure> {
        let listener = self.bind().await?;
        self.serve(listener)
    }

    /// Cuts each connection at once for a while. Returns when they were opened, after the start.
    pub(super) async fn cut_new_connections(
        &mut self,
        time: Duration,
    ) -> Result<Vec<Duration>, Failure> {
        let listener = self.bind().await?;
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let start = Instant::now();
        let mut opened = Vec::new();
        while let Some(left) = time.checked_sub(start.elapsed()) {
            let accepted = tokio::time::timeout(left, listener.accept()).await;
            if let Ok(Ok(_)) = accepted {
                opened.push(start.elapsed());
            }
        }
        Ok(opened)
    }

    async fn bind(&self) -> Result<TcpListener, Failure> {
        let mut attempts = 0;
        loop {
            match TcpListener::bind(self.address) {
                Ok(listener) => return Ok(listener),
                Err(error) if attempts == MAX_ATTEMPTS => {
                    let message = format!("{}: {error}; try again", self.address);
                    return Err(Failure::new(Reason::Unreachable, message));
                }
                Err(_) => tokio::time::sleep(RETRY_DELAY).await,
            }
            attempts += 1;
        }
    }

    fn serve(&mut self, listener: TcpListener) -> Result<(), Failure> {
        listener.set_nonblocking(true)?;
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        let entered = runtime.enter();
        let listener = tokio::net::TcpListener::from_std(listener)?;
        drop(entered);
        let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
        let server = match &self.tls {
            Some(tls) => Server::builder().tls_config(tls.clone()).map_err(|error| {
                let message = format!("cannot use a certificate: {error}; try again");
                Failure::new(Reason::Unreachable, message)
            })?,
            None => Server::builder(),
        };
        let serving = self
            .relay
            .forwarded_calls()
            .with_seat_services(server, self.relay.clone())
            .serve_with_incoming(incoming);
        runtime.spawn(serving);
        self.runtime = Some(runtime);
        Ok(())
    }
}

impl Drop for RelayListener {
    fn drop(&mut self) {
        self.stop();
    }
}
