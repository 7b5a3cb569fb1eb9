//! `position legal`: lists the legal actions of a position.

use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_engine::{GameNotation, GameRules};
use clap::Args;
use serde_json::json;

use super::args::{ActorArgs, PositionArgs};

/// Arguments of `position legal`.
#[derive(Debug, Args)]
pub struct LegalArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    actor: ActorArgs,
}

/// Lists the legal actions in the order of their numbers.
pub(super) fn run(args: &LegalArgs, output: &mut Output) -> Result<(), Failure> {
    list(args, output)
}

fn list(args: &LegalArgs, output: &mut Output) -> Result<(), Failure> {
    let referee = args.position.referee()?;
    let game = referee.game();
    let mut actions = Vec::new();
    if let Some(actor) = args.actor.actor(&referee)? {
        game.legal_actions(referee.state(), actor, &mut actions);
    }
    let texts = actions.into_iter().map(|action| game.format_action(action));
    if output.is_json() {
        return output.json(&json!({"actions": texts.collect::<Vec<_>>()}));
    }
    for text in texts {
        output.line(text)?;
    }
    Ok(())
}
