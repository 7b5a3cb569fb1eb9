//! `tournament run`: plays a tournament from its file to its last match.

use std::fs;
use std::path::{Path, PathBuf};

use botwerk_client::{ClientError, proto};
use botwerk_engine::RootSeed;
use botwerk_tournament::configuration::{Configuration, TournamentFile};
use botwerk_tournament_wire::setup_message;
use clap::Args;
use serde_json::json;

use super::check::{print_repeat_warning, read_file};
use super::description::planned_matches;
use super::follow::{self, FollowOutcome};
use super::launch_commands::LaunchCommands;
use super::other_tournaments::OtherTournaments;
use super::resumed_run::resume_existing;
use super::server::{TournamentServer, TournamentServerArgs};
use super::standings;
use super::table_format::TableFormat;
use crate::connection::block_on;
use crate::failure::{Failure, Reason};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::sandbox::UncountedArgs;

/// Arguments of `tournament run`.
#[derive(Debug, Args)]
pub(super) struct RunArgs {
    /// Tournament file, as TOML: see `docs/tournaments`
    file: PathBuf,
    /// Play the tournament even if the database has another one, such as that of an earlier version of the
    /// file
    #[arg(long, conflicts_with = "extend")]
    new: bool,
    /// Continue an unfinished tournament to which the file adds cycles, rounds, pairs or entrants, or of which it
    /// changes the limits, if it is a league
    #[arg(long)]
    extend: bool,
    #[command(flatten)]
    server: TournamentServerArgs,
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    uncounted: UncountedArgs,
}

/// Arguments about playing.
#[derive(Debug, Args)]
pub(super) struct PlayArgs {
    /// Seed of all chance outcomes, instead of that of the file [default: random, printed at the
    /// end]
    #[arg(long)]
    seed: Option<String>,
    /// Maximum number of matches in progress [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    concurrency: Option<u32>,
    /// Allow more concurrent matches than cores although time is measured
    #[arg(long)]
    oversubscribe: bool,
}

/// Plays the tournament to its end, or resumes it.
pub(super) fn run(args: &RunArgs, output: &mut Output) -> Result<(), Failure> {
    let file = read_file(&args.file, output)?;
    print_repeat_warning(&file.configuration, output)?;
    let text = fs::read_to_string(&args.file);
    let text = text.map_err(|error| Failure::file(&args.file.display().to_string(), &error))?;
    block_on(2, async {
        let default = args.file.with_extension("db");
        let (server, db) = args.server.open(&default).await?;
        let seed = args.play.seed.clone().or_else(|| file.seed.clone());
        // The request id identifies the file, so that it is resumed and not played twice, also by a version of the
        // program that has other defaults.
        let openings = file.configuration.openings.join("\0");
        let identity = format!(
            "{text}\0{openings}\0{}",
            seed.as_deref().unwrap_or_default()
        );
        let mut request = proto::CreateTournamentRequest {
            request_id: RootSeed::from_text(&identity).to_hex(),
            ..request(&file, seed.clone(), &args.play)
        };
        let others = OtherTournaments::read(&server, db.as_deref(), &file, &request).await?;
        if others.existing().is_none() {
            // A refused run creates and extends nothing.
            LaunchCommands::before_creation(&file.configuration).check_counted(args.uncounted)?;
        }
        if args.extend {
            if let Some(extended) = others.extend(&server, &request).await? {
                request.request_id = extended;
            }
        } else if let Some(db) = &db {
            others.check(db, args.new)?;
        }
        let (tournament, commands) = match others.existing() {
            Some(existing) => {
                let (configuration, uncounted) = (&file.configuration, args.uncounted);
                resume_existing(&server, existing, configuration, uncounted, output).await?
            }
            None => {
                let created = create(&server, &file.configuration, request).await;
                created.map_err(|failure| match others.candidate() {
                    Some(candidate) => or_resume(failure, candidate, &server, &args.file),
                    None => failure,
                })?
            }
        };
        let (path, accepted) = (args.file.display(), args.uncounted.arguments());
        let location = match &db {
            Some(db) => StorageLocation::File(db, format!("tournament run {path}{accepted}")),
            None => StorageLocation::Server(format!(" --file {path}{accepted}")),
        };
        play_and_print(server, tournament, &commands, &location, output).await
    })
}

/// Returns the failure of a request that creates a tournament. If the server knows the seed, it names the unfinished
/// tournament with the same set-up, and how to resume it.
fn or_resume(failure: Failure, name: &str, server: &TournamentServer, file: &Path) -> Failure {
    match failure {
        Failure::Server { reason, message } if message.starts_with("seed: ") => {
            let (address, file) = (&server.address, file.display());
            let message = format!(
                "{message}; {name} is unfinished and has the set-up of this file, to continue it: \
                 botwerk tournament resume --server {address} {name} --file {file}"
            );
            Failure::Server { reason, message }
        }
        other => other,
    }
}

