//! The address at which the bot finds the relay: it can be shut and opened again.

use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use botwerk_client::proto;
use proto::bot_service_server::BotServiceServer;
use proto::catalog_service_server::CatalogServiceServer;
use proto::match_service_server::MatchServiceServer;
use proto::rules_service_server::RulesServiceServer;
use tokio::runtime::{Builder, Runtime};
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;

use super::relay::Relay;
use crate::failure::{Failure, Reason};

/// How often an address is tried that was just shut, and how long between.
const ATTEMPTS: u32 = 50;
const PAUSE: Duration = Duration::from_millis(20);

/// An address with the relay behind it.
pub(super) struct RelayListener {
    relay: Relay,
    address: SocketAddr,
    /// Everything that serves; ended at once it cuts all connections, as a server does that is
    /// killed.
    serving: Option<Runtime>,
}

impl RelayListener {
    /// Opens any free address.
    pub(super) fn open(relay: Relay) -> Result<Self, Failure> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let mut gate = Self {
            relay,
            address: listener.local_addr()?,
            serving: None,
        };
        gate.serve(listener)?;
        Ok(gate)
    }

    /// Where the bot finds it.
    pub(super) fn address(&self) -> String {
        self.address.to_string()
    }

    /// Cuts all connections; from now on new ones are refused.
    pub(super) fn stop(&mut self) {
        if let Some(serving) = self.serving.take() {
            serving.shutdown_background();
        }
    }

    /// Opens the same address again.
    pub(super) async fn restart(&mut self) -> Result<(), Failure> {
        let mut attempts = 0;
        let listener = loop {
            match TcpListener::bind(self.address) {
                Ok(listener) => break listener,
                Err(error) if attempts == ATTEMPTS => {
                    let message = format!("{}: {error}; try again", self.address);
                    return Err(Failure::new(Reason::Unreachable, message));
                }
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
            attempts += 1;
        };
        self.serve(listener)
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
        let serving = Server::builder()
            .add_service(BotServiceServer::new(self.relay.clone()))
            .add_service(MatchServiceServer::new(self.relay.clone()))
            .add_service(CatalogServiceServer::new(self.relay.clone()))
            .add_service(RulesServiceServer::new(self.relay.clone()))
            .serve_with_incoming(incoming);
        runtime.spawn(serving);
        self.serving = Some(runtime);
        Ok(())
    }
}

impl Drop for RelayListener {
    fn drop(&mut self) {
        self.stop();
    }
}
