//! `conformance check`: checks whether a server answers as the vectors say.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use botwerk_client::{Client, proto};
use botwerk_command::connection::{ServerArgs, block_on};
use botwerk_command::embedded_server::StartServer;
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_command::progress_bar::ProgressBar;
use botwerk_engine::GameId;
use clap::{Args, ValueEnum};

use super::match_states::{MatchStates, ServerCommands, StateProgress};
use super::report::ConformanceReport;
use super::rules;
use super::vectors::{self, VectorFile, selected_games};

/// Arguments of `conformance check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Folder with the files of `botwerk conformance write` [default: the vectors of this version]
    #[arg(long, value_name = "DIR")]
    vectors: Option<PathBuf>,
    /// Check only the rules of this game; may be repeated
    #[arg(long, value_name = "GAME")]
    game: Vec<GameId>,
    /// Check only this part
    #[arg(long, value_name = "PART")]
    only: Option<Part>,
    /// Maximum number of differences to print
    #[arg(long, value_name = "N", default_value_t = 20)]
    differences: usize,
    #[command(flatten)]
    commands: ServerCommands,
}

/// A part of the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// The rules of the games
    Rules,
    /// Every request in every state of a match
    Matches,
}

/// Sends every request of the vectors and compares the answers. Fails if one differs.
pub(super) fn run(
    args: &CheckArgs,
    start: StartServer,
    output: &mut Output,
) -> Result<(), Failure> {
    block_on(2, async {
        tokio::select! {
            result = check(args, start, output) => result,
            _ = tokio::signal::ctrl_c() => Err(Failure::ReportedInvalid),
        }
    })
}

async fn check(args: &CheckArgs, start: StartServer, output: &mut Output) -> Result<(), Failure> {
    let states = args.match_states()?;
    let given = args.given_files()?;
    let client = args.server.connect().await?;
    let files = match given {
        Some(files) => files,
        None => vectors::generate(&args.games(), vectors::SEED, start).await?,
    };
    let started = Instant::now();
    let mut report = ConformanceReport::default();
    let no_show = states.as_ref().map(|states| states.start_no_show(&client));
    for file in &files {
        check_file(&client, file, &mut report).await?;
    }
    if let (Some(states), Some(no_show)) = (&states, no_show) {
        let control = args.commands.control(&args.server);
        let bar = ProgressBar::new(states.len() as u64, "states of matches");
        let progress = |progress| {
            match progress {
            StateProgress::Checked => bar.inc(1),
            StateProgress::WaitsForJoinLimit => bar.suspend(|| {
                eprintln!("botwerk: waits until the server's limit for joining (join_limit_secs) has passed");
            }),
        }
        };
        let checked = states.check(&client, no_show, &control, progress).await;
        bar.clear();
        for state in checked {
            report.add_state(state);
        }
    }
    report.print(started.elapsed(), args.differences, output)
}

impl CheckArgs {
    /// Returns the games whose rules are checked.
    fn games(&self) -> Vec<GameId> {
        match self.only {
            Some(Part::Matches) => Vec::new(),
            _ => selected_games(&self.game),
        }
    }

    /// Returns the states of matches, or `None` if only rules are checked.
    fn match_states(&self) -> Result<Option<MatchStates>, Failure> {
        let is_only_rules = self.only == Some(Part::Rules);
        if is_only_rules || self.only.is_none() && !self.game.is_empty() {
            return Ok(None);
        }
        match &self.vectors {
            Some(folder) => MatchStates::read(folder).map(Some),
            None => MatchStates::of_this_version().map(Some),
        }
    }

    /// Reads the vectors of the folder, or returns `None` if none is given.
    fn given_files(&self) -> Result<Option<Vec<VectorFile>>, Failure> {
        let read = |folder: &PathBuf| {
            let games = self.games().into_iter();
            games.map(|game| VectorFile::read(folder, game)).collect()
        };
        self.vectors.as_ref().map(read).transpose()
    }
}

/// Checks the vectors of one game, if the server plays it under the same ruleset.
async fn check_file(
    client: &Client,
    file: &VectorFile,
    report: &mut ConformanceReport,
) -> Result<(), Failure> {
    let game = &file.header.game;
    match ruleset_of(client, game).await? {
        None => report.skip(game, "the server does not play this game"),
        Some(found) if found != file.header.ruleset_sha256 => {
            let expected = &file.header.ruleset_sha256;
            report.skip(
                game,
                &format!("the server has another ruleset: expected {expected}, found {found}"),
            );
        }
        Some(_) => {
            let unit = format!("vectors of {game}");
            let progress = Arc::new(ProgressBar::new(file.vectors.len() as u64, &unit));
            let result = rules::check_vectors(client, file, &progress, report).await;
            progress.clear();
            result?;
        }
    }
    Ok(())
}

/// Returns the SHA-256 of the ruleset with which the server plays a game, or `None` if it does not play it.
async fn ruleset_of(client: &Client, game: &str) -> Result<Option<String>, Failure> {
    let listed = client
        .catalog()
        .list_games(proto::ListGamesRequest::default())
        .await
        .map_err(botwerk_client::ClientError::from)?
        .into_inner();
    if listed.games.iter().all(|summary| summary.name != game) {
        return Ok(None);
    }
    let request = proto::GetGameRequest {
        game: game.to_owned(),
    };
    let described = client.catalog().get_game(request).await;
    let described = described.map_err(botwerk_client::ClientError::from)?;
    Ok(Some(described.into_inner().ruleset_sha256))
}
