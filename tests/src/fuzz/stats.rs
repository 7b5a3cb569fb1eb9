//! Counts of accepted and rejected requests.

use std::collections::BTreeMap;
use std::fmt;

/// Outcome under which accepted requests are counted.
const ACCEPTED: &str = "ok";

/// Counts of requests by kind and outcome; the outcome of a rejected request is its reason.
#[derive(Debug, Clone, Default)]
pub struct RequestStats(BTreeMap<String, BTreeMap<String, u64>>);

impl RequestStats {
    /// Returns the number of accepted requests of a kind.
    pub fn accepted(&self, kind: &str) -> u64 {
        let outcomes = self.0.get(kind);
        let accepted = outcomes.and_then(|outcomes| outcomes.get(ACCEPTED));
        accepted.copied().unwrap_or_default()
    }

    /// Returns the number of rejected requests of a kind.
    pub fn rejected(&self, kind: &str) -> u64 {
        let outcomes = self.0.get(kind).into_iter().flatten();
        let rejected = outcomes.filter(|(outcome, _)| *outcome != ACCEPTED);
        rejected.map(|(_, count)| count).sum()
    }

    pub(super) fn count_accepted(&mut self, kind: &str) {
        self.count(kind, ACCEPTED);
    }

    /// Counts a request that was rejected for a reason.
    pub(super) fn count_rejected(&mut self, kind: &str, reason: &str) {
        self.count(kind, reason);
    }

    fn count(&mut self, kind: &str, outcome: &str) {
        let outcomes = self.0.entry(kind.to_owned()).or_default();
        *outcomes.entry(outcome.to_owned()).or_default() += 1;
    }
}

/// Writes one line per kind of request.
impl fmt::Display for RequestStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (kind, outcomes) in &self.0 {
            write!(f, "{kind:16} {:8} {ACCEPTED}", self.accepted(kind))?;
            for (outcome, count) in outcomes.iter().filter(|(outcome, _)| *outcome != ACCEPTED) {
                write!(f, ", {count} {outcome}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
