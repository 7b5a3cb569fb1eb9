//! Machine-readable reasons of refused calls.

use botwerk_client::proto;
use tonic::Status;
use tonic_types::StatusExt;

/// The reason of a refused call.
///
/// # Panics
/// If the status carries no reason of this contract, or the words are missing.
pub fn reason_of(status: &Status) -> String {
    let details = status.get_error_details();
    let info = details.error_info();
    let info = info.unwrap_or_else(|| panic!("no ErrorInfo in {status:?}"));
    assert_eq!(info.domain, "botwerk");
    assert!(!status.message().is_empty(), "{status:?} has no words");
    info.reason.clone()
}

/// The reason of a refused frame.
///
/// # Panics
/// If it has none.
pub fn refusal(rejected: &proto::Rejected) -> &str {
    let error = rejected.error.as_ref().unwrap();
    assert!(!error.message.is_empty() && error.code != 0, "{error:?}");
    &error.reason
}
