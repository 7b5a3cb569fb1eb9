//! Commands that talk to a server: the threads they need, and what may go wrong.

use std::future::Future;

use botwerk_client::{Client, ClientError};
use clap::Args;
use tokio::runtime::{Builder, Runtime};

use super::failure::{Failure, Reason};

/// Which server.
#[derive(Debug, Args)]
pub(super) struct ServerArgs {
    /// The server's address
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "BOTWERK_SERVER",
        default_value = "127.0.0.1:4270"
    )]
    pub(super) server: String,
}

impl ServerArgs {
    /// Connects.
    pub(super) async fn connect(&self) -> Result<Client, Failure> {
        Client::connect(&self.server).await.map_err(|error| {
            let server = &self.server;
            let message = format!("{server}: {error}; start one with `botwerk serve`");
            Failure::new(Reason::Unreachable, message)
        })
    }
}

/// Runs something that awaits, on so many threads, to its end.
pub(super) fn block_on<T>(
    threads: usize,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    let runtime = runtime(threads)?;
    let result = runtime.block_on(work);
    // What still waits for a terminal or a stream must not keep the program.
    runtime.shutdown_background();
    result
}

/// Runs something that awaits on this thread alone, so that its tasks wake each other for free.
#[cfg(feature = "server")]
pub(super) fn block_on_this_thread<T>(
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(work)
}

fn runtime(threads: usize) -> Result<Runtime, Failure> {
    let mut builder = Builder::new_multi_thread();
    builder
        .worker_threads(threads.max(1))
        .enable_all()
        .build()
        .map_err(|error| {
            let message = format!("threads cannot be started: {error}; end other programs");
            Failure::new(Reason::Unreachable, message)
        })
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Self {
        let message = error.to_string();
        match error {
            ClientError::Refused { reason, .. } => Self::Server { reason, message },
            ClientError::Unreachable(_) => Self::new(
                Reason::Unreachable,
                format!("{message}; see whether the server still runs"),
            ),
            ClientError::Unexpected(_) | ClientError::Player(_) => {
                Self::new(Reason::Unreachable, message)
            }
        }
    }
}
