//! `conformance`: checks other servers against vectors, and writes these.

mod check;
mod difference;
mod match_states;
mod report;
mod rules;
mod vectors;
mod write;

use clap::Subcommand;

pub use difference::Difference;
pub use match_states::{CheckedState, MatchStates, NoShowMatches, ServerControl, StateProgress};

use super::failure::Failure;
use super::output::Output;

/// Subcommands of `conformance`.
#[derive(Debug, Subcommand)]
pub(super) enum ConformanceSubcommand {
    /// Check whether a server answers as the vectors say
    Check(Box<check::CheckArgs>),
    /// Write vectors: requests about the rules of every game, with their answers
    Write(write::WriteArgs),
}

/// Runs the subcommand.
pub(super) fn run(command: &ConformanceSubcommand, output: &mut Output) -> Result<(), Failure> {
    match command {
        ConformanceSubcommand::Check(args) => check::run(args, output),
        ConformanceSubcommand::Write(args) => write::run(args, output),
    }
}
