//! Squares and energy fields, and sets of them as bitboards (NW-1, NW-2).
//!
//! Both lie in rows of eight bits, so that the four energy fields of the square with bit `s` have
//! the bits `s`, `s + 1`, `s + 8` and `s + 9`, on boards of every size. At least one column stays
//! empty at the right, which keeps shifts by one column from running into the next row.

use std::fmt;
use std::marker::PhantomData;

use crate::notation::{ParseError, Scanner};

/// The most files or ranks of squares that a board has.
pub const MAX_SIDE: usize = 6;

/// A place of the lattice: a [`Square`] or a [`Field`].
pub trait Point: Copy + Ord + fmt::Display {
    /// How many files and ranks of such points the largest board has.
    const SIDE: usize;
    /// Index of the first file and the first rank in the lattice: 0 is file a or rank 1.
    const FIRST: usize;
    /// What it is called in an error.
    const NAME: &'static str;

    /// The point with this bit of a [`PointSet`]; the bit is below 64.
    fn of_bit(bit: u8) -> Self;

    /// Its bit in a [`PointSet`].
    fn bit(self) -> u8;

    /// The point on a file and rank of its own kind, both from 0.
    fn at(file: usize, rank: usize) -> Option<Self> {
        let inside = file < Self::SIDE && rank < Self::SIDE;
        inside.then(|| Self::of_bit((rank * 8 + file) as u8))
    }

    /// File of its own kind, from 0.
    fn file(self) -> usize {
        self.bit() as usize % 8
    }

    /// Rank of its own kind, from 0.
    fn rank(self) -> usize {
        self.bit() as usize / 8
    }

    /// Its number, rank by rank.
    fn index(self) -> usize {
        self.rank() * Self::SIDE + self.file()
    }

    /// The point with this number.
    fn from_index(index: usize) -> Option<Self> {
        Self::at(index % Self::SIDE, index / Self::SIDE)
    }

    /// Reads a point at the cursor.
    ///
    /// # Errors
    /// If none of this kind stands there.
    fn read(scan: &mut Scanner<'_>) -> Result<Self, ParseError> {
        let before = scan.clone();
        let wrong = || {
            let last = Self::FIRST + 2 * (Self::SIDE - 1);
            let (file, rank) = (file_letter(Self::FIRST), Self::FIRST + 1);
            let (last_file, last_rank) = (file_letter(last), last + 1);
            let name = Self::NAME;
            before.expected(format!(
                "{name}, every other point from {file}{rank} to {last_file}{last_rank}"
            ))
        };
        let file = scan.rest().bytes().next().filter(u8::is_ascii_lowercase);
        let file = usize::from(file.ok_or_else(wrong)? - b'a');
        scan.advance(1);
        let rank = scan.number().map_err(|_| wrong())? as usize;
        let own = |lattice: usize| {
            let offset = lattice.checked_sub(Self::FIRST)?;
            (offset % 2 == 0).then_some(offset / 2)
        };
        let point = own(file).zip(rank.checked_sub(1).and_then(own));
        point
            .and_then(|(file, rank)| Self::at(file, rank))
            .ok_or_else(wrong)
    }
}

fn file_letter(lattice: usize) -> char {
    char::from(b'a' + lattice as u8)
}

fn write_point(point: impl Point, first: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let file = file_letter(first + 2 * point.file());
    write!(f, "{file}{}", first + 2 * point.rank() + 1)
}

/// A square, where a robot may stand: `b2` to `l12`. Ordered by rank, then file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Square(u8);

/// An energy field, where a battery may lie: `a1` to `m13`. Ordered by rank, then file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Field(u8);

impl Point for Square {
    const SIDE: usize = MAX_SIDE;
    const FIRST: usize = 1;
    const NAME: &'static str = "a square";

    fn of_bit(bit: u8) -> Self {
        Self(bit)
    }

    fn bit(self) -> u8 {
        self.0
    }
}

impl Point for Field {
    const SIDE: usize = MAX_SIDE + 1;
    const FIRST: usize = 0;
    const NAME: &'static str = "an energy field";

    fn of_bit(bit: u8) -> Self {
        Self(bit)
    }

    fn bit(self) -> u8 {
        self.0
    }
}

impl Square {
    /// The square in the corner, `b2`.
    pub(super) const ORIGIN: Self = Self(0);

    /// The energy fields on its four corners (NW-2).
    pub const fn fields(self) -> Fields {
        Fields::from_bits(0x303 << self.0)
    }
}

