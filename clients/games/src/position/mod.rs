//! `position`: shows a position, its legal actions and what follows from them.

mod analyze;
mod apply;
mod args;
mod legal;
mod perft;
mod show;

use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use clap::Subcommand;

pub use analyze::AnalysisReport;

/// Subcommands of `position`.
#[derive(Debug, Subcommand)]
pub enum PositionSubcommand {
    /// Print the diagram of a position or a map
    Show(show::ShowArgs),
    /// List the legal actions
    Legal(legal::LegalArgs),
    /// Apply actions and print the new position
    Apply(apply::ApplyArgs),
    /// Count the action sequences from a position
    Perft(perft::PerftArgs),
    /// Search a position with an agent, and print what it expects
    Analyze(Box<analyze::AnalyzeArgs>),
}

/// Runs the subcommand.
///
/// # Errors
/// Returns an error if an argument is invalid, or the output cannot be written.
pub fn run(command: &PositionSubcommand, output: &mut Output) -> Result<(), Failure> {
    match command {
        PositionSubcommand::Show(args) => show::run(args, output),
        PositionSubcommand::Legal(args) => legal::run(args, output),
        PositionSubcommand::Apply(args) => apply::run(args, output),
        PositionSubcommand::Perft(args) => perft::run(args, output),
        PositionSubcommand::Analyze(args) => analyze::run(args, output),
    }
}
