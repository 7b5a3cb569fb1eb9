//! Conformance vectors, which tell other implementations of the rules what each request of the API is answered.
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

use std::sync::Arc;

use botwerk_client::Client;
use botwerk_command::embedded_server::{ServerPurpose, StartServer};
use botwerk_command::failure::Failure;
use botwerk_command::progress_bar::ProgressBar;
use botwerk_engine::GameId;

pub(crate) use answer::Answer;
pub(crate) use asking::ask_all;
pub(crate) use file::VectorFile;
pub(crate) use vector::{RulesCall, VectorSetup};

use vector::Vector;

/// The seed of the vectors in the repository.
pub(crate) const SEED: &str = "vectors";

/// The file of the match states in the repository: see [`MATCH_STATES`].
pub(crate) const MATCH_STATES_FILE: &str = "match-states.jsonl";

/// The answer to each request in each state of a match, as a file of vectors.
pub(crate) const MATCH_STATES: &str = include_str!("match_states.jsonl");

/// Returns the given games, or all if none is given.
pub(crate) fn selected_games(given: &[GameId]) -> Vec<GameId> {
    let all = GameId::all().into_iter();
    all.filter(|game| given.is_empty() || given.contains(game))
        .collect()
}

/// Returns the vectors of games, as a server in this process answers them.
pub(crate) async fn generate(
    games: &[GameId],
    seed: &str,
    start: StartServer,
) -> Result<Vec<VectorFile>, Failure> {
    let server = start(ServerPurpose::default()).await?;
    let client = server.connect().await?;
    let mut files = Vec::new();
    for game in games {
        files.push(generate_file(&client, *game, seed).await?);
    }
    server.stop().await?;
    Ok(files)
}

async fn generate_file(client: &Client, game: GameId, seed: &str) -> Result<VectorFile, Failure> {
    let requests = sampler::sample_requests(game, seed);
    let unit = format!("vectors of {game}");
    let progress = Arc::new(ProgressBar::new(requests.len() as u64, &unit));
    let answers = ask_all(client, requests.clone(), &progress).await?;
    progress.clear();
    let vectors = requests.into_iter().zip(answers);
    let vectors = vectors.map(|(request, expect)| Vector { request, expect });
    Ok(VectorFile::new(game, seed, vectors.collect()))
}