/// Returns the request that creates the tournament.
fn request(
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

/// Creates the tournament of a configuration, or finds the existing one and resumes it. Returns it with
/// the commands of its launched bots.
///
/// # Errors
/// Returns an error if a call fails, or if the server returns the tournament of another configuration.
pub(crate) async fn create(
    server: &TournamentServer,
    configuration: &Configuration,
    request: proto::CreateTournamentRequest,
) -> Result<(proto::Tournament, LaunchCommands), Failure> {
    let created = server.client.organizer().create_tournament(request).await;
    let created = created.map_err(ClientError::from)?.into_inner();
    let tournament = created.tournament.unwrap_or_default();
    let commands = LaunchCommands::from_configuration(configuration, &tournament);
    let commands = commands.map_err(|difference| {
        let (address, name) = (&server.address, &tournament.name);
        let message = format!("{address} returned {name}, which was not requested: {difference}");
        Failure::new(Reason::BadArgument, message)
    })?;
    Ok((server.resume_if_paused(tournament).await?, commands))
}

/// The place where a tournament is stored.
pub(super) enum StorageLocation<'a> {
    /// In the file of the embedded server; with the command that resumes it.
    File(&'a Path, String),
    /// On a remote server; with the arguments of `tournament resume` that confirm the commands.
    Server(String),
}

/// Directory for the logs of launched bots if no database file is used.
const DEFAULT_LOG_DIR: &str = "tournament.logs";

impl StorageLocation<'_> {
    /// Returns the directory for the logs of launched bots.
    fn logs(&self) -> PathBuf {
        match self {
            Self::File(db, _) => db.with_extension("logs"),
            Self::Server(_) => PathBuf::from(DEFAULT_LOG_DIR),
        }
    }

    /// Returns what no bot may read: the logs of other bots, and the database.
    #[cfg(target_os = "linux")]
    fn hidden_from_bots(&self) -> Vec<PathBuf> {
        let database = match self {
            Self::File(db, _) => Some(db.to_path_buf()),
            Self::Server(_) => None,
        };
        database.into_iter().chain([self.logs()]).collect()
    }
}

/// Starts the launched bots, follows a tournament to its end, prints the standings, and serves it further with `--keep`;
/// after Ctrl-C before the end, prints how to resume it.
pub(super) async fn play_and_print(
    server: TournamentServer,
    tournament: proto::Tournament,
    commands: &LaunchCommands,
    location: &StorageLocation<'_>,
    output: &mut Output,
) -> Result<(), Failure> {
    let name = tournament.name.clone();
    if !output.is_json() {
        output.line(format!("{name} at {}", server.address))?;
        if let Some(page) = server.page_address(&name) {
            output.line(format!("watch it at {page}"))?;
        }
        output.line(format!("seed commitment {}", tournament.seed_commitment))?;
        if let StorageLocation::File(db, _) = location {
            output.line(format!("stored in {}", db.display()))?;
        }
        for command in server.registrations(&tournament) {
            output.line(format!("a bot gets its token by: {command}"))?;
        }
    }
    #[cfg(target_os = "linux")]
    commands.check_sandboxes(&location.hidden_from_bots())?;
    commands.print(output)?;
    commands.check_start(&tournament).await?;
    let interrupt = Interrupt::listen();
    let logs = location.logs();
    let outcome = follow::play(&server, tournament, commands, &logs, &interrupt, output).await;
    if let Ok(FollowOutcome::Ended) = outcome {
        let request = proto::GetStandingsRequest {
            name: name.clone(),
            season: 0,
            ..Default::default()
        };
        let table = server.client.tournaments().get_standings(request).await;
        let table = table.map_err(ClientError::from)?.into_inner();
        output.line(standings::text(&table, TableFormat::default_for(output))?)?;
        server.serve_ended(&name, &interrupt, output).await?;
    }
    let address = server.address.clone();
    server.close().await?;
    match outcome? {
        FollowOutcome::Ended => Ok(()),
        FollowOutcome::Interrupted(now) => print_how_to_resume(&now, location, &address, output),
        FollowOutcome::Stalled(now, failure) => {
            print_how_to_resume(&now, location, &address, output)?;
            Err(failure)
        }
    }
}

fn print_how_to_resume(
    now: &proto::Tournament,
    location: &StorageLocation<'_>,
    address: &str,
    output: &mut Output,
) -> Result<(), Failure> {
    let (results, matches, name) = (now.result_count, planned_matches(now), &now.name);
    let (command, label) = match location {
        StorageLocation::File(db, resume_command) => {
            let command = format!("botwerk {resume_command} --db {}", db.display());
            (command, "To resume:")
        }
        StorageLocation::Server(confirmation) => {
            let command =
                format!("botwerk tournament resume --server {address} {name}{confirmation}");
            (
                command,
                "It continues on the server. To follow it and run its launched bots:",
            )
        }
    };
    if output.is_json() {
        let object = json!({
            "tournament": name, "interrupted": true, "results": results, "matches": matches,
            "resume": command,
        });
        return output.json(&object);
    }
    output.line(format!("{results} of {matches} matches were played."))?;
    output.line(format!("{label}  {command}"))
}
