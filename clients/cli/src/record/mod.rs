//! `record`: verifies, shows and searches records of matches, and compares them with a bot.

mod analyze;
mod compare;
pub(crate) mod file;
mod show;
mod verify;

use clap::Subcommand;

use super::failure::Failure;
use super::output::Output;

/// Subcommands of `record`.
#[derive(Debug, Subcommand)]
pub(super) enum RecordSubcommand {
    /// Verify records: rules, chance outcomes, races and the agents' choices
    Verify(verify::VerifyArgs),
    /// Show the events and positions of a record
    Show(show::ShowArgs),
    /// Show a bot what a seat saw, and print where it would act differently now
    Compare(compare::CompareArgs),
    /// Search before every turn with an agent, and print the blunders
    Analyze(analyze::AnalyzeArgs),
}

/// Runs the subcommand.
pub(super) fn run(command: &RecordSubcommand, output: &mut Output) -> Result<(), Failure> {
    match command {
        RecordSubcommand::Verify(args) => verify::run(args, output),
        RecordSubcommand::Show(args) => show::run(args, output),
        RecordSubcommand::Compare(args) => compare::run(args, output),
        RecordSubcommand::Analyze(args) => analyze::run(args, output),
    }
}
