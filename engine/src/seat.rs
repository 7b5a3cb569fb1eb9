//! Seats and sets of seats.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::bit_set::bit_set;

/// Maximum number of seats of any game.
pub const MAX_SEATS: usize = 64;

/// A numbered place in a match, counted clockwise from 0; the left neighbour of seat i is seat i+1.
///
/// ```
/// use botwerk_engine::Seat;
///
/// let seat = Seat::new(2).unwrap();
/// let clockwise: Vec<usize> = seat.others(4).map(Seat::index).collect();
/// assert_eq!(clockwise, [3, 0, 1]);
/// assert_eq!(Seat::new(64), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct Seat(u8);

impl Seat {
    /// The first seat.
    pub const FIRST: Self = Self(0);

    /// Returns the seat with this number, or `None` if it is above 63.
    pub const fn new(index: usize) -> Option<Self> {
        if index < MAX_SEATS {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Returns the first `count` seats clockwise, at most 64.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..count.min(MAX_SEATS) as u8).map(Self)
    }

    /// Returns the seat's number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    const fn bit(self) -> u8 {
        self.0
    }

    const fn from_bit(bit: u8) -> Self {
        Self(bit)
    }

    /// Returns the other seats of a match of `count` seats, clockwise from the left neighbour.
    pub fn others(self, count: usize) -> impl Iterator<Item = Self> {
        (1..count).map(move |step| Self(((self.index() + step) % count) as u8))
    }
}

impl TryFrom<u8> for Seat {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, &'static str> {
        Self::new(number.into()).ok_or("a seat from 0 to 63")
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// A set of seats.
///
/// ```
/// use botwerk_engine::{Seat, Seats};
///
/// let seats = Seats::all(4).without(Seat::FIRST);
/// let indices: Vec<usize> = seats.map(Seat::index).collect();
/// assert_eq!(indices, [1, 2, 3]);
/// assert_eq!(seats.bits(), 0b1110);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Seats(u64);

bit_set!(impl Seats { u64 => Seat, const fn });

impl Seats {
    const fn new(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns the set of the first `count` seats.
    pub const fn all(count: usize) -> Self {
        if count >= MAX_SEATS {
            Self(u64::MAX)
        } else {
            Self((1 << count) - 1)
        }
    }
}
