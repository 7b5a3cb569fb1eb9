//! The four sides of the field, where the seats sit (DR-4).

use std::fmt;

use super::square::Square;
use super::transmitter::Transmitter;
use crate::notation::{ParseError, Scanner};

/// A side of the field and the seat there, clockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Blue.
    South,
    /// Yellow.
    West,
    /// Red.
    North,
    /// Green.
    East,
}

impl Side {
    /// All sides, clockwise.
    pub const ALL: [Self; 4] = [Self::South, Self::West, Self::North, Self::East];

    /// Returns the index in [`Self::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter of the notation.
    pub const fn letter(self) -> &'static str {
        ["S", "W", "N", "E"][self as usize]
    }

    /// Returns the side across the field.
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// Returns the other sides clockwise, then the side itself.
    #[inline]
    pub fn clockwise(self) -> impl Iterator<Item = Self> {
        (1..=4).map(move |step| Self::ALL[(self.index() + step) % 4])
    }

    /// Returns the transmitter of a square's column (DR-5).
    #[inline]
    pub const fn column(self, square: Square) -> Transmitter {
        let last = Square::SIDE - 1;
        Transmitter::nth(match self {
            Self::South => square.x(),
            Self::West => square.y(),
            Self::North => last - square.x(),
            Self::East => last - square.y(),
        })
    }

    /// Returns the number of squares between this edge and a square.
    pub const fn distance(self, square: Square) -> usize {
        let last = Square::SIDE - 1;
        match self {
            Self::South => last - square.y(),
            Self::West => square.x(),
            Self::North => square.y(),
            Self::East => last - square.x(),
        }
    }

    /// Reads a side's letter at the cursor.
    pub(super) fn read(scan: &mut Scanner<'_>) -> Result<Self, ParseError> {
        let side = Self::ALL
            .into_iter()
            .find(|side| scan.accept(side.letter()));
        side.ok_or_else(|| scan.expected("a seat: `S`, `W`, `N` or `E`"))
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letter())
    }
}

/// The sides of two players who sit next to each other (DR-4).
pub(super) const NEIGHBOURS: &[Side] = &[Side::South, Side::West];

/// Returns the sides in play for a number of players, at most 4: `seats_by_players` of the ruleset (DR-4).
pub(super) const fn sides_in_play(players: usize) -> &'static [Side] {
    const SIDES: [&[Side]; 5] = [
        &[],
        &[Side::South],
        &[Side::South, Side::North],
        &[Side::South, Side::West, Side::North],
        &Side::ALL,
    ];
    SIDES[players]
}

/// A set of sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Sides(u8);

impl Sides {
    /// No side.
    pub const EMPTY: Self = Self(0);

    /// Creates the set of one side.
    pub const fn one(side: Side) -> Self {
        Self(1 << side as u8)
    }

    /// Returns the set as bits: bit `i` is the side of index `i`.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns `true` if the side is in the set.
    #[inline]
    pub const fn contains(self, side: Side) -> bool {
        self.0 >> side as u8 & 1 == 1
    }

    /// Returns this set with the side.
    pub const fn with(self, side: Side) -> Self {
        Self(self.0 | 1 << side as u8)
    }

    /// Returns this set without the side.
    pub const fn without(self, side: Side) -> Self {
        Self(self.0 & !(1 << side as u8))
    }

    /// Returns the sides of either set.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the sides of both sets.
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the sides of this set that are not in the other.
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the number of sides.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Iterator for Sides {
    type Item = Side;

    #[inline]
    fn next(&mut self) -> Option<Side> {
        if self.0 == 0 {
            return None;
        }
        let side = Side::ALL[self.0.trailing_zeros() as usize];
        self.0 &= self.0 - 1;
        Some(side)
    }
}

impl FromIterator<Side> for Sides {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> Self {
        sides.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The letters without separators: `SWN`.
impl fmt::Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in *self {
            f.write_str(side.letter())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
