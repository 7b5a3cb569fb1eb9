//! The node count and the limits of one decision.

use crate::agent::Budget;

/// Counts nodes, which are executed orders, and enforces the limits of a decision.
#[derive(Debug)]
pub(in crate::droids) struct NodeMeter<'a> {
    budget: &'a Budget<'a>,
    limit: u64,
    pub(super) nodes: u64,
}

impl<'a> NodeMeter<'a> {
    pub(in crate::droids) const fn new(budget: &'a Budget<'a>, limit: u64) -> Self {
        Self {
            budget,
            limit,
            nodes: 0,
        }
    }

    /// Returns `true` if the decision must end.
    pub(super) fn is_spent(&self) -> bool {
        self.nodes >= self.limit || (self.budget.should_stop)()
    }
}
