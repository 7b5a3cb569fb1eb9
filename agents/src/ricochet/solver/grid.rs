//! Numbers, sets and tables of cells: small ones for boards of at most 16 columns and rows, and others for larger
//! boards.

use std::fmt::Debug;
use std::ops::{Index, IndexMut};

use botwerk_engine::ricochet::{CELLS, Cell, MAX_CELLS, MAX_SIDE, SIDE};

/// The number of a cell: the row times the side of the grid, plus the column.
pub(super) trait CellNumber: Copy + Ord + Debug + Send + Sync + 'static {
    /// Returns the number.
    fn index(self) -> usize;

    /// Returns the cell with this number, which is one of the grid.
    fn from_index(index: usize) -> Self;
}

impl CellNumber for u8 {
    #[inline]
    fn index(self) -> usize {
        self.into()
    }

    #[inline]
    fn from_index(index: usize) -> Self {
        index as Self
    }
}

impl CellNumber for u16 {
    #[inline]
    fn index(self) -> usize {
        self.into()
    }

    #[inline]
    fn from_index(index: usize) -> Self {
        index as Self
    }
}

/// A square of cells in which boards lie in the north-west.
pub(super) trait CellGrid: Copy + 'static {
    /// The number of a cell.
    type Number: CellNumber;

    /// A set of cells: bit `i % 64` of word `i / 64` is the cell with number `i`.
    type Set: Copy + AsRef<[u64]> + AsMut<[u64]> + Send + Sync;

    /// A value for each cell.
    type PerCell<T: Copy + Send + Sync>: Index<usize, Output = T>
        + IndexMut<usize>
        + AsRef<[T]>
        + AsMut<[T]>
        + Clone
        + Send
        + Sync;

    /// A number for each pair of cells.
    type PerPair: Index<usize, Output = Self::PerCell<u8>>
        + AsMut<[Self::PerCell<u8>]>
        + Send
        + Sync;

    /// Number of cells on a side.
    const SIDE: usize;

    /// Number of cells.
    const CELLS: usize;

    /// Number of visited positions after which a better bound is computed, which takes longer for more cells.
    const STRENGTHEN_AFTER: usize;

    /// Returns the next cell in a direction, or any other cell at the edge of the grid.
    fn next(cell: Self::Number, direction: usize) -> Self::Number;

    /// Returns the set without cells.
    fn empty_set() -> Self::Set;

    /// Returns the same value for each cell.
    fn per_cell<T: Copy + Send + Sync>(value: T) -> Self::PerCell<T>;

    /// Returns the same number for each pair of cells.
    fn per_pair(number: u8) -> Self::PerPair;

    /// Returns the number of a cell of a board in the grid.
    #[inline]
    fn number(cell: Cell) -> Self::Number {
        Self::Number::from_index(cell.row() * Self::SIDE + cell.column())
    }

    /// Returns the cell with a number.
    #[inline]
    fn cell(number: Self::Number) -> Cell {
        let index = number.index();
        let cell = Cell::new(index / Self::SIDE, index % Self::SIDE);
        cell.expect("a grid has no other cells")
    }

    /// Packs up to six cells into 64 bits, the first one lowest. All other bits are set, so that no position has
    /// the code zero.
    fn pack<const N: usize>(cells: [Self::Number; N]) -> u64;

    /// Returns the cells that were packed.
    fn unpack<const N: usize>(code: u64) -> [Self::Number; N];
}

/// Adds a cell to a set.
#[inline]
pub(super) fn insert<G: CellGrid>(set: &mut G::Set, cell: G::Number) {
    set.as_mut()[cell.index() / 64] |= 1 << (cell.index() % 64);
}

/// Returns `true` if a cell is in a set.
#[inline]
pub(super) fn contains<G: CellGrid>(set: &G::Set, cell: G::Number) -> bool {
    set.as_ref()[cell.index() / 64] >> (cell.index() % 64) & 1 == 1
}

/// The cells of a board with at most 16 columns and rows.
#[derive(Clone, Copy)]
pub(super) struct Grid16;

/// Rows of numbers on the heap.
pub(super) struct Pairs16(Box<[[u8; CELLS]; CELLS]>);

impl Index<usize> for Pairs16 {
    type Output = [u8; CELLS];

    #[inline]
    fn index(&self, index: usize) -> &Self::Output {
        &self.0[index]
    }
}

impl AsMut<[[u8; CELLS]]> for Pairs16 {
    fn as_mut(&mut self) -> &mut [[u8; CELLS]] {
        self.0.as_mut_slice()
    }
}

