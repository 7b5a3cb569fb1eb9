//! `tournament`: everybody meets, as a file says.

mod check;
mod crosstable;
mod description;
mod export;
mod figures;
pub(super) mod follow;
mod games;
mod head_to_head;
pub(super) mod launched_bots;
mod number;
mod plot;
mod resume;
pub(super) mod run;
#[cfg(test)]
mod samples;
pub(super) mod server;
pub(super) mod source;
pub(super) mod standings;
mod status;
pub(super) mod table_format;
mod text_table;
mod watch;

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
    /// Play a tournament to its end, or go on with one that was broken off
    Run(run::RunArgs),
    /// Go on with a tournament, and look on until it has ended
    Resume(resume::ResumeArgs),
    /// Begin no more matches; those that are going on end
    Pause(resume::PauseArgs),
    /// Look on at the table while it fills
    Watch(watch::WatchArgs),
    /// Tell in short how a tournament stands
    Status(status::StatusArgs),
    /// Show the table with all figures
    Standings(standings::StandingsArgs),
    /// Show who has scored how much against whom
    Crosstable(crosstable::CrosstableArgs),
    /// Draw strengths, scores and seats as SVG
    Plot(plot::PlotArgs),
    /// Write matches, table and records as files
    Export(export::ExportArgs),
    /// Check a tournament's file, and tell what would be played
    Check {
        /// The tournament, as TOML
        file: PathBuf,
    },
}

/// Does what is asked for.
pub(super) fn run(args: &TournamentArgs, output: &mut Output) -> Result<(), Failure> {
    match &args.command {
        TournamentCommand::Run(args) => run::run(args, output),
        TournamentCommand::Resume(args) => resume::resume(args, output),
        TournamentCommand::Pause(args) => resume::pause(args, output),
        TournamentCommand::Watch(args) => watch::run(args, output),
        TournamentCommand::Status(args) => status::run(args, output),
        TournamentCommand::Standings(args) => standings::run(args, output),
        TournamentCommand::Crosstable(args) => crosstable::run(args, output),
        TournamentCommand::Plot(args) => plot::run(args, output),
        TournamentCommand::Export(args) => export::run(args, output),
        TournamentCommand::Check { file } => check::run(file, output),
    }
}
