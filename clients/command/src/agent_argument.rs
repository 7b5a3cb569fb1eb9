//! Agents on the command line.

use botwerk_agents::{AgentError, AgentSpec, GameAgents};
use botwerk_engine::GameId;

use super::failure::Failure;

/// Parses an agent with its settings, and rejects an unknown one before anything is played.
///
/// # Errors
/// Returns an error if the text is malformed, the game has no such agent, or a setting is invalid.
pub fn agent_argument(game: GameId, text: &str) -> Result<AgentSpec, Failure> {
    let spec: AgentSpec = text.parse().map_err(AgentError::from)?;
    game.factory(&spec)?;
    Ok(spec)
}
