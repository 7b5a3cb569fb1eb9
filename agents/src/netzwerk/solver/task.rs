//! The task of the solver: rules, and the robots and batteries of a position.

use botwerk_engine::netzwerk::{Position, Rules, Side};

/// A position at the start of a turn that is to be solved.
///
/// Solving it solves all positions with the same number of batteries and with all numbers of robots
/// that can occur, with either colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    rules: Rules,
    start: Position,
}

impl Task {
    /// Creates the task of solving a position under these rules, without repetition, quiet turns
    /// and turn cap: endless play is a draw (instead of NW-25 to NW-27).
    ///
    /// # Errors
    /// Returns an error if the position is within a turn.
    pub fn new(rules: &Rules, start: &Position) -> Result<Self, TaskError> {
        if !start.is_start_of_turn() {
            return Err(TaskError::InsideTurn);
        }
        Ok(Self {
            rules: Rules {
                repetition: 0,
                quiet_turns: 0,
                turn_cap: 0,
                ..*rules
            },
            start: start.without_counters(),
        })
    }

    /// Returns the rules without limits to a match's length.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the position to solve, with quiet count 0.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the number of batteries.
    pub const fn batteries(&self) -> usize {
        self.start.batteries().len()
    }

    /// Returns the numbers of White's and Black's robots that can occur, including exchanged ones.
    pub(super) fn robot_counts(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let start_counts = Side::ALL.map(|side| self.start.robots(side).len());
        let [min, max] = [
            start_counts[0].min(start_counts[1]),
            start_counts[0].max(start_counts[1]),
        ];
        let counts = (1..=max).flat_map(move |white| (1..=max).map(move |black| [white, black]));
        counts.filter(move |[white, black]| *white.min(black) <= min)
    }
}

/// The error for a position that cannot be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TaskError {
    /// The position is not at the start of a turn.
    #[error("position: expected the start of a turn, found a position within a turn")]
    InsideTurn,
}
