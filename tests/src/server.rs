//! A server in this process, on a free port, with a real transport.

use std::net::SocketAddr;
use std::path::PathBuf;

use botwerk_client::Client;
use botwerk_service::{Certificates, Config, MEMORY, Server};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A running server; dropping it stops it.
#[derive(Debug)]
pub struct TestServer {
    address: SocketAddr,
    certificates: Option<Certificates>,
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<()>>,
}

/// The configuration of most tests: matches in memory, and no waiting for them at the end.
pub fn in_memory() -> Config {
    Config {
        db: MEMORY.into(),
        drain_secs: 0,
        ..Config::default()
    }
}

impl TestServer {
    /// A server that keeps matches in memory.
    pub async fn in_memory() -> Self {
        Self::with(in_memory()).await
    }

    /// A server that keeps matches in a file.
    pub async fn on_file(db: PathBuf) -> Self {
        Self::with(Config { db, ..in_memory() }).await
    }

    /// A server with any configuration; it listens on a free port whatever that says.
    ///
    /// # Panics
    /// If no port is free or the server fails.
    pub async fn with(config: Config) -> Self {
        Self::at("127.0.0.1:0", config).await
    }

    /// A server at an address, such as that of one which was stopped.
    ///
    /// # Panics
    /// If the address is taken or the server fails.
    pub async fn at(address: &str, config: Config) -> Self {
        let listener = TcpListener::bind(address).await.expect("the port is free");
        let address = listener
            .local_addr()
            .expect("a bound listener has an address");
        let (stop, stopped) = oneshot::channel();
        let server = Server::open(config)
            .await
            .expect("the configuration can be used");
        let certificates = server.certificates();
        let task = tokio::spawn(async move {
            let shutdown = async {
                // Dropping the sender stops the server as well.
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

    /// Where the server listens.
    pub fn address(&self) -> String {
        self.address.to_string()
    }

    /// The certificate, to be reloaded.
    ///
    /// # Panics
    /// If the server was started without TLS.
    pub fn certificates(&self) -> &Certificates {
        self.certificates.as_ref().expect("TLS is configured")
    }

    /// Where the server listens, as a number.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Tells the server to stop, and does not wait for it.
    pub fn begin_stop(&mut self) {
        self.stop.take();
    }

    /// A new connection.
    ///
    /// # Panics
    /// If the server does not answer.
    pub async fn client(&self) -> Client {
        Client::connect(&self.address())
            .await
            .expect("the server answers")
    }

    /// Stops the server gracefully and waits for its end.
    ///
    /// # Panics
    /// If the server failed.
    pub async fn stop(mut self) {
        self.stop.take();
        if let Some(task) = self.task.take() {
            task.await.expect("the server ends without a panic");
        }
    }
}
