//! `games`: lists the games, or shows one with its options.

use std::str::FromStr;

use botwerk_engine::record::ruleset_sha256;
use botwerk_engine::{Game, GameId, GameRules, OptionSpec, Options, Referee, RootSeed, with_game};
use clap::Args;
use comfy_table::{Table, presets};
use serde_json::{Value, json};

use super::failure::Failure;
use super::output::Output;

/// Arguments of `games`.
#[derive(Debug, Args)]
pub(super) struct GamesArgs {
    /// Game to show [default: list all games]
    game: Option<String>,
    /// Print only the game's ruleset, the data that its rules refer to
    #[arg(long, requires = "game")]
    ruleset: bool,
}

/// Lists the games, or shows one.
pub(super) fn run(args: &GamesArgs, output: &mut Output) -> Result<(), Failure> {
    match &args.game {
        Some(name) if args.ruleset => {
            output.line(GameId::from_str(name)?.spec().ruleset.trim_end())
        }
        Some(name) => show(GameId::from_str(name)?, output),
        None => list(output),
    }
}

fn list(output: &mut Output) -> Result<(), Failure> {
    for game in GameId::ALL {
        let spec = game.spec();
        let (title, min_seats, max_seats) = (spec.title, spec.min_seats, spec.max_seats);
        if output.is_json() {
            let name = game.name();
            let seats = json!({"min": min_seats, "max": max_seats});
            output.json(&json!({"game": name, "title": title, "seats": seats}))?;
        } else {
            output.line(format!("{game}  {title}, {min_seats} to {max_seats} seats"))?;
        }
    }
    Ok(())
}

fn show(game: GameId, output: &mut Output) -> Result<(), Failure> {
    let spec = game.spec();
    let (title, min_seats, max_seats) = (spec.title, spec.min_seats, spec.max_seats);
    let hash = ruleset_sha256(game);
    let score_unit = with_game!(game, G => G::score_unit());
    if output.is_json() {
        return output.json(&json!({
            "game": game.name(),
            "title": title,
            "seats": {"min": min_seats, "max": max_seats},
            "options": spec.options.iter().map(option_json).collect::<Vec<_>>(),
            "notation": spec.notation,
            "position_notation": spec.position_notation,
            "example_position": with_game!(game, G => example_position::<G>())?,
            "score_unit": score_unit,
            "ruleset_sha256": hash,
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
    let example = with_game!(game, G => example_position::<G>())?;
    output.line(format!("  {example}"))?;
    for line in spec.position_notation {
        output.line(format!("    {line}"))?;
    }
    if let Some(unit) = score_unit {
        output.line(format!("\nScores\n  {unit}"))?;
    }
    output.line(format!("\nRuleset, SHA-256\n  {hash}"))
}

/// Returns a start position of the game.
fn example_position<G: Game>() -> Result<String, Failure> {
    let options = Options::resolve(G::spec().options, [("", ""); 0])?;
    let seats = G::spec().max_seats.min(2);
    let mut referee = Referee::new(G::new(seats, options)?, RootSeed::from_text("example"));
    referee.resolve_chance(&mut Vec::new());
    Ok(referee.game().format_position(referee.state()))
}

/// Returns an option of a game or a setting of an agent as JSON.
pub(super) fn option_json(option: &OptionSpec) -> Value {
    json!({
        "name": option.name,
        "rule": option.rule,
        "default": option.default,
        "accepted_values": option.kind.to_string(),
        "help": option.help,
    })
}

/// Returns a table of options or settings, one per row.
pub(super) fn options_table(options: &[OptionSpec]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["name", "rule", "default", "accepted values", "description"]);
    for option in options {
        let accepted_values = option.kind.to_string();
        table.add_row([
            option.name,
            option.rule,
            option.default,
            &accepted_values,
            option.help,
        ]);
    }
    table
}
