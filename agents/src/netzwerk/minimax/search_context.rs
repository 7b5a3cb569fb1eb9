//! The data that all threads of a search share: settings, tables, limits and the node count.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use botwerk_engine::netzwerk::Rules;

use super::abdada::ActiveTurns;
use super::transposition_table::TranspositionTable;
use super::weights::Weights;
use super::width::SearchWidth;

/// The settings, tables and counters that all threads of a search share.
pub(super) struct SearchContext<'a> {
    pub(super) rules: &'a Rules,
    pub(super) weights: &'a Weights,
    pub(super) table: &'a TranspositionTable,
    pub(super) width: SearchWidth,
    /// Keys of the positions that have occurred in the match, with the number of occurrences.
    pub(super) earlier: &'a [(u64, u32)],
    /// Called from time to time; the search ends once it returns `true`.
    pub(super) should_stop: &'a (dyn Fn() -> bool + Sync),
    /// Maximum number of nodes of all threads together.
    pub(super) node_limit: u64,
    pub(super) nodes: AtomicU64,
    pub(super) stopped: AtomicBool,
    pub(super) active_turns: ActiveTurns,
}

/// The search was stopped; unfinished parts have no score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SearchStopped;

/// Number of nodes between two checks whether to stop.
const NODES_PER_CHECK: u64 = 1024;

/// The node count of one thread, which updates the shared count now and then.
pub(super) struct NodeCounter<'a> {
    context: &'a SearchContext<'a>,
    /// Nodes not yet added to the shared count.
    unreported: u64,
}

impl<'a> NodeCounter<'a> {
    pub(super) fn new(context: &'a SearchContext<'a>) -> Self {
        Self {
            context,
            unreported: 0,
        }
    }

    /// Counts nodes.
    ///
    /// # Errors
    /// Returns an error if the search must end.
    pub(super) fn add(&mut self, nodes: u64) -> Result<(), SearchStopped> {
        self.unreported += nodes;
        let context = self.context;
        if self.unreported >= NODES_PER_CHECK.min(context.node_limit) {
            let batch = std::mem::take(&mut self.unreported);
            let total = context.nodes.fetch_add(batch, Ordering::Relaxed) + batch;
            if total >= context.node_limit || (context.should_stop)() {
                context.stopped.store(true, Ordering::Relaxed);
            }
        }
        if context.stopped.load(Ordering::Relaxed) {
            return Err(SearchStopped);
        }
        Ok(())
    }
}
