//! The robots.

use super::object::Object;
use super::point::Point;
use super::seat::Seat;

/// One of the robots on the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Robot {
    Droid(Seat),
    /// A repair robot by its index in the position's list.
    Repairer(usize),
    Mad,
}

impl Robot {
    pub(crate) fn is_droid(self) -> bool {
        match self {
            Self::Droid(_) => true,
            Self::Repairer(_) | Self::Mad => false,
        }
    }
}

/// A player's droid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Droid {
    pub(crate) at: Point,
    /// The objects in the order taken; the last is put down first (DR-29).
    pub(crate) cargo: Vec<Object>,
}
