//! `tournament`: everybody meets, as a file says.

mod check;
mod file;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::output::Output;

/// What to do with a tournament.
#[derive(Debug, Args)]
pub(super) struct TournamentArgs {
    #[command(subcommand)]
    command: TournamentCommand,
}

#[derive(Debug, Subcommand)]
enum TournamentCommand {
    /// Check a tournament's file, and tell what would be played
    Check {
        /// The tournament, as TOML
        file: PathBuf,
    },
}

/// Does what is asked for.
pub(super) fn run(args: &TournamentArgs, output: &mut Output) -> Result<(), Failure> {
    match &args.command {
        TournamentCommand::Check { file } => check::run(file, output),
    }
}
