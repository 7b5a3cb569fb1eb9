//! `tournament`: runs and evaluates tournaments.

mod add;
mod bracket;
mod check;
mod crosstable;
pub(crate) mod description;
mod event_lines;
mod export;
pub(super) mod follow;
mod head_to_head;
mod launch_commands;
mod launch_permission;
mod launched_bots;
mod live_standings;
mod live_table;
mod log;
mod manage;
pub(super) mod match_columns;
mod matches_csv;
mod number;
mod obstacles;
mod other_tournaments;
mod progress_lines;
mod result_counting;
mod resume;
mod resumed_run;
pub(super) mod run;
#[cfg(test)]
mod samples;
pub(super) mod server;
mod setup_differences;
mod show;
pub(super) mod source;
pub(super) mod standings;
pub(super) mod statistics;
mod status;
pub(super) mod table_format;
pub(super) mod text_table;
mod withdrawal;
mod workers;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::output::Output;

/// Arguments of `tournament`.
#[derive(Debug, Args)]
pub(super) struct TournamentArgs {
    #[command(subcommand)]
    command: TournamentCommand,
}

#[derive(Debug, Subcommand)]
enum TournamentCommand {
    /// Play a tournament to its end, or resume an unfinished one
    Run(run::RunArgs),
    /// Resume a tournament, and follow it until it ends
    Resume(resume::ResumeArgs),
    /// Pause a tournament: start no further matches
    Pause(resume::PauseArgs),
    /// Cancel a tournament: end it without the remaining matches
    Cancel(manage::CancelArgs),
    /// Add an entrant to a league, round robin or gauntlet in progress
    Add(add::AddArgs),
    /// Withdraw an entrant from a tournament
    Withdraw(withdrawal::WithdrawArgs),
    /// Readmit a withdrawn entrant, whose forfeited matches of the round are played
    Readmit(withdrawal::ReadmitArgs),
    /// List the tournaments of a server
    List(manage::ListArgs),
    /// Show standings, crosstable, bracket, logs, workers or a summary
    Show(Box<show::ShowArgs>),
    /// Write matches, standings and records to files
    Export(export::ExportArgs),
    /// Validate a tournament file, and show what would be played
    Check {
        /// Tournament file, as TOML
        file: PathBuf,
    },
}

/// Runs the subcommand.
pub(super) fn run(args: &TournamentArgs, output: &mut Output) -> Result<(), Failure> {
    match &args.command {
        TournamentCommand::Run(args) => run::run(args, output),
        TournamentCommand::Resume(args) => resume::resume(args, output),
        TournamentCommand::Pause(args) => resume::pause(args, output),
        TournamentCommand::Cancel(args) => manage::cancel(args, output),
        TournamentCommand::Add(args) => add::run(args, output),
        TournamentCommand::Withdraw(args) => withdrawal::withdraw(args, output),
        TournamentCommand::Readmit(args) => withdrawal::readmit(args, output),
        TournamentCommand::List(args) => manage::list(args, output),
        TournamentCommand::Show(args) => show::run(args, output),
        TournamentCommand::Export(args) => export::run(args, output),
        TournamentCommand::Check { file } => check::run(file, output),
    }
}
