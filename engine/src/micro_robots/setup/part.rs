//! The parts of a setup that an error can name.

use std::fmt;

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
