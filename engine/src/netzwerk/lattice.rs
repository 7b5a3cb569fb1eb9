//! Squares and energy fields, and sets of them as bitboards (NW-1, NW-2).
//!
//! Both use rows of eight bits, so that the four energy fields of the square with bit `s` have the
//! bits `s`, `s + 1`, `s + 8` and `s + 9` on boards of every size. At least one column on the right
//! is empty, so a shift by one column never reaches the next row.

use std::fmt;
use std::marker::PhantomData;

use crate::bit_set::bit_set;
use crate::notation::{ParseError, Scanner};

/// Maximum number of files and of ranks of squares.
pub const MAX_SIDE: usize = 6;

/// A point of the lattice: a [`Square`] or a [`Field`].
pub trait Point: Copy + Ord + fmt::Debug + fmt::Display {
    /// Number of files and of ranks of such points on the largest board.
    const SIDE: usize;
    /// Index of the first file and the first rank in the lattice: 0 is file a or rank 1.
    const FIRST: usize;
    /// Name of the kind in errors.
    const NAME: &'static str;

    /// Returns the point with this bit of a [`PointSet`], below 64.
    fn from_bit(bit: u8) -> Self;

    /// Returns the point's bit in a [`PointSet`].
    fn bit(self) -> u8;

    /// Returns the point on a file and rank of its kind, both counted from 0, or `None` if there is no
    /// such point on the largest board.
    fn at(file: usize, rank: usize) -> Option<Self> {
        let is_inside = file < Self::SIDE && rank < Self::SIDE;
        is_inside.then(|| Self::from_bit((rank * 8 + file) as u8))
    }

    /// Returns the file, counted from 0 among those of its kind.
    fn file(self) -> usize {
        self.bit() as usize % 8
    }

    /// Returns the rank, counted from 0 among those of its kind.
    fn rank(self) -> usize {
        self.bit() as usize / 8
    }

    /// Returns the index, rank by rank.
    fn index(self) -> usize {
        self.rank() * Self::SIDE + self.file()
    }

    /// Returns the point with this index, or `None` if it is out of range.
    fn from_index(index: usize) -> Option<Self> {
        Self::at(index % Self::SIDE, index / Self::SIDE)
    }

    /// Reads a point at the cursor.
    ///
    /// # Errors
    /// Returns an error if the text at the cursor is not a point of this kind.
    fn read(scan: &mut Scanner<'_>) -> Result<Self, ParseError> {
        let before = scan.clone();
        let error = || {
            let last = Self::FIRST + 2 * (Self::SIDE - 1);
            let (file, rank) = (file_letter(Self::FIRST), Self::FIRST + 1);
            let (last_file, last_rank) = (file_letter(last), last + 1);
            let name = Self::NAME;
            before.expected(format!(
                "{name}, every other point from {file}{rank} to {last_file}{last_rank}"
            ))
        };
        let file = scan.rest().bytes().next().filter(u8::is_ascii_lowercase);
        let file = usize::from(file.ok_or_else(error)? - b'a');
        scan.advance(1);
        let rank = scan.number().map_err(|_| error())? as usize;
        let own_index = |lattice: usize| {
            let offset = lattice.checked_sub(Self::FIRST)?;
            (offset % 2 == 0).then_some(offset / 2)
        };
        let point = own_index(file).zip(rank.checked_sub(1).and_then(own_index));
        point
            .and_then(|(file, rank)| Self::at(file, rank))
            .ok_or_else(error)
    }
}

fn file_letter(lattice: usize) -> char {
    char::from(b'a' + lattice as u8)
}

fn write_point(point: impl Point, first: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let file = file_letter(first + 2 * point.file());
    write!(f, "{file}{}", first + 2 * point.rank() + 1)
}

/// A square, which holds at most one robot: `b2` to `l12`. Ordered by rank, then file.
///
/// ```
/// use botwerk_engine::netzwerk::{Point, Square};
///
/// let square = Square::at(0, 0).unwrap();
/// assert_eq!(square.to_string(), "b2");
/// let fields: Vec<String> = square.fields().map(|field| field.to_string()).collect();
/// assert_eq!(fields, ["a1", "c1", "a3", "c3"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Square(u8);

/// An energy field, which holds at most one battery: `a1` to `m13`. Ordered by rank, then file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Field(u8);

impl Point for Square {
    const SIDE: usize = MAX_SIDE;
    const FIRST: usize = 1;
    const NAME: &'static str = "a square";

    fn from_bit(bit: u8) -> Self {
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

    fn from_bit(bit: u8) -> Self {
        Self(bit)
    }

    fn bit(self) -> u8 {
        self.0
    }
}

impl Square {
    /// The first square, `b2`.
    pub(super) const ORIGIN: Self = Self(0);

    /// Returns the energy fields on the four corners of the square (NW-2).
    pub const fn fields(self) -> Fields {
        Fields::from_bits(0x303 << self.0)
    }
}

impl Field {
    /// Returns the squares next to the field: four, on an edge two, in a corner one (NW-2). Squares
    /// outside of a smaller board are included.
    pub const fn squares(self) -> Squares {
        let bit = 1u64 << self.0;
        Squares::from_bits((bit | bit >> 1 | bit >> 8 | bit >> 9) & SQUARES)
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

/// A set of points of one kind; the bit of a point is `8 * rank + file`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointSet<P>(u64, PhantomData<P>);

/// A set of squares.
pub type Squares = PointSet<Square>;

/// A set of energy fields.
pub type Fields = PointSet<Field>;

bit_set!(impl{P: Point} PointSet<P> { u64 => P });

impl<P> PointSet<P> {
    const fn new(bits: u64) -> Self {
        Self(bits, PhantomData)
    }

    /// Creates the set with these bits.
    pub const fn from_bits(bits: u64) -> Self {
        Self::new(bits)
    }

    /// Returns the set of the lowest point, or the empty set if there is no point.
    pub(super) const fn only_first(self) -> Self {
        Self::new(self.0 & self.0.wrapping_neg())
    }

    /// Returns the set of the highest point, or the empty set if there is no point.
    pub(super) const fn only_last(self) -> Self {
        let any = (self.0 != 0) as u64;
        Self::new(any << (self.0 | 1).ilog2())
    }
}

impl<P: Point> PointSet<P> {
    /// Returns the highest point, or `None` if the set is empty.
    pub fn last(self) -> Option<P> {
        (self.0 != 0).then(|| P::from_bit(63 - self.0.leading_zeros() as u8))
    }
}

impl<P> Default for PointSet<P> {
    fn default() -> Self {
        Self::new(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_fields_agree_on_adjacency() {
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
    fn field_has_four_two_or_one_squares() {
        let count = |file, rank| Field::at(file, rank).unwrap().squares().len();
        assert_eq!(
            [count(3, 3), count(0, 3), count(3, 6), count(6, 6)],
            [4, 2, 2, 1]
        );
    }

    #[test]
    fn points_are_read_in_their_canonical_form_only() {
        let read = |text: &str| Square::read(&mut Scanner::new("square", text));
        assert_eq!(read("l12"), Ok(Square::at(5, 5).unwrap()));
        for malformed in ["", "a1", "b3", "n2", "b14", "b02", "b", "2b", "é2"] {
            assert!(read(malformed).is_err(), "{malformed}");
        }
        assert_eq!(
            Field::read(&mut Scanner::new("field", "b2"))
                .unwrap_err()
                .expected,
            "an energy field, every other point from a1 to m13"
        );
    }
}
