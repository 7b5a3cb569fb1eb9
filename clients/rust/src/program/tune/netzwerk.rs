//! Tuning the weights of Netzwerk's `minimax`.

use std::fs;
use std::path::Path;

use botwerk_agents::netzwerk::minimax::tuner::{Round, Tuning, tune};
use botwerk_agents::netzwerk::minimax::{Weights, WeightsFile};
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{Game, Options, RootSeed};
use serde_json::json;

use super::TuneArgs;
use crate::program::failure::{Failure, Reason};
use crate::program::output::Output;
use crate::program::seed::Seed;

/// Tunes and writes the weights after the last round.
pub(super) fn run(args: &TuneArgs, output: &mut Output) -> Result<(), Failure> {
    let turns = args.opening_turns.to_string();
    let options = Options::resolve(Netzwerk::spec().options, [("opening_turns", turns)])?;
    let game = Netzwerk::new(2, options)?;
    let seed = Seed::given_or_drawn(args.seed.as_deref())?.of_match(1);
    let tuning = Tuning {
        rounds: args.rounds,
        games: args.games,
        nodes: args.nodes,
        threads: usize::from(args.threads),
        seed: RootSeed::from_text(&seed),
    };
    let weights = match &args.from {
        Some(path) => Weights::from(&read(path)?),
        None => Weights::tuned().clone(),
    };
    let mut told = Ok(());
    let tuned = tune(&game, &weights, &tuning, &args.command(), |round| {
        told = tell(round, output);
    });
    told?;
    let text = WeightsFile::from(&tuned).to_text();
    fs::write(&args.out, text)
        .map_err(|error| Failure::file(&args.out.display().to_string(), &error))
}

fn read(path: &Path) -> Result<WeightsFile, Failure> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| Failure::file(&name, &error))?;
    serde_json::from_str(&text)
        .map_err(|error| Failure::new(Reason::BadArgument, format!("{name}: no weights: {error}")))
}

fn tell(round: &Round, output: &mut Output) -> Result<(), Failure> {
    let Round {
        number,
        games,
        positions,
        loss: [before, after],
    } = round;
    if output.is_json() {
        return output.json(&json!({
            "round": number, "games": games, "positions": positions,
            "loss_before": before, "loss_after": after,
        }));
    }
    output.line(format!(
        "round {number}: {games} games, {positions} positions, loss {before:.4} before and \
         {after:.4} after fitting"
    ))?;
    output.flush()
}
