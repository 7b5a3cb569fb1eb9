//! `game`: lists and describes the games with their agents, and measures them.

mod description;
mod list;
mod show;
mod stats;
mod test;

use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use clap::Subcommand;

pub use description::options_table;

/// Subcommands of `game`.
#[derive(Debug, Subcommand)]
pub enum GameSubcommand {
    /// List the games with their built-in agents
    List,
    /// Show a game: options, notation, and agents with their settings
    Show(show::ShowArgs),
    /// Measure a game by many matches of agents: length, choices, balance, endings, lead, skill
    Stats(Box<stats::StatsArgs>),
    /// Test the laws that every game obeys, on random matches
    Test(test::TestArgs),
}

/// Runs the subcommand.
///
/// # Errors
/// Returns an error if an argument is invalid, or a file or the output cannot be written.
pub fn run(command: &GameSubcommand, output: &mut Output) -> Result<(), Failure> {
    match command {
        GameSubcommand::List => list::run(output),
        GameSubcommand::Show(args) => show::run(args, output),
        GameSubcommand::Stats(args) => stats::run(args, output),
        GameSubcommand::Test(args) => test::run(args, output),
    }
}
