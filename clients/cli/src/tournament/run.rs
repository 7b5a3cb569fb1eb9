//! `tournament run`: a tournament from its file to its last match.

use std::path::{Path, PathBuf};

use botwerk_client::{ClientError, proto};
use botwerk_engine::RootSeed;
use botwerk_tournament::configuration::TournamentFile;
use botwerk_tournament_wire::setup_message;
use clap::Args;
use proto::TournamentState;

use super::check::read_file;
use super::follow::{self, FollowOutcome};
use super::server::{TournamentServer, TournamentServerArgs};
use super::table_format::TableFormat;
use super::{launched_bots, standings};
use crate::connection::block_on;
use crate::failure::{Failure, Reason};
use crate::output::Output;

/// What to play, and where.
#[derive(Debug, Args)]
pub(super) struct RunArgs {
    /// The tournament, as TOML: see `docs/tournaments`
    file: PathBuf,
    #[command(flatten)]
    venue: TournamentServerArgs,
    #[command(flatten)]
    play: PlayArgs,
}

/// How to play.
#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// What everything is drawn from, instead of what the file says [default: drawn and told at
    /// the end]
    #[arg(long)]
    pub(crate) seed: Option<String>,
    /// Matches at a time [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) concurrency: Option<u32>,
    /// Allow more matches at a time than cores although time is measured
    #[arg(long)]
    pub(crate) oversubscribe: bool,
}

/// Plays the tournament to its end, or goes on with it.
pub(super) fn run(args: &RunArgs, output: &mut Output) -> Result<(), Failure> {
    let file = read_file(&args.file, output)?;
    let text = std::fs::read_to_string(&args.file)?;
    launched_bots::check(&file.configuration)?;
    block_on(2, async {
        let default = args.file.with_extension("db");
        let (venue, db) = args.venue.open(&default).await?;
        if let Some(db) = &db {
            check_no_other_tournament(&venue, &file, db).await?;
        }
        let seed = args.play.seed.clone().or_else(|| file.seed.clone());
        // The same file played on the same server again is the same tournament: it goes on.
        let said = format!("{text}\0{}", seed.as_deref().unwrap_or_default());
        let request = proto::CreateTournamentRequest {
            request_id: RootSeed::from_text(&said).to_hex(),
            ..request(&file, seed, &args.play)
        };
        let tournament = create(&venue, request).await?;
        let again = format!("tournament run {}", args.file.display());
        let place = match &db {
            Some(db) => StorageLocation::File(db, again),
            None => StorageLocation::Server,
        };
        play_and_print(venue, tournament, &place, output).await
    })
}

/// Refuses to play beside another tournament of the same file that is not over: a file that was
/// changed is another tournament.
async fn check_no_other_tournament(
    venue: &TournamentServer,
    file: &TournamentFile,
    db: &Path,
) -> Result<(), Failure> {
    let own = setup_message(&file.configuration.clone().with_default_turn_limit());
    for state in [TournamentState::Running, TournamentState::Paused] {
        let request = proto::ListTournamentsRequest {
            state: state as i32,
            ..Default::default()
        };
        let list = venue.client.tournaments().list_tournaments(request).await;
        let list = list.map_err(ClientError::from)?.into_inner();
        let mut others = list.tournaments.iter();
        if let Some(other) = others.find(|other| other.setup.as_ref() != Some(&own)) {
            let (name, db) = (&other.name, db.display());
            let message = format!(
                "{db}: {name} in it is another tournament and not over; `botwerk tournament resume \
                 --db {db}` plays it to its end, --db FILE keeps this one elsewhere"
            );
            return Err(Failure::new(Reason::BadArgument, message));
        }
    }
    Ok(())
}

/// What makes a tournament.
pub(crate) fn request(
    file: &TournamentFile,
    seed: Option<String>,
    args: &PlayArgs,
) -> proto::CreateTournamentRequest {
    proto::CreateTournamentRequest {
        request_id: String::new(),
        setup: Some(setup_message(&file.configuration)),
        seed: seed.unwrap_or_default(),
        concurrency: args.concurrency.unwrap_or_default(),
        oversubscribe: args.oversubscribe,
    }
}

