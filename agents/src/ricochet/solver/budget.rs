//! Limits of a search.

use std::time::{Duration, Instant};

/// The limits of a search. It never exceeds its memory and stops soon after another limit is reached.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Maximum number of visited positions.
    pub nodes: u64,
    /// Maximum memory of the search in bytes.
    pub bytes: usize,
    /// Maximum duration; `None` for no limit.
    pub time: Option<Duration>,
    /// Returns `true` once the search should stop.
    pub should_stop: &'a dyn Fn() -> bool,
}

impl Budget<'static> {
    /// The default memory, 1 GiB, and no other limit.
    pub const DEFAULT: Self = Self {
        nodes: u64::MAX,
        bytes: 1 << 30,
        time: None,
        should_stop: &|| false,
    };
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget")
            .field("nodes", &self.nodes)
            .field("bytes", &self.bytes)
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

/// The limit that ended a search without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Exhausted {
    /// The number of nodes.
    Nodes,
    /// The memory.
    Memory,
    /// The time.
    Time,
    /// The search was stopped.
    Stopped,
}

/// Compares a search with its budget.
pub(super) struct Meter<'a> {
    budget: Budget<'a>,
    deadline: Option<Instant>,
}

impl<'a> Meter<'a> {
    /// Starts the time of a search.
    pub(super) fn new(budget: Budget<'a>) -> Self {
        let deadline = budget
            .time
            .and_then(|time| Instant::now().checked_add(time));
        Self { budget, deadline }
    }

    /// Checks the limits of a search that has visited `nodes` positions and is about to take `bytes`.
    ///
    /// # Errors
    /// Returns the limit that is exceeded.
    pub(super) fn check(&mut self, nodes: usize, bytes: usize) -> Result<(), Exhausted> {
        if nodes as u64 >= self.budget.nodes {
            Err(Exhausted::Nodes)
        } else if bytes > self.budget.bytes {
            Err(Exhausted::Memory)
        } else if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            Err(Exhausted::Time)
        } else if (self.budget.should_stop)() {
            Err(Exhausted::Stopped)
        } else {
            Ok(())
        }
    }
}
