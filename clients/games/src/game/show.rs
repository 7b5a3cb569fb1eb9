//! `game show`: describes a game with its options, notation and built-in agents.

use botwerk_agents::{AgentInfo, GameAgents};
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_engine::record::ruleset_sha256;
use botwerk_engine::{GameId, GameNotation, Options, Referee, RootSeed};
use clap::Args;
use serde_json::{Value, json};

use super::description::{option_json, options_table};

/// Arguments of `game show`.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// Game: see `botwerk game list`
    game: String,
    /// Print only the game's ruleset, the data that its rules refer to
    #[arg(long)]
    ruleset: bool,
}

/// Prints the description, or the ruleset alone.
pub(super) fn run(args: &ShowArgs, output: &mut Output) -> Result<(), Failure> {
    let game: GameId = args.game.parse()?;
    if args.ruleset {
        return output.line(game.spec().ruleset.trim_end());
    }
    show(game, output)
}

fn show(game: GameId, output: &mut Output) -> Result<(), Failure> {
    let spec = game.spec();
    let (title, min_seats, max_seats) = (spec.title, spec.min_seats, spec.max_seats);
    let hash = ruleset_sha256(game);
    let example = example_position(game)?;
    if output.is_json() {
        return output.json(&json!({
            "game": spec.name,
            "title": title,
            "seats": {"min": min_seats, "max": max_seats},
            "options": spec.options.iter().map(option_json).collect::<Vec<_>>(),
            "notation": spec.notation,
            "position_notation": spec.position_notation,
            "example_position": example,
            "score_unit": spec.score_unit,
            "agents": game.roster().iter().map(agent_json).collect::<Vec<_>>(),
            "ruleset_sha256": hash,
            "observation_version": spec.observation_version,
            "hash_version": spec.hash_version,
        }));
    }
    output.line(format!("{title}, {min_seats} to {max_seats} seats"))?;
    output.line("\nOptions")?;
    output.line(options_table(spec.options).trim_fmt())?;
    output.line("\nNotation of actions")?;
    for line in spec.notation {
        output.line(format!("  {line}"))?;
    }
    output.line("\nNotation of positions")?;
    output.line(format!("  {example}"))?;
    for line in spec.position_notation {
        output.line(format!("    {line}"))?;
    }
    if let Some(unit) = spec.score_unit {
        output.line(format!("\nScores\n  {unit}"))?;
    }
    output.line("\nAgents")?;
    for info in game.roster() {
        print_agent(&info, output)?;
    }
    output.line(format!("\nRuleset, SHA-256\n  {hash}"))?;
    let (observation, hash) = (spec.observation_version, spec.hash_version);
    output.line(format!(
        "\nVersions\n  observation {observation}, hash {hash}"
    ))
}

/// Returns a start position of the game.
fn example_position(game: GameId) -> Result<String, Failure> {
    let options = Options::resolve(game.spec().options, [("", ""); 0])?;
    let seats = game.spec().max_seats.min(2);
    let mut referee = Referee::new(game.game(seats, options)?, RootSeed::from_text("example"));
    referee.resolve_chance(&mut Vec::new());
    Ok(referee.game().format_position(referee.state()))
}

fn agent_json(info: &AgentInfo) -> Value {
    json!({
        "name": info.name,
        "version": info.version,
        "description": info.description,
        "reproducible": info.limits().is_reproducible(),
        "settings": info.settings.iter().map(option_json).collect::<Vec<_>>(),
    })
}

fn print_agent(info: &AgentInfo, output: &mut Output) -> Result<(), Failure> {
    let AgentInfo {
        name,
        version,
        description,
        ..
    } = info;
    let timed = if info.limits().is_reproducible() {
        ""
    } else {
        " (timed)"
    };
    output.line(format!("  {name}@{version}{timed}: {description}"))?;
    if !info.settings.is_empty() {
        let table = options_table(info.settings).trim_fmt();
        for line in table.lines() {
            output.line(format!("    {line}"))?;
        }
    }
    Ok(())
}
