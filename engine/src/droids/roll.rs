//! The start roll (DR-7).

use std::fmt;

use super::side::{Side, Sides};
use crate::notation::{ParseError, Scanner};

/// What each seat has rolled, two seats or more; written `S4,N9`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Roll([u8; 4]);

impl Roll {
    /// Sides of the die.
    pub const DIE: u8 = 10;
    /// How many rolls there are, for all numbers of seats.
    pub const COUNT: usize = ALL_CODES - LONELY_COUNT;

    /// The roll with these numbers, 0 for a seat that does not roll; `None` if fewer than two do,
    /// or a number is above 10.
    pub fn new(numbers: [u8; 4]) -> Option<Self> {
        let rolling = numbers.iter().filter(|number| **number > 0).count();
        let fits = numbers.iter().all(|number| *number <= Self::DIE);
        (rolling >= 2 && fits).then_some(Self(numbers))
    }

    /// The roll of these seats with this place among all rolls of them, in order.
    pub(super) fn nth(seats: Sides, index: usize) -> Option<Self> {
        let mut rest = index;
        let mut numbers = [0; 4];
        for side in Side::ALL.into_iter().rev().filter(|s| seats.contains(*s)) {
            numbers[side.index()] = (rest % usize::from(Self::DIE)) as u8 + 1;
            rest /= usize::from(Self::DIE);
        }
        Self::new(numbers).filter(|_| rest == 0)
    }

    /// How many rolls of these seats there are.
    pub(super) const fn count(seats: Sides) -> usize {
        (Self::DIE as usize).pow(seats.len() as u32)
    }

    /// Who has rolled.
    pub fn seats(self) -> Sides {
        let rolled = |side: &Side| self.0[side.index()] > 0;
        Side::ALL.into_iter().filter(rolled).collect()
    }

    /// What a seat has rolled; `None` if it has not.
    pub fn of(self, side: Side) -> Option<u8> {
        Some(self.0[side.index()]).filter(|number| *number > 0)
    }

    /// Who has rolled the highest number.
    pub fn highest_sides(self) -> Sides {
        let highest = self.0.iter().max();
        let is_highest = |side: &Side| Some(&self.0[side.index()]) == highest;
        Side::ALL.into_iter().filter(is_highest).collect()
    }

    /// The place among all rolls.
    pub fn index(self) -> usize {
        let code = self.0.iter().fold(0, |code, number| {
            code * (usize::from(Self::DIE) + 1) + usize::from(*number)
        });
        code - INVALID_CODES.partition_point(|lonely| *lonely < code)
    }

    /// The roll with this index.
    pub fn from_index(index: usize) -> Option<Self> {
        let mut code = index;
        loop {
            let before = INVALID_CODES.partition_point(|lonely| *lonely <= code);
            if code == index + before {
                break;
            }
            code = index + before;
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
            let at = scan.clone();
            let number = scan.number()?;
            if !(1..=u32::from(Self::DIE)).contains(&number) {
                return Err(at.expected("a number from 1 to 10"));
            }
            numbers[side.index()] = number as u8;
            if !scan.accept(",") {
                break;
            }
        }
        let roll = Self::new(numbers);
        roll.ok_or_else(|| before.expected("the rolls of two seats or more, `S4,N9`"))
    }
}

/// Numbers of four digits to base 11: what each seat rolled, 0 for none.
const ALL_CODES: usize = 11 * 11 * 11 * 11;

/// Those of them in which no seat or only one has rolled, in order.
static INVALID_CODES: [usize; LONELY_COUNT] = lonely();

/// Nobody, or one of four seats with ten numbers.
const LONELY_COUNT: usize = 41;

const fn lonely() -> [usize; LONELY_COUNT] {
    let mut codes = [0; LONELY_COUNT];
    let mut at = 1;
    let mut place = 1;
    while place <= 1331 {
        let mut number = 1;
        while number <= 10 {
            codes[at] = number * place;
            at += 1;
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
