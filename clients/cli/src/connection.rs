//! Connections to a server, and the threads that they need.

use std::future::Future;
use std::path::PathBuf;

use botwerk_client::{Client, ClientError, ConnectOptions};
use clap::Args;
use tokio::runtime::{Builder, Runtime};

use super::failure::{Failure, Reason};

/// The server to connect to.
#[derive(Debug, Args)]
pub(super) struct ServerArgs {
    /// Address of the server
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "BOTWERK_SERVER",
        default_value = "127.0.0.1:4270"
    )]
    pub(super) server: String,
    #[command(flatten)]
    access: AccessArgs,
}

/// Credentials for a server. The admin token is read from `BOTWERK_ADMIN_TOKEN` and not from a
/// flag, because other users of the machine can see flags.
#[derive(Debug, Args)]
pub(super) struct AccessArgs {
    /// PEM file with the authorities that may sign the server's certificate [default: the system's]
    #[arg(long, value_name = "FILE", env = "BOTWERK_CA")]
    ca: Option<PathBuf>,
}

impl AccessArgs {
    /// Connects to a server.
    pub(super) async fn connect(&self, server: &str) -> Result<Client, Failure> {
        let read = |path: &PathBuf| {
            std::fs::read(path).map_err(|error| Failure::file(&path.display().to_string(), &error))
        };
        let access = ConnectOptions {
            admin_token: std::env::var("BOTWERK_ADMIN_TOKEN").ok(),
            ca: self.ca.as_ref().map(read).transpose()?,
        };
        Ok(Client::connect_with(server, &access).await?)
    }
}

impl ServerArgs {
    /// Connects to the server of the arguments.
    pub(super) async fn connect(&self) -> Result<Client, Failure> {
        self.access.connect(&self.server).await.map_err(|failure| {
            let Failure::Usage {
                reason: Reason::Unreachable,
                message,
            } = failure
            else {
                return failure;
            };
            let message = format!("{}: {message}; start one with `botwerk serve`", self.server);
            Failure::new(Reason::Unreachable, message)
        })
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
            ClientError::Protocol(_) | ClientError::Player(_) => {
                Self::new(Reason::Unreachable, message)
            }
        }
    }
}
