//! What every evaluator does.

use std::fmt::Debug;

use botwerk_engine::netzwerk::Position;

/// Judges positions of one match without search.
pub(in crate::netzwerk::minimax) trait Evaluator:
    Debug + Send
{
    /// Returns the value of a position at the start of a turn for the side to move, in about hundredths of a robot.
    ///
    /// Consecutive positions of one turn differ little, so an evaluator keeps what it knows of the last one.
    fn evaluate(&mut self, position: &Position) -> i32;
}
