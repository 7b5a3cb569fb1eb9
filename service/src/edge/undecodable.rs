//! Requests whose bytes are not the message of their call: the fault of the client, which the transport
//! reports as one of the server.

use std::error::Error as _;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use tonic::{Code, Status};

use crate::error::{Error, Reason};
use crate::metrics::Metrics;

/// Answers an undecodable request with `INVALID_ARGUMENT`, and counts it.
pub(crate) async fn reject_undecodable(
    State(metrics): State<Arc<Metrics>>,
    request: Request,
    next: Next,
) -> Response {
    let response = next.run(request).await;
    let status = response.extensions().get::<Status>();
    match status.and_then(undecodable_request) {
        Some(error) => {
            metrics.undecodable_request();
            Status::from(error).into_http()
        }
        None => response,
    }
}

/// Returns the error of a request that the transport could not decode, or `None` for any other status.
pub(crate) fn undecodable_request(status: &Status) -> Option<Error> {
    // Errors of this server have details, and those of a connection have a source.
    let is_of_transport = status.details().is_empty() && status.source().is_none();
    (status.code() == Code::Internal && is_of_transport).then(|| {
        let message = format!(
            "request: not a message of this call ({}); send the one of its .proto file",
            status.message()
        );
        Error::new(Reason::BadRequest, message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_of_the_server_stay_its_own() {
        let fault = Status::from(Error::new(Reason::Internal, "a fault"));
        assert_eq!(undecodable_request(&fault), None);
        let lost = std::io::Error::from(std::io::ErrorKind::BrokenPipe);
        assert_eq!(undecodable_request(&Status::from_error(lost.into())), None);
        let undecodable = Status::internal("failed to decode Protobuf message");
        let error = undecodable_request(&undecodable).unwrap();
        assert_eq!(error.reason, Reason::BadRequest);
        assert!(error.message.contains("failed to decode"), "{error}");
    }
}
