//! The evaluation of a table for each side: its progress towards the scenario's goal, and its
//! ability to stay in the match.

mod enclosure;
mod goods;

use botwerk_engine::droids::ruleset::Goal;
use botwerk_engine::droids::{Phase, PublicState, Rules, Side, Sides, Square, Transmitter};

/// Cost of a strip.
const STRIP: f64 = 0.12;

/// Additional cost of each strip beyond the fourth.
const LAST_STRIPS: f64 = 0.08;

/// Cost of a droid in a column whose transmitter is covered.
const COVERED_COLUMN: f64 = 0.2;

/// Cost of a droid in water, where only blue stones move it.
const WATER: f64 = 0.1;

/// Evaluates the tables of one match.
#[derive(Debug)]
pub(super) struct ScenarioEvaluation<'a> {
    rules: &'a Rules,
    /// Number of steps from each side's pad to every square; `None` in scenarios without
    /// containers.
    from_pads: Option<[[u8; Square::COUNT]; 4]>,
}

impl<'a> ScenarioEvaluation<'a> {
    pub(super) fn new(rules: &'a Rules) -> Self {
        let from_pads = rules
            .containers
            .then(|| rules.pads.map(|pad| rules.steps_from(pad)));
        Self { rules, from_pads }
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
            Goal::NoMinesLeft => goods::mines_value(table, side),
            Goal::OwnGardenClosed => enclosure::garden_value(self.rules, table, side),
            Goal::MadRobotEnclosed => enclosure::mad_robot_value(self.rules, table, side),
            Goal::OwnContainerOnOwnPad => {
                let from_pad = self.from_pads.as_ref().map(|all| &all[side.index()]);
                from_pad.map_or(0.0, |steps| goods::freight_value(table, side, steps))
            }
        };
        goal + survival_value(self.rules, table, side)
    }
}

/// Returns the value of staying in the match, which takes a transmitter in every round (DR-19): that
/// of a side's transmitters and of its droid's square.
fn survival_value(rules: &Rules, table: &PublicState, side: Side) -> f64 {
    let strips = table.bank(side).strips();
    let count = strips.len() as f64;
    let mut value = -STRIP * count - LAST_STRIPS * (count - 4.0).max(0.0);
    if let Some(square) = table.droid(side).square {
        if strips.contains(side.column(square)) && strips.len() < Transmitter::COUNT {
            value -= COVERED_COLUMN;
        }
        if rules.river.contains(square) {
            value -= WATER;
        }
    }
    value
}

/// Returns the probability for the natural logarithm of the odds.
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}
