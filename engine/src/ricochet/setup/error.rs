//! Errors of setups that are not valid positions.

use std::borrow::Cow;
use std::fmt;

use super::super::robot::Robot;
use super::super::target::Target;
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

/// The error of a setup that is not a valid position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}: expected {}", self.part(), self.expected())]
pub enum SetupError {
    /// The board has more columns or rows than those of the match can have.
    BoardOutsideGrid,
    /// The board has fewer start cells than robots to place.
    TooFewStartCells,
    /// A robot is on the board that does not take part, or one is missing.
    Robots(Robot),
    /// A robot is on the centre block.
    RobotOnCentre(Robot),
    /// A robot is outside of the board, or on a cell with walls on all sides.
    RobotOnClosed(Robot),
    /// A robot is on a diagonal, on which no slide ends.
    RobotOnDiagonal(Robot),
    /// Two robots are on one cell.
    SharedCell(Robot),
    /// A target is not one of the board's.
    UnknownTarget {
        /// The part.
        part: SetupPart,
        /// The target.
        target: Target,
    },
    /// A target is in two places.
    RepeatedTarget {
        /// The second place.
        part: SetupPart,
        /// The target.
        target: Target,
    },
    /// The targets that were never drawn are not in the fixed order of the board.
    UnorderedTargets,
    /// The number of counts of won targets is not the number of seats.
    SeatCount {
        /// Number of seats of the game.
        seats: usize,
        /// Number of counts.
        found: usize,
    },
    /// The seats have not won exactly the targets that are in no other place.
    WonCount {
        /// Number of targets in no other place.
        targets: usize,
        /// Number of targets that the seats have won.
        found: u32,
    },
    /// A part names a seat that the game does not have.
    UnknownSeat {
        /// The part.
        part: SetupPart,
        /// Number of seats of the game.
        seats: usize,
    },
    /// Every seat has left.
    AllDeparted,
    /// The number of the round does not fit the targets that were drawn.
    Round,
    /// The number of the round exceeds the limit.
    RoundCap {
        /// The limit.
        cap: u32,
    },
    /// The phase does not fit the robots.
    PhaseOfStart,
    /// The phase does not fit the target.
    PhaseOfTarget,
    /// A number is announced that the first announcement of a race would have decided.
    FirstDecides(SetupPart),
    /// An announced number of moves is out of range.
    Announcement {
        /// The part.
        part: SetupPart,
        /// The announced number.
        number: u8,
        /// The maximum.
        max: u8,
    },
    /// Every seat in the match has passed.
    AllPassed,
    /// The seat that shows its solution has left.
    DepartedShow,
    /// The moves so far cannot be shown.
    Moves,
    /// The announced numbers that are shown next are not in order.
    Remaining,
}

impl SetupError {
    /// Returns the part that is wrong.
    pub fn part(&self) -> SetupPart {
        self.describe().0
    }

    /// Returns the id of the rule that is broken, or `None` if the fields contradict each other.
    pub fn rule(&self) -> Option<&'static str> {
        self.describe().1
    }

    /// Returns what the part must be instead, human-readable.
    pub fn expected(&self) -> Cow<'static, str> {
        self.describe().2
    }

    fn describe(&self) -> (SetupPart, Option<&'static str>, Cow<'static, str>) {
        use SetupPart as Part;
        let (part, rule, expected): (_, _, &'static str) = match *self {
            Self::BoardOutsideGrid => (
                Part::Board,
                Some("RR-1"),
                "at most 16x16 cells, or option `board` with this or another larger board (RR-1)",
            ),
            Self::TooFewStartCells => (
                Part::Board,
                Some("RR-2"),
                "a board with a start cell for every robot (RR-2)",
            ),
            Self::Robots(robot) => (
                Part::RobotOf(robot),
                Some("RR-2"),
                "exactly the robots that take part, before the first round the first of them (RR-2)",
            ),
            Self::RobotOnCentre(robot) => (
                Part::RobotOf(robot),
                Some("RR-1"),
                "a cell outside of the centre block (RR-1)",
            ),
            Self::RobotOnClosed(robot) => (
                Part::RobotOf(robot),
                Some("RR-1"),
                "a cell of the board that is not walled on all sides (RR-1)",
            ),
            Self::RobotOnDiagonal(robot) => (
                Part::RobotOf(robot),
                Some("RR-5"),
                "a cell without a diagonal (RR-5)",
            ),
            Self::SharedCell(robot) => (
                Part::RobotOf(robot),
                Some("RR-4"),
                "a cell without another robot (RR-4)",
            ),
            Self::UnknownTarget { part, target } => {
                let expected = format!("targets of the board, found {target} (RR-3)");
                return (part, Some("RR-3"), expected.into());
            }
            Self::RepeatedTarget { part, target } => {
                let expected = format!("every target in one place, found {target} again (RR-3)");
                return (part, Some("RR-3"), expected.into());
            }
            Self::UnorderedTargets => {
                (Part::Undrawn, None, "the targets in the order of the board")
            }
            Self::SeatCount { seats, found } => {
                let expected = format!("the targets of {seats} seats, found {found}");
                return (Part::Won, None, expected.into());
            }
            Self::WonCount { targets, found } => {
                let expected = format!("{targets} targets in all, found {found} (RR-3)");
                return (Part::Won, Some("RR-3"), expected.into());
            }
            Self::UnknownSeat { part, seats } => {
                let expected = format!("a seat from 0 to {}", seats - 1);
                return (part, None, expected.into());
            }
            Self::AllDeparted => (
                Part::Departed,
                Some("RR-27"),
                "a seat that has not left (RR-27)",
            ),
            Self::Round => (
                Part::Round,
                Some("RR-3"),
                "the number of targets drawn so far as round (RR-3)",
            ),
            Self::RoundCap { cap } => {
                let expected = format!("at most {cap} rounds (RR-26)");
                return (Part::Round, Some("RR-26"), expected.into());
            }
            Self::PhaseOfStart => (
                Part::Phase,
                None,
                "phase `start` exactly if a robot is not placed yet",
            ),
            Self::PhaseOfTarget => (
                Part::Phase,
                None,
                "phase `race` or `show` exactly if a target is open",
            ),
            Self::FirstDecides(part) => (
                part,
                Some("RR-7"),
                "no number, since the first announcement decides (RR-7)",
            ),
            Self::Announcement { part, number, max } => {
                let expected = format!("a number of moves from 1 to {max}, found {number} (RR-19)");
                return (part, Some("RR-19"), expected.into());
            }
            Self::AllPassed => (
                Part::Passed,
                Some("RR-22"),
                "a seat that has not passed, since the race has ended otherwise (RR-22)",
            ),
            Self::DepartedShow => (
                Part::ShowSeat,
                Some("RR-27"),
                "a seat that has not left (RR-27)",
            ),
            Self::Moves => (
                Part::ShowMoves,
                Some("RR-20"),
                "legal moves that count fewer than announced (RR-20)",
            ),
            Self::Remaining => (
                Part::ShowRemaining,
                Some("RR-7"),
                "numbers of other seats in order, none lower than the one that is shown (RR-7)",
            ),
        };
        (part, rule, expected.into())
    }
}
