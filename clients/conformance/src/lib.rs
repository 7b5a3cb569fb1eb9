//! The command `conformance`: checks other servers against vectors, and writes these.

mod check;
mod difference;
mod match_states;
mod report;
mod rules;
mod vectors;
mod write;

use botwerk_command::embedded_server::StartServer;
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use clap::Subcommand;

pub use difference::Difference;
pub use match_states::{CheckedState, MatchStates, NoShowMatches, ServerControl, StateProgress};

/// Subcommands of `conformance`.
#[derive(Debug, Subcommand)]
pub enum ConformanceSubcommand {
    /// Check whether a server answers as the vectors say
    Check(Box<check::CheckArgs>),
    /// Write vectors: requests about the rules of every game, with their answers
    Write(write::WriteArgs),
}

/// Runs the subcommand.
///
/// # Errors
/// Returns an error if the server does not conform, or a file or the output cannot be written.
pub fn run(
    command: &ConformanceSubcommand,
    start: StartServer,
    output: &mut Output,
) -> Result<(), Failure> {
    match command {
        ConformanceSubcommand::Check(args) => check::run(args, start, output),
        ConformanceSubcommand::Write(args) => write::run(args, start, output),
    }
}
