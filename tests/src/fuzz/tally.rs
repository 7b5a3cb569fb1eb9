//! What became of requests, counted.

use std::collections::BTreeMap;
use std::fmt;

/// What a request that was not refused is counted as.
const TAKEN: &str = "ok";

/// How often requests of each kind were taken, and how often refused for which reason.
#[derive(Debug, Clone, Default)]
pub struct Tally(BTreeMap<String, BTreeMap<String, u64>>);

impl Tally {
    /// Requests of a kind that were taken.
    pub fn taken(&self, kind: &str) -> u64 {
        let outcomes = self.0.get(kind);
        let taken = outcomes.and_then(|outcomes| outcomes.get(TAKEN));
        taken.copied().unwrap_or_default()
    }

    /// Requests of a kind that were refused.
    pub fn refused(&self, kind: &str) -> u64 {
        let outcomes = self.0.get(kind).into_iter().flatten();
        let refused = outcomes.filter(|(outcome, _)| *outcome != TAKEN);
        refused.map(|(_, count)| count).sum()
    }

    pub(super) fn take(&mut self, kind: &str) {
        self.count(kind, TAKEN);
    }

    /// Counts a request that was refused for a reason.
    pub(super) fn refuse(&mut self, kind: &str, reason: &str) {
        self.count(kind, reason);
    }

    fn count(&mut self, kind: &str, outcome: &str) {
        let outcomes = self.0.entry(kind.to_owned()).or_default();
        *outcomes.entry(outcome.to_owned()).or_default() += 1;
    }
}

/// A line for each kind of request.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (kind, outcomes) in &self.0 {
            write!(f, "{kind:16} {:8} {TAKEN}", self.taken(kind))?;
            for (outcome, count) in outcomes.iter().filter(|(outcome, _)| *outcome != TAKEN) {
                write!(f, ", {count} {outcome}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
