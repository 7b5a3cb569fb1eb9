//! `vectors`: writes conformance vectors, which tell other implementations of the rules what each request of the
//! API is answered.
//!
//! Requests are sampled from random matches; a server in this process answers them. The vectors of the default
//! seed are in `tests/vectors`, and a test holds them.

mod answer;
mod asking;
mod configuration;
mod digest;
mod faults;
mod file;
mod random_match;
mod sampler;
mod vector;

use std::fs;
use std::path::PathBuf;

use botwerk_client::Client;
use botwerk_engine::{GameId, with_game};
use clap::Args;
use serde_json::json;

pub(crate) use answer::Answer;
pub(crate) use asking::ask_all;
pub(crate) use file::VectorFile;
pub(crate) use vector::{RulesCall, VectorSetup};

use super::connection::block_on;
use super::embedded_server::EmbeddedServer;
use super::failure::Failure;
use super::output::{Output, progress_bar};
use vector::Vector;

/// The seed of the vectors in the repository.
pub(crate) const SEED: &str = "vectors";

/// The file of the match states in the repository: see [`MATCH_STATES`].
pub(crate) const MATCH_STATES_FILE: &str = "match-states.jsonl";

/// The answer to each request in each state of a match, as a file of vectors.
pub(crate) const MATCH_STATES: &str = include_str!("match_states.jsonl");

/// Arguments of `vectors`.
#[derive(Debug, Args)]
pub(super) struct VectorsArgs {
    /// Folder to write the files to; it is created if it does not exist
    #[arg(long, value_name = "DIR", default_value = "vectors")]
    out: PathBuf,
    /// Write only the vectors of this game; may be repeated
    #[arg(long, value_name = "GAME")]
    game: Vec<GameId>,
    /// Seed from which requests are sampled
    #[arg(long, default_value = SEED)]
    seed: String,
}

/// Writes one file for each game, and one for the states of matches.
pub(super) fn run(args: &VectorsArgs, output: &mut Output) -> Result<(), Failure> {
    let folder = args.out.display().to_string();
    fs::create_dir_all(&args.out).map_err(|error| Failure::file(&folder, &error))?;
    let games = selected_games(&args.game);
    let files = block_on(2, async {
        tokio::select! {
            files = generate(&games, &args.seed) => files,
            _ = tokio::signal::ctrl_c() => Err(Failure::ReportedInvalid),
        }
    })?;
    let mut written = Vec::new();
    for file in &files {
        written.push((file.name.clone(), file.to_text()?));
    }
    if args.game.is_empty() {
        written.push((MATCH_STATES_FILE.to_owned(), MATCH_STATES.to_owned()));
    }
    for (name, text) in written {
        let path = args.out.join(name);
        let name = path.display().to_string();
        fs::write(&path, &text).map_err(|error| Failure::file(&name, &error))?;
        let (vectors, bytes) = (text.lines().count() - 1, text.len());
        if output.is_json() {
            output.json(&json!({"file": path, "vectors": vectors, "bytes": bytes}))?;
        } else {
            output.line(format!("{name}: {vectors} vectors, {bytes} bytes"))?;
        }
    }
    Ok(())
}

/// Returns the given games, or all if none is given.
pub(crate) fn selected_games(given: &[GameId]) -> Vec<GameId> {
    let all = GameId::ALL.iter().copied();
    all.filter(|game| given.is_empty() || given.contains(game))
        .collect()
}

/// Returns the vectors of games, as a server in this process answers them.
pub(crate) async fn generate(games: &[GameId], seed: &str) -> Result<Vec<VectorFile>, Failure> {
    let server = EmbeddedServer::in_memory().await?;
    let client = server.connect().await?;
    let mut files = Vec::new();
    for game in games {
        files.push(generate_file(&client, *game, seed).await?);
    }
    server.stop().await?;
    Ok(files)
}

async fn generate_file(client: &Client, game: GameId, seed: &str) -> Result<VectorFile, Failure> {
    let requests = with_game!(game, G => sampler::sample_requests::<G>(seed));
    let progress = progress_bar(requests.len() as u64, &format!("vectors of {game}"));
    let answers = ask_all(client, requests.clone(), &progress).await?;
    progress.finish_and_clear();
    let vectors = requests.into_iter().zip(answers);
    let vectors = vectors.map(|(request, expect)| Vector { request, expect });
    Ok(VectorFile::new(game, seed, vectors.collect()))
}
