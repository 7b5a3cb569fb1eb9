//! `serve`: runs a server until it is shut down.

use std::path::PathBuf;

use botwerk_service::{Certificates, Config, ConfigFlags, Server, logging, traces};
use clap::Args;
use serde_json::json;
use tokio::net::TcpListener;

use super::connection::block_on;
use super::failure::{Failure, Reason};
use super::interrupt::shutdown_signal;
use super::output::Output;
use super::pages::served_pages;
use super::server_failure::{config_failure, serve_failure};
use super::signals::{Hangups, ignore_file_size_signal};

/// Arguments of `serve`.
#[derive(Debug, Args)]
pub(super) struct ServeArgs {
    /// TOML file with values of the fields below; variables such as `BOTWERK_LISTEN` override it,
    /// and flags override variables
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    fields: ConfigFlags,
}

/// Serves until SIGTERM or Ctrl-C.
pub(super) fn run(args: &ServeArgs, output: &mut Output) -> Result<(), Failure> {
    let variable = |name: &str| std::env::var_os(name);
    let config =
        Config::load(args.config.as_deref(), variable, &args.fields).map_err(config_failure)?;
    let endpoint = config.otlp_endpoint.as_deref();
    let traces = endpoint.map(|endpoint| traces::start(endpoint, "botwerk-server"));
    let traces = traces.transpose().map_err(|message| {
        Failure::new(Reason::BadArgument, format!("otlp_endpoint: {message}"))
    })?;
    // What is left is sent at the end.
    let (layer, _export) = traces.unzip();
    logging::start(config.log, &config.log_level, layer);
    block_on(config.io_threads.get(), serve(config, output))
}

async fn serve(mut config: Config, output: &mut Output) -> Result<(), Failure> {
    ignore_file_size_signal()?;
    let db = config.db.clone();
    let is_in_memory = config.is_in_memory();
    let pages_scheme = pages_scheme(&config);
    // Installed before the server listens: without a handler the signals would end the program.
    let hangups = Hangups::listen();
    let shutdown = shutdown_signal()?;
    // Before the database is opened: what an earlier process at this address has left is taken over at once.
    let listen = config.listen;
    let listener = TcpListener::bind(listen).await.map_err(|error| {
        let message = format!("listen: {listen}: {error}; choose a free address with --listen");
        Failure::new(Reason::Unreachable, message)
    })?;
    let address = listener.local_addr()?;
    config.listen = address;
    let server = Server::open(config).await.map_err(serve_failure)?;
    let server = server.with_pages(served_pages());
    let reload_task = tokio::spawn(reload_on_hangup(hangups, server.certificates()));
    let key = server.record_key();
    if output.is_json() {
        output.json(&json!({"listening": address.to_string(), "record_key": key}))?;
    } else {
        let matches = if is_in_memory {
            "keeping matches in memory until it ends".to_owned()
        } else {
            format!("storing matches in {db}")
        };
        output.line(format!("listening on {address}, {matches}"))?;
        if let Some(scheme) = pages_scheme {
            output.line(format!("serving pages at {scheme}://{address}/"))?;
        }
        output.line(format!("signing records with the key {key}"))?;
    }
    // The parent process may wait for this line.
    output.flush()?;
    let result = server.serve(listener, shutdown).await;
    reload_task.abort();
    result.map_err(serve_failure)
}

/// Returns the scheme of the pages' address, or `None` if there are no pages.
fn pages_scheme(config: &Config) -> Option<&'static str> {
    let scheme = if config.tls_cert.is_some() {
        "https"
    } else {
        "http"
    };
    config.pages.then_some(scheme)
}

/// Reloads the certificate at every SIGHUP; keeps the previous one if the files are unusable.
async fn reload_on_hangup(mut hangups: Hangups, certificates: Option<Certificates>) {
    while hangups.recv().await {
        if let Some(certificates) = &certificates {
            // The result is logged.
            let _ = certificates.reload();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::Command;

    use super::*;

    #[test]
    fn every_flag_is_a_field_of_the_configuration() {
        let command = ServeArgs::augment_args(Command::new("serve"));
        let flags = command.get_arguments().map(|arg| arg.get_id().to_string());
        let mut flags: BTreeSet<_> = flags.collect();
        assert!(flags.remove("config"), "the file cannot name itself");
        let mut fields: BTreeSet<_> = Config::field_names().into_iter().collect();
        for token in ["admin_token", "worker_token"] {
            assert!(fields.remove(token), "the token has no flag");
        }
        assert_eq!(flags, fields);
        assert!(flags.contains("log") && flags.contains("log_level"));
    }
}
