//! Cross-origin requests: the web pages that may call the server.

use std::time::Duration;

use http::{HeaderName, HeaderValue, Method};
use tower_http::cors::{AllowOrigin, CorsLayer};

/// Time for which a browser may cache the answer to a preflight request.
const PREFLIGHT_MAX_AGE: Duration = Duration::from_secs(3600);

/// Request headers of gRPC-Web and Connect clients.
const ALLOWED_HEADERS: [&str; 6] = [
    "authorization",
    "content-type",
    "grpc-timeout",
    "x-grpc-web",
    "x-user-agent",
    "connect-protocol-version",
];

/// Response headers with the status of a call that returns no message.
const EXPOSED_HEADERS: [&str; 3] = ["grpc-status", "grpc-message", "grpc-status-details-bin"];

/// Returns the layer that allows calls from pages of these origins, or `None` if there are none.
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
        .max_age(PREFLIGHT_MAX_AGE);
    Some(layer)
}
