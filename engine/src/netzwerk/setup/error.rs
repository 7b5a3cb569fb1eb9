//! Errors of setups that are not valid positions.

use std::borrow::Cow;
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

/// The error of a setup that is not a valid position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}: expected {}", self.part(), self.expected())]
pub enum SetupError {
    /// A robot is outside of the board.
    RobotOffBoard {
        /// The robot's side.
        side: Side,
        /// The robot's square.
        square: Square,
        /// The last square of the board.
        last: Square,
    },
    /// A robot of Black stands on the square of a robot of White.
    SharedSquare(Square),
    /// A side has more robots than the board has files.
    TooManyRobots {
        /// The side.
        side: Side,
        /// The first robot that is too many.
        square: Square,
        /// The maximum.
        max: usize,
    },
    /// A battery is outside of the board.
    BatteryOffBoard {
        /// The battery's field.
        field: Field,
        /// The last energy field of the board.
        last: Field,
    },
    /// There are too many batteries.
    TooManyBatteries {
        /// The first battery that is too many.
        field: Field,
        /// The maximum.
        max: usize,
    },
    /// The quiet count is too large.
    Quiet,
    /// A robot has spent no energy, or more than a robot can.
    Energy(usize),
    /// A robot that has spent energy is not sorted by its start square.
    SpenderOrder(usize),
    /// A start square is outside of the board, or no robot of the side to move stands where one should.
    SpenderSquares {
        /// The robot's index.
        index: usize,
        /// The side to move.
        side: Side,
    },
    /// A robot cannot have moved that far with its energy.
    SpenderDistance(usize),
    /// Another robot is on a start square.
    StartOccupied,
    /// The batteries cannot pay the energy.
    Unpayable,
    /// There is no battery on the field of one that has moved.
    NoBattery(Field),
    /// Turns are counted, but the game has no cap of turns.
    TurnsNotCounted,
}

impl SetupError {
    /// Returns the part that is wrong.
    pub fn part(&self) -> SetupPart {
        self.describe().0
    }

    /// Returns the id of the rule that is broken.
    pub fn rule(&self) -> &'static str {
        self.describe().1
    }

    /// Returns what the part must be instead, human-readable.
    pub fn expected(&self) -> Cow<'static, str> {
        self.describe().2
    }

    fn describe(&self) -> (SetupPart, &'static str, Cow<'static, str>) {
        use SetupPart as Part;
        match *self {
            Self::RobotOffBoard { side, square, last } => {
                let expected = format!("a square of this board, b2 to {last}");
                (Part::Robot(side, square), "NW-1", expected.into())
            }
            Self::SharedSquare(square) => {
                let expected = format!("a free square, but White's robot stands on {square}");
                (Part::Robot(Side::Black, square), "NW-1", expected.into())
            }
            Self::TooManyRobots { side, square, max } => {
                let expected = format!("at most {max} robots of a side");
                (Part::Robot(side, square), "NW-3", expected.into())
            }
            Self::BatteryOffBoard { field, last } => {
                let expected = format!("an energy field of this board, a1 to {last}");
                (Part::Battery(field), "NW-2", expected.into())
            }
            Self::TooManyBatteries { field, max } => {
                let expected = format!("at most {max} batteries");
                (Part::Battery(field), "NW-3", expected.into())
            }
            Self::Quiet => (Part::Quiet, "NW-26", "a quiet count up to 65535".into()),
            Self::Energy(index) => (Part::Spent(index), "NW-7", "energy from 1 to 4".into()),
            Self::SpenderOrder(index) => {
                let expected = "robots sorted by start square";
                (Part::Spender(index), "NW-7", expected.into())
            }
            Self::SpenderSquares { index, side } => {
                let expected = format!("a start square and where {side}'s robot stands");
                (Part::Spender(index), "NW-7", expected.into())
            }
            Self::SpenderDistance(index) => {
                let expected = "a distance that this energy can pay (NW-9)";
                (Part::Spender(index), "NW-9", expected.into())
            }
            Self::StartOccupied => {
                let expected = "start squares that were free for these robots";
                (Part::Spenders, "NW-7", expected.into())
            }
            Self::Unpayable => {
                let expected = "energy that the batteries can pay (NW-13)";
                (Part::Spenders, "NW-13", expected.into())
            }
            Self::NoBattery(field) => {
                let expected = "the field of a battery that has moved";
                (Part::Moved(field), "NW-17", expected.into())
            }
            Self::TurnsNotCounted => {
                let expected = "no number of turns, which are counted with turn_cap only";
                (Part::Turns, "NW-27", expected.into())
            }
        }
    }
}
