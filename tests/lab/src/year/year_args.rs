//! The options of the command.

use std::path::PathBuf;

use clap::Args;

/// Months of a year.
pub(super) const MONTHS: u64 = 12;

/// The most bots: a league has at most 1,000 entrants, and two of them are agents.
const MAX_BOTS: u64 = 998;

/// Options of the command.
#[derive(Debug, Args)]
pub(crate) struct YearArgs {
    /// Number of owners
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(super) owners: u64,
    /// Number of bots, at least one for each owner
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(2..=MAX_BOTS))]
    pub(super) bots: u64,
    /// Number of matches of the year
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(100..=100_000_000))]
    pub(super) matches: u64,
    /// Number of months that are played of the year's twelve
    #[arg(long, value_name = "N", default_value_t = MONTHS, value_parser = clap::value_parser!(u64).range(1..=MONTHS))]
    pub(super) months: u64,
    /// Commits that are measured one by one in each month
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(super) samples: u64,
    /// Calls of each kind that are measured in each month
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub(super) calls: u64,
    /// Days after which the record of a match is deleted while a server runs [default: never]
    #[arg(long, value_name = "DAYS")]
    pub(super) record_days: Option<u32>,
    /// Check every match, every sum and the file at the end, which takes longer than the year
    #[arg(long)]
    pub(super) check: bool,
    /// Seed for all randomness
    #[arg(long, default_value = "year")]
    pub(super) seed: String,
    /// File of the database, which must not exist [default: one that is deleted]
    #[arg(long, value_name = "FILE")]
    pub(super) db: Option<PathBuf>,
    /// Executables of `botwerk`, which the months use in turn, as upgrades do [default: the one that is linked into this
    /// program]
    #[arg(long, value_name = "FILE")]
    pub(super) program: Vec<PathBuf>,
}

impl YearArgs {
    /// Returns how many bots an owner may have.
    pub(super) fn bots_per_owner(&self) -> u64 {
        // Those of banned and deleted owners are registered by others.
        (2 * self.bots).div_ceil(self.owners)
    }
}
