//! Logging to standard error, as text or as JSON, filtered by level.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

/// The format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// Text for people.
    Text,
    /// One JSON object per line.
    Json,
}

/// Starts logging for the whole process; has no effect if the process logs already.
///
/// The variable `BOTWERK_LOG` sets the filter, such as `debug` or `botwerk_service=debug,warn`;
/// without it, `default_filter` does.
pub fn start(format: LogFormat, default_filter: &str) {
    let filter =
        EnvFilter::try_from_env("BOTWERK_LOG").unwrap_or_else(|_| EnvFilter::new(default_filter));
    let is_terminal = std::io::stderr().is_terminal();
    let builder = tracing_subscriber::fmt()
        .with_ansi(is_terminal)
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    let result = match format {
        LogFormat::Text => builder.try_init(),
        LogFormat::Json => builder.json().try_init(),
    };
    // It fails only if the process logs already.
    drop(result);
}
