//! The squares of the field, sets of squares and the eight directions.

use std::fmt;

use crate::bit_set::bit_set;
use crate::notation::{ParseError, Scanner};

/// A direction on the field, such as that of an order stone's arrow (DR-12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arrow {
    /// North.
    N,
    /// East.
    E,
    /// South.
    S,
    /// West.
    W,
    /// North-east.
    NE,
    /// South-east.
    SE,
    /// South-west.
    SW,
    /// North-west.
    NW,
}

impl Arrow {
    /// All directions in order.
    pub const ALL: [Self; 8] = [
        Self::N,
        Self::E,
        Self::S,
        Self::W,
        Self::NE,
        Self::SE,
        Self::SW,
        Self::NW,
    ];
    /// The four directions along rows and columns.
    pub const STRAIGHT: [Self; 4] = [Self::N, Self::E, Self::S, Self::W];
    /// The four diagonal directions.
    pub const DIAGONAL: [Self; 4] = [Self::NE, Self::SE, Self::SW, Self::NW];

    /// Returns the index in [`Self::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns `true` for the diagonal directions.
    pub const fn is_diagonal(self) -> bool {
        self as usize >= 4
    }

    /// Returns the name in the notation.
    pub const fn name(self) -> &'static str {
        ["N", "E", "S", "W", "NE", "SE", "SW", "NW"][self as usize]
    }

    /// Returns the two straight directions of a diagonal one, or a straight one twice.
    pub const fn parts(self) -> [Self; 2] {
        match self {
            Self::NE => [Self::N, Self::E],
            Self::SE => [Self::S, Self::E],
            Self::SW => [Self::S, Self::W],
            Self::NW => [Self::N, Self::W],
            straight => [straight, straight],
        }
    }

    /// Returns the steps to the east and to the south.
    const fn offset(self) -> (i8, i8) {
        match self {
            Self::N => (0, -1),
            Self::E => (1, 0),
            Self::S => (0, 1),
            Self::W => (-1, 0),
            Self::NE => (1, -1),
            Self::SE => (1, 1),
            Self::SW => (-1, 1),
            Self::NW => (-1, -1),
        }
    }
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A square: x to the east, y to the south, both 0 to 9; written x then y, `59` (DR-5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// The entry of a neighbour outside the field.
const OUTSIDE: u8 = 255;

/// The index of the neighbour of each square in each direction.
static NEIGHBOURS: [[u8; 8]; Square::COUNT] = neighbours();

const fn neighbours() -> [[u8; 8]; Square::COUNT] {
    let mut table = [[OUTSIDE; 8]; Square::COUNT];
    let side = Square::SIDE as i8;
    let mut square = 0;
    while square < Square::COUNT {
        let mut arrow = 0;
        while arrow < 8 {
            let (east, south) = Arrow::ALL[arrow].offset();
            let x = (square % Square::SIDE) as i8 + east;
            let y = (square / Square::SIDE) as i8 + south;
            if 0 <= x && x < side && 0 <= y && y < side {
                table[square][arrow] = (y * side + x) as u8;
            }
            arrow += 1;
        }
        square += 1;
    }
    table
}

impl Square {
    /// Number of squares in a row, and of rows.
    pub const SIDE: usize = 10;
    /// Number of squares of the field.
    pub const COUNT: usize = Self::SIDE * Self::SIDE;

    /// Returns the square in column `x` and row `y`, both from 0, or `None` outside the field.
    pub const fn at(x: usize, y: usize) -> Option<Self> {
        if x < Self::SIDE && y < Self::SIDE {
            Some(Self((y * Self::SIDE + x) as u8))
        } else {
            None
        }
    }

    /// Returns the square with this index, row by row from the north-west, or `None` above 99.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Returns all squares, row by row from the north-west.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    const fn bit(self) -> u8 {
        self.0
    }

    const fn from_bit(bit: u8) -> Self {
        Self(bit)
    }

    /// Returns the index, row by row from the north-west.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the column, from 0 in the west.
    pub const fn x(self) -> usize {
        self.0 as usize % Self::SIDE
    }

    /// Returns the row, from 0 in the north.
    pub const fn y(self) -> usize {
        self.0 as usize / Self::SIDE
    }

    /// Returns the neighbour in a direction, or `None` outside the field.
    #[inline]
    pub fn step(self, arrow: Arrow) -> Option<Self> {
        let next = NEIGHBOURS[self.index()][arrow.index()];
        (next != OUTSIDE).then_some(Self(next))
    }

    /// Reads a square at the cursor.
    pub(super) fn read(scan: &mut Scanner<'_>) -> Result<Self, ParseError> {
        let digits: Vec<usize> = scan
            .rest()
            .bytes()
            .take(2)
            .filter(u8::is_ascii_digit)
            .map(|digit| usize::from(digit - b'0'))
            .collect();
        let &[x, y] = &digits[..] else {
            return Err(scan.expected("a square such as `59`, column then row"));
        };
        scan.advance(2);
        Self::at(x, y).ok_or_else(|| scan.expected("a square"))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.x(), self.y())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of squares; bit `i` is the square of index `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Squares(u128);

bit_set!(impl Squares { u128 => Square, const fn });

impl Squares {
    const fn new(bits: u128) -> Self {
        Self(bits)
    }
}
