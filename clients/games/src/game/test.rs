//! `game test`: tests the laws that every game obeys.

use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_engine::laws::{self, Violation};
use botwerk_engine::{AnyGame, GameId};
use clap::Args;
use serde_json::json;

/// Arguments of `game test`.
#[derive(Debug, Args)]
pub struct TestArgs {
    /// Game: see `botwerk game list`
    game: String,
}

/// Tests all laws on random matches of all variants of the game, until one does not hold.
pub(super) fn run(args: &TestArgs, output: &mut Output) -> Result<(), Failure> {
    let game: GameId = args.game.parse()?;
    let mut written = Ok(());
    let tested = laws::check_game::<AnyGame>(game, |law| {
        // A law that takes long, or for ever, is named before.
        if written.is_ok() {
            written = begin(output, law);
        }
    });
    written?;
    match tested {
        Ok(()) if output.is_json() => output.json(&json!({"game": game.name(), "obeys": true})),
        Ok(()) => output.line(format!("{game} obeys all laws")),
        Err(violation) => {
            report(output, game, &violation)?;
            Err(Failure::ReportedNegative)
        }
    }
}

fn begin(output: &mut Output, law: &str) -> Result<(), Failure> {
    if output.is_json() {
        return Ok(());
    }
    output.line(law.replace('_', " "))?;
    output.flush()
}

fn report(output: &mut Output, game: GameId, violation: &Violation) -> Result<(), Failure> {
    if output.is_json() {
        return output.json(&json!({
            "game": game.name(),
            "obeys": false,
            "law": violation.law,
            "variant": violation.variant,
            "message": violation.message,
            "seed": violation.seed,
            "steps": violation.steps,
        }));
    }
    output.line(violation)
}
