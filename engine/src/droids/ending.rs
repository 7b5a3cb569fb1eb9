//! How a match ends: goals, the last player, the round cap (DR-30 to DR-38).

use std::cmp::Reverse;

use super::public_state::{Phase, PublicState};
use super::robot::Robot;
use super::rules::Rules;
use super::ruleset::{Goal, TieBreak};
use super::side::{Side, Sides};
use crate::outcome::Outcome;

impl Rules {
    /// Ends the match if an order has fulfilled a goal (DR-30); whether it did.
    pub(super) fn end_by_goal(&self, table: &mut PublicState) -> bool {
        let winners = match self.goal {
            Goal::LastActive => return false,
            Goal::NoMinesLeft => {
                if !table.mines.is_empty() {
                    return false;
                }
                self.best_by_tie_breaks(table)
            }
            Goal::OwnGardenClosed | Goal::MadRobotEnclosed | Goal::OwnContainerOnOwnPad => {
                let reached = |side: &Side| self.has_reached_goal(table, *side);
                let reached: Sides = table.active().filter(reached).collect();
                // The sender comes first, then the order of the round.
                let sender = table.acting.filter(|side| reached.contains(*side));
                match sender.or_else(|| table.first_of(reached)) {
                    Some(winner) => Sides::one(winner),
                    None => return false,
                }
            }
        };
        Self::end(table, winners);
        true
    }

    /// Whether a seat has what the scenario asks for.
    pub fn has_reached_goal(&self, table: &PublicState, side: Side) -> bool {
        match self.goal {
            Goal::LastActive => false,
            Goal::NoMinesLeft => table.mines.is_empty(),
            Goal::OwnGardenClosed => {
                let garden = self.gardens[side.index()];
                let visitor = table.robot_on(garden);
                let alone = visitor.is_none_or(|robot| robot == Robot::Droid(side));
                alone && self.is_closed(table, garden)
            }
            Goal::MadRobotEnclosed => self.is_mad_robot_enclosed(table),
            Goal::OwnContainerOnOwnPad => {
                table.containers[side.index()] == Some(self.pads[side.index()])
            }
        }
    }

    /// Ends the match if a seat that left has left one player, one team or nobody (DR-31, DR-41).
    pub(super) fn end_by_leaving(&self, table: &mut PublicState) -> bool {
        let active = table.active();
        if active.is_empty() {
            // Only the solo player can leave nobody behind: he has lost.
            Self::end(table, Sides::EMPTY);
            return true;
        }
        self.end_by_last_player(table)
    }

    fn end_by_last_player(&self, table: &mut PublicState) -> bool {
        if self.is_solo() {
            return false;
        }
        let active = table.active();
        let teams = self.teams.into_iter().flatten();
        let last_team = { teams }.find(|team| active.difference(*team).is_empty());
        let winners = last_team.unwrap_or(active);
        if last_team.is_some() || active.len() == 1 {
            Self::end(table, winners);
            return true;
        }
        false
    }

    /// Ends the match if a round's end does (DR-32); `idle` went out with it.
    pub(super) fn end_by_round(&self, table: &mut PublicState, idle: Sides) -> bool {
        if table.active().is_empty() {
            let shared = if self.is_solo() {
                Sides::EMPTY
            } else if self.teams.is_some() {
                table.seats
            } else {
                idle
            };
            Self::end(table, shared);
            return true;
        }
        if self.end_by_last_player(table) {
            return true;
        }
        if table.round < self.round_cap {
            return false;
        }
        let winners = if self.is_solo() {
            Sides::EMPTY
        } else {
            self.best_by_tie_breaks(table)
        };
        Self::end(table, winners);
        true
    }

    fn end(table: &mut PublicState, winners: Sides) {
        table.phase = Phase::Over(winners);
        table.acting = None;
        table.pending.clear();
    }

    /// The active seats that the tie-break list leaves; the seats of the teams where there are any.
    fn best_by_tie_breaks(&self, table: &PublicState) -> Sides {
        if let Some([one, other]) = self.teams {
            let strips = |team: Sides| team.map(|side| table.bank(side).strips.len()).sum();
            let (of_one, of_other): (usize, usize) = (strips(one), strips(other));
            return match of_one.cmp(&of_other) {
                std::cmp::Ordering::Less => one,
                std::cmp::Ordering::Equal => table.seats,
                std::cmp::Ordering::Greater => other,
            };
        }
        let mut best = table.active();
        for tie_break in &self.tie_breaks {
            let merit = |side: &Side| self.merit(table, *tie_break, *side);
            let most = best.map(|side| merit(&side)).max();
            best = best.filter(|side| Some(merit(side)) == most).collect();
        }
        best
    }

    /// How good a seat is by a tie-break: more is better.
    fn merit(&self, table: &PublicState, tie_break: TieBreak, side: Side) -> Reverse<i32> {
        Reverse(match tie_break {
            TieBreak::Score => -i32::from(table.scores[side.index()]),
            TieBreak::FewestStrips => table.bank(side).strips.len() as i32,
            TieBreak::ClosedSides => -(self.closed_sides(table, self.gardens[side.index()]) as i32),
            TieBreak::ContainerDistance => {
                let steps = self.steps_from(self.pads[side.index()]);
                let away = |square: super::square::Square| i32::from(steps[square.index()]);
                table.container(side).map_or(i32::MAX, away)
            }
        })
    }

    /// How a match at this table ended (DR-43).
    pub(super) fn outcome(&self, table: &PublicState) -> Option<Outcome> {
        let Phase::Over(winners) = table.phase else {
            return None;
        };
        let ranks: Vec<_> = self.seats.map(|side| winners.contains(side)).collect();
        let points = match self.goal {
            Goal::MadRobotEnclosed => vec![i32::from(!winners.is_empty())],
            Goal::NoMinesLeft => {
                let scores = self.seats.map(|side| table.scores[side.index()]);
                scores.map(i32::from).collect()
            }
            Goal::LastActive | Goal::OwnGardenClosed | Goal::OwnContainerOnOwnPad => vec![],
        };
        Some(Outcome::ranked(
            &ranks,
            points,
            self.end_rule(table, winners),
        ))
    }

    /// The rule that ended a match, told from the position.
    fn end_rule(&self, table: &PublicState, winners: Sides) -> &'static str {
        if self.is_solo() {
            return self.goal.rule();
        }
        if { winners }.any(|side| self.has_reached_goal(table, side)) {
            return self.goal.rule();
        }
        let active = table.active();
        let teams = self.teams.into_iter().flatten();
        let one_team = { teams }.any(|team| active.difference(team).is_empty());
        if active.is_empty() {
            "DR-19"
        } else if active.len() == 1 || one_team {
            "DR-31"
        } else {
            "DR-32"
        }
    }
}
