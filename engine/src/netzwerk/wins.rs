//! Wins in one turn: turns after which the side to move has won (NW-19, NW-20, NW-21).

use super::action::Action;
use super::position::{Phase, Position};
use super::robot_phase::RobotPhases;
use super::rules::Rules;
use super::stalemate::{MOST_PHASES, find_stalemating_moves};

impl Rules {
    /// A turn, or the rest of one, by which the side to move wins, if there is one. The match must
    /// not be over. This is exact, but for wins by NW-21 where more than a quarter of a million
    /// battery phases would have to be looked at.
    ///
    /// Wins by robots (NW-19, NW-20) come before those that starve the opponent (NW-21).
    pub fn win_in_one_turn(
        &self,
        phases: &mut RobotPhases,
        position: &Position,
    ) -> Option<Vec<Action>> {
        let mut most = MOST_PHASES;
        if position.phase == Phase::Batteries {
            return find_stalemating_moves(self, position, &mut most).map(ended);
        }
        if let Some(actions) = phases.win(self, position) {
            return Some(actions.to_vec());
        }
        let undecided = phases.stalemating(self, position).iter();
        let undecided = undecided.filter(|result| result.end.is_none());
        for result in undecided.copied().collect::<Vec<_>>() {
            let after = self.after_robots(position, result.robots);
            if let Some(moves) = find_stalemating_moves(self, &after, &mut most) {
                let mut turn = phases.actions(&result).to_vec();
                turn.push(Action::EndRobots);
                turn.extend(moves);
                return Some(ended(turn));
            }
        }
        None
    }
}

fn ended(mut actions: Vec<Action>) -> Vec<Action> {
    actions.push(Action::EndTurn);
    actions
}
