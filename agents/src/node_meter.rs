//! The meter of one choice, from which all of its searches take their nodes.

use std::cell::Cell;

use crate::agent::{Budget, Enforcement};

/// Counts the nodes of one choice and enforces its limits, of which every search of the choice must take its
/// nodes.
pub(crate) struct NodeMeter<'a> {
    should_stop: &'a (dyn Fn() -> bool + Sync),
    enforcement: Enforcement,
    limit: u64,
    nodes: u64,
    is_stopped: Cell<bool>,
}

impl<'a> NodeMeter<'a> {
    /// Creates the meter of a choice with this node limit, which the budget's stop signal can end earlier.
    pub(crate) const fn new(budget: &Budget<'a>, limit: u64) -> Self {
        Self {
            should_stop: budget.should_stop,
            enforcement: budget.enforcement,
            limit,
            nodes: 0,
            is_stopped: Cell::new(false),
        }
    }

    /// Returns the number of nodes so far.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the number of nodes that may still be taken.
    pub(crate) const fn remaining(&self) -> u64 {
        match self.enforcement {
            Enforcement::Exact => self.limit.saturating_sub(self.nodes),
            Enforcement::Sparse => u64::MAX,
        }
    }

    /// Returns the limit that is only looked at now and then, or [`u64::MAX`] without one.
    pub(crate) const fn sparse_limit(&self) -> u64 {
        match self.enforcement {
            Enforcement::Exact => u64::MAX,
            Enforcement::Sparse => self.limit,
        }
    }

    /// Runs a search that may take this number of nodes of those that remain.
    pub(crate) fn within<T>(&mut self, nodes: u64, search: impl FnOnce(&mut Self) -> T) -> T {
        let limit = self.limit;
        if self.enforcement == Enforcement::Exact {
            self.limit = limit.min(self.nodes.saturating_add(nodes));
        }
        let found = search(self);
        self.limit = limit;
        found
    }

    /// Takes this number of nodes, or those that remain if they are fewer; returns the number taken.
    pub(crate) fn take(&mut self, nodes: u64) -> u64 {
        let taken = nodes.min(self.remaining());
        self.nodes = self.nodes.saturating_add(taken);
        taken
    }

    /// Returns what is asked whether to stop.
    pub(crate) const fn stop_signal(&self) -> &'a (dyn Fn() -> bool + Sync) {
        self.should_stop
    }

    /// Takes a node; returns `false` if none remains.
    pub(crate) fn take_one(&mut self) -> bool {
        self.take(1) == 1
    }

    /// Returns `true` if the choice must be made now. After a stop it stays `true`.
    pub(crate) fn should_stop(&self) -> bool {
        if !self.is_stopped.get() {
            self.is_stopped.set((self.should_stop)());
        }
        self.is_stopped.get()
    }

    /// Returns `true` if no node remains, or the choice must be made now.
    pub(crate) fn must_end(&self) -> bool {
        self.remaining() == 0 || self.should_stop()
    }

    /// Returns `true` if the limit is reached, or the choice must be made now: unlike
    /// [`must_end`](Self::must_end), also where nodes beyond the limit may be taken.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.nodes >= self.limit || self.should_stop()
    }
}
