//! The command `worker`: plays matches of tournaments for a server.

mod chunk;
mod host;
mod leases;
mod renewal;
mod server_calls;
#[cfg(test)]
mod simulated_network_tests;
mod slot;
mod state;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use botwerk_command::connection::{block_on, worker_token};
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_service::{logging, traces};
use clap::Args;
use serde_json::json;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use self::renewal::renew_leases;
use self::server_calls::ServerCalls;
use self::slot::Slot;
use self::state::WorkerState;
use botwerk_command::interrupt::shutdown_signal;

/// Maximum number of matches that a worker plays at the same time.
const MAX_SLOTS: u32 = 4096;

/// Arguments of `worker`.
#[derive(Debug, Args)]
pub struct WorkerArgs {
    /// Addresses of servers that share a database; the worker uses the first that answers
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "BOTWERK_SERVER",
        value_delimiter = ',',
        default_value = "127.0.0.1:4270"
    )]
    server: Vec<String>,
    /// Number of matches to play at the same time, each of which uses one core
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_SLOTS)))]
    slots: u32,
    /// File with the worker token; `BOTWERK_WORKER_TOKEN` is the token itself
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// PEM file with the authorities that may sign the server's certificate [default: the system's]
    #[arg(long, value_name = "FILE", env = "BOTWERK_CA")]
    ca: Option<PathBuf>,
    /// Exit once there has been nothing to play for this time
    #[arg(long, value_name = "SECONDS")]
    exit_when_idle: Option<u64>,
    /// Level of log lines on standard error
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    log_level: String,
    /// Address of a collector of OpenTelemetry that receives traces of chunks, such as `http://127.0.0.1:4317`
    #[arg(long, value_name = "URL", env = "BOTWERK_OTLP_ENDPOINT")]
    otlp_endpoint: Option<String>,
}

/// Plays until SIGTERM or Ctrl-C.
///
/// # Errors
/// Returns an error if an argument is invalid, or the server rejects the worker.
pub fn run(args: &WorkerArgs, output: &mut Output) -> Result<(), Failure> {
    logging::check_level(&args.log_level)
        .map_err(|message| Failure::new(Reason::BadArgument, format!("log-level: {message}")))?;
    let endpoint = args.otlp_endpoint.as_deref();
    let traces = endpoint.map(|endpoint| traces::start(endpoint, "botwerk-worker"));
    let traces = traces.transpose().map_err(|message| {
        Failure::new(Reason::BadArgument, format!("otlp-endpoint: {message}"))
    })?;
    // What is left is sent at the end.
    let (layer, _export) = traces.unzip();
    logging::start(logging::LogFormat::Text, &args.log_level, layer);
    let token = worker_token(args.token_file.as_deref())?;
    let read = |path: &PathBuf| {
        std::fs::read(path).map_err(|error| Failure::file(&path.display().to_string(), &error))
    };
    let ca = args.ca.as_ref().map(read).transpose()?;
    block_on(2, async {
        let stop = CancellationToken::new();
        let shutdown = shutdown_signal()?;
        let signalled = stop.clone();
        tokio::spawn(async move {
            shutdown.await;
            signalled.cancel();
        });
        let calls = ServerCalls::new(args.server.clone(), token, ca);
        let state = Arc::new(WorkerState::new(calls, args.slots, stop.clone()));
        state.check_access().await?;
        if output.is_json() {
            output.json(&json!({"worker": state.info().id, "slots": args.slots}))?;
        } else {
            output.line(format!(
                "worker {} plays {} matches at a time for {}",
                state.info().id,
                args.slots,
                args.server.join(", ")
            ))?;
        }
        output.flush()?;
        let idle_limit = args.exit_when_idle.map(Duration::from_secs);
        play(&state, args.slots, idle_limit, &stop).await?;
        output.line(format!("played {} matches", state.reported_matches()))?;
        Ok(())
    })
}

/// Plays until `stop` is cancelled or there has been nothing to play for a time.
///
/// # Errors
/// Returns an error if the server rejects a call for good.
async fn play(
    state: &Arc<WorkerState>,
    slot_count: u32,
    idle_limit: Option<Duration>,
    stop: &CancellationToken,
) -> Result<(), Failure> {
    let mut slots = JoinSet::new();
    for _ in 0..slot_count {
        slots.spawn(Slot::new(Arc::clone(state)).run());
    }
    let renewal = tokio::spawn(renew_leases(Arc::clone(state)));
    tokio::select! {
        () = state.wait_until_idle(idle_limit) => {}
        error = state.wait_for_rejection() => return Err(error),
        () = stop.cancelled() => {}
    }
    stop.cancel();
    // Each gives its chunk back.
    while slots.join_next().await.is_some() {}
    renewal.abort();
    Ok(())
}
