//! Machine-readable reasons of rejected calls and submissions.

use botwerk_client::proto;
use tonic::Status;
use tonic_types::StatusExt;

/// Returns the reason of a failed call.
///
/// # Panics
/// Panics if the status carries no reason of this API or no message.
pub fn status_reason(status: &Status) -> String {
    let details = status.get_error_details();
    let info = details.error_info();
    let info = info.unwrap_or_else(|| panic!("no ErrorInfo in {status:?}"));
    assert_eq!(info.domain, "botwerk");
    assert!(!status.message().is_empty(), "{status:?} has no message");
    info.reason.clone()
}

/// Returns the reason of a `Rejected` frame.
///
/// # Panics
/// Panics if the frame has no reason, message or code.
pub fn rejection_reason(rejected: &proto::Rejected) -> &str {
    let error = rejected.error.as_ref().unwrap();
    assert!(!error.message.is_empty() && error.code != 0, "{error:?}");
    &error.reason
}
