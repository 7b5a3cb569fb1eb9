//! The 36 spaces of a board, each with a number and a colour (MR-1).

use std::fmt;
use std::str::FromStr;

use crate::notation::{ParseError, Scanner};

/// Number of distinct spaces: six numbers in six colours (MR-1).
pub const SPACES: usize = 36;

/// A colour, in the order of the rules document (MR-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Colour {
    /// `B`
    Blue,
    /// `Y`
    Yellow,
    /// `G`
    Green,
    /// `R`
    Red,
    /// `P`
    Pink,
    /// `W`
    White,
}

impl Colour {
    /// All colours in order.
    pub const ALL: [Self; 6] = [
        Self::Blue,
        Self::Yellow,
        Self::Green,
        Self::Red,
        Self::Pink,
        Self::White,
    ];

    /// Returns the letter of the notation.
    pub const fn letter(self) -> char {
        b"BYGRPW"[self as usize] as char
    }
}

/// A space: a number from 1 to 6 and a colour, written `6P` (MR-1).
///
/// Spaces are ordered by number, then colour; `index` counts them in that order.
///
/// ```
/// use botwerk_engine::micro_robots::{Colour, Space};
///
/// let space: Space = "6P".parse().unwrap();
/// assert_eq!((space.number(), space.colour()), (6, Colour::Pink));
/// assert!(space.matches("6W".parse().unwrap()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Space(u8);

impl Space {
    /// Returns the space with this number, 1 to 6, and colour, or `None` for any other number.
    pub const fn new(number: u8, colour: Colour) -> Option<Self> {
        if number >= 1 && number <= 6 {
            Some(Self((number - 1) * 6 + colour as u8))
        } else {
            None
        }
    }

    /// Returns the space with this index, or `None` if it is above 35.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < SPACES {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Returns all spaces in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SPACES as u8).map(Self)
    }

    /// Returns the position in the order of all spaces, 0 to 35.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number, 1 to 6.
    pub const fn number(self) -> u8 {
        self.0 / 6 + 1
    }

    /// Returns the colour.
    pub const fn colour(self) -> Colour {
        Colour::ALL[(self.0 % 6) as usize]
    }

    /// Returns the two bytes of the notation.
    pub const fn bytes(self) -> [u8; 2] {
        [b'0' + self.number(), self.colour().letter() as u8]
    }

    /// Returns the space with the notation `[number, letter]`, or `None` if there is no such space.
    pub const fn from_bytes([number, letter]: [u8; 2]) -> Option<Self> {
        const NONE: u8 = u8::MAX;
        const COLOURS: [u8; 32] = {
            let mut table = [NONE; 32];
            let mut colour = 0;
            while colour < 6 {
                table[(Colour::ALL[colour].letter() as u8 - b'@') as usize] = colour as u8;
                colour += 1;
            }
            table
        };
        let row = number.wrapping_sub(b'1');
        let column = letter.wrapping_sub(b'@');
        if row >= 6 || column >= 32 || COLOURS[column as usize] == NONE {
            return None;
        }
        Some(Self(row * 6 + COLOURS[column as usize]))
    }

    /// Returns `true` if the spaces share a number or a colour, as a move requires (MR-9).
    pub const fn matches(self, other: Self) -> bool {
        self.0 / 6 == other.0 / 6 || self.0 % 6 == other.0 % 6
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number(), self.colour().letter())
    }
}

impl fmt::Debug for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Space {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        text.as_bytes()
            .try_into()
            .ok()
            .and_then(Self::from_bytes)
            .ok_or_else(|| ParseError::new("space", text, 0, EXPECTED_SPACE))
    }
}

/// The expectation of a parser that finds no space.
pub(super) const EXPECTED_SPACE: &str = "a space such as `6P`: a number 1-6 and a letter of BYGRPW";

/// Reads a space at the cursor.
pub(super) fn read_space(scan: &mut Scanner<'_>) -> Result<Space, ParseError> {
    let space = scan.rest().get(..2).and_then(|text| text.parse().ok());
    let space = space.ok_or_else(|| scan.expected(EXPECTED_SPACE))?;
    scan.advance(2);
    Ok(space)
}
