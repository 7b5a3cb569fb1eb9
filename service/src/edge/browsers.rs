//! Browsers: which pages of other origins may call the server.

use std::time::Duration;

use http::{HeaderName, HeaderValue, Method};
use tower_http::cors::{AllowOrigin, CorsLayer};

/// How long a browser may remember what it was told.
const REMEMBERED: Duration = Duration::from_secs(3600);

/// Headers of gRPC-Web and Connect clients.
const ALLOWED_HEADERS: [&str; 6] = [
    "authorization",
    "content-type",
    "grpc-timeout",
    "x-grpc-web",
    "x-user-agent",
    "connect-protocol-version",
];

/// Headers in which a call's end is told, when there is nothing but an end.
const EXPOSED_HEADERS: [&str; 3] = ["grpc-status", "grpc-message", "grpc-status-details-bin"];

/// The answers to browsers that ask for these origins; `None` if there are none.
pub(crate) fn cors_layer(origins: &[String]) -> Option<CorsLayer> {
    let origins: Vec<HeaderValue> = origins
        .iter()
        .filter_map(|origin| origin.parse().ok())
        .collect();
    if origins.is_empty() {
        return None;
    }
    let layer = CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_methods([Method::POST])
        .allow_headers(ALLOWED_HEADERS.map(HeaderName::from_static))
        .expose_headers(EXPOSED_HEADERS.map(HeaderName::from_static))
        .max_age(REMEMBERED);
    Some(layer)
}
