//! Logging to standard error, as text or as JSON, filtered by level.

use clap::ValueEnum;
use serde::Deserialize;
use tracing::Subscriber;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{fmt, registry};

use crate::plain_log::PlainLog;
use crate::traces::TraceLayer;

/// The format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// Text for people
    Text,
    /// One JSON object per line
    Json,
}

/// The start of the names of the crates whose lines a plain level is about; libraries only report warnings.
const OWN_CRATES: &str = "botwerk";

/// Starts logging for the whole process; has no effect if the process logs already.
///
/// `level` is a level such as `debug`, which is about the lines of Botwerk, or a filter such as
/// `botwerk_service=debug,warn`. Spans also go to `traces`.
pub fn start(format: LogFormat, level: &str, traces: Option<TraceLayer>) {
    // The configuration was validated.
    let filter = filter(level).unwrap_or_default();
    let result = match traces {
        None => registry().with(lines(format)).with(filter).try_init(),
        // Each layer has a filter of its own.
        Some(traces) => registry()
            .with(traces)
            .with(lines(format).with_filter(filter))
            .try_init(),
    };
    // It fails only if the process logs already.
    drop(result);
}

/// Returns the layer that writes lines.
fn lines<S>(format: LogFormat) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'s> LookupSpan<'s>,
{
    let layer = fmt::layer()
        // Escape sequences of colours could not be distinguished from those in texts of clients.
        .with_ansi(false)
        .with_writer(|| PlainLog(std::io::stderr()));
    match format {
        LogFormat::Text => layer.boxed(),
        LogFormat::Json => layer.json().boxed(),
    }
}

/// Checks a level.
///
/// # Errors
/// Returns an error if it is neither a level nor a filter.
pub fn check_level(level: &str) -> Result<(), String> {
    filter(level).map(drop).ok_or_else(|| {
        format!("expected error, warn, info, debug, trace or a filter, found `{level}`")
    })
}

fn filter(level: &str) -> Option<Targets> {
    // The library takes the empty text for a level.
    if level.is_empty() || level.parse::<LevelFilter>().is_err() {
        let is_filter = level.contains(['=', ',']);
        return is_filter.then(|| level.parse().ok()).flatten();
    }
    format!("warn,{OWN_CRATES}={level}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_is_about_own_lines_and_a_filter_about_all() {
        let shown = |level: &str| filter(level).map(|filter| filter.to_string());
        let info = shown("info").unwrap();
        assert!(
            info.contains("botwerk=info") && info.contains("warn"),
            "{info}"
        );
        assert_eq!(
            shown("hyper=debug,warn").as_deref(),
            Some("hyper=debug,warn")
        );
        for invalid in ["loud", "", "hyper=loud"] {
            let error = check_level(invalid).unwrap_err();
            assert!(error.contains(&format!("found `{invalid}`")), "{error}");
        }
    }
}
