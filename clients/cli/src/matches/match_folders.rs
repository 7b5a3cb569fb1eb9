//! The files that matches are written to.

use std::fs;
use std::path::{Path, PathBuf};

use botwerk_engine::record::Record;

use crate::bot_log::LogExcerpt;
use crate::failure::{Failure, Reason};
use crate::tournament::match_columns::record_file;

/// Maximum number of bytes of all logs that are kept in memory.
const MAX_LOGS_BYTES: u64 = 256 << 20;

/// The directories of records and logs, where they are wanted.
#[derive(Debug)]
pub(super) struct MatchFolders {
    records: Option<PathBuf>,
    logs: Option<PathBuf>,
    /// Maximum number of bytes of each log.
    pub(super) max_log_bytes: usize,
}

impl MatchFolders {
    /// Creates the directories; `programs` is the number of processes of all matches, whose logs share the memory if
    /// they are not written to a directory.
    ///
    /// # Errors
    /// Returns an error if a directory cannot be created, or has records of other matches.
    pub(super) fn create(
        records: Option<PathBuf>,
        logs: Option<PathBuf>,
        programs: u64,
    ) -> Result<Self, Failure> {
        for folder in [&records, &logs].into_iter().flatten() {
            fs::create_dir_all(folder)
                .map_err(|error| Failure::file(&folder.display().to_string(), &error))?;
        }
        if let Some(folder) = records.as_ref().filter(|folder| has_records(folder)) {
            let message = format!(
                "{} has records of other matches; name a new directory",
                folder.display()
            );
            return Err(Failure::new(Reason::FileError, message));
        }
        let share = MAX_LOGS_BYTES / programs.max(1);
        let max_log_bytes = if logs.is_some() { u64::MAX } else { share };
        Ok(Self {
            records,
            logs,
            max_log_bytes: usize::try_from(max_log_bytes).unwrap_or(usize::MAX),
        })
    }

    /// Writes a record and returns its file, or `None` if records are not wanted.
    pub(super) fn write_record(
        &self,
        number: u64,
        record: &Record,
    ) -> Result<Option<PathBuf>, Failure> {
        let file = self.records.as_ref();
        let file = file.map(|folder| folder.join(record_file(number)));
        write(file, || record.to_text())
    }

    /// Writes a log and returns its file, or `None` if logs are not wanted.
    pub(super) fn write_log(
        &self,
        number: u64,
        seat: usize,
        log: &LogExcerpt,
    ) -> Result<Option<PathBuf>, Failure> {
        let file = self.logs.as_ref();
        let file = file.map(|folder| folder.join(format!("{number:06}.seat{seat}.log")));
        write(file, || log.to_string())
    }
}

/// Returns `true` if a directory contains the first record of a series.
fn has_records(folder: &Path) -> bool {
    folder.join(record_file(0)).exists()
}

fn write(file: Option<PathBuf>, text: impl FnOnce() -> String) -> Result<Option<PathBuf>, Failure> {
    if let Some(file) = &file {
        let failed = |error| Failure::file(&file.display().to_string(), &error);
        fs::write(file, text()).map_err(failed)?;
    }
    Ok(file)
}
