//! Spaces, named by number and colour, and routes: the spaces that a robot visits, the start first.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::notation::{ParseError, Scanner};
use crate::plain::text::serde_as_text;
use crate::race::notation::MAX_ANNOUNCEMENT;

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

serde_as_text!(Space, Route);

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

/// Maximum number of moves that can be announced, for any value of `max_announce` (MR-13).
pub const MAX_MOVES: usize = MAX_ANNOUNCEMENT as usize;

/// A start space and up to [`MAX_MOVES`] moves, written `1P-6P-6W`.
///
/// A route may break the rules of movement; the game judges whether it is correct (MR-14).
///
/// ```
/// use botwerk_engine::micro_robots::Route;
///
/// let route: Route = "1P-6P-6W".parse().unwrap();
/// assert_eq!(route.moves(), 2);
/// assert_eq!(route.end(), Some("6W".parse().unwrap()));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Route(ArrayVec<Space, { MAX_MOVES + 1 }>);

impl Route {
    /// Creates a route without moves that starts on `start`.
    pub fn new(start: Space) -> Self {
        let mut spaces = ArrayVec::new_const();
        spaces.push(start);
        Self(spaces)
    }

    /// Adds one move and returns `true`, or returns `false` if the route already has [`MAX_MOVES`]
    /// moves.
    pub fn push(&mut self, to: Space) -> bool {
        self.0.try_push(to).is_ok()
    }

    /// Returns the number of moves (MR-10).
    pub fn moves(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    /// Returns all spaces in order, the start first.
    pub fn spaces(&self) -> &[Space] {
        &self.0
    }

    /// Returns the first space, or `None` if the route is empty.
    pub fn start(&self) -> Option<Space> {
        self.0.first().copied()
    }

    /// Returns the last space, or `None` if the route is empty.
    pub fn end(&self) -> Option<Space> {
        self.0.last().copied()
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Written in one piece, so that a string is allocated only once.
        let mut text = [b'-'; 3 * (MAX_MOVES + 1)];
        for (space, bytes) in self.0.iter().zip(text.as_chunks_mut::<3>().0) {
            [bytes[0], bytes[1]] = space.bytes();
        }
        let text = &text[..(3 * self.0.len()).saturating_sub(1)];
        f.write_str(std::str::from_utf8(text).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Route({self})")
    }
}

impl FromStr for Route {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut scan = Scanner::new("route", text);
        let mut route = Self::default();
        loop {
            let before = scan.clone();
            if !route.push(read_space(&mut scan)?) {
                return Err(before.expected("at most 99 moves"));
            }
            if scan.is_at_end() {
                return Ok(route);
            }
            scan.expect("-")?;
        }
    }
}
