//! A program as a bot that accepts invitations.

use botwerk_client::{Client, ClientError, SeatSession, proto};

use super::message::MatchHello;
use super::session::{SeatTicket, play_stdio_seat};
use crate::own_command;

/// Maximum number of matches that a launched program plays at the same time, as far as its tournament allows.
const BRIDGE_CONCURRENCY: &str = "64";

/// Returns the command line of a bot that runs a program for each of its matches.
pub(crate) fn bridge_command(argv: &[String]) -> Vec<String> {
    let own = own_command::get().iter();
    let own = own.map(|word| word.to_string_lossy().into_owned());
    let bridge = ["bot", "--stdio", "--concurrency", BRIDGE_CONCURRENCY, "--"];
    let bridge = bridge.map(str::to_owned);
    own.chain(bridge).chain(argv.iter().cloned()).collect()
}

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
