//! A span for every call, with its method and status. Headers and messages are not logged, since
//! they contain tokens.

use std::time::Duration;

use http::{HeaderMap, Request, Response};
use tonic::Code;
use tower_http::classify::{GrpcErrorsAsFailures, SharedClassifier};
use tower_http::trace::{MakeSpan, OnEos, OnResponse, TraceLayer};
use tracing::Span;
use tracing::field::Empty;

/// The header or trailer with the status of a call.
const STATUS_HEADER: &str = "grpc-status";

/// Maximum length of a logged method, in bytes, since a client can request any path.
const MAX_METHOD_BYTES: usize = 100;

/// The layer that opens and closes the spans.
pub(crate) type SpanLayer = TraceLayer<
    SharedClassifier<GrpcErrorsAsFailures>,
    MethodSpan,
    (),
    StatusRecorder,
    (),
    StatusRecorder,
    (),
>;

/// Returns the layer that opens a span for every call and records the status in it.
pub(crate) fn trace_layer() -> SpanLayer {
    TraceLayer::new_for_grpc()
        .make_span_with(MethodSpan)
        .on_request(())
        .on_response(StatusRecorder)
        .on_body_chunk(())
        .on_eos(StatusRecorder)
        .on_failure(())
}

/// Opens the span of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MethodSpan;

impl<B> MakeSpan<B> for MethodSpan {
    fn make_span(&mut self, request: &Request<B>) -> Span {
        let path = request.uri().path();
        let method = path.get(..MAX_METHOD_BYTES).unwrap_or(path);
        tracing::info_span!("rpc", method, status = Empty)
    }
}

/// Records the status of a call that has ended.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StatusRecorder;

impl<B> OnResponse<B> for StatusRecorder {
    fn on_response(self, response: &Response<B>, duration: Duration, span: &Span) {
        // The status of a call that returns no message is in the headers of the response.
        if response.headers().contains_key(STATUS_HEADER) {
            record_status(response.headers(), duration, span);
        }
    }
}

impl OnEos for StatusRecorder {
    fn on_eos(self, trailers: Option<&HeaderMap>, duration: Duration, span: &Span) {
        if let Some(trailers) = trailers {
            record_status(trailers, duration, span);
        }
    }
}

fn record_status(headers: &HeaderMap, duration: Duration, span: &Span) {
    let value = headers.get(STATUS_HEADER);
    let code = value.map_or(Code::Unknown, |value| Code::from_bytes(value.as_bytes()));
    span.record("status", tracing::field::debug(code));
    let micros = duration.as_micros() as u64;
    if matches!(code, Code::Internal | Code::Unknown) {
        tracing::error!(micros, "call failed");
    } else {
        tracing::debug!(micros, "call ended");
    }
}
