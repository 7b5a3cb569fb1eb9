//! `game list`: lists the games with their built-in agents.

use botwerk_agents::Roster;
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_engine::{GameId, with_game};
use serde_json::json;

/// Lists the games, one per line.
pub(super) fn run(output: &mut Output) -> Result<(), Failure> {
    for game in GameId::ALL {
        let spec = game.spec();
        let (title, min_seats, max_seats) = (spec.title, spec.min_seats, spec.max_seats);
        let agents = with_game!(*game, G => agent_names::<G>());
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

fn agent_names<G: Roster>() -> Vec<&'static str> {
    let entries = G::roster().iter();
    entries.map(|entry| entry.info.name).collect()
}
