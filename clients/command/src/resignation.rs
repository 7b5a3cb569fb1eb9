//! Resigning a seat.

use botwerk_client::{Client, ClientError, proto};
use proto::ErrorReason;

/// Resigns a seat. Does nothing if the match has just ended.
///
/// # Errors
/// Returns an error if the server rejects it or does not respond.
pub async fn resign(
    client: &Client,
    match_name: &str,
    seat_token: &str,
) -> Result<(), ClientError> {
    let request = proto::ResignSeatRequest {
        r#match: match_name.into(),
        has_crashed: false,
    };
    let resigned = client
        .with_token(seat_token)?
        .matches()
        .resign_seat(request)
        .await;
    match resigned.map_err(ClientError::from) {
        Ok(_)
        | Err(ClientError::Rejected {
            reason: ErrorReason::MatchOver,
            ..
        }) => Ok(()),
        Err(error) => Err(error),
    }
}
