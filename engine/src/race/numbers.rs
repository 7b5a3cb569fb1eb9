//! The numbers that seats have announced in a race.

use std::fmt;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::notation::{read_announcement, read_seat};
use crate::notation::{ParseError, Scanner};
use crate::seat::{MAX_SEATS, Seat, Seats};

/// A number that a seat has announced. Its text is `0:5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AnnouncedNumber {
    /// The seat.
    pub seat: Seat,
    /// The number of moves.
    pub number: u8,
}

/// Announced numbers in order, at most one of each seat. The text separates them by commas.
///
/// ```
/// use botwerk_engine::Seat;
/// use botwerk_engine::race::AnnouncedNumbers;
///
/// let seats: Vec<Seat> = Seat::all(2).collect();
/// let mut announced = AnnouncedNumbers::default();
/// announced.announce(seats[0], 7);
/// announced.announce(seats[1], 6);
/// announced.announce(seats[0], 6);
/// assert_eq!(announced.to_string(), "1:6,0:6");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct AnnouncedNumbers(ArrayVec<AnnouncedNumber, MAX_SEATS>);

impl AnnouncedNumbers {
    /// Adds the number of a seat at the end, and removes its previous one.
    pub fn announce(&mut self, seat: Seat, number: u8) {
        self.0.retain(|announced| announced.seat != seat);
        // There is room, since every seat has at most one number.
        let _ = self.0.try_push(AnnouncedNumber { seat, number });
    }

    /// Returns the numbers in order.
    pub fn as_slice(&self) -> &[AnnouncedNumber] {
        &self.0
    }

    /// Returns `true` if no seat has announced.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of a seat, or `None` if it has announced none.
    pub fn number_of(&self, seat: Seat) -> Option<u8> {
        let announced = self.0.iter().find(|announced| announced.seat == seat);
        announced.map(|announced| announced.number)
    }

    /// Returns the seats that have announced.
    pub fn seats(&self) -> Seats {
        self.0.iter().map(|announced| announced.seat).collect()
    }

    /// Returns the numbers in the order in which they are shown: from the lowest, equal ones as they are.
    pub fn in_order_of_show(&self) -> Self {
        let mut sorted = self.clone();
        sorted.0.sort_by_key(|announced| announced.number);
        sorted
    }

    /// Removes and returns the first number of a seat of `playing`, with all before it.
    pub(super) fn take_first(&mut self, playing: Seats) -> Option<AnnouncedNumber> {
        while !self.0.is_empty() {
            let first = self.0.remove(0);
            if playing.contains(first.seat) {
                return Some(first);
            }
        }
        None
    }
}

impl FromIterator<AnnouncedNumber> for AnnouncedNumbers {
    fn from_iter<I: IntoIterator<Item = AnnouncedNumber>>(numbers: I) -> Self {
        let mut announced = Self::default();
        for AnnouncedNumber { seat, number } in numbers {
            announced.announce(seat, number);
        }
        announced
    }
}

impl fmt::Display for AnnouncedNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, AnnouncedNumber { seat, number }) in self.0.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{seat}:{number}")?;
        }
        Ok(())
    }
}

/// Reads announced numbers at the cursor, up to a character that cannot follow.
pub(crate) fn read_announced(scan: &mut Scanner<'_>) -> Result<AnnouncedNumbers, ParseError> {
    let mut announced = AnnouncedNumbers::default();
    if !scan.rest().starts_with(|next: char| next.is_ascii_digit()) {
        return Ok(announced);
    }
    loop {
        let before = scan.clone();
        let seat = read_seat(scan)?;
        if announced.number_of(seat).is_some() {
            return Err(before.expected("at most one number of each seat"));
        }
        scan.expect(":")?;
        announced.announce(seat, read_announcement(scan)?);
        if !scan.accept(",") {
            return Ok(announced);
        }
    }
}
