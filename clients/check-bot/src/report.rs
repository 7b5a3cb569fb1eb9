//! The result of a check.

use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use serde_json::json;

use super::checks::Check;

/// The verdict of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Passed,
    Failed,
    Skipped,
}

/// The result of a check.
#[derive(Debug)]
pub(super) struct CheckReport {
    pub(super) check: Check,
    pub(super) verdict: Verdict,
    /// Whether the bot would fail every other check for the same reason.
    pub(super) is_fatal: bool,
    /// The bot's mistakes with what to do instead, and further observations.
    pub(super) messages: Vec<String>,
}

impl Verdict {
    const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
        }
    }
}

impl CheckReport {
    /// Returns the report of a check that cannot be run.
    pub(super) fn skipped(check: Check, reason: impl Into<String>) -> Self {
        Self {
            check,
            verdict: Verdict::Skipped,
            is_fatal: false,
            messages: vec![reason.into()],
        }
    }

    /// Prints the report at once, because the next check takes time.
    pub(super) fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let (name, verdict) = (self.check.name(), self.verdict.name());
        if output.is_json() {
            output.json(&json!({"check": name, "verdict": verdict, "messages": self.messages}))?;
        } else {
            output.line(format!("{verdict:<7}  {name}"))?;
            for message in &self.messages {
                output.line(format!("         {message}"))?;
            }
        }
        output.flush()
    }
}

/// Prints that the remaining checks are not run because of a fatal fault.
pub(super) fn print_omitted(checks: &[Check], output: &mut Output) -> Result<(), Failure> {
    let reason = "not run: the fault above would end every check; correct it first";
    if output.is_json() {
        let mut reports = checks
            .iter()
            .map(|check| CheckReport::skipped(*check, reason));
        return reports.try_for_each(|report| report.print(output));
    }
    if !checks.is_empty() {
        let names: Vec<_> = checks.iter().map(|check| check.name()).collect();
        output.line(format!("skipped  {}", names.join(", ")))?;
        output.line(format!("         {reason}"))?;
    }
    output.flush()
}
