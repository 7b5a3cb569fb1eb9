//! The conditions of the bench of flags.

use botwerk_service::Durability;
use clap::Args;

/// Conditions of the bench `tournament-flags`.
#[derive(Debug, Args)]
pub(super) struct FlagArgs {
    /// Matches of tournament-flags
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(super) matches: u32,
    /// Concurrent matches of tournament-flags
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub(super) concurrency: u32,
    /// Store the database of tournament-flags on a simulated disk, each sync of which takes so long
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=10_000))]
    pub(super) sync_delay_ms: Option<u64>,
    /// Commits of tournament-flags that the server syncs before they are acknowledged
    #[arg(long, value_enum, default_value_t)]
    pub(super) durability: Durability,
}
