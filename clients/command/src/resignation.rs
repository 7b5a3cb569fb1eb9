//! Resigning a seat.

use botwerk_client::{Client, ClientError, proto};

/// Resigns a seat. Does nothing if the match has just ended.
///
/// # Errors
/// Returns an error if the server rejects it or does not respond.
pub async fn resign(
    client: &Client,
    match_name: &str,
    seat_token: &str,
) -> Result<(), ClientError> {
    let request = proto::ResignRequest {
        r#match: match_name.into(),
        seat_token: seat_token.into(),
        crashed: false,
    };
    let resigned = client.matches().resign(request).await;
    match resigned.map_err(ClientError::from) {
        Ok(_) => Ok(()),
        Err(ClientError::Rejected { reason, .. }) if reason == "MATCH_OVER" => Ok(()),
        Err(error) => Err(error),
    }
}
