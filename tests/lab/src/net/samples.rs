//! `net samples`: positions of matches of a net against itself.

use std::fs;
use std::path::PathBuf;

use botwerk_agents::netzwerk::minimax::self_play::{Sample, SelfPlay};
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_engine::RootSeed;
use botwerk_lanes::run_concurrently;
use clap::Args;
use serde_json::json;

use super::net_file;

/// Arguments of `net samples`.
#[derive(Debug, Args)]
pub(super) struct SamplesArgs {
    /// File of the net that plays [default: the net of the agent]
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Number of matches
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    matches: u32,
    /// Node budget of each search
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of threads; the samples do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    threads: u8,
    /// Seed for all randomness
    #[arg(long, default_value = "7")]
    seed: String,
    /// File to write the samples to, 28 bytes each
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(args: &SamplesArgs, output: &mut Output) -> Result<(), Failure> {
    let net = args.net.as_deref().map(net_file::read).transpose()?;
    let file_error = |error| Failure::file(&args.out.display().to_string(), &error);
    // Writing the file first reports errors now, and not after hours.
    fs::write(&args.out, b"").map_err(file_error)?;
    let play = SelfPlay {
        net,
        nodes: args.nodes,
        seed: RootSeed::from_text(&args.seed),
    };
    let (matches, threads) = (u64::from(args.matches), usize::from(args.threads));
    let samples = |number| play.samples(number);
    let samples = run_concurrently(matches, threads, &|| false, &samples, &mut || {}).concat();
    let bytes: Vec<u8> = samples.iter().flat_map(Sample::to_bytes).collect();
    fs::write(&args.out, bytes).map_err(file_error)?;
    let samples = samples.len();
    if output.is_json() {
        return output.json(&json!({ "matches": matches, "samples": samples }));
    }
    output.line(format!("{matches} matches, {samples} samples"))
}
