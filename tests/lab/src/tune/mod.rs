//! `tune`: tunes the evaluation weights of an agent by self-play.

mod args;
mod netzwerk;

use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_engine::GameId;

pub(super) use args::TuneArgs;

type Tuner = fn(&TuneArgs, &mut Output) -> Result<(), Failure>;

/// The games that have an agent with weights.
const TUNERS: &[(GameId, Tuner)] = &[(GameId::NETZWERK, netzwerk::run)];

/// Tunes the agent of the game.
pub(super) fn run(args: &TuneArgs, output: &mut Output) -> Result<(), Failure> {
    let game: GameId = args.game.parse()?;
    let tuner = TUNERS.iter().find(|(tuned, _)| *tuned == game);
    let (_, tuner) = tuner.ok_or_else(|| {
        let names: Vec<_> = TUNERS.iter().map(|(tuned, _)| tuned.name()).collect();
        let names = names.join(", ");
        let message = format!("game {game}: no agent with weights; expected one of {names}");
        Failure::new(Reason::BadArgument, message)
    })?;
    tuner(args, output)
}
