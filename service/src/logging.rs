//! Logs: to standard error, as text or as JSON, filtered by level.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For machines, one object a line.
    Json,
}

/// Starts logging for the whole process; a second call changes nothing.
///
/// The filter is that of the variable `BOTWERK_LOG`, such as `debug` or
/// `botwerk_service=debug,warn`, or else `default`.
pub fn start(format: LogFormat, default: &str) {
    let filter = EnvFilter::try_from_env("BOTWERK_LOG").unwrap_or_else(|_| EnvFilter::new(default));
    let terminal = std::io::stderr().is_terminal();
    let builder = tracing_subscriber::fmt()
        .with_ansi(terminal)
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    let started = match format {
        LogFormat::Text => builder.try_init(),
        LogFormat::Json => builder.json().try_init(),
    };
    // A process that logs already goes on as it does.
    drop(started);
}
