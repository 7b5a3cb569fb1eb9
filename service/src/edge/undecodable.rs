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

/// Answers an undecodable request, or one that is too large, with a reason, and counts it.
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
    if !status.details().is_empty() || status.source().is_some() {
        return None;
    }
    let found = status.message();
    let (reason, message) = match status.code() {
        Code::Internal => (
            Reason::BadRequest,
            format!(
                "request: not a message of this call ({found}); send the one of its .proto file"
            ),
        ),
        Code::OutOfRange => (
            Reason::TooLarge,
            format!(
                "request: larger than the server accepts ({found}); send less at a time, or let its operator raise \
                 max_message_bytes"
            ),
        ),
        _ => return None,
    };
    Some(Error::new(reason, message))
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
        let large = Status::out_of_range("decoded message length too large");
        let error = undecodable_request(&large).unwrap();
        assert_eq!(error.reason, Reason::TooLarge);
        assert!(error.message.contains("max_message_bytes"), "{error}");
    }
}
