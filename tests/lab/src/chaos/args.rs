//! The options of `chaos`.

use std::path::PathBuf;

use clap::Args;

/// How often to kill, and what.
#[derive(Debug, Args)]
pub(crate) struct ChaosArgs {
    /// How often to kill the server while a match runs
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) trials: u64,
    /// What the moments and the matches come from
    #[arg(long, default_value = "7")]
    pub(super) seed: String,
    /// Matches that are played at the same time
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(super) concurrency: u64,
    /// Kill the program that plays tournaments instead, and count their matches
    #[arg(long, conflicts_with = "concurrency")]
    pub(super) tournament: bool,
    /// A new folder that database, records and the server's log stay in
    #[arg(long, value_name = "FOLDER")]
    pub(super) keep_dir: Option<PathBuf>,
    /// The executable `botwerk` to kill [default: the program of this build]
    #[arg(long, value_name = "FILE")]
    pub(super) program: Option<PathBuf>,
}
