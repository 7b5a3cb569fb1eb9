//! What a law says of a game that does not obey it.

use std::fmt;

/// Result of a law: `Ok`, or a description of the violation.
pub type LawResult = Result<(), String>;

/// Maximum number of steps of a counterexample that are shown.
const MAX_STEPS: usize = 60;

/// A law that does not hold, with the shortest counterexample that was found.
#[derive(Clone, PartialEq, Eq)]
pub struct Violation {
    /// The name of the law.
    pub law: &'static str,
    /// The game, its number of seats and its options.
    pub variant: String,
    /// What differs from what the law demands.
    pub message: String,
    /// The seed of the start and of chance in hexadecimal digits, or `None` if the law is about no match.
    pub seed: Option<String>,
    /// What led to the position: actors with their actions.
    pub steps: Vec<String>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: the law `{}` does not hold", self.variant, self.law)?;
        write!(f, "  {}", self.message.replace('\n', "\n  "))?;
        let Some(seed) = &self.seed else {
            return Ok(());
        };
        match self.steps.len() {
            0 => write!(f, "\n  at the start with the seed `{seed}`")?,
            count => write!(f, "\n  after {count} steps from the seed `{seed}`:")?,
        }
        for step in self.steps.iter().take(MAX_STEPS) {
            write!(f, "\n    {step}")?;
        }
        match self.steps.len().saturating_sub(MAX_STEPS) {
            0 => Ok(()),
            more => write!(f, "\n    and {more} more"),
        }
    }
}

// Tests show it as people read it.
impl fmt::Debug for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl std::error::Error for Violation {}
