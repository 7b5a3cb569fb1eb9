//! What a turn is worth, in hundredths of a robot.

use botwerk_engine::netzwerk::Netzwerk;

use crate::turn_value::{TurnValue, ValueBasis};

impl TurnValue for Netzwerk {
    fn value_basis(&self) -> ValueBasis {
        ValueBasis::Opposed
    }

    fn blunder_loss(&self) -> i64 {
        100
    }
}
