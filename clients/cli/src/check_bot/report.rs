//! The result of a check.

use serde_json::json;

use super::check::Check;
use crate::failure::Failure;
use crate::output::Output;

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
