//! `tournament resume` and `pause`: going on, and holding on.

use std::path::Path;

use botwerk_client::{ClientError, proto};
use clap::Args;
use proto::TournamentState;

use super::run::{StorageLocation, play_and_print};
use super::server::{TournamentServer, TournamentServerArgs};
use crate::connection::{ServerArgs, block_on};
use crate::failure::{Failure, Reason};
use crate::output::Output;

/// Which tournament, and where.
#[derive(Debug, Args)]
pub(super) struct ResumeArgs {
    #[command(flatten)]
    venue: TournamentServerArgs,
    /// A tournament such as tournaments/0198...; without one the newest
    #[arg(value_name = "TOURNAMENT")]
    tournament: Option<String>,
}

/// Goes on with a tournament and plays it to its end.
pub(super) fn resume(args: &ResumeArgs, output: &mut Output) -> Result<(), Failure> {
    if args.venue.db.is_none() && args.venue.server.is_none() {
        let message =
            "--db FILE or --server ADDRESS: neither is given; say where the tournament is";
        return Err(Failure::new(Reason::BadArgument, message));
    }
    block_on(2, async {
        // A new file would have no tournament in it.
        if let Some(db) = args.venue.db.as_deref().filter(|db| !db.exists()) {
            let message = format!(
                "{}: there is no such file; name the tournament's",
                db.display()
            );
            return Err(Failure::new(Reason::Unreadable, message));
        }
        let (venue, db) = args.venue.open(Path::new("")).await?;
        let tournament = going_on(&venue, args.tournament.as_deref()).await?;
        let again = format!("tournament resume {}", tournament.name);
        let place = match &db {
            Some(db) => StorageLocation::File(db, again),
            None => StorageLocation::Server,
        };
        play_and_print(venue, tournament, &place, output).await
    })
}

/// The tournament, told to go on if it was paused.
async fn going_on(
    venue: &TournamentServer,
    given: Option<&str>,
) -> Result<proto::Tournament, Failure> {
    let mut calls = venue.client.tournaments();
    let found = match given {
        Some(name) => {
            let request = proto::GetTournamentRequest { name: name.into() };
            let found = calls.get_tournament(request).await;
            found.map_err(ClientError::from)?.into_inner().tournament
        }
        None => {
            let request = proto::ListTournamentsRequest {
                page_size: 1,
                ..Default::default()
            };
            let found = calls.list_tournaments(request).await;
            let found = found.map_err(ClientError::from)?.into_inner();
            found.tournaments.into_iter().next()
        }
    };
    let found = found.ok_or_else(|| {
        let message = "there is no tournament; `botwerk tournament run FILE` plays one";
        Failure::new(Reason::BadArgument, message)
    })?;
    if found.state != TournamentState::Paused as i32 {
        return Ok(found);
    }
    let request = proto::ResumeTournamentRequest { name: found.name };
    let resumed = calls.resume_tournament(request).await;
    let resumed = resumed.map_err(ClientError::from)?.into_inner();
    Ok(resumed.tournament.unwrap_or_default())
}

/// Which tournament of which server.
#[derive(Debug, Args)]
pub(super) struct PauseArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// A tournament such as tournaments/0198...
    #[arg(value_name = "TOURNAMENT")]
    tournament: String,
}

/// Lets a tournament begin no more matches.
pub(super) fn pause(args: &PauseArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let client = args.server.connect().await?;
        let request = proto::PauseTournamentRequest {
            name: args.tournament.clone(),
        };
        let paused = client.tournaments().pause_tournament(request).await;
        let paused = paused.map_err(ClientError::from)?.into_inner();
        let now = paused.tournament.unwrap_or_default();
        if output.is_json() {
            let told = serde_json::json!({
                "tournament": now.name, "paused": true, "results": now.result_count,
                "matches": now.match_count, "running": now.running_matches,
            });
            return output.json(&told);
        }
        output.line(format!(
            "{} is paused after {} of {} matches; {} are still being played",
            now.name, now.result_count, now.match_count, now.running_matches
        ))
    })
}
