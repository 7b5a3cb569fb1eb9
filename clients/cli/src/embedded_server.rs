//! A server in this process.

use std::net::Ipv4Addr;
use std::path::Path;

use botwerk_client::{Client, ConnectOptions};
use botwerk_engine::hex;
use botwerk_service::{Config, IN_MEMORY, Server};
use rand::TryRng;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::failure::{Failure, Reason};
use super::pages::served_pages;

/// A server in this process that shuts down when it is dropped.
#[derive(Debug)]
pub struct EmbeddedServer {
    address: String,
    access: ConnectOptions,
    shutdown: oneshot::Sender<()>,
    task: JoinHandle<Result<(), botwerk_service::ServeError>>,
}

impl EmbeddedServer {
    /// Starts a server that stores matches in memory.
    ///
    /// # Errors
    /// Returns an error if no port is free.
    pub async fn in_memory() -> Result<Self, Failure> {
        Self::start(Path::new(IN_MEMORY)).await
    }

    /// Starts a server that stores matches in a file.
    ///
    /// # Errors
    /// Returns an error if the file is unusable or no port is free.
    pub async fn start(db: &Path) -> Result<Self, Failure> {
        Self::with_config(Config {
            db: db.into(),
            ..Config::default()
        })
        .await
    }

    /// Starts a server with this configuration, but on a free port of the loopback address: see
    /// [`Self::listening`].
    ///
    /// # Errors
    /// Returns an error if a file of the configuration is unusable or no port is free.
    pub async fn with_config(config: Config) -> Result<Self, Failure> {
        let listen = (Ipv4Addr::LOCALHOST, 0).into();
        Self::listening(Config { listen, ..config }).await
    }

    /// Starts a server with this configuration, but always with an admin token: that of the environment,
    /// or a random one. Bots that are started do not know it.
    ///
    /// # Errors
    /// Returns an error if a file of the configuration or its address is unusable.
    pub async fn listening(config: Config) -> Result<Self, Failure> {
        let token = std::env::var("BOTWERK_ADMIN_TOKEN").or_else(|_| random_token())?;
        let admin_token = token.parse().map_err(|error| {
            Failure::new(Reason::BadArgument, format!("BOTWERK_ADMIN_TOKEN: {error}"))
        })?;
        let listen = config.listen;
        let listener = TcpListener::bind(listen).await.map_err(|error| {
            let message = format!("cannot listen on {listen}: {error}; choose another address");
            Failure::new(Reason::Unreachable, message)
        })?;
        let mut address = listener.local_addr()?;
        if address.ip().is_unspecified() {
            address.set_ip(Ipv4Addr::LOCALHOST.into());
        }
        let address = address.to_string();
        let config = Config {
            drain_secs: 0,
            admin_token: Some(admin_token),
            ..config
        };
        let (shutdown, receiver) = oneshot::channel();
        let requested = async {
            // Dropping the sender requests the shutdown as well.
            let _ = receiver.await;
        };
        let server = Server::open(config).await?.with_pages(served_pages());
        let task = tokio::spawn(server.serve(listener, requested));
        Ok(Self {
            address,
            access: ConnectOptions {
                admin_token: Some(token),
                ..ConnectOptions::default()
            },
            shutdown,
            task,
        })
    }

    /// The address that the server listens on.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The admin token.
    pub(crate) fn admin_token(&self) -> &str {
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
        let result = self.task.await.map_err(|error| {
            Failure::new(Reason::Unreachable, format!("the server failed: {error}"))
        })?;
        Ok(result?)
    }
}

/// Returns a random token of 128 bits, as hex digits.
///
/// # Errors
/// Returns an error if the system has no randomness.
pub(crate) fn random_token() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    rand::rngs::SysRng
        .try_fill_bytes(&mut bytes)
        .map_err(|error| {
            let message = format!("cannot read random bytes from the system: {error}");
            Failure::new(Reason::Unreachable, message)
        })?;
    Ok(hex(&bytes))
}
