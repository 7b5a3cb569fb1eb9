//! A server in this process that listens on a real socket.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use botwerk_client::Client;
use botwerk_service::{Certificates, Config, DatabaseLocation, Server};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A running server; it shuts down when dropped.
#[derive(Debug)]
pub struct TestServer {
    address: SocketAddr,
    certificates: Option<Certificates>,
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<()>>,
}

/// Returns the configuration of most tests: matches in memory, and no drain period.
pub fn in_memory() -> Config {
    Config {
        db: DatabaseLocation::Memory,
        drain_secs: 0,
        ..Config::default()
    }
}

impl TestServer {
    /// Starts a server that keeps matches in memory.
    pub async fn in_memory() -> Self {
        Self::start(in_memory()).await
    }

    /// Starts a server that keeps matches in a database file.
    pub async fn on_file(db: PathBuf) -> Self {
        let db = db.into();
        Self::start(Config { db, ..in_memory() }).await
    }

    /// Starts a server with the given configuration, but always on a free port.
    ///
    /// # Panics
    /// Panics if no port is free or the server fails.
    pub async fn start(config: Config) -> Self {
        Self::start_at("127.0.0.1:0", config).await
    }

    /// Starts a server at the given address, such as that of a server that was stopped.
    ///
    /// # Panics
    /// Panics if the address is in use or the server fails.
    pub async fn start_at(address: &str, config: Config) -> Self {
        let listener = TcpListener::bind(address).await.expect("the port is free");
        let address = listener
            .local_addr()
            .expect("a bound listener has an address");
        let (stop, stopped) = oneshot::channel();
        let config = Config {
            listen: address,
            ..config
        };
        let server = Server::open(config)
            .await
            .expect("the configuration is valid");
        let certificates = server.certificates();
        let task = tokio::spawn(async move {
            let shutdown = async {
                // Dropping the sender ends this wait as well.
                let _ = stopped.await;
            };
            server
                .serve(listener, shutdown)
                .await
                .expect("the server runs");
        });
        Self {
            address,
            certificates,
            stop: Some(stop),
            task: Some(task),
        }
    }

    /// Stops the server and starts another one at the same address on the same database file.
    ///
    /// # Panics
    /// Panics if either server fails.
    pub async fn restart_on_file(self, db: &Path) -> Self {
        let address = self.address();
        self.stop().await;
        let config = Config {
            db: db.into(),
            ..in_memory()
        };
        Self::start_at(&address, config).await
    }

    /// Returns the address on which the server listens.
    pub fn address(&self) -> String {
        self.address.to_string()
    }

    /// Returns the certificates of the server, which a test may reload.
    ///
    /// # Panics
    /// Panics if the server runs without TLS.
    pub fn certificates(&self) -> &Certificates {
        self.certificates.as_ref().expect("TLS is configured")
    }

    /// Returns the port on which the server listens.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Starts the shutdown without waiting for its end.
    pub fn begin_stop(&mut self) {
        self.stop.take();
    }

    /// Opens a new connection.
    ///
    /// # Panics
    /// Panics if the server does not answer.
    pub async fn client(&self) -> Client {
        Client::connect(&self.address())
            .await
            .expect("the server answers")
    }

    /// Shuts the server down gracefully and waits until it has ended.
    ///
    /// # Panics
    /// Panics if the server failed.
    pub async fn stop(mut self) {
        self.stop.take();
        if let Some(task) = self.task.take() {
            task.await.expect("the server ends without a panic");
        }
    }
}