impl CellGrid for Grid16 {
    type Number = u8;
    type Set = [u64; CELLS / 64];
    type PerCell<T: Copy + Send + Sync> = [T; CELLS];
    type PerPair = Pairs16;

    const SIDE: usize = SIDE;
    const CELLS: usize = CELLS;
    const STRENGTHEN_AFTER: usize = 1_500;

    #[inline]
    fn next(cell: u8, direction: usize) -> u8 {
        const OFFSETS: [u8; 4] = [240, 1, 16, 255];
        cell.wrapping_add(OFFSETS[direction])
    }

    fn empty_set() -> Self::Set {
        [0; CELLS / 64]
    }

    fn per_cell<T: Copy + Send + Sync>(value: T) -> [T; CELLS] {
        [value; CELLS]
    }

    fn per_pair(number: u8) -> Pairs16 {
        let rows = vec![[number; CELLS]; CELLS].try_into();
        Pairs16(rows.expect("the vector has one row for each cell"))
    }

    #[inline]
    fn pack<const N: usize>(cells: [u8; N]) -> u64 {
        let mut bytes = [u8::MAX; 8];
        bytes[..N].copy_from_slice(&cells);
        u64::from_le_bytes(bytes)
    }

    #[inline]
    fn unpack<const N: usize>(code: u64) -> [u8; N] {
        let bytes = code.to_le_bytes();
        std::array::from_fn(|slot| bytes[slot])
    }
}

/// The cells of any board.
#[derive(Clone, Copy)]
pub(super) struct Grid32;

/// A value for each cell, on the heap.
#[derive(Clone)]
pub(super) struct PerCell32<T>(Box<[T]>);

impl<T> Index<usize> for PerCell32<T> {
    type Output = T;

    #[inline]
    fn index(&self, index: usize) -> &T {
        &self.0[index]
    }
}

impl<T> IndexMut<usize> for PerCell32<T> {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.0[index]
    }
}

impl<T> AsRef<[T]> for PerCell32<T> {
    fn as_ref(&self) -> &[T] {
        &self.0
    }
}

impl<T> AsMut<[T]> for PerCell32<T> {
    fn as_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

/// Number of bits of a cell of the larger grid in a code.
const BITS: usize = 10;

impl CellGrid for Grid32 {
    type Number = u16;
    type Set = [u64; MAX_CELLS / 64];
    type PerCell<T: Copy + Send + Sync> = PerCell32<T>;
    type PerPair = PerCell32<PerCell32<u8>>;

    const SIDE: usize = MAX_SIDE;
    const CELLS: usize = MAX_CELLS;
    const STRENGTHEN_AFTER: usize = 24_000;

    #[inline]
    fn next(cell: u16, direction: usize) -> u16 {
        const OFFSETS: [u16; 4] = [992, 1, 32, 1023];
        (cell + OFFSETS[direction]) % MAX_CELLS as u16
    }

    fn empty_set() -> Self::Set {
        [0; MAX_CELLS / 64]
    }

    fn per_cell<T: Copy + Send + Sync>(value: T) -> PerCell32<T> {
        PerCell32(vec![value; MAX_CELLS].into())
    }

    fn per_pair(number: u8) -> Self::PerPair {
        PerCell32(vec![Self::per_cell(number); MAX_CELLS].into())
    }

    #[inline]
    fn pack<const N: usize>(cells: [u16; N]) -> u64 {
        let mut code = u64::MAX << (BITS * N);
        for (slot, cell) in cells.into_iter().enumerate() {
            code |= u64::from(cell) << (BITS * slot);
        }
        code
    }

    #[inline]
    fn unpack<const N: usize>(code: u64) -> [u16; N] {
        std::array::from_fn(|slot| (code >> (BITS * slot)) as u16 % MAX_CELLS as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_cell_is_read_back_from_codes<G: CellGrid>() {
        for index in 0..G::CELLS {
            let number = G::Number::from_index(index);
            assert_eq!(G::number(G::cell(number)), number);
            let last = G::Number::from_index(G::CELLS - 1 - index);
            let cells = [number, last, number, last, number, last];
            assert_eq!(G::unpack(G::pack(cells)), cells);
            assert_eq!(G::unpack(G::pack([number])), [number]);
            assert_ne!(G::pack([number]), 0);
        }
    }

    #[test]
    fn every_cell_of_both_grids_is_read_back_from_codes() {
        every_cell_is_read_back_from_codes::<Grid16>();
        every_cell_is_read_back_from_codes::<Grid32>();
    }
}
