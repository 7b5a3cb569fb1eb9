//! The parts of a setup that an error can name.

use std::fmt;

use super::super::lattice::{Field, Square};
use super::super::side::Side;

/// A part of a setup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SetupPart {
    /// A robot.
    Robot(Side, Square),
    /// A battery.
    Battery(Field),
    /// The quiet count.
    Quiet,
    /// All robots that have spent energy.
    Spenders,
    /// The robot that has spent energy, by its index.
    Spender(usize),
    /// The energy of the robot that has spent it, by its index.
    Spent(usize),
    /// A battery that has moved.
    Moved(Field),
    /// The number of turns.
    Turns,
}

/// The path of the field, such as `white[d4]`.
impl fmt::Display for SetupPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Robot(Side::White, square) => write!(f, "white[{square}]"),
            Self::Robot(Side::Black, square) => write!(f, "black[{square}]"),
            Self::Battery(field) => write!(f, "batteries[{field}]"),
            Self::Quiet => f.write_str("quiet"),
            Self::Spenders => f.write_str("robot_phase.spenders"),
            Self::Spender(index) => write!(f, "robot_phase.spenders[{index}]"),
            Self::Spent(index) => write!(f, "robot_phase.spenders[{index}].spent"),
            Self::Moved(field) => write!(f, "battery_phase.moved[{field}]"),
            Self::Turns => f.write_str("turns"),
        }
    }
}
