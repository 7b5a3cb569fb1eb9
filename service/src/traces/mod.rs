//! Traces of submissions and of chunks, which a collector of OpenTelemetry receives.
//!
//! A submission has the spans `rpc` (of a call of its own) or `submission` (on a stream), `room` and `commit`. A chunk has
//! `chunk`, `lease`, `matches`, `match` and `report` at the worker, and `lease`, `report` and `commit` at the server. The
//! worker sends the context of its spans in the header [`TRACE_PARENT`].

#[cfg_attr(not(feature = "otlp"), path = "absent_otlp.rs")]
mod otlp;
mod span_target;

use tracing::Span;

pub use otlp::{TraceExport, trace_parent};
pub use span_target::{TARGET, TraceLayer};

/// The header with the context of a span: <https://www.w3.org/TR/trace-context/#traceparent-header>.
pub const TRACE_PARENT: &str = "traceparent";

/// Checks the address of a collector.
///
/// # Errors
/// Returns an error if it is not one that can be used, or the program was built without traces.
pub fn check_endpoint(endpoint: &str) -> Result<(), String> {
    otlp::check_built()?;
    let uri = endpoint.parse::<http::Uri>().ok();
    let is_usable = uri.is_some_and(|uri| uri.scheme_str() == Some("http") && uri.host().is_some());
    if is_usable {
        return Ok(());
    }
    Err(format!(
        "expected the address of a collector without TLS such as http://127.0.0.1:4317, found `{endpoint}`"
    ))
}

/// Starts the export of traces to a collector, as those of a service such as `botwerk-server`.
///
/// # Errors
/// Returns an error if the endpoint is invalid or a thread cannot be started. Whether a collector is there is found out when
/// spans are sent.
pub fn start(endpoint: &str, service: &'static str) -> Result<(TraceLayer, TraceExport), String> {
    check_endpoint(endpoint)?;
    otlp::start(endpoint, service)
}

/// Makes a span a part of the trace in a header of a worker.
pub(crate) fn continue_trace(span: &Span, headers: &http::HeaderMap) {
    let parent = headers.get(TRACE_PARENT);
    if let Some(parent) = parent.and_then(|value| value.to_str().ok()) {
        otlp::set_parent(span, parent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoint_is_an_address_without_tls() {
        for endpoint in [
            "",
            "127.0.0.1:4317",
            "https://otel.example",
            "http:///x",
            "x y",
        ] {
            assert!(check_endpoint(endpoint).is_err(), "{endpoint}");
        }
        let is_built = cfg!(feature = "otlp");
        assert_eq!(check_endpoint("http://127.0.0.1:4317").is_ok(), is_built);
    }
}
