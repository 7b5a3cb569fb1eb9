//! The start roll (DR-7).

use std::fmt;

use super::side::{Side, Sides};
use crate::notation::{ParseError, Scanner};

/// The numbers that at least two seats have rolled; written `S4,N9`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Roll([u8; 4]);

impl Roll {
    /// Sides of the die.
    pub const DIE: u8 = 10;
    /// Number of rolls, for all combinations of seats.
    pub const COUNT: usize = ALL_CODES - INVALID_COUNT;

    /// Returns the roll with these numbers, 0 for a seat that does not roll. Returns `None` if
    /// fewer than two seats roll or a number is above 10.
    pub fn new(numbers: [u8; 4]) -> Option<Self> {
        let rolling = numbers.iter().filter(|number| **number > 0).count();
        let is_in_range = numbers.iter().all(|number| *number <= Self::DIE);
        (rolling >= 2 && is_in_range).then_some(Self(numbers))
    }

    /// Returns the roll of these seats with this index among all of their rolls, or `None` if the
    /// index is out of range.
    pub(super) fn nth(seats: Sides, index: usize) -> Option<Self> {
        let mut remaining = index;
        let mut numbers = [0; 4];
        for side in Side::ALL.into_iter().rev().filter(|s| seats.contains(*s)) {
            numbers[side.index()] = (remaining % usize::from(Self::DIE)) as u8 + 1;
            remaining /= usize::from(Self::DIE);
        }
        Self::new(numbers).filter(|_| remaining == 0)
    }

    /// Returns the number of rolls of these seats.
    pub(super) const fn count(seats: Sides) -> usize {
        (Self::DIE as usize).pow(seats.len() as u32)
    }

    /// Returns the seats that have rolled.
    pub fn seats(self) -> Sides {
        let rolled = |side: &Side| self.0[side.index()] > 0;
        Side::ALL.into_iter().filter(rolled).collect()
    }

    /// Returns the number that a seat has rolled, or `None` if it has not rolled.
    pub fn number(self, side: Side) -> Option<u8> {
        Some(self.0[side.index()]).filter(|number| *number > 0)
    }

    /// Returns the seats with the highest number.
    pub fn highest_sides(self) -> Sides {
        let highest = self.0.iter().max();
        let is_highest = |side: &Side| Some(&self.0[side.index()]) == highest;
        Side::ALL.into_iter().filter(is_highest).collect()
    }

    /// Returns the index among all rolls.
    pub fn index(self) -> usize {
        let code = self.0.iter().fold(0, |code, number| {
            code * (usize::from(Self::DIE) + 1) + usize::from(*number)
        });
        code - INVALID_CODES.partition_point(|invalid| *invalid < code)
    }

    /// Returns the roll with this index, or `None` if it is out of range.
    pub fn from_index(index: usize) -> Option<Self> {
        let mut code = index;
        loop {
            let skipped = INVALID_CODES.partition_point(|invalid| *invalid <= code);
            if code == index + skipped {
                break;
            }
            code = index + skipped;
        }
        let digits = [1331, 121, 11, 1].map(|place| (code / place % 11) as u8);
        Self::new(digits).filter(|_| code < ALL_CODES)
    }

    /// Reads a roll at the cursor.
    pub(super) fn read(scan: &mut Scanner<'_>) -> Result<Self, ParseError> {
        let before = scan.clone();
        let mut numbers = [0; 4];
        let mut sides = Side::ALL.into_iter();
        loop {
            let side = sides.find(|side| scan.rest().starts_with(side.letter()));
            let Some(side) = side else {
                return Err(scan.expected("a seat and its roll, in the order `S W N E`"));
            };
            scan.expect(side.letter())?;
            let before_number = scan.clone();
            let number = scan.number()?;
            if !(1..=u32::from(Self::DIE)).contains(&number) {
                return Err(before_number.expected("a number from 1 to 10"));
            }
            numbers[side.index()] = number as u8;
            if !scan.accept(",") {
                break;
            }
        }
        let roll = Self::new(numbers);
        roll.ok_or_else(|| before.expected("the rolls of at least two seats, such as `S4,N9`"))
    }
}

/// Number of codes: four digits to base 11, the numbers of the seats or 0.
const ALL_CODES: usize = 11 * 11 * 11 * 11;

/// The codes in which at most one seat has rolled, sorted.
static INVALID_CODES: [usize; INVALID_COUNT] = invalid_codes();

/// No seat, or one of four seats with one of ten numbers.
const INVALID_COUNT: usize = 41;

const fn invalid_codes() -> [usize; INVALID_COUNT] {
    let mut codes = [0; INVALID_COUNT];
    let mut index = 1;
    let mut place = 1;
    while place <= 1331 {
        let mut number = 1;
        while number <= 10 {
            codes[index] = number * place;
            index += 1;
            number += 1;
        }
        place *= 11;
    }
    codes
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rolled = self.seats();
        let parts: Vec<_> = rolled
            .map(|side| format!("{side}{}", self.0[side.index()]))
            .collect();
        f.write_str(&parts.join(","))
    }
}
