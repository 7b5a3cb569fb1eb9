//! What is found about a bot.

use serde_json::json;

use super::check::Check;
use crate::failure::Failure;
use crate::output::Output;

/// Whether a check was passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Passed,
    Failed,
    Skipped,
}

/// What came of a check.
#[derive(Debug)]
pub(super) struct Report {
    pub(super) check: Check,
    pub(super) verdict: Verdict,
    /// What the bot did wrong and what it is to do instead, or what is worth knowing.
    pub(super) words: Vec<String>,
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

impl Report {
    /// A check that cannot be made.
    pub(super) fn skipped(check: Check, why: impl Into<String>) -> Self {
        Self {
            check,
            verdict: Verdict::Skipped,
            words: vec![why.into()],
        }
    }

    /// Tells it at once, since the next check takes its time.
    pub(super) fn say(&self, output: &mut Output) -> Result<(), Failure> {
        let (name, verdict) = (self.check.name(), self.verdict.name());
        if output.is_json() {
            output.json(&json!({"check": name, "verdict": verdict, "words": self.words}))?;
        } else {
            output.line(format!("{verdict:<7}  {name}"))?;
            for line in &self.words {
                output.line(format!("         {line}"))?;
            }
        }
        output.flush()
    }
}
