//! A program as a bot that accepts invitations.

use std::time::Duration;

use botwerk_client::invitations::SeatSession;
use botwerk_client::{Client, ClientError, proto};
use botwerk_tournament::configuration::LaunchCommand;

use super::message::MatchHello;
use super::session::{SeatTicket, play_stdio_seat};
use crate::bot_log::BotLog;
use crate::bot_program::BotProgram;
use crate::own_command;
use crate::sandbox::SandboxArgs;
use crate::seat_log_upload::{LogDestination, LogSource, SeatLogUpload};

/// Maximum number of matches that a launched program plays at the same time, as far as its tournament allows.
const BRIDGE_CONCURRENCY: &str = "64";

/// Time between two uploads of what a program has written to standard error.
const UPLOAD_INTERVAL: Duration = Duration::from_millis(500);

/// Returns the program of a bot that runs another program for each of its matches, in the sandbox of that.
pub fn bridge(program: &BotProgram) -> BotProgram {
    let mut argv = own_command::with_arguments(&[
        "bot",
        "run",
        "--upload-logs",
        "--concurrency",
        BRIDGE_CONCURRENCY,
    ]);
    argv.extend(SandboxArgs::arguments(program.sandbox.as_ref()));
    argv.push(LaunchCommand::new(program.argv.clone()).quoted());
    BotProgram {
        argv,
        sandbox: None,
        processor_log: program.processor_log.clone(),
    }
}

/// What becomes of what a program writes to standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgramLog {
    /// It is passed on to standard error of this program.
    PassedOn,
    /// It is passed on, and sent to the log of the seat.
    PassedOnAndUploaded,
    /// It is sent to the log of the seat: a stranger's program could fill the disk with the output of this one.
    Uploaded,
}

/// Returns the session of an invited seat, for which the program is started.
///
/// # Errors
/// Returns an error if the game is not one of this version.
pub fn stdio_session(
    client: &Client,
    invitation: &proto::Invitation,
    program: &BotProgram,
    program_log: ProgramLog,
) -> Result<SeatSession, ClientError> {
    let ticket = SeatTicket {
        r#match: invitation.r#match.clone(),
        seat_token: invitation.seat_token.clone(),
        hello: MatchHello::from_invitation(invitation)?,
    };
    let (client, program) = (client.clone(), program.clone());
    Ok(Box::pin(async move {
        let log = match program_log {
            ProgramLog::PassedOn => {
                return play_stdio_seat(&client, &ticket, &program, None).await;
            }
            ProgramLog::PassedOnAndUploaded => BotLog::passed_on(),
            ProgramLog::Uploaded => BotLog::kept_only(),
        };
        let destination = LogDestination::Seat {
            r#match: ticket.r#match.clone(),
            seat_token: ticket.seat_token.clone(),
        };
        let source = LogSource::Log(log.clone());
        let upload = SeatLogUpload::start(&client, destination, source, UPLOAD_INTERVAL);
        let played = play_stdio_seat(&client, &ticket, &program, Some(&log)).await;
        upload.finish().await;
        played
    }))
}
