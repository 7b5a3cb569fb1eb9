//! Stands for traces in a program without them: no endpoint is accepted.

use tracing::Span;

use super::span_target::TraceLayer;

const ABSENT: &str = "this program was built without traces; build it with `cargo install --path clients/cli --features full`";

/// The export of traces. There is none, since the program was built without them.
#[derive(Debug)]
pub enum TraceExport {}

/// Returns an error, since the program was built without traces.
pub(super) fn check_built() -> Result<(), String> {
    Err(ABSENT.to_owned())
}

/// Starts no export.
///
/// # Errors
/// Returns an error, since the program was built without traces.
pub(super) fn start(_: &str, _: &'static str) -> Result<(TraceLayer, TraceExport), String> {
    Err(ABSENT.to_owned())
}

/// Returns the context of a span for other programs. There is none.
pub fn trace_parent(_: &Span) -> Option<String> {
    None
}

/// Makes a span a part of another trace. There is none.
pub(super) fn set_parent(_: &Span, _: &str) {}
