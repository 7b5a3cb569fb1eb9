//! Connections to a server, and the threads that they need.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::time::Duration;

use botwerk_client::{Client, ClientError, ConnectOptions};
use clap::Args;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};

use super::failure::{Failure, Reason};

/// The start of an HTTP/2 connection: preface and empty settings.
const HTTP2_START: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

/// The first byte of the answer of a server that uses TLS to a client that does not.
const TLS_ALERT: u8 = 0x15;

/// Time for the first byte of a server; one that uses TLS answers at once.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);

/// The server to connect to.
#[derive(Debug, Args)]
pub struct ServerArgs {
    /// Address of the server
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "BOTWERK_SERVER",
        default_value = "127.0.0.1:4270"
    )]
    pub server: String,
    #[command(flatten)]
    access: AccessArgs,
}

/// Credentials for a server. The admin token is read from `BOTWERK_ADMIN_TOKEN`, or the token of an owner from
/// `BOTWERK_OWNER_TOKEN`, and not from a flag, because other users of the machine can see flags.
#[derive(Debug, Args)]
pub struct AccessArgs {
    /// PEM file with the authorities that may sign the server's certificate [default: the system's]
    #[arg(long, value_name = "FILE", env = "BOTWERK_CA")]
    ca: Option<PathBuf>,
}

impl AccessArgs {
    /// Connects to a server.
    ///
    /// # Errors
    /// Returns an error if the server does not respond, or the authorities cannot be read.
    pub async fn connect(&self, server: &str) -> Result<Client, Failure> {
        let options = self.options()?;
        let unreachable = |message: String| Failure::new(Reason::Unreachable, message);
        match Client::connect_with(server, &options).await {
            Ok(client) => self.with_expected_tls(server, client).await,
            Err(ClientError::Unreachable(message)) => Err(unreachable(format!(
                "{server}: {message}; start a server with `botwerk serve`, or check the address"
            ))),
            Err(ClientError::Tls(message)) => Err(unreachable(format!("{server}: {message}"))),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns a client, or an error if its server uses TLS and the client does not.
    async fn with_expected_tls(&self, server: &str, client: Client) -> Result<Client, Failure> {
        if self.ca.is_some() || !expects_tls(server).await {
            return Ok(client);
        }
        let message = "the server uses TLS; connect with https://, and with --ca FILE if its \
                       authority is not one of the system's";
        let message = format!("{server}: {message}");
        Err(Failure::new(Reason::Unreachable, message))
    }

    fn options(&self) -> Result<ConnectOptions, Failure> {
        let read = |path: &PathBuf| {
            std::fs::read(path).map_err(|error| Failure::file(&path.display().to_string(), &error))
        };
        Ok(ConnectOptions {
            admin_token: (std::env::var("BOTWERK_ADMIN_TOKEN").ok())
                .or_else(|| std::env::var("BOTWERK_OWNER_TOKEN").ok()),
            ca: self.ca.as_ref().map(read).transpose()?,
        })
    }
}

/// Returns the token of a worker or host: from a file, or else from `BOTWERK_WORKER_TOKEN` or `BOTWERK_ADMIN_TOKEN`.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn worker_token(file: Option<&Path>) -> Result<Option<String>, Failure> {
    if let Some(path) = file {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::file(&path.display().to_string(), &error))?;
        return Ok(Some(text.trim().to_owned()));
    }
    let variable = |name| std::env::var(name).ok();
    Ok(variable("BOTWERK_WORKER_TOKEN").or_else(|| variable("BOTWERK_ADMIN_TOKEN")))
}

/// Returns `true` if a server that is addressed without TLS uses it. Such a server accepts the
/// connection, and the first call fails without a cause.
async fn expects_tls(server: &str) -> bool {
    if server.starts_with("https://") {
        return false;
    }
    let address = server.trim_start_matches("http://").trim_end_matches('/');
    let answer = async {
        let mut stream = TcpStream::connect(address).await?;
        stream.write_all(HTTP2_START).await?;
        stream.read_u8().await
    };
    let answer = tokio::time::timeout(ANSWER_TIMEOUT, answer).await;
    matches!(answer, Ok(Ok(TLS_ALERT)))
}

impl ServerArgs {
    /// Connects to the server of the arguments, and waits for it if it does not answer yet.
    ///
    /// # Errors
    /// Returns an error if the server denies access, or the authorities cannot be read.
    pub async fn connect_when_reachable(&self) -> Result<Client, Failure> {
        let options = self.access.options()?;
        match Client::connect_when_reachable(&self.server, &options).await {
            Ok(client) => self.access.with_expected_tls(&self.server, client).await,
            Err(ClientError::Tls(message)) => {
                let message = format!("{}: {message}", self.server);
                Err(Failure::new(Reason::Unreachable, message))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Connects to the server of the arguments.
    ///
    /// # Errors
    /// Returns an error if the server does not respond, or the authorities cannot be read.
    pub async fn connect(&self) -> Result<Client, Failure> {
        self.access.connect(&self.server).await
    }
}

/// Runs a future to its end on the given number of threads.
///
/// # Errors
/// Returns an error if threads cannot be started, or the error of `work`.
pub fn block_on<T>(
    threads: usize,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    let runtime = runtime(threads)?;
    let result = runtime.block_on(work);
    // Tasks that still wait for input must not delay the exit.
    runtime.shutdown_background();
    result
}

fn runtime(threads: usize) -> Result<Runtime, Failure> {
    let mut builder = Builder::new_multi_thread();
    builder
        .worker_threads(threads.max(1))
        .enable_all()
        .build()
        .map_err(|error| {
            let message = format!("cannot start threads: {error}; end other programs");
            Failure::new(Reason::Unreachable, message)
        })
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Self {
        let message = error.to_string();
        match error {
            ClientError::Rejected { reason, .. } => Self::Server { reason, message },
            ClientError::Unreachable(_) => Self::new(
                Reason::Unreachable,
                format!("{message}; check whether the server is running"),
            ),
            ClientError::Tls(_) | ClientError::Protocol(_) | ClientError::Player(_) => {
                Self::new(Reason::Unreachable, message)
            }
        }
    }
}
