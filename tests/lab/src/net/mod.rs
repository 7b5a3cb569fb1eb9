//! `net`: matches from which the net of Netzwerk's `minimax` learns, and matches that show what it has learned.

mod contest;
mod net_file;
mod samples;
mod values;

use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use clap::{Args, Subcommand};

/// Arguments of `net`.
#[derive(Debug, Args)]
pub(crate) struct NetArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play matches of a net against itself, and write their positions with scores and results
    Samples(samples::SamplesArgs),
    /// Print the values of the positions of samples, in hundredths of a robot for the side to move
    Values(values::ValuesArgs),
    /// Play matches of a net against another agent
    Match(contest::ContestArgs),
}

pub(super) fn run(args: &NetArgs, output: &mut Output) -> Result<(), Failure> {
    match &args.command {
        Command::Samples(args) => samples::run(args, output),
        Command::Values(args) => values::run(args, output),
        Command::Match(args) => contest::run(args, output),
    }
}
