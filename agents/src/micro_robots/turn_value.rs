//! What a turn is worth, in moves.

use botwerk_engine::micro_robots::{Action, MicroRobots};

use crate::turn_value::{TurnValue, ValueBasis};

impl TurnValue for MicroRobots {
    fn value_basis() -> ValueBasis {
        ValueBasis::Announced
    }

    fn blunder_loss() -> i64 {
        1
    }

    fn announced_value(action: Action) -> Option<i64> {
        match action {
            Action::Say(moves) => Some(-i64::from(moves)),
            _ => None,
        }
    }
}
