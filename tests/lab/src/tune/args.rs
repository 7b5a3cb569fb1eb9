//! The arguments of `tune`.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `tune`.
#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// Game: netzwerk
    #[arg(long)]
    pub(super) game: String,
    /// Number of rounds; weights are fitted to all matches so far after each round
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) rounds: u32,
    /// Number of matches per round
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) matches: u32,
    /// Node budget of each decision
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// Number of turns sampled before each match
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=10))]
    pub(super) opening_turns: u32,
    /// Number of openings that the result plays from both seats against the initial weights
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub(super) validation_openings: u32,
    /// Number of threads; the resulting weights do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    pub(super) threads: u8,
    /// Seed for all randomness
    #[arg(long, default_value = "7")]
    pub(super) seed: String,
    /// Initial weights [default: those that the agent uses]
    #[arg(long, value_name = "FILE")]
    pub(super) from: Option<PathBuf>,
    /// File to write the weights to
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
}

impl TuneArgs {
    /// Returns the command line that repeats this run.
    pub(super) fn command(&self) -> String {
        let Self {
            game,
            rounds,
            matches,
            nodes,
            opening_turns,
            seed,
            ..
        } = self;
        format!(
            "botwerk-lab tune --game {game} --rounds {rounds} --matches {matches} --nodes {nodes} \
             --opening-turns {opening_turns} --seed {seed}"
        )
    }
}
