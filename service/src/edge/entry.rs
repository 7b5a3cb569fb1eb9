//! What every request passes before it is routed: its connection may be used, its host and origin are
//! allowed, and it is counted until its response has ended.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, StatusCode, Version};
use tonic::Status;

use super::admission::Admission;
use super::call_counts::ArrivedAt;
use super::connection::ConnectionInfo;
use super::drained_body::DrainedBody;
use super::host_rules::HostRules;
use super::unfinished_messages::UnfinishedMessages;
use crate::error::{Error, Reason};
use crate::metrics::{CalledMethod, Metrics};
use crate::requester::Requester;

/// The rules of requests.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) hosts: HostRules,
    pub(crate) admission: Admission,
    /// Maximum size of the headers of a request, in bytes.
    pub(crate) max_header_bytes: usize,
    pub(crate) unfinished: UnfinishedMessages,
}

/// Passes a request on, or rejects it.
pub(crate) async fn enter(
    State(entry): State<Arc<Entry>>,
    mut request: Request,
    next: Next,
) -> Response {
    request.extensions_mut().insert(ArrivedAt(Instant::now()));
    let Some(connection) = request.extensions().get::<ConnectionInfo>() else {
        // A call within the process.
        return next.run(request).await;
    };
    if connection.awaits_admin_token() {
        if entry.admission.check_admin(request.headers()).is_err() {
            let message =
                "max_connections reached; use one connection for several seats, or retry later";
            let error = Error::new(Reason::LimitExceeded, message);
            return rejection(request.headers(), StatusCode::SERVICE_UNAVAILABLE, error);
        }
        connection.calls.set_operator();
    }
    let call = connection.calls.start();
    // The transport checks it over HTTP/2 only.
    if header_bytes(request.headers()) > entry.max_header_bytes {
        let message = format!(
            "headers: larger than max_header_bytes ({}); send fewer or shorter ones",
            entry.max_header_bytes
        );
        let error = Error::new(Reason::TooLarge, message);
        let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        return call.until_end_of(rejection(request.headers(), status, error));
    }
    if let Err(error) = entry.hosts.check(request.uri(), request.headers()) {
        let status = match error.reason {
            Reason::HostNotAllowed => StatusCode::MISDIRECTED_REQUEST,
            _ => StatusCode::FORBIDDEN,
        };
        let method = CalledMethod::from_path(request.uri().path());
        entry.metrics.rejected(method, error.reason);
        return call.until_end_of(rejection(request.headers(), status, error));
    }
    let request = if request.version() < Version::HTTP_2 {
        request.map(|body| Body::new(DrainedBody::new(body)))
    } else {
        request
    };
    let request = match entry.admission.requester(&request) {
        Requester::Address(client) => entry.unfinished.watch(client, request),
        _ => request,
    };
    call.until_end_of(next.run(request).await)
}

/// Returns the size of headers as HTTP/2 counts it: 32 bytes for each in addition to its name and value.
fn header_bytes(headers: &HeaderMap) -> usize {
    let sizes = headers.iter();
    sizes
        .map(|(name, value)| name.as_str().len() + value.len() + 32)
        .sum()
}

/// Returns a response that clients of the API and others can read.
fn rejection(headers: &HeaderMap, status: StatusCode, error: Error) -> Response {
    let content_type = headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    if content_type.is_some_and(|value| value.starts_with(b"application/grpc")) {
        let mut response = Status::from(error).into_http();
        *response.status_mut() = status;
        return response;
    }
    (status, format!("{error}\n")).into_response()
}
