//! Which seat is ahead in Droids.

use botwerk_engine::droids::{Droids, State};
use botwerk_engine::{GameRules, Seat};

use super::objective::ScenarioEvaluation;
use crate::lead::Lead;

impl Lead for Droids {
    fn lead_basis(&self) -> &'static str {
        "probability of winning, estimated without search after each round"
    }

    fn lead_period(&self, state: &State) -> u64 {
        u64::from(state.table().round)
    }

    fn lead_values(&self, state: &State) -> Vec<f64> {
        let rules = self.rules();
        let evaluation = ScenarioEvaluation::new(rules);
        let value = |seat| {
            let side = rules.side_of(seat);
            side.map_or(0.0, |side| evaluation.win_probability(state.table(), side))
        };
        Seat::all(self.seats()).map(value).collect()
    }
}
