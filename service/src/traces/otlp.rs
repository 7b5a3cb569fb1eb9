//! The export of spans by OTLP over gRPC.

use std::fmt;
use std::time::Duration;

use opentelemetry::Context;
use opentelemetry::trace::{
    SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState, TracerProvider,
};
use opentelemetry_otlp::{SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{BatchConfigBuilder, BatchSpanProcessor, SdkTracerProvider};
use tokio::runtime::{Builder, Runtime};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::Layer;

use super::span_target::{TARGET, TraceLayer};
use crate::background;

/// Time after which spans are sent.
const SEND_INTERVAL: Duration = Duration::from_secs(1);

/// Time for the collector to answer.
const ANSWER_LIMIT: Duration = Duration::from_secs(5);

/// Maximum number of spans that wait; more are dropped.
const MAX_WAITING: usize = 8192;

/// The module of the spans of calls.
const CALL_SPANS: &str = "botwerk_service::edge::spans";

/// The export of traces, which ends when this is dropped: what waits is sent.
pub struct TraceExport {
    provider: SdkTracerProvider,
    // Of its own, so that a collector that is slow delays nothing else.
    _runtime: Runtime,
}

impl fmt::Debug for TraceExport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TraceExport")
    }
}

impl Drop for TraceExport {
    fn drop(&mut self) {
        if let Err(error) = self.provider.shutdown_with_timeout(ANSWER_LIMIT) {
            tracing::warn!(%error, "traces not sent");
        }
    }
}

/// Returns no error, since the program was built with traces.
#[expect(clippy::unnecessary_wraps, reason = "as without traces")]
pub(super) fn check_built() -> Result<(), String> {
    Ok(())
}

/// Starts the export of traces to a valid endpoint.
///
/// # Errors
/// Returns an error if a thread cannot be started.
pub(super) fn start(
    endpoint: &str,
    service: &'static str,
) -> Result<(TraceLayer, TraceExport), String> {
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name("traces")
        .on_thread_start(background::lower_priority)
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    // The connection is a task of this runtime.
    let entered = runtime.enter();
    let exporter = SpanExporter::builder()
        .with_tonic()
        .with_endpoint(endpoint)
        .with_timeout(ANSWER_LIMIT)
        .build();
    drop(entered);
    let batches = BatchConfigBuilder::default()
        .with_scheduled_delay(SEND_INTERVAL)
        .with_max_queue_size(MAX_WAITING)
        .build();
    let exporter = exporter.map_err(|error| error.to_string())?;
    let processor = BatchSpanProcessor::builder(exporter)
        .with_batch_config(batches)
        .build();
    let provider = SdkTracerProvider::builder()
        .with_span_processor(processor)
        .with_resource(Resource::builder().with_service_name(service).build())
        .build();
    let filter = Targets::new()
        .with_target(TARGET, LevelFilter::INFO)
        .with_target(CALL_SPANS, LevelFilter::INFO);
    let layer = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("botwerk"))
        .with_filter(filter);
    let export = TraceExport {
        provider,
        _runtime: runtime,
    };
    Ok((Box::new(layer), export))
}

/// Returns the context of a span for other programs, or `None` if it is part of no trace.
pub fn trace_parent(span: &Span) -> Option<String> {
    let context = span.context();
    let span = context.span();
    let context = span.span_context();
    let header = || format!("00-{}-{}-01", context.trace_id(), context.span_id());
    context.is_valid().then(header)
}

/// Makes a span a part of another trace, if the header is one.
pub(super) fn set_parent(span: &Span, header: &str) {
    if let Some(parent) = parse_parent(header) {
        // It fails only for a span that is part of no trace.
        let _ = span.set_parent(Context::new().with_remote_span_context(parent));
    }
}

fn parse_parent(header: &str) -> Option<SpanContext> {
    let parts: Vec<_> = header.splitn(5, '-').collect();
    let &["00", trace, span, _] = &parts[..] else {
        return None;
    };
    if trace.len() != 32 || span.len() != 16 {
        return None;
    }
    let (trace, span) = (TraceId::from_hex(trace).ok()?, SpanId::from_hex(span).ok()?);
    let flags = TraceFlags::SAMPLED;
    let parent = SpanContext::new(trace, span, flags, true, TraceState::default());
    parent.is_valid().then_some(parent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_names_a_trace_and_a_span() {
        let header = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        let parent = parse_parent(header).unwrap();
        assert_eq!(parent.trace_id().to_string(), &header[3..35]);
        assert_eq!(parent.span_id().to_string(), &header[36..52]);
        let zero = "00-00000000000000000000000000000000-b7ad6b7169203331-01";
        for other in [
            "",
            "00",
            &header[1..],
            "01-a-b-01",
            zero,
            &format!("{header}-x"),
        ] {
            assert!(parse_parent(other).is_none(), "{other}");
        }
    }
}
