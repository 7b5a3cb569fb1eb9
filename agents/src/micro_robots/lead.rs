//! Which seat is ahead in Micro Robots.

use botwerk_engine::micro_robots::{MicroRobots, State};

use crate::lead::Lead;

impl Lead for MicroRobots {
    fn lead_basis(&self) -> &'static str {
        "chips after each round"
    }

    fn lead_period(&self, state: &State) -> u64 {
        u64::from(state.table().round)
    }

    fn lead_values(&self, state: &State) -> Vec<f64> {
        let chips = state.table().chips.iter();
        chips.map(|chips| f64::from(*chips)).collect()
    }
}
