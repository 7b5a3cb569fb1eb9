//! The evaluation of a table for each side: its progress towards the scenario's goal, and its
//! ability to stay in the match.

mod enclosure;
mod goods;
mod survival;
mod weights;

use botwerk_engine::droids::ruleset::Goal;
use botwerk_engine::droids::{Phase, PublicState, Rules, Side, Sides, Square};

pub use self::weights::EvaluationWeights;

/// Evaluates the tables of one match.
#[derive(Debug)]
pub(super) struct ScenarioEvaluation<'a> {
    rules: &'a Rules,
    weights: EvaluationWeights,
    /// Number of steps from each side's pad to every square; `None` in scenarios without
    /// containers.
    from_pads: Option<[[u8; Square::COUNT]; 4]>,
}

impl<'a> ScenarioEvaluation<'a> {
    /// Creates the evaluation for comparing tables without search.
    pub(super) fn new(rules: &'a Rules) -> Self {
        Self::with_weights(rules, EvaluationWeights::UNSEARCHED)
    }

    /// Creates the evaluation with these weights.
    pub(super) fn with_weights(rules: &'a Rules, weights: EvaluationWeights) -> Self {
        let from_pads = rules
            .containers
            .then(|| rules.pads.map(|pad| rules.steps_from(pad)));
        Self {
            rules,
            weights,
            from_pads,
        }
    }

    /// Returns a side's expected score of the match, from 0 to 1: its probability of winning, where
    /// winners share one point.
    pub(super) fn win_probability(&self, table: &PublicState, side: Side) -> f64 {
        if let Phase::Over(winners) = table.phase {
            let has_won = winners.contains(side);
            return if has_won {
                1.0 / winners.len() as f64
            } else {
                0.0
            };
        }
        if self.rules.is_solo() {
            return sigmoid(self.log_odds(table, side));
        }
        if !table.is_active(side) && self.rules.teams.is_none() {
            return 0.0;
        }
        // A team wins together, so the odds of its members are added.
        let odds = |side: Side| {
            if table.is_active(side) {
                libm::exp(self.log_odds(table, side))
            } else {
                0.0
            }
        };
        let total: f64 = table.seats.map(odds).sum();
        let own: f64 = self.allies(side).map(odds).sum();
        if total > 0.0 { own / total } else { 0.0 }
    }

    /// Returns the sides that win together with a side, itself included.
    fn allies(&self, side: Side) -> Sides {
        let teams = self.rules.teams.into_iter().flatten();
        let team = { teams }.find(|team| team.contains(side));
        team.unwrap_or(Sides::one(side))
    }

    /// Returns the natural logarithm of a side's odds against a side with value 0.
    pub(super) fn log_odds(&self, table: &PublicState, side: Side) -> f64 {
        let goal = match self.rules.goal {
            Goal::LastActive => 0.0,
            Goal::NoMinesLeft => self.weights.mines * goods::mines_value(table, side),
            Goal::OwnGardenClosed => {
                self.weights.garden * enclosure::garden_value(self.rules, table, side)
            }
            Goal::MadRobotEnclosed => enclosure::mad_robot_value(self.rules, table, side),
            Goal::OwnContainerOnOwnPad => {
                let from_pad = self.from_pads.as_ref().map(|all| &all[side.index()]);
                let value = from_pad.map(|steps| goods::freight_value(table, side, steps));
                self.weights.freight * value.unwrap_or(0.0)
            }
        };
        goal + survival::survival_value(&self.weights, self.rules, table, side)
    }
}

/// Returns the probability for the natural logarithm of the odds.
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}
