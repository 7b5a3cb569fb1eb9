//! `record verify`: verifies match records.

use botwerk_agents::{RecordEnd, Verified};
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_command::progress_bar::ProgressBar;
use botwerk_engine::parse_hex;
use clap::Args;
use serde_json::{Value, json};

use super::file::{NO_OUTCOME, load_record};

/// Arguments of `record verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Record files, `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Require that the server with this public key has signed the records: 64 hex digits, which the server
    /// prints when it starts
    #[arg(long, value_name = "KEY", value_parser = parse_key)]
    key: Option<String>,
}

fn parse_key(text: &str) -> Result<String, String> {
    match parse_hex::<32>(text) {
        Some(_) => Ok(text.to_owned()),
        None => Err("expected 64 lower-case hex digits".to_owned()),
    }
}

/// Verifies every record; the exit code is that of the worst result. An incomplete record counts as one
/// that differs: its last lines may have been cut off.
pub(super) fn run(args: &VerifyArgs, output: &mut Output) -> Result<(), Failure> {
    let progress = ProgressBar::new(args.files.len() as u64, "records");
    let mut worst = Ok(());
    for file in &args.files {
        let result = FileResult::verify_file(file, args.key.as_deref())?;
        progress.suspend(|| result.print(file, output))?;
        worst = match (worst, result) {
            (Err(Failure::ReportedInvalid), _) | (_, FileResult::Unreadable { .. }) => {
                Err(Failure::ReportedInvalid)
            }
            (worst, FileResult::Valid(valid)) if valid.verified.is_complete() => worst,
            (_, FileResult::Invalid { .. } | FileResult::Valid(_)) => {
                Err(Failure::ReportedNegative)
            }
        };
        progress.inc(1);
    }
    progress.clear();
    worst
}

/// A record that agrees with the rules.
struct ValidFile {
    verified: Verified,
    /// The key of a valid signature.
    signed_by: Option<String>,
    /// Whether that is the key which the user has named.
    is_key_known: bool,
}

/// The result for one file.
enum FileResult {
    Valid(Box<ValidFile>),
    Invalid { reason: Reason, message: String },
    Unreadable { reason: Reason, message: String },
}

impl FileResult {
    fn verify_file(file: &str, key: Option<&str>) -> Result<Self, Failure> {
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
        let signed = match (key, record.signature()) {
            (Some(key), _) => record.check_signature(key),
            // Even by an unknown key: a signature of another record is never right.
            (None, Some(signature)) => record.check_signature(&signature.key),
            (None, None) => Ok(()),
        };
        let invalid = |message: String| Self::Invalid {
            reason: Reason::VerificationFailed,
            message,
        };
        Ok(match (signed, record.verify()) {
            (Err(error), _) => invalid(format!("{file}: {error}")),
            (_, Err(difference)) => invalid(format!("{file}: differs: {difference}")),
            (Ok(()), Ok(verified)) => Self::Valid(Box::new(ValidFile {
                verified,
                signed_by: record.signature().map(|it| it.key.clone()),
                is_key_known: key.is_some(),
            })),
        })
    }

    fn print(&self, file: &str, output: &mut Output) -> Result<(), Failure> {
        if output.is_json() {
            return output.json(&self.json(file));
        }
        match self {
            Self::Valid(valid) => valid.print(file, output),
            Self::Invalid { message, .. } | Self::Unreadable { message, .. } => {
                output.line(message)
            }
        }
    }

    fn json(&self, file: &str) -> Value {
        match self {
            Self::Valid(valid) => valid.json(file),
            Self::Invalid { reason, message } | Self::Unreadable { reason, message } => json!({
                "file": file,
                "is_valid": false,
                "error": {"reason": reason.name(), "message": message},
            }),
        }
    }
}

impl ValidFile {
    /// Prints what was checked, and what could not be.
    fn print(&self, file: &str, output: &mut Output) -> Result<(), Failure> {
        let verified = &self.verified;
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
            output.line(format!("  {NO_OUTCOME}"))?;
        }
        output.line(format!("  not checked: {}", verified.unchecked.join("; ")))?;
        output.line(format!("  head: {}", verified.head))?;
        output.line(match (&self.signed_by, self.is_key_known) {
            (Some(key), true) => format!("  signed by {key}"),
            (Some(key), false) => {
                format!("  signed by {key}; with --key you require the key of a server you trust")
            }
            (None, _) => {
                "  not signed: every holder of the file could have rewritten it".to_owned()
            }
        })
    }

    fn json(&self, file: &str) -> Value {
        let verified = &self.verified;
        json!({
            "file": file,
            "is_valid": true,
            "is_complete": verified.is_complete(),
            "end": end_name(verified.end),
            "events": verified.events,
            "choices": verified.choices,
            "stopped_choices": verified.stopped_choices,
            "unchecked": verified.unchecked,
            "head": verified.head,
            "signed_by": self.signed_by,
        })
    }
}

fn end_name(end: RecordEnd) -> &'static str {
    match end {
        RecordEnd::Decided => "decided",
        RecordEnd::Aborted => "aborted",
        RecordEnd::Missing => "no outcome",
    }
}
