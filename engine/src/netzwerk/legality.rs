//! Whether an action is legal, and which rule forbids it if not.

use super::action::Action;
use super::energy::energy_left;
use super::lattice::{Field, Point, Square};
use super::position::{Phase, Position};
use super::robot_move::RobotMove;
use super::rules::Rules;
use super::side::Side;
use crate::game::IllegalAction;

type Legality = Result<(), IllegalAction>;

fn illegal(rule: &'static str, why: String) -> Legality {
    Err(IllegalAction::new(rule, why))
}

impl Rules {
    /// Checks an action of the side whose turn it is; the match must not be over.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check(&self, position: &Position, action: Action) -> Legality {
        match action {
            Action::Robot { from, to, captures } => self.check_robot(position, from, to, captures),
            Action::EndRobots => self.check_end_of_robots(position),
            Action::Battery { from, to } => self.check_battery(position, from, to),
            Action::EndTurn if position.phase == Phase::Robots => illegal(
                "NW-5",
                "a turn ends after its battery phase, which begins with `/`".into(),
            ),
            Action::EndTurn => Ok(()),
            Action::Leave(_) => illegal("NW-30", "only the referee takes a seat out".into()),
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
        let finished = |s: &super::position::Spender| s.now == from && s.captured;
        if position.spenders.as_slice().iter().any(finished) {
            return illegal(
                "NW-11",
                format!("the robot on {from} has captured and is finished"),
            );
        }
        let way = self.way(position, from, to)?;
        if way.captures != captures {
            let (is, sign) = if way.captures {
                ("an enemy stands", 'x')
            } else {
                ("no enemy stands", '-')
            };
            return illegal(
                "NW-9",
                format!("{is} on {to}, so it is written {from}{sign}{to}"),
            );
        }
        let left = energy_left(position);
        let energy = left.iter().filter(|least| least.contains(from)).count() as u8;
        if way.energy > energy {
            let needed = way.energy;
            return illegal(
                "NW-13",
                format!("{from}-{to} takes {needed} energy, the robot has {energy} left"),
            );
        }
        if !captures && self.must_capture(position) {
            return illegal("NW-28", "a capture is possible and must be made".into());
        }
        Ok(())
    }

    /// The way from one square to another, if a robot of the side may go it at all.
    fn way(
        &self,
        position: &Position,
        from: Square,
        to: Square,
    ) -> Result<RobotMove, IllegalAction> {
        let wrong = |rule, why: String| Err(IllegalAction::new(rule, why));
        if !self.board.squares().contains(to) {
            return wrong("NW-31", format!("{to} is no square of this board"));
        }
        let backward = match position.side {
            Side::White => to.rank() < from.rank(),
            Side::Black => to.rank() > from.rank(),
        };
        if backward {
            return wrong(
                "NW-6",
                "robots go forward or sideways, never backward".into(),
            );
        }
        let away = to.bit() as i8 - from.bit() as i8;
        let jumps = !matches!(away, -8 | -1 | 1 | 8);
        let step = if jumps { away / 2 } else { away };
        let ground = self.ground(position.robots, position.side);
        if let Some(way) = ground.towards(from, step).filter(|way| way.to == to) {
            return Ok(way);
        }
        if jumps {
            let own = "a jump goes over exactly one own robot, onto a square without one";
            return wrong("NW-10", own.into());
        }
        wrong("NW-6", format!("an own robot stands on {to}"))
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
