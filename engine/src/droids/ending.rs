//! The end of a match: goals, the last active player, the round cap (DR-30 to DR-38).

use std::cmp::Reverse;

use super::robot::Robot;
use super::rules::Rules;
use super::ruleset::{Goal, TieBreak};
use super::side::{Side, Sides};
use super::state::{Phase, PublicState};
use crate::game::Outcome;

impl Rules {
    /// Ends the match if a goal is reached (DR-30). Returns `true` if it has ended.
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
                // The sender has precedence, then the order of the round.
                let sender = table.acting.filter(|side| reached.contains(*side));
                match sender.or_else(|| table.first_in_round(reached)) {
                    Some(winner) => Sides::one(winner),
                    None => return false,
                }
            }
        };
        Self::end(table, winners);
        true
    }

    /// Returns `true` if a seat satisfies the scenario's goal.
    pub fn has_reached_goal(&self, table: &PublicState, side: Side) -> bool {
        match self.goal {
            Goal::LastActive => false,
            Goal::NoMinesLeft => table.mines.is_empty(),
            Goal::OwnGardenClosed => {
                let garden = self.gardens[side.index()];
                let visitor = table.robot_on(garden);
                let has_no_other_robot = visitor.is_none_or(|robot| robot == Robot::Droid(side));
                has_no_other_robot && self.is_closed(table, garden)
            }
            Goal::MadRobotEnclosed => self.is_mad_robot_enclosed(table),
            Goal::OwnContainerOnOwnPad => {
                table.containers[side.index()] == Some(self.pads[side.index()])
            }
        }
    }

    /// Ends the match if one player, one team or no player is active after a seat has left (DR-31,
    /// DR-41). Returns `true` if it has ended.
    pub(super) fn end_by_leaving(&self, table: &mut PublicState) -> bool {
        let active = table.active();
        if active.is_empty() {
            // Only in the solo scenario: the player has lost.
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

    /// Ends the match at the end of a round if DR-32 requires it; `idle` are the seats that the
    /// round has eliminated. Returns `true` if it has ended.
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
        if table.round < self.last_round() {
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

    /// Returns the active seats that are best by the tie-break list; with teams, the seats of the
    /// better team.
    fn best_by_tie_breaks(&self, table: &PublicState) -> Sides {
        if let Some([one, other]) = self.teams {
            let strips = |team: Sides| team.map(|side| table.bank(side).strips.len()).sum();
            let (one_strips, other_strips): (usize, usize) = (strips(one), strips(other));
            return match one_strips.cmp(&other_strips) {
                std::cmp::Ordering::Less => one,
                std::cmp::Ordering::Equal => table.seats,
                std::cmp::Ordering::Greater => other,
            };
        }
        let mut best = table.active();
        for tie_break in &self.tie_breaks {
            let value = |side: &Side| self.tie_break_value(table, *tie_break, *side);
            let max = best.map(|side| value(&side)).max();
            best = best.filter(|side| Some(value(side)) == max).collect();
        }
        best
    }

    /// Returns the value of a seat by a tie-break; the greatest is best.
    fn tie_break_value(
        &self,
        table: &PublicState,
        tie_break: TieBreak,
        side: Side,
    ) -> Reverse<i32> {
        Reverse(match tie_break {
            TieBreak::Score => -i32::from(table.scores[side.index()]),
            TieBreak::FewestStrips => table.bank(side).strips.len() as i32,
            TieBreak::ClosedSides => -(self.closed_sides(table, self.gardens[side.index()]) as i32),
            TieBreak::ContainerDistance => {
                let steps = self.steps_from(self.pads[side.index()]);
                let distance = |square: super::square::Square| i32::from(steps[square.index()]);
                table.container_square(side).map_or(i32::MAX, distance)
            }
        })
    }

    /// Returns the outcome, or `None` if the match is not over (DR-43).
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

    /// Returns the id of the rule that ended the match, derived from the position.
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