/// Makes the tournament, or finds the one that was made before.
pub(crate) async fn create(
    venue: &TournamentServer,
    request: proto::CreateTournamentRequest,
) -> Result<proto::Tournament, Failure> {
    let mut calls = venue.client.tournaments();
    let made = calls.create_tournament(request).await;
    let made = made.map_err(ClientError::from)?.into_inner();
    let tournament = made.tournament.unwrap_or_default();
    if tournament.state != TournamentState::Paused as i32 {
        return Ok(tournament);
    }
    let request = proto::ResumeTournamentRequest {
        name: tournament.name,
    };
    let resumed = calls.resume_tournament(request).await;
    let resumed = resumed.map_err(ClientError::from)?.into_inner();
    Ok(resumed.tournament.unwrap_or_default())
}

/// Where a tournament is kept.
pub(crate) enum StorageLocation<'a> {
    /// In a file of this program's own server; with the command that goes on with it.
    File(&'a Path, String),
    /// In this program's memory.
    Memory,
    /// On another server.
    Server,
}

/// Where programs write whose tournament is kept in no file of this machine.
const ELSEWHERE: &str = "tournament.logs";

impl StorageLocation<'_> {
    /// Where the programs of entrants write.
    fn logs(&self) -> PathBuf {
        match self {
            Self::File(db, _) => db.with_extension("logs"),
            Self::Memory | Self::Server => PathBuf::from(ELSEWHERE),
        }
    }
}

/// Plays a tournament to its end and shows what came of it; after Ctrl-C, how to go on.
pub(crate) async fn play_and_print(
    venue: TournamentServer,
    tournament: proto::Tournament,
    place: &StorageLocation<'_>,
    output: &mut Output,
) -> Result<(), Failure> {
    let name = tournament.name.clone();
    if !output.is_json() {
        output.line(format!("{name} at {}", venue.address))?;
        output.line(format!("hash of the seed {}", tournament.seed_sha256))?;
        if let StorageLocation::File(db, _) = place {
            output.line(format!("kept in {}", db.display()))?;
        }
        output.flush()?;
    }
    let left = follow::play(&venue, tournament, &place.logs(), output).await;
    if let Ok(FollowOutcome::Ended) = left {
        let request = proto::GetStandingsRequest { name: name.clone() };
        let table = venue.client.tournaments().get_standings(request).await;
        let table = table.map_err(ClientError::from)?.into_inner();
        output.line(standings::text(&table, TableFormat::of(output))?)?;
    }
    let address = venue.address.clone();
    venue.close().await?;
    if let FollowOutcome::Interrupted(now) = left? {
        say_how_to_go_on(&now, place, &address, output)?;
    }
    Ok(())
}

fn say_how_to_go_on(
    now: &proto::Tournament,
    place: &StorageLocation<'_>,
    address: &str,
    output: &mut Output,
) -> Result<(), Failure> {
    let (results, matches, name) = (now.result_count, now.match_count, &now.name);
    let (go_on, words) = match place {
        StorageLocation::File(db, again) => {
            let go_on = format!("botwerk {again} --db {}", db.display());
            (go_on, "To go on:")
        }
        StorageLocation::Server => {
            let go_on = format!("botwerk tournament resume --server {address} {name}");
            (
                go_on,
                "It goes on on the server. To look on and run its programs:",
            )
        }
        StorageLocation::Memory => (
            String::new(),
            "It was kept in memory only; --db FILE keeps the next one.",
        ),
    };
    if output.is_json() {
        let told = serde_json::json!({
            "tournament": name, "interrupted": true, "results": results, "matches": matches,
            "resume": go_on,
        });
        return output.json(&told);
    }
    output.line(format!("{results} of {matches} matches are played."))?;
    output.line(format!("{words}  {go_on}").trim_end())
}
