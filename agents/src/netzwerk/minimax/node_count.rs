//! Counting the nodes of a search, and its limits.

use std::sync::atomic::Ordering;

use super::shared::Shared;

/// The search was stopped; unfinished parts have no score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SearchStopped;

/// Number of nodes between two checks whether to stop.
const NODES_PER_CHECK: u64 = 1024;

/// The node count of one thread, which updates the shared count now and then.
pub(super) struct NodeCounter<'a> {
    shared: &'a Shared<'a>,
    /// Nodes not yet added to the shared count.
    unreported: u64,
}

impl<'a> NodeCounter<'a> {
    pub(super) fn new(shared: &'a Shared<'a>) -> Self {
        Self {
            shared,
            unreported: 0,
        }
    }

    /// Counts nodes.
    ///
    /// # Errors
    /// Returns an error if the search must end.
    pub(super) fn add(&mut self, nodes: u64) -> Result<(), SearchStopped> {
        self.unreported += nodes;
        let shared = self.shared;
        if self.unreported >= NODES_PER_CHECK.min(shared.node_limit) {
            let batch = std::mem::take(&mut self.unreported);
            let total = shared.nodes.fetch_add(batch, Ordering::Relaxed) + batch;
            if total >= shared.node_limit || (shared.should_stop)() {
                shared.stopped.store(true, Ordering::Relaxed);
            }
        }
        if shared.stopped.load(Ordering::Relaxed) {
            return Err(SearchStopped);
        }
        Ok(())
    }
}
