//! `position show`: prints the diagram of a position or a map.

use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_engine::{GameDrawing, GameId, GameRules};
use clap::Args;
use serde_json::json;

use super::args::{PositionArgs, ShownPosition};

/// Arguments of `position show`.
#[derive(Debug, Args)]
pub struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Print this map instead of a position, in games that have maps
    #[arg(long, value_name = "NAME", conflicts_with = "position")]
    map: Option<String>,
    /// Draw what this seat sees, from 0; the position may be as the seat sees it [default: what
    /// spectators see]
    #[arg(long, value_name = "N", conflicts_with = "map")]
    seat: Option<usize>,
    /// Print an SVG picture instead of a diagram
    #[arg(long, conflicts_with_all = ["map", "json"])]
    svg: bool,
}

/// Prints the diagram.
pub(super) fn run(args: &ShowArgs, output: &mut Output) -> Result<(), Failure> {
    let diagram = match &args.map {
        None if args.svg => {
            let ShownPosition { game, view, .. } = args.position.shown(args.seat)?;
            return output.line(game.picture(&view));
        }
        None => return print_position(args.position.shown(args.seat)?, output),
        Some(name) => {
            let referee = args.position.referee()?;
            let mut maps = referee.game().maps();
            let index = maps.iter().position(|(other, _)| other == name);
            let index = index.ok_or_else(|| unknown_map(referee.game().id(), name, &maps))?;
            maps.swap_remove(index).1
        }
    };
    if output.is_json() {
        return output.json(&json!({"diagram": diagram.to_string()}));
    }
    output.diagram(&diagram)
}

/// Prints the diagram of a position and its notation.
fn print_position(shown: ShownPosition, output: &mut Output) -> Result<(), Failure> {
    let ShownPosition { game, view, text } = shown;
    let diagram = game.diagram(&view);
    if output.is_json() {
        return output.json(&json!({"diagram": diagram.to_string(), "position": text}));
    }
    output.diagram(&diagram)?;
    output.line(format!("position: {text}"))
}

fn unknown_map<D>(game: GameId, name: &str, maps: &[(String, D)]) -> Failure {
    let names: Vec<_> = maps.iter().map(|(name, _)| name.as_str()).collect();
    let message = if names.is_empty() {
        format!("map {name}: {game} has no maps; omit --map to print its board")
    } else {
        let names = names.join(", ");
        format!("map {name}: unknown; expected one of {names}")
    };
    Failure::new(Reason::BadArgument, message)
}
