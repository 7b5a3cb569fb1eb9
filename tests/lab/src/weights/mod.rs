//! `weights`: tunes the weights of Droids' `program-search` by matches.

mod contest;
mod tuning;

use botwerk_agents::droids::EvaluationWeights;
use botwerk_agents::strength::Interval;
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use clap::Args;
use serde_json::{Map, Value, json};

use contest::Contest;
use tuning::Tuning;

/// Arguments of `weights`.
#[derive(Debug, Args)]
pub(crate) struct WeightsArgs {
    /// Scenarios whose matches are played
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "1,2,3,4,6", value_parser = ["1", "2", "3", "4", "6"])]
    scenario: Vec<String>,
    /// Number of steps, each of which changes all weights at once
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    steps: u32,
    /// Number of openings of each scenario in a step, each played from both seats
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    openings: u32,
    /// Number of openings of each scenario in the final match of the tuned weights against the present ones
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    final_openings: u32,
    /// Node budget of each decision
    #[arg(long, value_name = "N", default_value_t = 1500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of threads; the results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    threads: u8,
    /// Seed for all randomness
    #[arg(long, default_value = "7")]
    seed: String,
}

/// Number of steps between two lines about the weights.
const STEPS_PER_LINE: u32 = 10;

pub(super) fn run(args: &WeightsArgs, output: &mut Output) -> Result<(), Failure> {
    let contests = args
        .scenario
        .iter()
        .map(|scenario| Contest::new(scenario, args.nodes, args.threads));
    let contests: Vec<Contest<'_>> = contests.collect::<Result<_, Failure>>()?;
    let mut tuning = Tuning::new(&args.seed, args.steps);
    for step in 1..=args.steps {
        let [plus, minus] = tuning.candidates();
        let seed = format!("{}/{step}", args.seed);
        let scores = contests
            .iter()
            .map(|contest| contest.score(plus, minus, &seed, args.openings));
        let score = scores.sum::<f64>() / contests.len().max(1) as f64;
        tuning.step(score);
        if step % STEPS_PER_LINE == 0 || step == args.steps {
            print_weights(step, tuning.mean(), output)?;
            output.flush()?;
        }
    }
    for contest in &contests {
        let seed = format!("{}/final", args.seed);
        let present = EvaluationWeights::SEARCHED;
        let score = contest.score(tuning.mean(), present, &seed, args.final_openings);
        print_score(
            contest.scenario,
            score,
            2 * u64::from(args.final_openings),
            output,
        )?;
    }
    Ok(())
}

fn print_weights(
    step: u32,
    mut weights: EvaluationWeights,
    output: &mut Output,
) -> Result<(), Failure> {
    let named = weights.named();
    if output.is_json() {
        let weights = named
            .into_iter()
            .map(|(name, weight)| (name.into(), json!(*weight)));
        let weights: Map<String, Value> = weights.collect();
        return output.json(&json!({ "step": step, "weights": weights }));
    }
    let weights = named.map(|(name, weight)| format!("{name} {weight:.3}"));
    output.line(format!("step {step}: {}", weights.join(", ")))
}

fn print_score(
    scenario: &str,
    score: f64,
    matches: u64,
    output: &mut Output,
) -> Result<(), Failure> {
    let Some(Interval { low, high }) = Interval::wilson(score, matches) else {
        return Ok(());
    };
    if output.is_json() {
        return output.json(&json!({
            "scenario": scenario, "matches": matches, "score": score, "interval": [low, high],
        }));
    }
    let [score, low, high] = [score, low, high].map(|share| 100.0 * share);
    output.line(format!(
        "scenario {scenario}: {score:.1} % ({low:.1} to {high:.1} %) of {matches} matches against the present weights"
    ))
}
