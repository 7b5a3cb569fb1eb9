//! Analyses a position of Netzwerk: prints each deeper result of the search as it is found, then
//! the expected turns of both sides.
//!
//! Run it with `cargo run -p botwerk-agents --example analyse_position`.

use std::error::Error;

use botwerk_agents::{Analysis, AnalysisPosition, Budget, Roster};
use botwerk_engine::netzwerk::{Action, Netzwerk};
use botwerk_engine::{GameNotation, GameType, Options, Referee, RootSeed};

/// White is to move: the squares of its robots, those of Black, and the fields of the batteries.
pub(crate) const POSITION: &str =
    "w f2,b4,j4 d10,l10,h12 a3,e3,i3,c5,g5,k5,g7,a9,c9,g9,k9,m9,e11,i11";

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let analysis = analyse(POSITION, "minimax", 5_000, &mut |analysis| {
        let value = analysis.value.unwrap_or_default();
        println!(
            "depth {}: value {value} after {} nodes",
            analysis.depth, analysis.nodes
        );
    })?;
    for turn in analysis.principal_variation {
        println!("seat {}: {}", turn.seat, turn.text);
    }
    Ok(())
}

/// Searches a position with an agent and a node budget. Calls `report` for each improved result
/// and returns the last one.
///
/// # Errors
/// Returns an error if the position or the agent is invalid, or if no seat is to act.
pub(crate) fn analyse(
    position: &str,
    agent: &str,
    nodes: u64,
    report: &mut dyn FnMut(&Analysis<Action>),
) -> Result<Analysis<Action>, Box<dyn Error>> {
    let no_options: [(&str, &str); 0] = [];
    let options = Options::resolve(Netzwerk::spec().options, no_options)?;
    let game = Netzwerk::new(2, options)?;
    let state = game.parse_position(position)?;

    // The seed is the source of the agent's randomness; `minimax` uses none.
    let seed = RootSeed::from_text("7");
    let referee = Referee::from_position(game, seed, state);
    let position = AnalysisPosition::new(&referee, None, seed)?;

    let mut agent = Netzwerk::agent(&agent.parse()?)?;
    let budget = Budget {
        nodes: Some(nodes),
        ..Budget::UNLIMITED
    };
    Ok(position.search(&mut *agent, &budget, &mut |analysis| report(&analysis)))
}
