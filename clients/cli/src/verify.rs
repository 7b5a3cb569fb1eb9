//! `verify`: whether records tell what rules, seed and players make.

use std::io::{self, Read};

use botwerk_agents::Verified;
use botwerk_client::{RecordFile, RecordFileError};
use clap::Args;
use serde_json::{Value, json};

use super::failure::{Failure, Reason};
use super::output::{Output, progress_bar};

/// Which records.
#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// The records, `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
}

/// Plays every record again; the exit code tells the worst that was found.
pub(super) fn run(args: &VerifyArgs, output: &mut Output) -> Result<(), Failure> {
    let progress = progress_bar(args.files.len() as u64, "records");
    let mut worst = Ok(());
    for file in &args.files {
        let verdict = Verdict::of(file)?;
        progress.suspend(|| verdict.say(file, output))?;
        worst = match (worst, verdict) {
            (Err(Failure::ReportedInvalid), _) | (_, Verdict::Unreadable { .. }) => {
                Err(Failure::ReportedInvalid)
            }
            (_, Verdict::Wrong { .. }) => Err(Failure::ReportedNegative),
            (worst, Verdict::Agrees(_)) => worst,
        };
        progress.inc(1);
    }
    progress.finish_and_clear();
    worst
}

/// What is found about a file.
enum Verdict {
    Agrees(Verified),
    Wrong { reason: Reason, message: String },
    Unreadable { reason: Reason, message: String },
}

impl Verdict {
    fn of(file: &str) -> Result<Self, Failure> {
        let record = match load_record(file) {
            Ok(read) => read,
            Err(Failure::Usage { reason, message }) if reason == Reason::BadRecord => {
                return Ok(Self::Wrong { reason, message });
            }
            Err(Failure::Usage { reason, message }) => {
                return Ok(Self::Unreadable { reason, message });
            }
            Err(other) => return Err(other),
        };
        Ok(match record.verify() {
            Ok(verified) => Self::Agrees(verified),
            Err(difference) => Self::Wrong {
                reason: Reason::Differs,
                message: format!("{file}: differs: {difference}"),
            },
        })
    }

    fn say(&self, file: &str, output: &mut Output) -> Result<(), Failure> {
        if output.is_json() {
            return output.json(&self.json(file));
        }
        match self {
            Self::Agrees(Verified { events, choices }) => output.line(format!(
                "{file}: agrees ({events} events, {choices} choices asked again)"
            )),
            Self::Wrong { message, .. } | Self::Unreadable { message, .. } => output.line(message),
        }
    }

    fn json(&self, file: &str) -> Value {
        match self {
            Self::Agrees(Verified { events, choices }) => {
                json!({"file": file, "agrees": true, "events": events, "choices": choices})
            }
            Self::Wrong { reason, message } | Self::Unreadable { reason, message } => json!({
                "file": file,
                "agrees": false,
                "error": {"reason": reason.name(), "message": message},
            }),
        }
    }
}

/// Reads a record from a file, or from standard input if `name` is `-`.
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
        RecordFileError::Invalid(why) => {
            let message = format!("{name}: {why}; take a record as it was written");
            Failure::new(Reason::BadRecord, message)
        }
    })
}
