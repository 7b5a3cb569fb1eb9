//! `conformance write`: writes conformance vectors.

use std::fs;
use std::path::PathBuf;

use botwerk_command::connection::block_on;
use botwerk_command::embedded_server::StartServer;
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_engine::GameId;
use clap::Args;
use serde_json::json;

use super::vectors::{MATCH_STATES, MATCH_STATES_FILE, SEED, generate, selected_games};

/// Arguments of `conformance write`.
#[derive(Debug, Args)]
pub struct WriteArgs {
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
pub(super) fn run(
    args: &WriteArgs,
    start: StartServer,
    output: &mut Output,
) -> Result<(), Failure> {
    let folder = args.out.display().to_string();
    fs::create_dir_all(&args.out).map_err(|error| Failure::file(&folder, &error))?;
    let games = selected_games(&args.game);
    let files = block_on(2, async {
        tokio::select! {
            files = generate(&games, &args.seed, start) => files,
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
