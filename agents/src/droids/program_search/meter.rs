//! What a decision has cost, and when it must end.

use crate::agent::Budget;

/// Counts nodes: orders that were carried out.
#[derive(Debug)]
pub(in crate::droids) struct Meter<'a> {
    budget: &'a Budget<'a>,
    limit: u64,
    pub(super) nodes: u64,
}

impl<'a> Meter<'a> {
    pub(in crate::droids) const fn new(budget: &'a Budget<'a>, limit: u64) -> Self {
        Self {
            budget,
            limit,
            nodes: 0,
        }
    }

    /// Whether the decision must end.
    pub(super) fn is_spent(&self) -> bool {
        self.nodes >= self.limit || (self.budget.should_stop)()
    }
}
