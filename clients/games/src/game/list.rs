//! `game list`: lists the games with their built-in agents.

use botwerk_agents::GameAgents;
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_engine::GameId;
use serde_json::json;

/// Lists the games, one per line.
pub(super) fn run(output: &mut Output) -> Result<(), Failure> {
    for game in &GameId::all() {
        let spec = game.spec();
        let (title, min_seats, max_seats) = (spec.title, spec.min_seats, spec.max_seats);
        let agents = agent_names(*game);
        if output.is_json() {
            let seats = json!({"min": min_seats, "max": max_seats});
            output.json(&json!({
                "game": game.name(), "title": title, "seats": seats, "agents": agents,
            }))?;
        } else {
            let agents = agents.join(", ");
            output.line(format!(
                "{game}  {title}, {min_seats} to {max_seats} seats; agents: {agents}"
            ))?;
        }
    }
    Ok(())
}

fn agent_names(game: GameId) -> Vec<&'static str> {
    let agents = game.roster();
    agents.iter().map(|info| info.name).collect()
}
