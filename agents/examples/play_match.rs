//! Plays a match of Netzwerk between two agents, prints every turn and the result, and verifies the
//! record of the match.
//!
//! Run it with `cargo run -p botwerk-agents --example play_match`.

use std::error::Error;
use std::fmt::Write;

use botwerk_agents::{AgentSpec, Roster, arena, verify};
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::record::{RecordedSeat, SeedOrigin};
use botwerk_engine::{GameType, Options, RootSeed};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", play_match(["minimax:nodes=2000", "greedy"], "7")?);
    Ok(())
}

/// Plays a match on a 4x4 board and returns its turns and its result as text.
///
/// # Errors
/// Returns an error if an agent is unknown or has an invalid setting.
pub(crate) fn play_match(agents: [&str; 2], seed: &str) -> Result<String, Box<dyn Error>> {
    let board = [("width", "4"), ("ranks", "4")];
    let options = Options::resolve(Netzwerk::spec().options, board)?;
    let game = Netzwerk::new(agents.len(), options)?;
    let seed = RootSeed::from_text(seed);

    let mut players = Vec::new();
    let mut seats = Vec::new();
    for text in agents {
        let spec: AgentSpec = text.parse()?;
        players.push(Netzwerk::agent(&spec)?);
        seats.push(RecordedSeat {
            name: spec.name.clone(),
            agent: Some(Netzwerk::recorded_agent(&spec)?.to_string()),
        });
    }

    let mut events = Vec::new();
    let finished = arena::play(&game, seed, &mut players, &mut events);
    let record = finished.record(&game, seats, seed, SeedOrigin::Given, &events);

    let mut text = String::new();
    let mut latest = None;
    for event in &record.events {
        let turn = (event.actor.as_str(), event.turn);
        if latest != Some(turn) {
            let separator = if latest.is_some() { "\n" } else { "" };
            write!(text, "{separator}seat {}:", event.actor)?;
            latest = Some(turn);
        }
        write!(text, " {}", event.action)?;
    }
    let places = finished.outcome.places;
    match agents.iter().zip(&places).find(|(_, place)| **place == 1) {
        Some((winner, _)) if places.contains(&2) => writeln!(text, "\n{winner} wins")?,
        _ => writeln!(text, "\ndrawn")?,
    }
    // Replays the record and repeats the choices of both agents.
    let verified = verify::<Netzwerk>(&record)?;
    writeln!(text, "verified {} choices", verified.choices)?;
    Ok(text)
}
