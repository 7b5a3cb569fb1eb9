//! `db`: checks, shrinks and exports the database of a server.

mod check;
mod export;
mod matches;
pub(super) mod tournaments;

use std::path::{Path, PathBuf};

use botwerk_service::{DatabaseError, VacuumReport, vacuum};
use clap::{Args, Subcommand};
use serde_json::json;

use super::failure::{Failure, Reason};
use super::output::Output;
use matches::name;

/// Arguments of `db`.
#[derive(Debug, Args)]
pub(super) struct DbArgs {
    #[command(subcommand)]
    command: DbCommand,
}

#[derive(Debug, Subcommand)]
enum DbCommand {
    /// Check the file and every match in it, even while a server uses it
    Check {
        /// Database file
        file: PathBuf,
    },
    /// Release unused disk space; no server may use the file
    Vacuum {
        /// Database file
        file: PathBuf,
    },
    /// Write every finished match as a record, with a table of all of them
    Export(export::ExportArgs),
}

/// Runs the subcommand.
pub(super) fn run(args: &DbArgs, output: &mut Output) -> Result<(), Failure> {
    match &args.command {
        DbCommand::Check { file } => check::run(file, output),
        DbCommand::Vacuum { file } => run_vacuum(file, output),
        DbCommand::Export(args) => export::run(args, output),
    }
}

/// Vacuums the file and prints its sizes.
fn run_vacuum(file: &Path, output: &mut Output) -> Result<(), Failure> {
    let VacuumReport { before, after } = vacuum(file)?;
    let file = name(file);
    if output.is_json() {
        return output.json(&json!({"file": file, "bytes_before": before, "bytes": after}));
    }
    output.line(format!("{file}: {before} bytes before, {after} now"))
}

impl From<DatabaseError> for Failure {
    fn from(error: DatabaseError) -> Self {
        let reason = match error {
            DatabaseError::Unusable(_) => Reason::FileError,
            DatabaseError::Corrupt(_) => Reason::Corrupt,
        };
        Self::new(reason, error.to_string())
    }
}
