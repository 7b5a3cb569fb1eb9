//! Which seat is ahead in Ricochet Robots.

use botwerk_engine::ricochet::{Ricochet, State};

use crate::lead::Lead;

impl Lead for Ricochet {
    fn lead_basis(&self) -> &'static str {
        "targets won after each round"
    }

    fn lead_period(&self, state: &State) -> u64 {
        u64::from(state.table().round)
    }

    fn lead_values(&self, state: &State) -> Vec<f64> {
        let won = state.table().won.iter();
        won.map(|won| f64::from(*won)).collect()
    }
}
