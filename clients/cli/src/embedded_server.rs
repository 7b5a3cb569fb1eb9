//! A server inside this program, on a free port of this machine.

use std::path::Path;

use botwerk_client::Client;
use botwerk_service::{Config, IN_MEMORY, Server};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::failure::{Failure, Reason};

/// A server that ends with whoever started it.
#[derive(Debug)]
pub struct EmbeddedServer {
    address: String,
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), botwerk_service::ServeError>>,
}

impl EmbeddedServer {
    /// Starts a server that keeps matches in memory.
    ///
    /// # Errors
    /// Returns an error if no port is free.
    pub async fn in_memory() -> Result<Self, Failure> {
        Self::start(Path::new(IN_MEMORY)).await
    }

    /// Starts a server that keeps matches in a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be used or no port is free.
    pub async fn start(db: &Path) -> Result<Self, Failure> {
        Self::with_config(Config {
            db: db.to_owned(),
            ..Config::default()
        })
        .await
    }

    /// Starts a server of this configuration on a free port of this machine.
    ///
    /// # Errors
    /// Returns an error if its file cannot be used or no port is free.
    pub async fn with_config(config: Config) -> Result<Self, Failure> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?.to_string();
        let config = Config {
            drain_secs: 0,
            ..config
        };
        let (stop, stopped) = oneshot::channel();
        let shutdown = async {
            // Dropping the sender stops the server as well.
            let _ = stopped.await;
        };
        // Whatever is wrong with its file is told by whom it concerns.
        let server = Server::open(config).await?;
        let task = tokio::spawn(server.serve(listener, shutdown));
        Ok(Self {
            address,
            stop,
            task,
        })
    }

    /// Where the server listens.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Opens a new connection to the server.
    ///
    /// # Errors
    /// Returns an error if the server does not answer.
    pub async fn connect(&self) -> Result<Client, Failure> {
        Ok(Client::connect(&self.address).await?)
    }

    /// Stops the server once everything is stored.
    ///
    /// # Errors
    /// Returns an error if the server failed.
    pub async fn stop(self) -> Result<(), Failure> {
        drop(self.stop);
        let ended = self.task.await.map_err(|error| {
            Failure::new(Reason::Unreachable, format!("the server failed: {error}"))
        })?;
        Ok(ended?)
    }
}
