//! A program as a bot that accepts invitations.

use botwerk_client::{Client, ClientError, SeatSession, proto};

use super::message::MatchHello;
use super::session::{SeatTicket, play_stdio_seat};

/// Returns the session of an invited seat, for which the program is started.
///
/// # Errors
/// Returns an error if the game is not one of this version.
pub(crate) fn stdio_session(
    client: &Client,
    invitation: &proto::Invitation,
    argv: &[String],
) -> Result<SeatSession, ClientError> {
    let ticket = SeatTicket {
        r#match: invitation.r#match.clone(),
        seat_token: invitation.seat_token.clone(),
        hello: MatchHello::from_invitation(invitation)?,
    };
    let (client, argv) = (client.clone(), argv.to_vec());
    Ok(Box::pin(async move {
        play_stdio_seat(&client, &ticket, &argv).await
    }))
}
