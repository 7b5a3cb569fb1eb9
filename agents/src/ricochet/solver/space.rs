//! What the search needs to know of positions.

use botwerk_engine::ricochet::Attempt;

use super::visited::Key;

/// A position has no further moves that could be wanted.
pub(super) const NO_MORE: u16 = u16::MAX;

/// The positions of an instance, their moves and a lower bound.
pub(super) trait Space: Sync {
    /// The code of a position. Positions that differ only by interchangeable robots have one code.
    type Key: Key;

    /// Number of visited positions after which a better bound is computed.
    const STRENGTHEN_AFTER: usize;

    /// Returns the code of the position that an attempt has reached.
    fn key(&self, attempt: &Attempt) -> Self::Key;

    /// Returns a number of moves that a solution from this position has at least, or `None` if there is no
    /// solution.
    fn bound(&self, key: Self::Key) -> Option<u16>;

    /// Passes to `push` the position after every legal move whose cost plus the bound after it is `wanted`,
    /// the cost, and whether the move fulfils the target. Returns a number above `wanted` that no other move
    /// is below, or [`NO_MORE`] if all other moves are below `wanted` or lead to no solution.
    fn expand(&self, key: Self::Key, wanted: u16, push: impl FnMut(Self::Key, u16, bool)) -> u16;

    /// Passes to `visit` the position after every legal move that can lead to a solution, the cost, and whether
    /// the move fulfils the target.
    fn successors(&self, key: Self::Key, visit: impl FnMut(Self::Key, u16, bool));

    /// Returns the maximum cost of a move.
    fn max_cost(&self) -> u16;

    /// Returns `true` if at most one robot stands on another cell. It is quick, so that few positions are
    /// expanded to find the one before another.
    fn is_near(&self, before: Self::Key, after: Self::Key) -> bool;

    /// Computes a better bound, which takes about as long as the search of a few thousand positions, and
    /// returns `true`; returns `false` if no better one is known.
    fn strengthen(&mut self) -> bool;
}
