//! `serve`: the server.

use std::net::SocketAddr;
use std::path::PathBuf;

use botwerk_service::logging::{self, LogFormat};
use botwerk_service::{
    Certificates, Config, ConfigError, Durability, Overrides, ServeError, Server,
};
use clap::{Args, ValueEnum};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};

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
    allow_unauthenticated: bool,
    /// File with the token that making matches and /metrics need; `BOTWERK_ADMIN_TOKEN` is the
    /// token itself, which has no flag since other people of the machine can see flags
    #[arg(long, value_name = "FILE")]
    admin_token_file: Option<PathBuf>,
    /// Certificate chain for TLS, a PEM file; SIGHUP reads it again
    #[arg(long, value_name = "FILE")]
    tls_cert: Option<PathBuf>,
    /// The certificate's private key, a PEM file
    #[arg(long, value_name = "FILE")]
    tls_key: Option<PathBuf>,
    /// Origins of web pages that may use the server, such as `https://play.example` [default: none]
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',')]
    cors_origins: Option<Vec<String>>,
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
    max_illegal_submissions: Option<u32>,
    /// Seconds for matches to end after SIGTERM or Ctrl-C [default: 10]
    #[arg(long, value_name = "SECONDS")]
    drain_secs: Option<u64>,
    /// The largest message that is read [default: 4194304]
    #[arg(long, value_name = "BYTES")]
    max_message_bytes: Option<usize>,
    /// The largest list of headers that is read [default: 16384]
    #[arg(long, value_name = "BYTES")]
    max_header_bytes: Option<u32>,
    /// Matches that have not ended, at most [default: 10000]
    #[arg(long, value_name = "N")]
    max_matches: Option<usize>,
    /// Connections at most [default: 4096]
    #[arg(long, value_name = "N")]
    max_connections: Option<usize>,
    /// Streams of Play and `WatchMatch` at most, over all connections [default: 10000]
    #[arg(long, value_name = "N")]
    max_streams: Option<usize>,
    /// Calls and streams that one connection carries at a time [default: 2048]
    #[arg(long, value_name = "N")]
    max_streams_per_connection: Option<u32>,
    /// Calls that a connection may take back before they were looked at [default: 200]
    #[arg(long, value_name = "N")]
    max_pending_resets: Option<usize>,
    /// Seconds that a new connection has to agree on TLS and to begin HTTP [default: 10]
    #[arg(long, value_name = "SECONDS")]
    handshake_secs: Option<u64>,
    /// Calls that may wait for the search threads [default: 1000]
    #[arg(long, value_name = "N")]
    max_queued_searches: Option<usize>,
    /// Seconds for one call on the search threads, waiting included [default: 60]
    #[arg(long, value_name = "SECONDS")]
    search_limit_secs: Option<u64>,
    /// Search nodes of one analysis or hint [default: 1000000000]
    #[arg(long, value_name = "N")]
    search_limit_nodes: Option<u64>,
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
    config.apply_env(|name| std::env::var(name).ok())?;
    let durability = args.durability.map(|durability| match durability {
        DurabilityArg::Results => Durability::Results,
        DurabilityArg::Full => Durability::Full,
    });
    let flags = Overrides {
        listen: args.listen,
        db: args.db.clone(),
        durability,
        allow_unauthenticated: args.allow_unauthenticated.then_some(true),
        admin_token: None,
        admin_token_file: args.admin_token_file.clone(),
        tls_cert: args.tls_cert.clone(),
        tls_key: args.tls_key.clone(),
        cors_origins: args.cors_origins.clone(),
        io_threads: args.io_threads,
        search_threads: args.search_threads,
        join_limit_secs: args.join_limit_secs,
        offline_limit_secs: args.offline_limit_secs,
        rejoin_limit_secs: args.rejoin_limit_secs,
        lag_cap_millis: args.lag_cap_millis,
        max_illegal_submissions: args.max_illegal_submissions,
        drain_secs: args.drain_secs,
        max_message_bytes: args.max_message_bytes,
        max_header_bytes: args.max_header_bytes,
        max_matches: args.max_matches,
        max_connections: args.max_connections,
        max_streams: args.max_streams,
        max_streams_per_connection: args.max_streams_per_connection,
        max_pending_resets: args.max_pending_resets,
        handshake_secs: args.handshake_secs,
        max_queued_searches: args.max_queued_searches,
        search_limit_secs: args.search_limit_secs,
        search_limit_nodes: args.search_limit_nodes,
    };
    flags.apply_to(&mut config);
    config.validate()?;
    Ok(config)
}

async fn serve(config: Config, output: &mut Output) -> Result<(), Failure> {
    ignore_file_size_signal()?;
    let (listen, db) = (config.listen, config.db.clone());
    let server = Server::open(config).await?;
    // Heard from here on: unheard, the signal would end the program.
    let hung_up = signal(SignalKind::hangup()).ok();
    let reloading = tokio::spawn(reload(hung_up, server.certificates()));
    let listener = TcpListener::bind(listen).await.map_err(|error| {
        let message = format!("{listen}: {error}; name a free address with --listen");
        Failure::new(Reason::Unreachable, message)
    })?;
    let address = listener.local_addr()?;
    if output.is_json() {
        output.json(&json!({"listening": address.to_string()}))?;
    } else {
        let db = db.display();
        output.line(format!("listening on {address}, matches are kept in {db}"))?;
    }
    // Whoever started this may wait for the line.
    output.flush()?;
    let ended = server.serve(listener, shutdown_signal()).await;
    reloading.abort();
    Ok(ended?)
}

/// Reads the certificate again at every SIGHUP; with one that cannot be used the old one stays.
async fn reload(hung_up: Option<Signal>, certificates: Option<Certificates>) {
    // Without the signal there is nothing to wait for.
    let Some(mut hung_up) = hung_up else { return };
    while hung_up.recv().await.is_some() {
        if let Some(certificates) = &certificates {
            // The log tells how it went.
            let _ = certificates.reload();
        }
    }
}

/// Makes a write beyond the limit of a file's size fail, instead of ending the program: the store
/// refuses what it cannot write, and goes on once there is room.
fn ignore_file_size_signal() -> Result<(), Failure> {
    // The handler stays when what it notifies is dropped.
    drop(signal(SignalKind::from_raw(
        rustix::process::Signal::XFSZ.as_raw(),
    ))?);
    Ok(())
}

/// Waits for SIGTERM or Ctrl-C.
async fn shutdown_signal() {
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
        let reason = match error {
            ServeError::Config(_) => Reason::BadArgument,
            _ => Reason::Unreadable,
        };
        Self::new(reason, error.to_string())
    }
}
