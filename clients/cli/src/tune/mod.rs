//! `tune`: weights of a player's evaluation, from games that it plays against itself.

mod args;
mod netzwerk;

use botwerk_engine::GameId;

use super::failure::{Failure, Reason};
use super::output::Output;
pub(super) use args::TuneArgs;

type Tuner = fn(&TuneArgs, &mut Output) -> Result<(), Failure>;

/// The games that have a player with weights.
const TUNERS: &[(GameId, Tuner)] = &[(GameId::Netzwerk, netzwerk::run)];

/// Tunes the game's player.
pub(super) fn run(args: &TuneArgs, output: &mut Output) -> Result<(), Failure> {
    let game: GameId = args.game.parse()?;
    let tuner = TUNERS.iter().find(|(tuned, _)| *tuned == game);
    let (_, tuner) = tuner.ok_or_else(|| {
        let known: Vec<_> = TUNERS.iter().map(|(tuned, _)| tuned.name()).collect();
        let known = known.join(", ");
        let message = format!("game {game}: no player of it has weights; one has: {known}");
        Failure::new(Reason::BadArgument, message)
    })?;
    tuner(args, output)
}
