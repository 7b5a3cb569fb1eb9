//! What is to be solved: rules, and the robots and batteries of a position.

use botwerk_engine::netzwerk::{Position, Rules, Side};

/// A position at the start of a turn, whose value is asked for.
///
/// With it all positions are solved that have as many batteries and that robots of these numbers
/// can come to, of either colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    rules: Rules,
    start: Position,
}

impl Task {
    /// Asks for the value of a position under these rules, without repetition, quiet turns and
    /// turn cap: endless play is a draw (in the place of NW-25 to NW-27).
    ///
    /// # Errors
    /// If the position is inside of a turn.
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
            start: start.as_repeated(),
        })
    }

    /// The rules without limits to a match's length.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position asked for, its quiet count 0.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// How many batteries there are.
    pub const fn batteries(&self) -> usize {
        self.start.batteries().len() as usize
    }

    /// The numbers of White's and Black's robots that can come to be, exchanged ones included.
    pub(super) fn robot_counts(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let most = Side::ALL.map(|side| self.start.robots(side).len() as usize);
        let [least, greatest] = [most[0].min(most[1]), most[0].max(most[1])];
        let counts =
            (1..=greatest).flat_map(move |white| (1..=greatest).map(move |black| [white, black]));
        counts.filter(move |[white, black]| *white.min(black) <= least)
    }
}

/// Why a position cannot be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TaskError {
    /// It is not at the start of a turn.
    #[error("position: is inside of a turn; solutions are of positions between turns")]
    InsideTurn,
}
