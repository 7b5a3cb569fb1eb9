//! `agents`: lists the built-in agents.

use std::str::FromStr;

use botwerk_agents::{AgentInfo, Roster};
use botwerk_engine::{GameId, with_game};
use clap::Args;
use serde_json::json;

use super::failure::Failure;
use super::games::{option_json, options_table};
use super::output::Output;

/// Arguments of `agents`.
#[derive(Debug, Args)]
pub(super) struct AgentsArgs {
    /// List only the agents of this game
    #[arg(long)]
    game: Option<String>,
}

/// Lists the agents.
pub(super) fn run(args: &AgentsArgs, output: &mut Output) -> Result<(), Failure> {
    let games = match &args.game {
        Some(name) => vec![GameId::from_str(name)?],
        None => GameId::ALL.to_vec(),
    };
    for game in games {
        with_game!(game, G => list::<G>(output))?;
    }
    Ok(())
}

fn list<G: Roster>(output: &mut Output) -> Result<(), Failure> {
    let game = G::spec().id;
    for entry in G::roster() {
        if output.is_json() {
            list_json(game, &entry.info, output)?;
        } else {
            list_text(game, &entry.info, output)?;
        }
    }
    Ok(())
}

fn list_json(game: GameId, info: &AgentInfo, output: &mut Output) -> Result<(), Failure> {
    output.json(&json!({
        "game": game.name(),
        "name": info.name,
        "description": info.description,
        "reproducible": info.limits().is_reproducible(),
        "settings": info.settings.iter().map(option_json).collect::<Vec<_>>(),
    }))
}

fn list_text(game: GameId, info: &AgentInfo, output: &mut Output) -> Result<(), Failure> {
    let AgentInfo {
        name, description, ..
    } = info;
    let timed = if info.limits().is_reproducible() {
        ""
    } else {
        " (timed)"
    };
    output.line(format!("{game}  {name}{timed}: {description}"))?;
    if !info.settings.is_empty() {
        let table = options_table(info.settings).trim_fmt();
        for line in table.lines() {
            output.line(format!("    {line}"))?;
        }
    }
    Ok(())
}
