//! `tournament resume` and `tournament pause`.

use std::path::Path;

use botwerk_client::{ClientError, proto};
use clap::Args;

use super::description::planned_matches;
use super::launch_permission::LaunchArgs;
use super::manage::resource_name;
use super::run::{StorageLocation, play_and_print};
use super::server::TournamentServerArgs;
use super::source::Source;
use crate::connection::{ServerArgs, block_on};
use crate::failure::{Failure, Reason};
use crate::output::Output;
use crate::sandbox::UncountedArgs;

/// Arguments of `tournament resume`.
#[derive(Debug, Args)]
pub(super) struct ResumeArgs {
    #[command(flatten)]
    server: TournamentServerArgs,
    #[command(flatten)]
    launch: LaunchArgs,
    #[command(flatten)]
    uncounted: UncountedArgs,
    /// Tournament, such as tournaments/0198... [default: the newest]
    #[arg(value_name = "TOURNAMENT")]
    tournament: Option<String>,
}

/// Resumes a tournament and follows it until it ends.
pub(super) fn resume(args: &ResumeArgs, output: &mut Output) -> Result<(), Failure> {
    if args.server.db.is_none() && args.server.server.is_none() {
        let message = "--db FILE or --server ADDRESS: neither is given; name the database or server of the tournament";
        return Err(Failure::new(Reason::BadArgument, message));
    }
    let permission = args.launch.permission(output)?;
    block_on(2, async {
        // Opening a missing file would create an empty database.
        if let Some(db) = args.server.db.as_deref().filter(|db| !db.exists()) {
            let message = format!(
                "{}: no such file; name the database of the tournament",
                db.display()
            );
            return Err(Failure::new(Reason::FileError, message));
        }
        let (server, db) = args.server.open(Path::new("")).await?;
        let source = Source::Server(server.client.clone());
        let name = source.find(args.tournament.as_deref()).await?;
        let found = source.tournament(&name).await?;
        // A tournament whose commands are not started is not resumed either.
        let commands = permission.commands(&found)?;
        commands.check_counted(args.uncounted)?;
        let tournament = server.resume_if_paused(found).await?;
        let confirmation = permission.arguments() + args.uncounted.arguments();
        let resume_command = format!("tournament resume {}{confirmation}", tournament.name);
        let location = match &db {
            Some(db) => StorageLocation::File(db, resume_command),
            None => StorageLocation::Server(confirmation),
        };
        play_and_print(server, tournament, &commands, &location, output).await
    })
}

/// Arguments of `tournament pause`.
#[derive(Debug, Args)]
pub(super) struct PauseArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Tournament, such as tournaments/0198...
    #[arg(value_name = "TOURNAMENT")]
    tournament: String,
}

/// Pauses a tournament.
pub(super) fn pause(args: &PauseArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let client = args.server.connect().await?;
        let request = proto::PauseTournamentRequest {
            name: resource_name(&args.tournament),
        };
        let paused = client.organizer().pause_tournament(request).await;
        let paused = paused.map_err(ClientError::from)?.into_inner();
        let tournament = paused.tournament.unwrap_or_default();
        if output.is_json() {
            let object = serde_json::json!({
                "tournament": tournament.name, "paused": true, "results": tournament.result_count,
                "matches": planned_matches(&tournament), "running": tournament.running_matches,
            });
            return output.json(&object);
        }
        output.line(format!(
            "{} is paused after {} of {} matches; {} are in progress",
            tournament.name,
            tournament.result_count,
            planned_matches(&tournament),
            tournament.running_matches
        ))
    })
}
