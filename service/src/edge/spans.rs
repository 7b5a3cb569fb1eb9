//! One span a call: its method and how it ended. Headers and messages stay out of the log, since
//! tokens stand in them.

use std::time::Duration;

use http::{HeaderMap, Request, Response};
use tonic::Code;
use tower_http::classify::{GrpcErrorsAsFailures, SharedClassifier};
use tower_http::trace::{MakeSpan, OnEos, OnResponse, TraceLayer};
use tracing::Span;
use tracing::field::Empty;

/// The header and trailer in which a call's end is told.
const STATUS: &str = "grpc-status";

/// The longest method name that is logged, in bytes; any path can be asked for.
const METHOD_BYTES: usize = 100;

/// The spans of all calls.
pub(crate) type Spans =
    TraceLayer<SharedClassifier<GrpcErrorsAsFailures>, Named, (), Ended, (), Ended, ()>;

/// Opens a span for every call and closes it with the status.
pub(crate) fn spans() -> Spans {
    TraceLayer::new_for_grpc()
        .make_span_with(Named)
        .on_request(())
        .on_response(Ended)
        .on_body_chunk(())
        .on_eos(Ended)
        .on_failure(())
}

/// Names the span of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Named;

impl<B> MakeSpan<B> for Named {
    fn make_span(&mut self, request: &Request<B>) -> Span {
        let path = request.uri().path();
        let method = path.get(..METHOD_BYTES).unwrap_or(path);
        tracing::info_span!("rpc", method, status = Empty)
    }
}

/// Notes how a call ended.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ended;

impl<B> OnResponse<B> for Ended {
    fn on_response(self, response: &Response<B>, took: Duration, span: &Span) {
        // The status of a call that gives nothing stands in the head of its answer.
        if response.headers().contains_key(STATUS) {
            note(response.headers(), took, span);
        }
    }
}

impl OnEos for Ended {
    fn on_eos(self, trailers: Option<&HeaderMap>, took: Duration, span: &Span) {
        if let Some(trailers) = trailers {
            note(trailers, took, span);
        }
    }
}

fn note(headers: &HeaderMap, took: Duration, span: &Span) {
    let status = headers.get(STATUS);
    let code = status.map_or(Code::Unknown, |value| Code::from_bytes(value.as_bytes()));
    span.record("status", tracing::field::debug(code));
    let micros = took.as_micros() as u64;
    if matches!(code, Code::Internal | Code::Unknown) {
        tracing::error!(micros, "the call failed");
    } else {
        tracing::debug!(micros, "the call has ended");
    }
}
