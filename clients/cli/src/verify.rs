//! `verify`: verifies match records.

use std::io::{self, Read};

use botwerk_agents::{RecordEnd, Verified};
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

/// Verifies every record; the exit code is that of the worst result. An incomplete record counts as one
/// that differs: its last lines may have been cut off.
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
            (worst, FileResult::Valid(verified)) if verified.is_complete() => worst,
            (_, FileResult::Invalid { .. } | FileResult::Valid(_)) => {
                Err(Failure::ReportedNegative)
            }
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
            Self::Valid(verified) => print_verified(verified, file, output),
            Self::Invalid { message, .. } | Self::Unreadable { message, .. } => {
                output.line(message)
            }
        }
    }

    fn json(&self, file: &str) -> Value {
        match self {
            Self::Valid(verified) => json!({
                "file": file,
                "is_valid": true,
                "is_complete": verified.is_complete(),
                "end": end_name(verified.end),
                "events": verified.events,
                "choices": verified.choices,
                "stopped_choices": verified.stopped_choices,
                "unchecked": verified.unchecked,
                "head": verified.head,
            }),
            Self::Invalid { reason, message } | Self::Unreadable { reason, message } => json!({
                "file": file,
                "is_valid": false,
                "error": {"reason": reason.name(), "message": message},
            }),
        }
    }
}

/// Prints what was checked of a valid record, and what could not be.
fn print_verified(verified: &Verified, file: &str, output: &mut Output) -> Result<(), Failure> {
    let state = if verified.is_complete() {
        "valid"
    } else {
        "incomplete"
    };
    let Verified {
        events, choices, ..
    } = verified;
    output.line(format!(
        "{file}: {state} ({events} events, {choices} choices checked; {})",
        end_name(verified.end)
    ))?;
    if !verified.is_complete() {
        output.line(
            "  the record has no outcome: the match was in progress, or the end was cut off",
        )?;
    }
    output.line(format!("  not checked: {}", verified.unchecked.join("; ")))?;
    output.line(format!("  head: {}", verified.head))
}

fn end_name(end: RecordEnd) -> &'static str {
    match end {
        RecordEnd::Decided => "decided",
        RecordEnd::Aborted => "aborted",
        RecordEnd::Missing => "no outcome",
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