impl Field {
    /// The squares beside it: four, on an edge two, in a corner one (NW-2). Those outside of a
    /// smaller board are among them.
    pub const fn squares(self) -> Squares {
        let own = 1u64 << self.0;
        Squares::from_bits((own | own >> 1 | own >> 8 | own >> 9) & SQUARES)
    }
}

/// All squares of the largest board.
const SQUARES: u64 = 0x0000_3f3f_3f3f_3f3f;

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_point(*self, Self::FIRST, f)
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_point(*self, Self::FIRST, f)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of points of one kind: bit 8 x rank + file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointSet<P>(u64, PhantomData<P>);

/// A set of squares.
pub type Squares = PointSet<Square>;

/// A set of energy fields.
pub type Fields = PointSet<Field>;

impl<P> PointSet<P> {
    /// No point.
    pub const EMPTY: Self = Self::from_bits(0);

    /// The set with these bits.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits, PhantomData)
    }

    /// The bits.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many points there are.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Points of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self::from_bits(self.0 | other.0)
    }

    /// Points of both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self::from_bits(self.0 & other.0)
    }

    /// Points of this set that are not in the other.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self::from_bits(self.0 & !other.0)
    }
}

impl<P> PointSet<P> {
    /// The lowest point as a set; empty if there is none.
    #[must_use]
    pub(super) const fn only_first(self) -> Self {
        Self::from_bits(self.0 & self.0.wrapping_neg())
    }

    /// The highest point as a set; empty if there is none.
    #[must_use]
    pub(super) const fn only_last(self) -> Self {
        let any = (self.0 != 0) as u64;
        Self::from_bits(any << (self.0 | 1).ilog2())
    }
}

impl<P: Point> PointSet<P> {
    /// The set of one point.
    pub fn one(point: P) -> Self {
        Self::from_bits(1 << point.bit())
    }

    /// Whether the point is in the set.
    pub fn contains(self, point: P) -> bool {
        self.0 >> point.bit() & 1 == 1
    }

    /// This set and the point.
    #[must_use]
    pub fn with(self, point: P) -> Self {
        self.union(Self::one(point))
    }

    /// This set without the point.
    #[must_use]
    pub fn without(self, point: P) -> Self {
        self.difference(Self::one(point))
    }

    /// The lowest point: by rank, then file.
    pub fn first(self) -> Option<P> {
        (self.0 != 0).then(|| P::of_bit(self.0.trailing_zeros() as u8))
    }

    /// The highest point.
    pub fn last(self) -> Option<P> {
        (self.0 != 0).then(|| P::of_bit(63 - self.0.leading_zeros() as u8))
    }
}

impl<P> Default for PointSet<P> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<P: Point> Iterator for PointSet<P> {
    type Item = P;

    fn next(&mut self) -> Option<P> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }
}

impl<P: Point> FromIterator<P> for PointSet<P> {
    fn from_iter<I: IntoIterator<Item = P>>(points: I) -> Self {
        points.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<P: Point> fmt::Debug for PointSet<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{")?;
        for (number, point) in self.enumerate() {
            let separator = if number == 0 { "" } else { "," };
            write!(f, "{separator}{point}")?;
        }
        write!(f, "}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_and_its_fields_know_each_other() {
        let square = Square::at(0, 0).unwrap();
        let fields: Vec<_> = square.fields().map(|field| field.to_string()).collect();
        assert_eq!(
            (square.to_string().as_str(), fields.join(",").as_str()),
            ("b2", "a1,c1,a3,c3")
        );
        let squares = (0..Square::SIDE * Square::SIDE).filter_map(Square::from_index);
        for square in squares {
            for field in (0..Field::SIDE * Field::SIDE).filter_map(Field::from_index) {
                assert_eq!(
                    square.fields().contains(field),
                    field.squares().contains(square)
                );
            }
        }
    }

    #[test]
    fn fields_have_four_two_or_one_squares() {
        let beside = |file, rank| Field::at(file, rank).unwrap().squares().len();
        assert_eq!(
            [beside(3, 3), beside(0, 3), beside(3, 6), beside(6, 6)],
            [4, 2, 2, 1]
        );
    }

    #[test]
    fn points_are_read_as_they_are_written() {
        let read = |text: &str| Square::read(&mut Scanner::new("square", text));
        assert_eq!(read("l12"), Ok(Square::at(5, 5).unwrap()));
        for wrong in ["", "a1", "b3", "n2", "b14", "b02", "b", "2b", "é2"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert_eq!(
            Field::read(&mut Scanner::new("field", "b2"))
                .unwrap_err()
                .expected,
            "an energy field, every other point from a1 to m13"
        );
    }
}
