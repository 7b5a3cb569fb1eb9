//! The two players.

use std::fmt;

use crate::seat::Seat;

/// A player: White sits on seat 0 and goes towards rank 12, Black on seat 1 towards rank 2 (NW-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Seat 0.
    White,
    /// Seat 1.
    Black,
}

impl Side {
    /// Both, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The player's seat.
    pub const fn seat(self) -> Seat {
        match Seat::new(self as usize) {
            Some(seat) => seat,
            None => Seat::FIRST,
        }
    }

    /// Who sits on a seat.
    pub const fn of(seat: Seat) -> Option<Self> {
        match seat.index() {
            0 => Some(Self::White),
            1 => Some(Self::Black),
            _ => None,
        }
    }

    /// `w` or `b`, as in a position's text.
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
