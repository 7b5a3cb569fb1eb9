//! The parts of a setup that an error can name.

use std::fmt;

use super::super::robot::Robot;
use crate::seat::Seat;

/// A part of a setup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SetupPart {
    /// The board with its targets.
    Board,
    /// One robot.
    RobotOf(Robot),
    /// The open target.
    Target,
    /// The targets that were never drawn.
    Undrawn,
    /// The targets under the others.
    Under,
    /// The targets won by all seats.
    Won,
    /// The seats that have left.
    Departed,
    /// The number of the round.
    Round,
    /// The phase.
    Phase,
    /// The announced numbers of a race.
    Announced,
    /// The seats that have passed.
    Passed,
    /// One of the seats that have passed.
    PassedSeat(Seat),
    /// The seat that shows its solution.
    ShowSeat,
    /// The announced number of moves.
    ShowNumber,
    /// The moves so far.
    ShowMoves,
    /// The announced numbers that are shown next.
    ShowRemaining,
}

/// The path of the field, such as `robots[r]`.
impl fmt::Display for SetupPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::RobotOf(robot) => return write!(f, "robots[{robot}]"),
            Self::Target => "target",
            Self::Undrawn => "undrawn",
            Self::Under => "under",
            Self::Won => "won",
            Self::Departed => "departed",
            Self::Round => "round",
            Self::Phase => "phase",
            Self::Announced => "phase.announced",
            Self::Passed | Self::PassedSeat(_) => "phase.passed",
            Self::ShowSeat => "phase.seat",
            Self::ShowNumber => "phase.number",
            Self::ShowMoves => "phase.moves",
            Self::ShowRemaining => "phase.remaining",
        })
    }
}
