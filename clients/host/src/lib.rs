//! The command `host`: builds, checks and plays uploaded bots for a server.

mod bot_folders;
mod builder;
mod check;
mod hosted_program;
mod player;

use std::path::PathBuf;
use std::sync::Arc;

use botwerk_client::worker_proto::HostedVersion;
use botwerk_client::{Client, ClientError, ConnectOptions};
use botwerk_command::connection::{block_on, worker_token};
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::interrupt::shutdown_signal;
use botwerk_command::output::Output;
use botwerk_launch::bot_program::BotProgram;
use botwerk_launch::processor_log::ProcessorLog;
use botwerk_launch::sandbox::UncountedArgs;
use botwerk_service::logging;
use clap::Args;
use serde_json::json;

use self::bot_folders::BotFolders;
use self::builder::build_versions;
use self::hosted_program::Confinement;
use self::player::play_bots;

/// Arguments of `host`.
#[derive(Debug, Args)]
pub struct HostArgs {
    /// Address of the server, or of several that share a database, separated by commas
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "BOTWERK_SERVER",
        default_value = "127.0.0.1:4270"
    )]
    server: String,
    /// Maximum number of bots to play
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1000))]
    bots: u32,
    /// Folder for the files of bots; those of an earlier host are deleted
    #[arg(long, value_name = "DIR", default_value = "botwerk-host")]
    folder: PathBuf,
    /// Run bots without a sandbox: as this program, with all its rights
    #[arg(long)]
    no_sandbox: bool,
    #[command(flatten)]
    uncounted: UncountedArgs,
    /// File with the worker token; `BOTWERK_WORKER_TOKEN` is the token itself
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// PEM file with the authorities that may sign the server's certificate [default: the system's]
    #[arg(long, value_name = "FILE", env = "BOTWERK_CA")]
    ca: Option<PathBuf>,
    /// Level of log lines on standard error
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    log_level: String,
}

/// What the tasks of a host share.
struct Host {
    /// Distinguishes it from all others.
    id: String,
    client: Client,
    server: String,
    folders: BotFolders,
    confinement: Confinement,
}

/// Hosts bots until SIGTERM or Ctrl-C.
///
/// # Errors
/// Returns an error if an argument is invalid, there is no sandbox on this machine, or the server rejects the host.
pub fn run(args: &HostArgs, output: &mut Output) -> Result<(), Failure> {
    logging::check_level(&args.log_level)
        .map_err(|message| Failure::new(Reason::BadArgument, format!("log-level: {message}")))?;
    logging::start(logging::LogFormat::Text, &args.log_level, None);
    let confinement = Confinement::new(args.no_sandbox, args.uncounted)?;
    block_on(2, async {
        let shutdown = shutdown_signal()?;
        let host = Arc::new(Host {
            id: uuid::Uuid::now_v7().simple().to_string(),
            client: args.connect().await?,
            server: args.server.clone(),
            folders: BotFolders::create(&args.folder)?,
            confinement,
        });
        if output.is_json() {
            output.json(&json!({"host": host.id, "bots": args.bots}))?;
        } else {
            output.line(format!(
                "host {} plays up to {} uploaded bots for {}",
                host.id, args.bots, args.server
            ))?;
        }
        output.flush()?;
        tokio::select! {
            error = build_versions(Arc::clone(&host)) => Err(error.into()),
            error = play_bots(Arc::clone(&host), args.bots) => Err(error.into()),
            () = shutdown => Ok(()),
        }
    })
}

impl Host {
    /// Returns a program of a bot, whose processor time is counted.
    fn counted(&self, program: BotProgram, version: &HostedVersion) -> BotProgram {
        BotProgram {
            processor_log: Some(ProcessorLog {
                file: self.folders.processor_times(),
                bot: version.bot.clone(),
            }),
            ..program
        }
    }
}

impl HostArgs {
    async fn connect(&self) -> Result<Client, Failure> {
        let read = |path: &PathBuf| {
            std::fs::read(path).map_err(|error| Failure::file(&path.display().to_string(), &error))
        };
        let options = ConnectOptions {
            admin_token: worker_token(self.token_file.as_deref())?,
            ca: self.ca.as_ref().map(read).transpose()?,
        };
        Ok(Client::connect_when_reachable(&self.server, &options).await?)
    }
}

/// Returns `true` if a call that failed will fail again: the host is not to be a host.
fn is_final(error: &ClientError) -> bool {
    use botwerk_client::proto::ErrorReason;
    matches!(error, ClientError::Rejected { reason, .. } if *reason == ErrorReason::BadToken)
}
