//! Atomic actions and their text.

use std::fmt;

use super::point::Point;

/// An atomic action of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// A robot steps or jumps to an empty square.
    Go { from: Point, to: Point },
    /// A robot steps or jumps to an enemy's square.
    Capture { from: Point, to: Point },
    /// The robot phase ends.
    Halt,
    /// A battery moves.
    Shift { from: Point, to: Point },
    /// The turn ends.
    Done,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Go { from, to } | Self::Shift { from, to } => write!(f, "{from}-{to}"),
            Self::Capture { from, to } => write!(f, "{from}x{to}"),
            Self::Halt => f.write_str("/"),
            Self::Done => f.write_str("."),
        }
    }
}
