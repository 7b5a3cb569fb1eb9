//! `db`: backs up, checks, shrinks, exports, migrates and copies the database of a server.

mod check;
mod export;
mod matches;
pub(super) mod tournaments;

use std::path::{Path, PathBuf};

use botwerk_proto::time_text;
use botwerk_service::{
    BackupReport, CopyReport, DatabaseLocation, VacuumReport, backup_database, copy_database,
    migrate_database, vacuum,
};
use clap::{Args, Subcommand};
use serde_json::{Map, Value, json};

use super::failure::{Failure, Reason};
use super::output::Output;
use crate::server_failure::database_failure;

/// Arguments of `db`.
#[derive(Debug, Args)]
pub(super) struct DbArgs {
    #[command(subcommand)]
    command: DbCommand,
}

#[derive(Debug, Subcommand)]
enum DbCommand {
    /// Back up a database file while its server runs, into a new file that is checked
    Backup {
        /// New file; it appears once it is complete
        file: PathBuf,
        /// Database file
        #[arg(
            long,
            value_name = "FILE",
            env = "BOTWERK_DB",
            default_value = "botwerk.db"
        )]
        db: DatabaseLocation,
    },
    /// Check the database and every match in it, even while servers use it
    Check {
        /// Database file, or URL of a PostgreSQL database
        #[arg(value_name = "DATABASE")]
        db: DatabaseLocation,
    },
    /// Release unused disk space; no server may use the file
    Vacuum {
        /// Database file
        file: PathBuf,
    },
    /// Create the tables of a PostgreSQL database, or migrate them to this version, even while servers use it
    Migrate {
        /// URL of the database, such as `postgres://botwerk@db.example/botwerk`
        #[arg(value_name = "URL", env = "BOTWERK_DB")]
        db: DatabaseLocation,
    },
    /// Copy a file into an empty PostgreSQL database, or a database into a new file, and compare both
    Copy {
        /// Database file or URL to copy from; no server may use it
        from: DatabaseLocation,
        /// New file, or URL of an empty database
        to: DatabaseLocation,
    },
    /// Write every finished match as a record, with a table of all of them
    Export(export::ExportArgs),
}

/// Runs the subcommand.
pub(super) fn run(args: &DbArgs, output: &mut Output) -> Result<(), Failure> {
    match &args.command {
        DbCommand::Backup { file, db } => run_backup(db, file, output),
        DbCommand::Check { db } => check::run(db, output),
        DbCommand::Vacuum { file } => run_vacuum(file, output),
        DbCommand::Migrate { db } => run_migrate(db, output),
        DbCommand::Copy { from, to } => run_copy(from, to, output),
        DbCommand::Export(args) => export::run(args, output),
    }
}

/// Backs a file up, and prints what the backup has.
fn run_backup(db: &DatabaseLocation, file: &Path, output: &mut Output) -> Result<(), Failure> {
    let DatabaseLocation::File(source) = db else {
        let message = format!(
            "{db}: expected a database file; PostgreSQL has its own tools, such as pg_basebackup"
        );
        return Err(Failure::new(Reason::BadArgument, message));
    };
    let BackupReport {
        mark_micros,
        matches,
        bytes,
        duration,
    } = backup_database(source, file).map_err(database_failure)?;
    let (file, mark) = (file.display(), time_text(mark_micros));
    if output.is_json() {
        return output.json(&json!({
            "file": file.to_string(), "mark": mark, "matches": matches, "bytes": bytes,
            "duration_secs": duration.as_secs_f64(),
        }));
    }
    output.line(format!(
        "{file}: all that was acknowledged by {mark}, {matches} matches, {bytes} bytes, {:.1} s",
        duration.as_secs_f64()
    ))
}

/// Vacuums the file and prints its sizes.
fn run_vacuum(file: &Path, output: &mut Output) -> Result<(), Failure> {
    let VacuumReport { before, after } = vacuum(file).map_err(database_failure)?;
    let file = file.display();
    if output.is_json() {
        return output
            .json(&json!({"file": file.to_string(), "bytes_before": before, "bytes": after}));
    }
    output.line(format!("{file}: {before} bytes before, {after} now"))
}

/// Migrates a PostgreSQL database.
fn run_migrate(db: &DatabaseLocation, output: &mut Output) -> Result<(), Failure> {
    let DatabaseLocation::Postgres(url) = db else {
        let message = format!(
            "URL: expected postgres://USER@HOST/DATABASE, found `{db}`; files are migrated when they are opened"
        );
        return Err(Failure::new(Reason::BadArgument, message));
    };
    migrate_database(url).map_err(database_failure)?;
    if output.is_json() {
        return output.json(&json!({"database": db.to_string()}));
    }
    output.line(format!("{db}: the tables have the version of this program"))
}

/// Copies a database and prints the number of rows of each table.
fn run_copy(
    from: &DatabaseLocation,
    to: &DatabaseLocation,
    output: &mut Output,
) -> Result<(), Failure> {
    let CopyReport { tables } = copy_database(from, to).map_err(database_failure)?;
    if output.is_json() {
        let rows: Map<String, Value> = tables
            .iter()
            .map(|(table, rows)| ((*table).to_owned(), json!(rows)))
            .collect();
        let (from, to) = (from.to_string(), to.to_string());
        return output.json(&json!({"from": from, "to": to, "rows": rows}));
    }
    for (table, rows) in tables.iter().filter(|(_, rows)| *rows > 0) {
        output.line(format!("{table}: {rows} rows"))?;
    }
    output.line(format!("{to}: equals {from}"))
}
