//! What happens to a server beyond requests: a restart, and a store that is unavailable.

use std::process::Stdio;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use botwerk_client::Client;
use botwerk_command::connection::ServerArgs;
use clap::Args;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// Time for a command to do its work.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(60);

/// Interval at which a restarted server is tried.
const RETRY_INTERVAL: Duration = Duration::from_millis(200);

/// Control over a server, for the states of a match that no request leads to.
pub trait ServerControl {
    /// Returns what is needed to restart the server, or `None` if it can be restarted.
    fn cannot_restart(&self) -> Option<String>;

    /// Returns what is needed to block the store, or `None` if it can be blocked.
    fn cannot_block_store(&self) -> Option<String>;

    /// Restarts the server and returns a new connection.
    ///
    /// # Errors
    /// Returns why the server does not answer.
    fn restart(&self) -> impl Future<Output = Result<Client, String>>;

    /// Makes every write to the store fail.
    ///
    /// # Errors
    /// Returns why that failed.
    fn block_store(&self) -> impl Future<Output = Result<(), String>>;

    /// Lets writes to the store succeed again.
    ///
    /// # Errors
    /// Returns why that failed.
    fn unblock_store(&self) -> impl Future<Output = Result<(), String>>;
}

/// Commands that control the server.
#[derive(Debug, Args)]
pub(crate) struct ServerCommands {
    /// Shell command that restarts the server and exits, to check matches that await their seats
    #[arg(long, value_name = "COMMAND")]
    restart: Option<String>,
    /// Shell command that makes the store unavailable and prints a line, until its standard input ends
    #[arg(long, value_name = "COMMAND")]
    block_store: Option<String>,
}

/// Control over a server by commands.
pub(crate) struct CommandControl<'a> {
    commands: &'a ServerCommands,
    server: &'a ServerArgs,
    /// The command that blocks the store.
    blocking: Mutex<Option<Child>>,
}

impl ServerCommands {
    /// Returns the control over a server.
    pub(crate) fn control<'a>(&'a self, server: &'a ServerArgs) -> CommandControl<'a> {
        CommandControl {
            commands: self,
            server,
            blocking: Mutex::new(None),
        }
    }
}

impl CommandControl<'_> {
    fn set_blocking(&self, child: Option<Child>) -> Option<Child> {
        let mut blocking = self.blocking.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut blocking, child)
    }
}

impl ServerControl for CommandControl<'_> {
    fn cannot_restart(&self) -> Option<String> {
        let is_missing = self.commands.restart.is_none();
        is_missing.then(|| "pass --restart COMMAND to check it".to_owned())
    }

    fn cannot_block_store(&self) -> Option<String> {
        let is_missing = self.commands.block_store.is_none();
        is_missing.then(|| "pass --block-store COMMAND to check it".to_owned())
    }

    async fn restart(&self) -> Result<Client, String> {
        let command = self.commands.restart.as_deref().unwrap_or_default();
        let status = shell(command)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status();
        let status = within(status).await?.map_err(failed(command))?;
        if !status.success() {
            return Err(format!("`{command}` failed with {status}"));
        }
        let connect = async {
            loop {
                if let Ok(client) = self.server.connect().await {
                    return client;
                }
                tokio::time::sleep(RETRY_INTERVAL).await;
            }
        };
        within(connect).await
    }

    async fn block_store(&self) -> Result<(), String> {
        let command = self.commands.block_store.as_deref().unwrap_or_default();
        let mut child = shell(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(failed(command))?;
        let stdout = child.stdout.take().ok_or("no standard output")?;
        let mut line = String::new();
        let mut reader = BufReader::new(stdout);
        let read = within(reader.read_line(&mut line)).await?;
        if read.map_err(failed(command))? == 0 {
            return Err(format!("`{command}` has ended without a line"));
        }
        self.set_blocking(Some(child));
        Ok(())
    }

    async fn unblock_store(&self) -> Result<(), String> {
        if let Some(mut child) = self.set_blocking(None) {
            drop(child.stdin.take());
            let command = self.commands.block_store.as_deref().unwrap_or_default();
            within(child.wait()).await?.map_err(failed(command))?;
        }
        Ok(())
    }
}

fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]);
    shell
}

fn failed(command: &str) -> impl Fn(std::io::Error) -> String {
    move |error| format!("`{command}`: {error}")
}

async fn within<F: Future>(work: F) -> Result<F::Output, String> {
    let seconds = COMMAND_TIMEOUT.as_secs();
    let done = timeout(COMMAND_TIMEOUT, work).await;
    done.map_err(|_| format!("the command and the server took more than {seconds} s"))
}
