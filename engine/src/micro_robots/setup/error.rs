//! Errors of setups that are not valid positions.

use std::borrow::Cow;
use std::fmt;

use super::super::options::CHIPS;
use super::super::space::Space;
use crate::seat::Seat;

/// A part of a setup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SetupPart {
    /// The board.
    Board,
    /// The robot's space.
    Start,
    /// The target.
    Target,
    /// The intermediate target.
    Intermediate,
    /// The chips of all seats.
    Chips,
    /// The chips of one seat.
    ChipsOf(Seat),
    /// The seats that have left.
    Departed,
    /// The seat that rolls.
    Roller,
    /// The number of the round.
    Round,
    /// The phase.
    Phase,
    /// The seats that have passed.
    Passed,
    /// One of the seats that have passed.
    PassedSeat(Seat),
    /// The seat that shows its route.
    ShowSeat,
    /// The announced number of moves.
    ShowNumber,
    /// The route so far.
    ShowRoute,
}

/// The path of the field, such as `chips[1]`.
impl fmt::Display for SetupPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::Start => "start",
            Self::Target => "target",
            Self::Intermediate => "intermediate",
            Self::ChipsOf(seat) => return write!(f, "chips[{seat}]"),
            Self::Chips => "chips",
            Self::Departed => "departed",
            Self::Roller => "roller",
            Self::Round => "round",
            Self::Phase => "phase",
            Self::Passed | Self::PassedSeat(_) => "phase.passed",
            Self::ShowSeat => "phase.seat",
            Self::ShowNumber => "phase.number",
            Self::ShowRoute => "phase.route",
        })
    }
}

/// The error of a setup that is not a valid position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}: expected {}", self.part(), self.expected())]
pub enum SetupError {
    /// A space lies on two cells of the board.
    RepeatedSpace {
        /// The first space that is repeated, in reading order.
        repeated: Space,
        /// The first space that is missing.
        missing: Space,
    },
    /// The number of chip counts is not the number of seats.
    SeatCount {
        /// Number of seats of the game.
        seats: usize,
        /// Number of chip counts.
        found: usize,
    },
    /// With the chips of this seat there are more than the supply holds.
    TooManyChips(Seat),
    /// A part names a seat that the game does not have.
    UnknownSeat {
        /// The part.
        part: SetupPart,
        /// Number of seats of the game.
        seats: usize,
    },
    /// Every seat has left.
    AllDeparted,
    /// Every seat in the match has passed.
    AllPassed,
    /// The seat that shows its route has left.
    DepartedShow,
    /// The announced number of moves is out of range.
    Announcement {
        /// The announced number.
        number: u8,
        /// The maximum.
        max: u8,
    },
    /// The route so far cannot be shown.
    Route,
    /// The phase does not fit the start.
    PhaseOfStart,
    /// The phase does not fit the target.
    PhaseOfTarget,
    /// An intermediate target is missing, or given without the expert variant or a target.
    Intermediate,
    /// The seat that rolls next has left.
    DepartedRoller,
    /// The number of the round does not fit the phase.
    Round,
    /// The board has no possible start.
    NoStart,
    /// Too few spaces can be reached from the start.
    EnclosedStart,
    /// The target or the intermediate target cannot be reached.
    UnreachableTarget(SetupPart),
    /// Two of start, target and intermediate target are the same.
    SameTarget(SetupPart),
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
            Self::RepeatedSpace { repeated, missing } => {
                let error = super::super::board::BoardError::Repeated { repeated, missing };
                let expected = format!("every space once, but {error}");
                return (Part::Board, Some("MR-5"), expected.into());
            }
            Self::SeatCount { seats, found } => {
                let expected = format!("the chips of {seats} seats, found {found}");
                return (Part::Chips, None, expected.into());
            }
            Self::TooManyChips(seat) => {
                let expected = format!("at most {CHIPS} chips in all (MR-7)");
                return (Part::ChipsOf(seat), Some("MR-7"), expected.into());
            }
            Self::UnknownSeat { part, seats } => {
                let expected = format!("a seat from 0 to {}", seats - 1);
                return (part, None, expected.into());
            }
            Self::Announcement { number, max } => {
                let expected = format!("a number of moves from 1 to {max}, found {number} (MR-13)");
                return (Part::ShowNumber, Some("MR-13"), expected.into());
            }
            Self::AllDeparted => (
                Part::Departed,
                Some("MR-31"),
                "a seat that has not left (MR-31)",
            ),
            Self::AllPassed => (
                Part::Passed,
                Some("MR-22"),
                "a seat that has not passed, since the round is otherwise abandoned (MR-22)",
            ),
            Self::DepartedShow => (
                Part::ShowSeat,
                Some("MR-31"),
                "a seat that has not left (MR-31)",
            ),
            Self::Route => (
                Part::ShowRoute,
                Some("MR-14"),
                "legal moves from the start, fewer than announced (MR-14)",
            ),
            Self::PhaseOfStart => (
                Part::Phase,
                None,
                "phase `start` exactly if no start is given",
            ),
            Self::PhaseOfTarget => (
                Part::Phase,
                None,
                "phase `race` or `show` exactly if a target is given",
            ),
            Self::Intermediate => (
                Part::Intermediate,
                Some("MR-29"),
                "an intermediate target exactly with a target of the expert variant (MR-29)",
            ),
            Self::DepartedRoller => (
                Part::Roller,
                Some("MR-31"),
                "a roller who has not left (MR-31)",
            ),
            Self::Round => (
                Part::Round,
                Some("MR-28"),
                "the number of targets rolled so far as round (MR-28)",
            ),
            Self::NoStart => (Part::Board, Some("MR-11"), "a board with a start (MR-11)"),
            Self::EnclosedStart => (
                Part::Start,
                Some("MR-11"),
                "a start from which others can be reached (MR-11)",
            ),
            Self::UnreachableTarget(part) => (
                part,
                Some("MR-11"),
                "targets that can be reached from the start (MR-11)",
            ),
            Self::SameTarget(part) => (
                part,
                Some("MR-6"),
                "start, target and intermediate target that differ (MR-6, MR-29)",
            ),
        };
        (part, rule, expected.into())
    }
}
