//! `tournament run` of a file whose tournament exists: it is resumed, and not created again.

use botwerk_client::{ClientError, proto};
use botwerk_tournament::configuration::Configuration;
use botwerk_tournament_wire::setup_message;

use super::launch_commands::{LaunchCommands, without_added_entrants};
use super::server::TournamentServer;
use crate::failure::{Failure, Reason};
use crate::output::Output;
use crate::sandbox::UncountedArgs;

/// Resumes the tournament that a file created before, and says so. Returns it with the commands of the file's launched
/// bots.
///
/// # Errors
/// Returns an error if it names other commands than the file, if its bots use memory that this machine does not limit
/// and the user did not accept it, or if a call fails.
pub(super) async fn resume_existing(
    server: &TournamentServer,
    name: &str,
    configuration: &Configuration,
    uncounted: UncountedArgs,
    output: &mut Output,
) -> Result<(proto::Tournament, LaunchCommands), Failure> {
    let request = proto::GetTournamentRequest { name: name.into() };
    let found = server.client.tournaments().get_tournament(request).await;
    let found = found.map_err(ClientError::from)?.into_inner();
    let tournament = found.tournament.unwrap_or_default();
    let setup = tournament.setup.clone().unwrap_or_default();
    let own = setup_message(&configuration.clone().with_defaults());
    let has_other_defaults = without_added_entrants(&setup, &own) != own;
    let commands = LaunchCommands::by_entrant(configuration, &tournament);
    let commands = commands.map_err(|difference| {
        let message = format!("{name} was created by this file and has changed: {difference}");
        Failure::new(Reason::BadArgument, message)
    })?;
    commands.check_counted(uncounted)?;
    if !output.is_json() {
        let added = setup.entrants.len().saturating_sub(own.entrants.len());
        let added = match added {
            0 => String::new(),
            added => format!("; entrants added since then: {added}"),
        };
        let defaults = if has_other_defaults {
            "; it keeps the values that the file stood for then"
        } else {
            ""
        };
        output.line(format!(
            "{name} was created by this file before{added}{defaults}"
        ))?;
    }
    Ok((server.resume_if_paused(tournament).await?, commands))
}
