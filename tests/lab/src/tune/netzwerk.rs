//! Tuning the weights of Netzwerk's `minimax` agent.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use botwerk_agents::netzwerk::minimax::tuner::{TuningConfig, TuningRound, tune};
use botwerk_agents::netzwerk::minimax::{Weights, WeightsFile};
use botwerk_agents::strength::Interval;
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{GameType, Options, RootSeed};
use serde_json::json;

use super::args::TuneArgs;

/// Tunes the weights and writes those of the last round.
pub(super) fn run(args: &TuneArgs, output: &mut Output) -> Result<(), Failure> {
    let turns = args.opening_turns.to_string();
    let options = Options::resolve(Netzwerk::spec().options, [("opening_turns", turns)])?;
    let game = Netzwerk::new(2, options)?;
    let tuning = TuningConfig {
        rounds: args.rounds,
        matches: args.matches,
        nodes: args.nodes,
        validation_openings: args.validation_openings,
        threads: usize::from(args.threads),
        seed: RootSeed::from_text(&args.seed),
    };
    let weights = match &args.from {
        Some(path) => Weights::from(&read(path)?),
        None => Weights::tuned().clone(),
    };
    // Opening the file first reports errors now, and not after hours.
    let file_error = |error| Failure::file(&args.out.display().to_string(), &error);
    let mut file = OpenOptions::new();
    let mut file = file
        .create(true)
        .append(true)
        .open(&args.out)
        .map_err(file_error)?;
    let mut printed = Ok(());
    let tuned = tune(&game, &weights, &tuning, &args.command(), |round| {
        printed = print_round(round, output);
    });
    printed?;
    let text = WeightsFile::from(&tuned.weights).to_text();
    let written = file
        .set_len(0)
        .and_then(|()| file.write_all(text.as_bytes()));
    written.map_err(file_error)?;
    print_validation(tuned.validation, output)
}

fn read(path: &Path) -> Result<WeightsFile, Failure> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| Failure::file(&name, &error))?;
    WeightsFile::from_text(&text).map_err(|error| {
        let message = format!(
            "{name}: not a file of weights: {error}; use a file that `botwerk-lab tune` wrote"
        );
        Failure::new(Reason::BadArgument, message)
    })
}

fn print_round(round: &TuningRound, output: &mut Output) -> Result<(), Failure> {
    let TuningRound {
        number,
        matches: games,
        positions,
        loss: [before, after],
    } = round;
    if output.is_json() {
        return output.json(&json!({
            "round": number, "matches": games, "positions": positions,
            "loss_before": before, "loss_after": after,
        }));
    }
    output.line(format!(
        "round {number}: {games} matches, {positions} positions, loss {before:.4} before and \
         {after:.4} after fitting"
    ))?;
    output.flush()
}

/// Prints the result of the matches between the new and the initial weights.
fn print_validation([wins, draws, losses]: [u64; 3], output: &mut Output) -> Result<(), Failure> {
    let games = wins + draws + losses;
    let score = (wins as f64 + draws as f64 / 2.0) / games.max(1) as f64;
    let interval = Interval::wilson(score, games);
    if output.is_json() {
        return output.json(&json!({
            "validation": {
                "wins": wins, "draws": draws, "losses": losses, "score": score,
                "interval": interval.map(|interval| [interval.low, interval.high]),
            },
        }));
    }
    let Some(Interval { low, high }) = interval else {
        return Ok(());
    };
    output.line(format!(
        "against the initial weights: {wins} won, {draws} drawn, {losses} lost, {:.1} % \
         (95 % interval {:.1} to {:.1} %)",
        100.0 * score,
        100.0 * low,
        100.0 * high,
    ))
}
