//! `serve`: the server.

use std::net::SocketAddr;
use std::path::PathBuf;

use botwerk_service::logging::{self, LogFormat};
use botwerk_service::{Config, ConfigError, Durability, Overrides, ServeError};
use clap::{Args, ValueEnum};
use rustix::process::Signal;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use super::connection::block_on;
use super::failure::{Failure, Reason};
use super::output::Output;

/// How to serve. Flags override variables such as `BOTWERK_LISTEN`, which override the file.
#[derive(Debug, Args)]
pub(super) struct ServeArgs {
    /// A TOML file with any of the fields below
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Address to listen on; port 0 takes any free one [default: 127.0.0.1:4270]
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// Database file, or :memory: [default: botwerk.db]
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// What is synced to the disk before anybody is told of it [default: results]
    #[arg(long)]
    durability: Option<DurabilityArg>,
    /// Listen beyond this machine although nobody is asked for a token
    #[arg(long)]
    open: bool,
    /// Threads that answer requests [default: 1]
    #[arg(long, value_name = "N")]
    io_threads: Option<usize>,
    /// Threads that search for bundled players [default: the cores less one]
    #[arg(long, value_name = "N")]
    search_threads: Option<usize>,
    /// Seconds that seats have to join [default: 60]
    #[arg(long, value_name = "SECONDS")]
    join_limit_secs: Option<u64>,
    /// Seconds that a seat may be played by nobody where no clock runs against it [default: 120]
    #[arg(long, value_name = "SECONDS")]
    offline_limit_secs: Option<u64>,
    /// Seconds that seats have to come back after a restart [default: 60]
    #[arg(long, value_name = "SECONDS")]
    rejoin_limit_secs: Option<u64>,
    /// Milliseconds of transport that an act is forgiven at most [default: 100]
    #[arg(long, value_name = "MILLISECONDS")]
    lag_cap_millis: Option<u32>,
    /// Illegal acts after which a seat is taken out of its match [default: 3]
    #[arg(long, value_name = "N")]
    illegal_limit: Option<u32>,
    /// Seconds for matches to end after SIGTERM or Ctrl-C [default: 10]
    #[arg(long, value_name = "SECONDS")]
    drain_secs: Option<u64>,
    /// The largest message that is read [default: 4194304]
    #[arg(long, value_name = "BYTES")]
    max_message_bytes: Option<usize>,
    /// How log lines look; `BOTWERK_LOG` sets the level
    #[arg(long, value_enum, default_value = "text")]
    log: LogArg,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum DurabilityArg {
    /// Results at once, single actions with the next result
    Results,
    /// Everything at once
    Full,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum LogArg {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Serves until told to stop.
pub(super) fn run(args: &ServeArgs, output: &mut Output) -> Result<(), Failure> {
    let format = match args.log {
        LogArg::Text => LogFormat::Text,
        LogArg::Json => LogFormat::Json,
    };
    logging::start(format, "info");
    let config = config(args)?;
    block_on(config.io_threads, serve(config, output))
}

fn config(args: &ServeArgs) -> Result<Config, Failure> {
    let mut config = match &args.config {
        Some(path) => Config::from_file(path)?,
        None => Config::default(),
    };
    config.override_by(|name| std::env::var(name).ok())?;
    let durability = args.durability.map(|durability| match durability {
        DurabilityArg::Results => Durability::Results,
        DurabilityArg::Full => Durability::Full,
    });
    let flags = Overrides {
        listen: args.listen,
        db: args.db.clone(),
        durability,
        open: args.open.then_some(true),
        io_threads: args.io_threads,
        search_threads: args.search_threads,
        join_limit_secs: args.join_limit_secs,
        offline_limit_secs: args.offline_limit_secs,
        rejoin_limit_secs: args.rejoin_limit_secs,
        lag_cap_millis: args.lag_cap_millis,
        illegal_limit: args.illegal_limit,
        drain_secs: args.drain_secs,
        max_message_bytes: args.max_message_bytes,
    };
    flags.put_over(&mut config);
    config.check()?;
    Ok(config)
}

async fn serve(config: Config, output: &mut Output) -> Result<(), Failure> {
    survive_full_files()?;
    let listener = TcpListener::bind(config.listen).await.map_err(|error| {
        let message = format!(
            "{}: {error}; name a free address with --listen",
            config.listen
        );
        Failure::new(Reason::Unreachable, message)
    })?;
    let address = listener.local_addr()?;
    if output.is_json() {
        output.json(&json!({"listening": address.to_string()}))?;
    } else {
        let db = config.db.display();
        output.line(format!("listening on {address}, matches are kept in {db}"))?;
    }
    // Whoever started this may wait for the line.
    output.flush()?;
    Ok(botwerk_service::serve(listener, config, told_to_stop()).await?)
}

/// Makes a write beyond the limit of a file's size fail, instead of ending the program: the store
/// refuses what it cannot write, and goes on once there is room.
fn survive_full_files() -> Result<(), Failure> {
    // The handler stays when what it notifies is dropped.
    drop(signal(SignalKind::from_raw(Signal::XFSZ.as_raw()))?);
    Ok(())
}

/// Waits for SIGTERM or Ctrl-C.
async fn told_to_stop() {
    let interrupted = tokio::signal::ctrl_c();
    match signal(SignalKind::terminate()) {
        Ok(mut terminated) => tokio::select! {
            _ = terminated.recv() => {}
            _ = interrupted => {}
        },
        // Without the one signal the other one must do.
        Err(_) => drop(interrupted.await),
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        Self::new(Reason::BadArgument, error.to_string())
    }
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Self {
        Self::new(Reason::Unreadable, error.to_string())
    }
}
