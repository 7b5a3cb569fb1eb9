//! A program as a bot that accepts invitations.

use botwerk_client::{Client, ClientError, SeatSession, proto};

use super::message::MatchHello;
use super::session::{SeatTicket, play_stdio_seat};
use crate::bot_program::BotProgram;
use crate::own_command;
use crate::sandbox::SandboxArgs;

/// Maximum number of matches that a launched program plays at the same time, as far as its tournament allows.
const BRIDGE_CONCURRENCY: &str = "64";

/// Returns the program of a bot that runs another program for each of its matches, in the sandbox of that.
pub(crate) fn bridge(program: &BotProgram) -> BotProgram {
    let own = own_command::get().iter();
    let own = own.map(|word| word.to_string_lossy().into_owned());
    let bridge = ["bot", "--stdio", "--concurrency", BRIDGE_CONCURRENCY];
    let mut argv: Vec<String> = own.chain(bridge.map(str::to_owned)).collect();
    argv.extend(SandboxArgs::arguments(program.sandbox.as_ref()));
    argv.push("--".into());
    argv.extend_from_slice(&program.argv);
    BotProgram {
        argv,
        sandbox: None,
    }
}

/// Returns the session of an invited seat, for which the program is started.
///
/// # Errors
/// Returns an error if the game is not one of this version.
pub(crate) fn stdio_session(
    client: &Client,
    invitation: &proto::Invitation,
    program: &BotProgram,
) -> Result<SeatSession, ClientError> {
    let ticket = SeatTicket {
        r#match: invitation.r#match.clone(),
        seat_token: invitation.seat_token.clone(),
        hello: MatchHello::from_invitation(invitation)?,
    };
    let (client, program) = (client.clone(), program.clone());
    Ok(Box::pin(async move {
        play_stdio_seat(&client, &ticket, &program, None).await
    }))
}
