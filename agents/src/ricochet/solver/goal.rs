//! Which solutions a search looks for, and how it reports one.

/// Which solutions of minimum cost are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// Any of them.
    First,
    /// All of them, so that all positions within the last limit are visited.
    All,
}

/// The last move of a solution.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal<K> {
    /// The position before the move.
    pub(super) parent: K,
    /// The cost of that position.
    pub(super) parent_cost: u16,
    /// The position after the move.
    pub(super) key: K,
    /// The cost of the solution.
    pub(super) cost: u16,
}
