//! Grids: the squares of cells in whose north-west a board lies.

use super::cell::{CELLS, MAX_CELLS, MAX_SIDE, SIDE};

/// A square of cells in whose north-west a board lies. What has an entry for every cell, such as an observation,
/// has that of a grid, so that boards of different sizes can have the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grid {
    /// 16x16 cells, for boards of printed sections and all others with at most 16 columns and rows.
    Side16,
    /// 32x32 cells, for all boards.
    Side32,
}

impl Grid {
    /// Returns the number of cells on a side.
    pub const fn side(self) -> usize {
        match self {
            Self::Side16 => SIDE,
            Self::Side32 => MAX_SIDE,
        }
    }

    /// Returns the number of cells. They have the lowest numbers.
    pub const fn cells(self) -> usize {
        match self {
            Self::Side16 => CELLS,
            Self::Side32 => MAX_CELLS,
        }
    }
}
