//! A solution of an instance.

use botwerk_engine::ricochet::Move;

/// Moves that reach the target, and their cost.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Solution {
    /// The moves.
    pub moves: Vec<Move>,
    /// The sum of their costs (RR-17).
    pub cost: u32,
}
