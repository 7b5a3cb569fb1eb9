//! The check whether an action is legal, and which rule forbids it.

use super::action::{Action, RobotMove};
use super::energy::energy_left;
use super::lattice::{Field, Point, Square};
use super::position::{Phase, Position, Spender};
use super::rules::Rules;
use super::side::Side;
use crate::game::IllegalAction;

type Legality = Result<(), IllegalAction>;

fn illegal(rule: &'static str, message: String) -> Legality {
    Err(IllegalAction::new(rule, message))
}

impl Rules {
    /// Checks an action of the side to move; the match must not be over.
    ///
    /// # Errors
    /// Returns an error if a rule forbids the action.
    pub fn check(&self, position: &Position, action: Action) -> Legality {
        match action {
            Action::Robot { from, to, captures } => self.check_robot(position, from, to, captures),
            Action::EndRobots => self.check_end_of_robots(position),
            Action::Battery { from, to } => self.check_battery(position, from, to),
            Action::EndTurn if position.phase == Phase::Robots => illegal(
                "NW-5",
                "a turn ends after its battery phase, which starts with `/`".into(),
            ),
            Action::EndTurn => Ok(()),
            Action::Leave(_) => illegal("NW-30", "only the referee removes a seat".into()),
        }
    }

    fn check_robot(
        &self,
        position: &Position,
        from: Square,
        to: Square,
        captures: bool,
    ) -> Legality {
        if position.phase == Phase::Batteries {
            return illegal("NW-5", "robots move before `/`, not after it".into());
        }
        let side = position.side;
        if !position.robots(side).contains(from) {
            return illegal("NW-6", format!("{side} has no robot on {from}"));
        }
        let is_finished = |spender: &Spender| spender.now == from && spender.captured;
        if position.spenders.as_slice().iter().any(is_finished) {
            return illegal(
                "NW-11",
                format!("the robot on {from} has captured and is finished"),
            );
        }
        let robot_move = self.robot_move(position, from, to)?;
        if robot_move.captures != captures {
            let (target, sign) = if robot_move.captures {
                ("an enemy stands", 'x')
            } else {
                ("no enemy stands", '-')
            };
            return illegal("NW-9", format!("{target} on {to}: write {from}{sign}{to}"));
        }
        let levels = energy_left(position);
        let energy = levels.iter().filter(|level| level.contains(from)).count() as u8;
        if robot_move.energy > energy {
            let needed = robot_move.energy;
            return illegal(
                "NW-13",
                format!("{from}-{to} costs {needed} energy, the robot has {energy} left"),
            );
        }
        if !captures && self.must_capture(position) {
            return illegal("NW-28", "a capture is possible and must be made".into());
        }
        Ok(())
    }

    /// Returns the move from one square to another, or an error if no robot of the side could make it
    /// with any energy.
    fn robot_move(
        &self,
        position: &Position,
        from: Square,
        to: Square,
    ) -> Result<RobotMove, IllegalAction> {
        let illegal = |rule, message: String| Err(IllegalAction::new(rule, message));
        if !self.board.squares().contains(to) {
            return illegal("NW-31", format!("{to} is not a square of this board"));
        }
        let backward = match position.side {
            Side::White => to.rank() < from.rank(),
            Side::Black => to.rank() > from.rank(),
        };
        if backward {
            return illegal(
                "NW-6",
                "robots move forward or sideways, never backward".into(),
            );
        }
        let offset = to.bit() as i8 - from.bit() as i8;
        let jumps = !matches!(offset, -8 | -1 | 1 | 8);
        let step = if jumps { offset / 2 } else { offset };
        let targets = self.move_targets(position.robots, position.side);
        let robot_move = targets.move_in_direction(from, step);
        if let Some(robot_move) = robot_move.filter(|robot_move| robot_move.to == to) {
            return Ok(robot_move);
        }
        if jumps {
            let message = "a jump goes over exactly one own robot, onto a square without one";
            return illegal("NW-10", message.into());
        }
        illegal("NW-6", format!("an own robot stands on {to}"))
    }

    fn check_end_of_robots(&self, position: &Position) -> Legality {
        if position.phase == Phase::Batteries {
            return illegal("NW-5", "the robot phase has already ended".into());
        }
        if position.spenders.is_empty() {
            return illegal("NW-5", "at least one robot must move".into());
        }
        if self.must_capture(position) {
            return illegal("NW-28", "a capture is possible and must be made".into());
        }
        Ok(())
    }

    fn check_battery(&self, position: &Position, from: Field, to: Field) -> Legality {
        if position.phase == Phase::Robots {
            return illegal("NW-5", "batteries move after `/`, not before it".into());
        }
        let side = position.side;
        if !position.batteries.contains(from) {
            return illegal("NW-16", format!("no battery lies on {from}"));
        }
        if position.moved.contains(from) {
            return illegal(
                "NW-17",
                format!("the battery on {from} has moved in this turn"),
            );
        }
        if !self.controls(position, side, from) {
            return illegal(
                "NW-14",
                format!("{side} does not control the battery on {from}"),
            );
        }
        if self.battery_reaches(position.batteries, from, to) {
            return Ok(());
        }
        let targets = self.battery_targets(position.batteries, from);
        let targets: Vec<_> = targets.map(|target| target.to_string()).collect();
        let targets = match targets.as_slice() {
            [] => "has no move".to_owned(),
            targets => format!("can go to {}", targets.join(", ")),
        };
        illegal(
            "NW-16",
            format!("the battery on {from} {targets}, not to {to}"),
        )
    }
}
