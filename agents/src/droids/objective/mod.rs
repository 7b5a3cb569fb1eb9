//! The value of a table for each seat, by its distance from the scenario's goal.

mod distance;
mod enclosure;
mod goods;
mod survival;

use botwerk_engine::droids::ruleset::Goal;
use botwerk_engine::droids::{Phase, Rules, Side, Square, Table};

/// Evaluates the tables of one match.
#[derive(Debug)]
pub(super) struct Objective<'a> {
    rules: &'a Rules,
    /// Steps from each side's pad to every square, in scenarios with containers.
    from_pads: Option<[[u8; Square::COUNT]; 4]>,
}

impl<'a> Objective<'a> {
    pub(super) fn new(rules: &'a Rules) -> Self {
        let from_pads = rules
            .containers
            .then(|| rules.pads.map(|pad| rules.steps_from(pad)));
        Self { rules, from_pads }
    }

    /// Returns a side's expected share of the match, 0 to 1.
    pub(super) fn share(&self, table: &Table, side: Side) -> f64 {
        if let Phase::Over(winners) = table.phase {
            let has_won = winners.contains(side);
            return if has_won {
                1.0 / winners.len() as f64
            } else {
                0.0
            };
        }
        if self.rules.is_solo() {
            return sigmoid(self.standing(table, side));
        }
        if !table.is_active(side) && self.rules.teams.is_none() {
            return 0.0;
        }
        // A team wins together, so the odds of its members add up.
        let allies = self.allies(side);
        let odds = |side: Side| {
            if table.is_active(side) {
                self.standing(table, side).exp()
            } else {
                0.0
            }
        };
        let total: f64 = table.seats.map(odds).sum();
        let allied: f64 = allies.map(odds).sum();
        if total > 0.0 { allied / total } else { 0.0 }
    }

    fn allies(&self, side: Side) -> botwerk_engine::droids::Sides {
        let teams = self.rules.teams.into_iter().flatten();
        let team = { teams }.find(|team| team.contains(side));
        team.unwrap_or(botwerk_engine::droids::Sides::one(side))
    }

    /// Returns the natural logarithm of a side's odds against one that is evaluated at 0.
    pub(super) fn standing(&self, table: &Table, side: Side) -> f64 {
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
