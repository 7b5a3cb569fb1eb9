//! Which side is ahead in Netzwerk.

use botwerk_engine::netzwerk::{Netzwerk, Side, State};

use super::static_evaluation::StaticEvaluation;
use crate::lead::Lead;

impl Lead for Netzwerk {
    fn lead_basis(&self) -> &'static str {
        "static evaluation of ranks, energy and robots after each turn"
    }

    fn lead_period(&self, state: &State) -> u64 {
        state.position().side().index() as u64
    }

    fn lead_values(&self, state: &State) -> Vec<f64> {
        let position = state.position();
        let rules = self.rules();
        let value = |side| {
            let evaluation = StaticEvaluation::from_robots(rules, position.robots_of_both(), side);
            f64::from(evaluation.with_batteries(position.batteries()))
        };
        Side::ALL.map(value).into()
    }
}
