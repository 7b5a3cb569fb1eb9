//! Agents on the command line.

use std::fs;
use std::path::Path;
use std::str::FromStr;

use botwerk_agents::{AgentError, AgentSpec, GameAgents};
use botwerk_engine::GameId;

use super::failure::{Failure, Reason};

/// Parses an agent with its settings. A setting whose value is the name of a file gets its value from
/// the file, as `minimax:weights=tuned.json` does.
///
/// # Errors
/// Returns an error if the text is malformed, the game has no such agent, a setting is invalid, or a
/// file cannot be used.
pub fn agent_argument(game: GameId, text: &str) -> Result<AgentSpec, Failure> {
    let mut spec = AgentSpec::from_str(text).map_err(AgentError::from)?;
    read_files(game, &mut spec)?;
    // Unknown agents and invalid settings are rejected before anything is played.
    game.factory(&spec)?;
    Ok(spec)
}

/// Parses an agent of any game.
///
/// # Errors
/// Returns an error if the text is malformed or a file cannot be used.
pub fn agent_of_any_game(text: &str) -> Result<AgentSpec, Failure> {
    let mut spec = AgentSpec::from_str(text).map_err(AgentError::from)?;
    for game in &GameId::all() {
        read_files(*game, &mut spec)?;
    }
    Ok(spec)
}

/// Replaces names of files by the values in the files.
fn read_files(game: GameId, spec: &mut AgentSpec) -> Result<(), Failure> {
    for (name, value) in &mut spec.settings {
        if !Path::new(value).is_file() || game.setting_from_file(name, "").is_none() {
            continue;
        }
        let text = fs::read_to_string(&*value).map_err(|error| Failure::file(value, &error))?;
        if let Some(read) = game.setting_from_file(name, &text) {
            *value = read.map_err(|message| {
                Failure::new(Reason::BadArgument, format!("{name}={value}: {message}"))
            })?;
        }
    }
    Ok(())
}
