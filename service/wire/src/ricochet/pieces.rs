//! Cells, robots, directions, targets and moves in messages.

use botwerk_engine::ricochet::{Cell, Choices, Direction, Move, Robot, Target};
use botwerk_proto::v1 as proto;

/// Returns the number of a cell in messages.
pub(super) fn cell_message(cell: Cell) -> u32 {
    cell.index() as u32
}

/// Returns the cell with a number of a message, or `None` for any other number.
pub(super) fn cell(message: u32) -> Option<Cell> {
    Cell::from_index(usize::try_from(message).ok()?)
}

/// Returns the number of a robot in messages, where 0 stands for no robot.
pub(super) fn robot_message(robot: Robot) -> i32 {
    robot.index() as i32 + 1
}

/// Returns the robot with a number of a message, or `None` for any other number.
pub(super) fn robot(message: i32) -> Option<Robot> {
    Robot::from_index(usize::try_from(message).ok()?.checked_sub(1)?)
}

/// Returns the message of a target.
pub(super) fn target_message(target: Target) -> proto::RicochetTarget {
    proto::RicochetTarget {
        cell: cell_message(target.cell),
        robot: target.robot.map_or(0, robot_message),
    }
}

/// Returns the target of a message, or `None` if it has no valid cell or no coloured robot.
pub(super) fn target(message: &proto::RicochetTarget) -> Option<Target> {
    let robot = match message.robot {
        0 => None,
        number => Some(robot(number).filter(|robot| Robot::COLOURED.contains(robot))?),
    };
    Some(Target {
        cell: cell(message.cell)?,
        robot,
    })
}

/// Returns the message of a move.
pub(super) fn move_message(step: Move) -> proto::RicochetMove {
    proto::RicochetMove {
        robot: robot_message(step.robot),
        direction: step.direction.index() as i32 + 1,
        choices: u32::from(step.choices.bits()),
    }
}

/// Returns the move of a message, or `None` if a field is out of range.
pub(super) fn step(message: &proto::RicochetMove) -> Option<Move> {
    let robot = robot(message.robot)?;
    let direction = usize::try_from(message.direction).ok()?.checked_sub(1)?;
    let bits = u8::try_from(message.choices).ok()?;
    let can_choose = robot == Robot::Transparent || bits == 0;
    can_choose.then_some(Move {
        robot,
        direction: Direction::ALL.get(direction).copied()?,
        choices: Choices::from_bits(bits),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_read_back_from_its_message() {
        for text in [
            "rN",
            "gE",
            "bS",
            "yW",
            "sN",
            "tE",
            "tE+",
            "tE-+",
            "tS--+----+",
        ] {
            let expected: Move = text.parse().unwrap();
            assert_eq!(step(&move_message(expected)), Some(expected), "{text}");
        }
    }

    #[test]
    fn move_with_choices_of_another_robot_is_invalid() {
        let of = |robot: Robot, choices: u32| proto::RicochetMove {
            robot: robot_message(robot),
            direction: 1,
            choices,
        };
        assert!(step(&of(Robot::Transparent, 255)).is_some());
        assert_eq!(step(&of(Robot::Transparent, 256)), None);
        assert_eq!(step(&of(Robot::Red, 1)), None);
        let directionless = proto::RicochetMove {
            direction: 5,
            ..of(Robot::Red, 0)
        };
        assert_eq!(step(&directionless), None);
    }
}
