//! Limits of a search.

/// The limits of a search. It never exceeds its memory and stops soon after another limit is reached.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Maximum number of visited positions.
    pub nodes: u64,
    /// Number of visited positions after which the search ends soon: it may visit some thousands more.
    pub patience: u64,
    /// Maximum memory of the search in bytes.
    pub bytes: usize,
    /// Number of threads. With several, which of the optimal solutions is found depends on the number.
    pub threads: usize,
    /// Returns `true` once the search should stop, for example because its time is over.
    pub should_stop: &'a dyn Fn() -> bool,
}

impl Budget<'static> {
    /// One thread, the default memory of 1 GiB, and no other limit.
    pub const DEFAULT: Self = Self {
        nodes: u64::MAX,
        patience: u64::MAX,
        bytes: 1 << 30,
        threads: 1,
        should_stop: &|| false,
    };
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget")
            .field("nodes", &self.nodes)
            .field("patience", &self.patience)
            .field("bytes", &self.bytes)
            .field("threads", &self.threads)
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
    /// The search was stopped by its caller, for example because its time is over.
    Stopped,
}

impl Budget<'_> {
    /// Checks the limits of a search that has visited `nodes` positions and is about to take `bytes`.
    ///
    /// # Errors
    /// Returns the limit that is exceeded.
    pub(super) fn check(&self, nodes: usize, bytes: usize) -> Result<(), Exhausted> {
        if nodes as u64 >= self.nodes.min(self.patience) {
            Err(Exhausted::Nodes)
        } else if bytes > self.bytes {
            Err(Exhausted::Memory)
        } else if (self.should_stop)() {
            Err(Exhausted::Stopped)
        } else {
            Ok(())
        }
    }

    /// Checks whether the search was stopped, within a part of it that visits no position.
    ///
    /// # Errors
    /// Returns [`Exhausted::Stopped`] if it was.
    pub(super) fn check_stop(&self) -> Result<(), Exhausted> {
        if (self.should_stop)() {
            Err(Exhausted::Stopped)
        } else {
            Ok(())
        }
    }
}

/// Number of positions that are looked through or moved between two checks whether the search was stopped.
pub(super) const POSITIONS_PER_CHECK: usize = 1 << 16;
