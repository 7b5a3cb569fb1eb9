//! Servers in this process.

use std::path::PathBuf;
use std::pin::Pin;

use botwerk_client::{Client, ConnectOptions};
use botwerk_engine::hex;
use rand::TryRng;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::failure::{Failure, Reason};

/// A server in this process that shuts down when it is dropped.
#[derive(Debug)]
pub struct EmbeddedServer {
    address: String,
    access: ConnectOptions,
    shutdown: oneshot::Sender<()>,
    task: JoinHandle<Result<(), Failure>>,
}

/// What an embedded server is for.
#[derive(Debug, Clone, Default)]
pub struct ServerPurpose {
    /// The file of its database; `None` keeps everything in memory.
    pub db: Option<PathBuf>,
    /// Seconds for the clients of a match to join it; `None` is the default of servers.
    pub join_limit_secs: Option<u64>,
}

/// A server that is being started.
pub type StartingServer = Pin<Box<dyn Future<Output = Result<EmbeddedServer, Failure>> + Send>>;

/// Starts an embedded server on a free port of the loopback address.
pub type StartServer = fn(ServerPurpose) -> StartingServer;

impl EmbeddedServer {
    /// Returns the server at an address that a task runs until `shutdown` is dropped.
    pub fn new(
        address: String,
        admin_token: String,
        shutdown: oneshot::Sender<()>,
        task: JoinHandle<Result<(), Failure>>,
    ) -> Self {
        Self {
            address,
            access: ConnectOptions {
                admin_token: Some(admin_token),
                ..ConnectOptions::default()
            },
            shutdown,
            task,
        }
    }

    /// The address that the server listens on.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The admin token.
    pub fn admin_token(&self) -> &str {
        self.access.admin_token.as_deref().unwrap_or_default()
    }

    /// Opens a new connection to the server, with its admin token.
    ///
    /// # Errors
    /// Returns an error if the server does not respond.
    pub async fn connect(&self) -> Result<Client, Failure> {
        Ok(Client::connect_with(&self.address, &self.access).await?)
    }

    /// Shuts the server down and waits until everything is stored.
    ///
    /// # Errors
    /// Returns an error if the server failed.
    pub async fn stop(self) -> Result<(), Failure> {
        drop(self.shutdown);
        self.task.await.map_err(|error| {
            Failure::new(Reason::Unreachable, format!("the server failed: {error}"))
        })?
    }
}

/// Returns a random token of 128 bits, as hex digits.
///
/// # Errors
/// Returns an error if the system has no randomness.
pub fn random_token() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    rand::rngs::SysRng
        .try_fill_bytes(&mut bytes)
        .map_err(|error| {
            let message = format!("cannot read random bytes from the system: {error}");
            Failure::new(Reason::Unreachable, message)
        })?;
    Ok(hex(&bytes))
}
