//! The two sides.

use std::fmt;

use crate::seat::Seat;

/// A side: White (seat 0) moves towards rank 12, Black (seat 1) towards rank 2 (NW-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Seat 0.
    White,
    /// Seat 1.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Returns the opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// Returns 0 for White and 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the seat of the side.
    pub const fn seat(self) -> Seat {
        match Seat::new(self as usize) {
            Some(seat) => seat,
            None => Seat::FIRST,
        }
    }

    /// Returns the side of a seat, or `None` if the seat has no side.
    pub const fn from_seat(seat: Seat) -> Option<Self> {
        match seat.index() {
            0 => Some(Self::White),
            1 => Some(Self::Black),
            _ => None,
        }
    }

    /// Returns `w` or `b`, as in a position's text.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::White => "w",
            Self::Black => "b",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}
