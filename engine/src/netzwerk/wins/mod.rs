//! Wins in one turn: turns after which the side to move has won (NW-19, NW-20, NW-21).

mod places;
mod stalemate;

use crate::netzwerk::action::Action;
use crate::netzwerk::position::{Phase, Position};
use crate::netzwerk::robot_phase::{PhaseLimits, RobotPhases};
use crate::netzwerk::rules::Rules;
use stalemate::{BatteryPhaseLimit, find_stalemating_moves};

impl Rules {
    /// Returns a turn, or the rest of a turn, with which the side to move wins, or `None` if there
    /// is no such turn. The match must not be over.
    ///
    /// The search is exact except for wins by NW-21 that require visiting more than a quarter of a
    /// million battery phases. Wins by robots (NW-19, NW-20) are preferred to wins by stalemate
    /// (NW-21).
    ///
    /// ```
    /// use botwerk_engine::netzwerk::{Netzwerk, RobotPhases};
    /// use botwerk_engine::{GameNotation, GameRules, GameType, Options};
    ///
    /// let options = Options::resolve(Netzwerk::spec().options, [("width", "2"), ("ranks", "3")]).unwrap();
    /// let game = Netzwerk::new(2, options).unwrap();
    /// let state = game.parse_position("w b4,d4 d6 a3,c3").unwrap();
    /// let turn = game.rules().win_in_one_turn(&mut RobotPhases::new(), state.position()).unwrap();
    /// let actions: Vec<String> = turn.iter().map(|action| action.to_string()).collect();
    /// assert_eq!(actions, ["b4-b6"]);
    /// ```
    pub fn win_in_one_turn(
        &self,
        phases: &mut RobotPhases,
        position: &Position,
    ) -> Option<Vec<Action>> {
        self.win_in_one_turn_within(phases, position, PhaseLimits::NONE)
    }

    /// Does the same as [`Self::win_in_one_turn`], but misses wins beyond the limits.
    pub fn win_in_one_turn_within(
        &self,
        phases: &mut RobotPhases,
        position: &Position,
        limits: PhaseLimits<'_>,
    ) -> Option<Vec<Action>> {
        let robots = phases.win_within(self, position, limits);
        let robots = robots.map(|actions| actions.to_vec());
        robots.or_else(|| self.stalemate_in_one_turn(phases, position, limits))
    }

    /// Returns a turn, or the rest of a turn, that leaves the opponent no robot to move (NW-21), or `None` if
    /// none is found within the limits.
    pub(in crate::netzwerk) fn stalemate_in_one_turn(
        &self,
        phases: &mut RobotPhases,
        position: &Position,
        limits: PhaseLimits<'_>,
    ) -> Option<Vec<Action>> {
        let mut limit = BatteryPhaseLimit::new(limits);
        if position.phase == Phase::Batteries {
            return find_stalemating_moves(self, position, &mut limit).map(with_end_of_turn);
        }
        let undecided = phases.stalemating(self, position, limits).iter();
        let undecided = undecided.filter(|result| result.end.is_none());
        for result in undecided.copied().collect::<Vec<_>>() {
            if limit.is_stopped {
                break;
            }
            let after = self.after_robots(position, result.robots);
            if let Some(moves) = find_stalemating_moves(self, &after, &mut limit) {
                let mut turn = phases.actions(&result).to_vec();
                turn.push(Action::EndRobots);
                turn.extend(moves);
                return Some(with_end_of_turn(turn));
            }
        }
        None
    }
}

fn with_end_of_turn(mut actions: Vec<Action>) -> Vec<Action> {
    actions.push(Action::EndTurn);
    actions
}
