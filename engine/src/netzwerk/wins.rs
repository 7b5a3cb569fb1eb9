//! Wins in one turn: turns after which the side to move has won (NW-19, NW-20, NW-21).

use super::action::Action;
use super::lattice::Point;
use super::position::{Phase, Position};
use super::robot_phase::RobotPhases;
use super::robots::{after_one_step, before_one_step, energy_at_least};
use super::rules::Rules;
use super::starve::starve;

impl Rules {
    /// A turn, or the rest of one, by which the side to move wins, if there is one: this is exact.
    /// The match must not be over.
    ///
    /// Wins by robots (NW-19, NW-20) come before those that starve the opponent (NW-21).
    pub fn win_in_one_turn(
        &self,
        phases: &mut RobotPhases,
        position: &Position,
    ) -> Option<Vec<Action>> {
        if position.phase == Phase::Batteries {
            return starve(self, position).map(ended);
        }
        if let Some(actions) = phases.win(self, position) {
            return Some(actions.to_vec());
        }
        if !self.may_starve(position) {
            return None;
        }
        phases.all(self, position);
        let undecided = phases
            .results()
            .iter()
            .filter(|result| result.end.is_none());
        for result in undecided {
            let after = self.after_robots(position, result.robots);
            if let Some(moves) = starve(self, &after) {
                let mut turn = phases.actions(result).to_vec();
                turn.push(Action::EndRobots);
                turn.extend(moves);
                return Some(ended(turn));
            }
        }
        None
    }

    /// Whether some turn may leave the opponent no robot to move; `false` is never wrong.
    ///
    /// A battery beside an enemy robot can be moved only with an own robot beside it as well, so
    /// an enemy robot that can make a step now, and that no own robot can come next to, still can
    /// make it after the turn.
    fn may_starve(&self, position: &Position) -> bool {
        let enemy = position.side.other();
        let fed = position
            .robots(enemy)
            .intersection(energy_at_least(position.batteries)[0]);
        let free = self.board.squares().difference(position.occupied()).bits();
        let can_step = fed.bits() & before_one_step(free, enemy);
        let mut near = 0;
        for robot in position.robots(position.side) {
            let energy = if position.is_start_of_turn() {
                robot.fields().intersection(position.batteries).len()
            } else {
                4
            };
            let mut reached = 1 << robot.bit();
            for _ in 0..energy {
                reached |= after_one_step(reached, position.side);
            }
            near |= reached;
        }
        let beside = near | near << 1 | near >> 1;
        let around = beside | beside << 8 | beside >> 8;
        can_step & !around == 0
    }
}

fn ended(mut actions: Vec<Action>) -> Vec<Action> {
    actions.push(Action::EndTurn);
    actions
}
