//! The evaluation of a table for each side: its progress towards the scenario's goal, and its
//! ability to stay in the match.

mod enclosure;
mod goods;
mod survival;

use botwerk_engine::droids::ruleset::Goal;
use botwerk_engine::droids::{Phase, PublicState, Rules, Side, Sides, Square};

use crate::misjudgement::Misjudgement;

pub(super) use self::survival::SurvivalWeights;

/// Evaluates the tables of one match.
#[derive(Debug)]
pub(super) struct ScenarioEvaluation<'a> {
    rules: &'a Rules,
    survival: SurvivalWeights,
    /// How the player errs, if it does.
    misjudgement: Option<Misjudgement>,
    /// Number of steps from each side's pad to every square; `None` in scenarios without
    /// containers.
    from_pads: Option<[[u8; Square::COUNT]; 4]>,
}

impl<'a> ScenarioEvaluation<'a> {
    /// Creates the evaluation for comparing tables without search.
    pub(super) fn new(rules: &'a Rules) -> Self {
        Self::with_survival(rules, SurvivalWeights::UNSEARCHED)
    }

    /// Creates the evaluation with these weights of staying in the match.
    pub(super) fn with_survival(rules: &'a Rules, survival: SurvivalWeights) -> Self {
        let from_pads = rules
            .containers
            .then(|| rules.pads.map(|pad| rules.steps_from(pad)));
        Self {
            rules,
            survival,
            misjudgement: None,
            from_pads,
        }
    }

    /// Returns the evaluation of a player that errs.
    pub(super) fn with_misjudgement(self, misjudgement: Option<Misjudgement>) -> Self {
        Self {
            misjudgement,
            ..self
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
            Goal::NoMinesLeft => goods::mines_value(table, side),
            Goal::OwnGardenClosed => enclosure::garden_value(self.rules, table, side),
            Goal::MadRobotEnclosed => enclosure::mad_robot_value(self.rules, table, side),
            Goal::OwnContainerOnOwnPad => {
                let from_pad = self.from_pads.as_ref().map(|all| &all[side.index()]);
                from_pad.map_or(0.0, |steps| goods::freight_value(table, side, steps))
            }
        };
        let error = self.misjudgement.map_or(0.0, |misjudgement| {
            let key = droid_key(table, side);
            f64::from(misjudgement.of(key)) / 100.0
        });
        goal + self.survival.value(self.rules, table, side) + error
    }
}

/// Returns a number that differs by where a side's droid stands.
fn droid_key(table: &PublicState, side: Side) -> u64 {
    let droid = table.droid(side);
    let square = droid.square.map_or(0, |square| 1 + square.index() as u64);
    let strips = table.bank(side).strips().len() as u64;
    square << 8 | strips << 2 | side.index() as u64
}

/// Returns the probability for the natural logarithm of the odds.
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}
