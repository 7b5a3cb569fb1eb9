//! `verify`: verifies match records.

use std::io::{self, Read};

use botwerk_agents::Verified;
use botwerk_client::{RecordFile, RecordFileError};
use clap::Args;
use serde_json::{Value, json};

use super::failure::{Failure, Reason};
use super::output::{Output, progress_bar};

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// Record files, `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
}

/// Verifies every record; the exit code is that of the worst result.
pub(super) fn run(args: &VerifyArgs, output: &mut Output) -> Result<(), Failure> {
    let progress = progress_bar(args.files.len() as u64, "records");
    let mut worst = Ok(());
    for file in &args.files {
        let result = FileResult::verify_file(file)?;
        progress.suspend(|| result.print(file, output))?;
        worst = match (worst, result) {
            (Err(Failure::ReportedInvalid), _) | (_, FileResult::Unreadable { .. }) => {
                Err(Failure::ReportedInvalid)
            }
            (_, FileResult::Invalid { .. }) => Err(Failure::ReportedNegative),
            (worst, FileResult::Valid(_)) => worst,
        };
        progress.inc(1);
    }
    progress.finish_and_clear();
    worst
}

/// The result for one file.
enum FileResult {
    Valid(Verified),
    Invalid { reason: Reason, message: String },
    Unreadable { reason: Reason, message: String },
}

impl FileResult {
    fn verify_file(file: &str) -> Result<Self, Failure> {
        let record = match load_record(file) {
            Ok(read) => read,
            Err(Failure::Usage { reason, message }) if reason == Reason::BadRecord => {
                return Ok(Self::Invalid { reason, message });
            }
            Err(Failure::Usage { reason, message }) => {
                return Ok(Self::Unreadable { reason, message });
            }
            Err(other) => return Err(other),
        };
        Ok(match record.verify() {
            Ok(verified) => Self::Valid(verified),
            Err(difference) => Self::Invalid {
                reason: Reason::VerificationFailed,
                message: format!("{file}: differs: {difference}"),
            },
        })
    }

    fn print(&self, file: &str, output: &mut Output) -> Result<(), Failure> {
        if output.is_json() {
            return output.json(&self.json(file));
        }
        match self {
            Self::Valid(Verified { events, choices }) => output.line(format!(
                "{file}: valid ({events} events, {choices} choices checked)"
            )),
            Self::Invalid { message, .. } | Self::Unreadable { message, .. } => {
                output.line(message)
            }
        }
    }

    fn json(&self, file: &str) -> Value {
        match self {
            Self::Valid(Verified { events, choices }) => {
                json!({"file": file, "is_valid": true, "events": events, "choices": choices})
            }
            Self::Invalid { reason, message } | Self::Unreadable { reason, message } => json!({
                "file": file,
                "is_valid": false,
                "error": {"reason": reason.name(), "message": message},
            }),
        }
    }
}

/// Loads a record from a file, or from standard input if `name` is `-`.
pub(super) fn load_record(name: &str) -> Result<RecordFile, Failure> {
    let loaded = if name == "-" {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        read.map_err(RecordFileError::File)
            .and_then(|_| RecordFile::from_bytes(&bytes))
    } else {
        RecordFile::load(name)
    };
    loaded.map_err(|error| match error {
        RecordFileError::File(error) => Failure::file(name, &error),
        RecordFileError::Invalid(message) => {
            let message = format!("{name}: {message}; use an unmodified record");
            Failure::new(Reason::BadRecord, message)
        }
    })
}
