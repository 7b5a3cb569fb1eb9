//! What a table is worth to each seat: how far it is from what the scenario asks for.

mod enclosure;
mod goods;
mod survival;

use botwerk_engine::droids::ruleset::Goal;
use botwerk_engine::droids::{Phase, PublicState, Rules, Side, Square};

/// Judges tables of one match.
#[derive(Debug)]
pub(super) struct ScenarioEvaluation<'a> {
    rules: &'a Rules,
    /// Steps from each side's pad to every square, where there are containers.
    from_pads: Option<[[u8; Square::COUNT]; 4]>,
}

impl<'a> ScenarioEvaluation<'a> {
    pub(super) fn new(rules: &'a Rules) -> Self {
        let from_pads = rules
            .containers
            .then(|| rules.pads.map(|pad| rules.steps_from(pad)));
        Self { rules, from_pads }
    }

    /// A side's expected share of the match, 0 to 1.
    pub(super) fn win_probability(&self, table: &PublicState, side: Side) -> f64 {
        if let Phase::Over(winners) = table.phase {
            let won = winners.contains(side);
            return if won { 1.0 / winners.len() as f64 } else { 0.0 };
        }
        if self.rules.is_solo() {
            return sigmoid(self.log_odds(table, side));
        }
        if !table.is_active(side) && self.rules.teams.is_none() {
            return 0.0;
        }
        // A team wins together: its members add up.
        let own = self.allies(side);
        let merit = |side: Side| {
            if table.is_active(side) {
                self.log_odds(table, side).exp()
            } else {
                0.0
            }
        };
        let all: f64 = table.seats.map(merit).sum();
        let ours: f64 = own.map(merit).sum();
        if all > 0.0 { ours / all } else { 0.0 }
    }

    fn allies(&self, side: Side) -> botwerk_engine::droids::Sides {
        let teams = self.rules.teams.into_iter().flatten();
        let team = { teams }.find(|team| team.contains(side));
        team.unwrap_or(botwerk_engine::droids::Sides::one(side))
    }

    /// How well a side stands by itself: the natural logarithm of its odds against one that stands
    /// at 0.
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
        goal + survival::standing(self.rules, table, side)
    }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
