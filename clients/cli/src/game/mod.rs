//! `game`: lists and describes the games with their agents, and measures them.

mod description;
mod list;
mod show;
mod stats;

use clap::Subcommand;

use super::failure::Failure;
use super::output::Output;
#[cfg(feature = "mcp")]
pub(super) use description::options_table;

/// Subcommands of `game`.
#[derive(Debug, Subcommand)]
pub(super) enum GameSubcommand {
    /// List the games with their built-in agents
    List,
    /// Show a game: options, notation, and agents with their settings
    Show(show::ShowArgs),
    /// Measure a game by many matches of agents: length, choices, balance, endings, lead, skill
    Stats(Box<stats::StatsArgs>),
}

/// Runs the subcommand.
pub(super) fn run(command: &GameSubcommand, output: &mut Output) -> Result<(), Failure> {
    match command {
        GameSubcommand::List => list::run(output),
        GameSubcommand::Show(args) => show::run(args, output),
        GameSubcommand::Stats(args) => stats::run(args, output),
    }
}
