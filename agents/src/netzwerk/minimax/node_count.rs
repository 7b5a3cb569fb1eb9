//! How many positions a search has looked at, and when that is enough.

use std::sync::atomic::Ordering;

use super::shared::Shared;

/// The search was stopped; what was not finished has no score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stopped;

/// Nodes between two questions whether to stop.
const NODES_A_QUESTION: u64 = 1024;

/// One thread's count. The others hear of it now and then.
pub(super) struct NodeCount<'a> {
    shared: &'a Shared<'a>,
    /// Nodes not yet told to the others.
    untold: u64,
}

impl<'a> NodeCount<'a> {
    pub(super) fn new(shared: &'a Shared<'a>) -> Self {
        Self { shared, untold: 0 }
    }

    /// Counts nodes; an error if the search must end.
    pub(super) fn add(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.untold += nodes;
        let shared = self.shared;
        if self.untold >= NODES_A_QUESTION.min(shared.node_limit) {
            let told = std::mem::take(&mut self.untold);
            let all = shared.nodes.fetch_add(told, Ordering::Relaxed) + told;
            if all >= shared.node_limit || (shared.should_stop)() {
                shared.stopped.store(true, Ordering::Relaxed);
            }
        }
        if shared.stopped.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        Ok(())
    }
}
