//! `db`: the file in which a server keeps matches.

mod check;
mod export;
pub(super) mod tournaments;

use std::path::{Path, PathBuf};

use botwerk_service::{Database, DatabaseError, Vacuumed, vacuum};
use clap::{Args, Subcommand};
use serde_json::json;

use super::failure::{Failure, Reason};
use super::output::Output;

/// What to do with the file.
#[derive(Debug, Args)]
pub(super) struct DbArgs {
    #[command(subcommand)]
    command: DbCommand,
}

#[derive(Debug, Subcommand)]
enum DbCommand {
    /// Check the file and every match in it, also while a server has it open
    Check {
        /// The database
        file: PathBuf,
    },
    /// Give free room back to the disk; no server may have the file open
    Vacuum {
        /// The database
        file: PathBuf,
    },
    /// Write every match that has ended as a record, with a table of all of them
    Export(export::ExportArgs),
}

/// Does what is asked for.
pub(super) fn run(args: &DbArgs, output: &mut Output) -> Result<(), Failure> {
    match &args.command {
        DbCommand::Check { file } => check::run(file, output),
        DbCommand::Vacuum { file } => run_vacuum(file, output),
        DbCommand::Export(args) => export::run(args, output),
    }
}

/// Vacuums the file and tells its sizes.
fn run_vacuum(file: &Path, output: &mut Output) -> Result<(), Failure> {
    let Vacuumed { before, after } = vacuum(file)?;
    let file = name(file);
    if output.is_json() {
        return output.json(&json!({"file": file, "bytes_before": before, "bytes": after}));
    }
    output.line(format!("{file}: {before} bytes before, {after} now"))
}

/// Does something for the id of every match, the oldest first.
fn for_each_match(
    database: &Database,
    mut work: impl FnMut(&str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut last: Option<String> = None;
    loop {
        // A page at a time: a server that writes meanwhile is not held up.
        let ids = database.ids(last.as_deref())?;
        for id in &ids {
            work(id)?;
        }
        match ids.last() {
            Some(id) => last = Some(id.clone()),
            None => return Ok(()),
        }
    }
}

/// Says what is wrong with a match, or with the file.
fn say(id: Option<&str>, reason: Reason, why: &str, output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        let error = json!({"reason": reason.name(), "message": why});
        return output.json(&json!({"match": id, "error": error}));
    }
    match id {
        Some(id) => output.line(format!("match {id}: {why}")),
        None => output.line(format!("file: {why}")),
    }
}

fn name(path: &Path) -> String {
    path.display().to_string()
}

impl From<DatabaseError> for Failure {
    fn from(error: DatabaseError) -> Self {
        let reason = match error {
            DatabaseError::Unusable(_) => Reason::Unreadable,
            DatabaseError::Damaged(_) => Reason::Damaged,
        };
        Self::new(reason, error.to_string())
    }
}
