//! The data that all threads of a search share: settings, tables, limits and the node count.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use botwerk_engine::netzwerk::Rules;

use super::abdada::ActiveTurns;
use super::evaluator::{Evaluator, Knowledge};
use super::misjudgement::Misjudgement;
use super::transposition_table::TranspositionTable;
use super::width::SearchWidth;
use crate::agent::Enforcement;

/// The settings, tables and counters that all threads of a search share.
pub(super) struct SearchContext<'a> {
    pub(super) rules: &'a Rules,
    pub(super) knowledge: &'a Knowledge,
    /// How the player errs in judging positions, if it does.
    pub(super) misjudgement: Option<Misjudgement>,
    /// Maximum number of states of a turn in which the player looks for a win of either side.
    pub(super) win_states: usize,
    pub(super) table: &'a TranspositionTable,
    pub(super) width: SearchWidth,
    /// Keys of the positions that have occurred in the match, with the number of occurrences.
    pub(super) earlier: &'a [(u64, u32)],
    /// Called from time to time; the search ends once it returns `true`.
    pub(super) should_stop: &'a (dyn Fn() -> bool + Sync),
    /// Maximum number of nodes of all threads together.
    pub(super) node_limit: u64,
    pub(super) enforcement: Enforcement,
    /// Nodes that the threads have used or taken for use.
    pub(super) nodes: AtomicU64,
    pub(super) stopped: AtomicBool,
    pub(super) active_turns: ActiveTurns,
}

impl<'a> SearchContext<'a> {
    /// Creates the context of a search on one thread without limits.
    pub(super) fn new(
        rules: &'a Rules,
        knowledge: &'a Knowledge,
        table: &'a TranspositionTable,
    ) -> Self {
        Self {
            rules,
            knowledge,
            misjudgement: None,
            win_states: usize::MAX,
            table,
            width: SearchWidth::Percent(100),
            earlier: &[],
            should_stop: &|| false,
            node_limit: u64::MAX,
            enforcement: Enforcement::Exact,
            nodes: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            active_turns: ActiveTurns::new(1),
        }
    }

    /// Returns what judges positions.
    pub(super) fn evaluator(&self) -> Box<dyn Evaluator + 'a> {
        match self.misjudgement {
            Some(misjudgement) => self.knowledge.erring_evaluator(self.rules, misjudgement),
            None => self.knowledge.evaluator(self.rules),
        }
    }

    /// Returns `true` if the search must end; all threads then notice it at their next node.
    pub(super) fn should_stop(&self) -> bool {
        if !self.stopped.load(Ordering::Relaxed) && (self.should_stop)() {
            self.stopped.store(true, Ordering::Relaxed);
        }
        self.stopped.load(Ordering::Relaxed)
    }

    /// Returns an error if the search must end.
    pub(super) fn check_stop(&self) -> Result<(), SearchStopped> {
        if self.should_stop() {
            return Err(SearchStopped);
        }
        Ok(())
    }

    /// Returns the number of nodes that no thread has taken.
    fn untaken(&self) -> u64 {
        let nodes = self.nodes.load(Ordering::Relaxed);
        self.node_limit.saturating_sub(nodes)
    }

    /// Takes nodes for use, as far as the limit allows; returns their number.
    pub(super) fn take(&self, nodes: u64) -> u64 {
        let limit = self.node_limit;
        let add = |taken: u64| Some(taken.saturating_add(nodes).min(limit));
        let before = self
            .nodes
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
        nodes.min(limit.saturating_sub(before.unwrap_or(limit)))
    }
}

/// The search was stopped; unfinished parts have no score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SearchStopped;

/// Receives the number of additional boards and turns examined, and returns how many more may be; 0 ends the
/// generation with what it has found, an error without. Without any it only checks whether to stop.
pub(super) type CountNodes<'a> = dyn FnMut(u64) -> Result<u64, SearchStopped> + 'a;

/// Number of nodes that a thread takes at once, after which it checks whether to stop.
const NODES_PER_CHECK: u64 = 64;

/// The same where a choice may take nodes beyond the limit.
const NODES_PER_SPARSE_CHECK: u64 = 1024;

/// The node count of one thread, which updates the shared count now and then.
pub(super) struct NodeCounter<'a> {
    context: &'a SearchContext<'a>,
    /// Nodes taken and not yet used.
    unused: u64,
    /// Nodes not yet added to the shared count, where they may exceed the limit.
    unreported: u64,
}

impl<'a> NodeCounter<'a> {
    pub(super) fn new(context: &'a SearchContext<'a>) -> Self {
        Self {
            context,
            unused: 0,
            unreported: 0,
        }
    }

    /// Counts nodes, and returns how many remain. Without any it only checks whether to stop.
    ///
    /// # Errors
    /// Returns an error if the search must end.
    pub(super) fn add(&mut self, nodes: u64) -> Result<u64, SearchStopped> {
        let context = self.context;
        let remaining = match context.enforcement {
            Enforcement::Exact => {
                if nodes == 0 || nodes > self.unused {
                    self.take_for(nodes);
                }
                self.unused -= nodes.min(self.unused);
                self.unused.saturating_add(context.untaken())
            }
            Enforcement::Sparse => {
                self.add_sparsely(nodes);
                u64::MAX
            }
        };
        if context.stopped.load(Ordering::Relaxed) {
            return Err(SearchStopped);
        }
        Ok(remaining)
    }

    /// Takes nodes for use, and stops the search if they are too few.
    fn take_for(&mut self, nodes: u64) {
        let context = self.context;
        if nodes > self.unused {
            self.unused += context.take((nodes - self.unused).max(NODES_PER_CHECK));
        }
        if nodes > self.unused || context.should_stop() {
            context.stopped.store(true, Ordering::Relaxed);
        }
    }

    fn add_sparsely(&mut self, nodes: u64) {
        self.unreported += nodes;
        let context = self.context;
        if self.unreported >= NODES_PER_SPARSE_CHECK.min(context.node_limit) {
            let batch = std::mem::take(&mut self.unreported);
            let total = context.nodes.fetch_add(batch, Ordering::Relaxed) + batch;
            if total >= context.node_limit || (context.should_stop)() {
                context.stopped.store(true, Ordering::Relaxed);
            }
        }
    }
}

impl Drop for NodeCounter<'_> {
    fn drop(&mut self) {
        self.context.nodes.fetch_sub(self.unused, Ordering::Relaxed);
    }
}
