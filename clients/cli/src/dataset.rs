//! `dataset`: writes the decisions of records to a Parquet file.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::failure::{Failure, Reason};
use super::output::{Output, progress_bar};
use super::parquet::DecisionsFile;
use crate::record::file::load_record;

/// Arguments of `dataset`.
#[derive(Debug, Args)]
pub(super) struct DatasetArgs {
    /// Record files of finished matches of one game, and directories of them
    #[arg(value_name = "FILE", required = true)]
    records: Vec<PathBuf>,
    /// Parquet file to write, with one row for each action
    #[arg(long, value_name = "FILE")]
    parquet: PathBuf,
}

/// Verifies the records and writes their decisions.
pub(super) fn run(args: &DatasetArgs, output: &mut Output) -> Result<(), Failure> {
    let names = record_names(&args.records)?;
    let progress = progress_bar(names.len() as u64, "records");
    let mut file = DecisionsFile::new(&args.parquet);
    for (index, name) in (0..).zip(&names) {
        file.add(name, index, &load_record(name)?)?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    let (matches, rows) = (file.matches, file.rows);
    file.finish()?;
    let path = args.parquet.display();
    if output.is_json() {
        let counts = json!({"file": path.to_string(), "matches": matches, "decisions": rows});
        return output.json(&counts);
    }
    output.line(format!("{path}: {rows} decisions of {matches} matches"))
}

/// Returns the records, with those of directories in the order of their names.
fn record_names(given: &[PathBuf]) -> Result<Vec<String>, Failure> {
    let mut names = Vec::new();
    for path in given {
        if path.is_dir() {
            let found = records_in(path)?;
            if found.is_empty() {
                let message = format!("{}: no record (*.bwr) in this directory", path.display());
                return Err(Failure::new(Reason::FileError, message));
            }
            names.extend(found);
        } else {
            names.push(path.display().to_string());
        }
    }
    Ok(names)
}

fn records_in(directory: &Path) -> Result<Vec<String>, Failure> {
    let failed = |error| Failure::file(&directory.display().to_string(), &error);
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|it| it == "bwr") {
            found.push(path.display().to_string());
        }
    }
    found.sort();
    Ok(found)
}
