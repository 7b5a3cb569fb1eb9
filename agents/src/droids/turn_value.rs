//! What a turn is worth, in ten-thousandths of a certain win.

use botwerk_engine::droids::Droids;

use crate::turn_value::{TurnValue, ValueBasis};

impl TurnValue for Droids {
    fn value_basis(&self) -> ValueBasis {
        ValueBasis::OwnNext
    }

    fn blunder_loss(&self) -> i64 {
        1000
    }
}
