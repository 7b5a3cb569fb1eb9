//! The command `record`: verifies, shows and searches records of matches, and compares them with a bot.

mod analyze;
mod compare;
pub(crate) mod file;
mod show;
mod verify;

use botwerk_command::embedded_server::StartServer;
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use clap::Subcommand;

/// Subcommands of `record`.
#[derive(Debug, Subcommand)]
pub enum RecordSubcommand {
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
///
/// # Errors
/// Returns an error if a record is invalid or fails its check, or the output cannot be written.
pub fn run(
    command: &RecordSubcommand,
    start: StartServer,
    output: &mut Output,
) -> Result<(), Failure> {
    match command {
        RecordSubcommand::Verify(args) => verify::run(args, output),
        RecordSubcommand::Show(args) => show::run(args, output),
        RecordSubcommand::Compare(args) => compare::run(args, start, output),
        RecordSubcommand::Analyze(args) => analyze::run(args, output),
    }
}
