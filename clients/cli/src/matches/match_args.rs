//! The arguments of `match`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::match_series::RaceClock;
use super::optional_game::OptionalGame;
use super::sequential_test::SprtArgs;
use crate::sandbox::SandboxArgs;

/// Arguments of `match`.
#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// Players, one per seat: an agent such as `minimax:nodes=20000` (see `botwerk game show GAME`), or a program such as `./bot`
    /// or `"python3 bot.py"`, which speaks the line protocol
    #[arg(value_name = "PLAYER", num_args = 1..=64, required = true)]
    pub(super) players: Vec<String>,
    #[command(flatten)]
    pub(super) game: OptionalGame,
    /// Number of matches: a multiple of the players, so that every start is played with each player on each seat; any
    /// number if all are equal; 1 for a single match on the seats as given [default: one start]
    #[arg(long, value_name = "N", conflicts_with = "require", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) matches: Option<u64>,
    #[command(flatten)]
    pub(super) sprt: SprtArgs,
    #[command(flatten)]
    pub(super) requirement: RequirementArgs,
    /// Seed of all randomness; starts after the first have the seeds SEED/2, SEED/3 and so on [default: random]
    #[arg(long, conflicts_with = "require")]
    pub(super) seed: Option<String>,
    /// Number of turns sampled before each match, in games with sampled openings [default: 2]
    #[arg(long, value_name = "N", conflicts_with = "require")]
    pub(super) opening_turns: Option<u32>,
    /// Clock that decides races
    #[arg(
        long,
        value_enum,
        default_value = "virtual",
        conflicts_with = "require"
    )]
    pub(super) time: RaceClock,
    /// Number of matches at a time [default: number of cores; 1 with --time wall]
    #[arg(long, value_name = "N")]
    pub(super) concurrency: Option<NonZeroUsize>,
    /// New directory to write the records to
    #[arg(long, value_name = "DIR")]
    pub(super) records: Option<PathBuf>,
    /// Directory to write what programs print to standard error to
    #[arg(long, value_name = "DIR", conflicts_with = "require")]
    pub(super) logs: Option<PathBuf>,
    /// Print how long decisions took, which differs from run to run; not with --time wall
    #[arg(long, conflicts_with = "require")]
    pub(super) times: bool,
    #[command(flatten)]
    pub(super) sandbox: SandboxArgs,
}

/// Arguments about required scores.
#[derive(Debug, Args)]
pub(super) struct RequirementArgs {
    /// Play one player against the reference players of a file, as TOML, which says the game and the scores that are
    /// required; --records has one folder for each
    #[arg(long, value_name = "FILE", conflicts_with = "differences")]
    pub(super) require: Option<PathBuf>,
    /// File to write the results of --require to, as `JUnit` XML
    #[arg(long, value_name = "FILE", requires = "require")]
    pub(super) junit: Option<PathBuf>,
}
