//! Sizes of boards, and the cells that no robot enters (RR-1).

use std::fmt;
use std::str::FromStr;

use super::cell::{Cell, Direction, Grid, MAX_SIDE, SIDE};
use crate::notation::{ParseError, Scanner};

/// Minimum number of cells on a side of a board.
const MIN_SIDE: u8 = 3;

/// The number of columns and rows of a board, from 3x3 to 32x32. Its text is `12x8`: columns, then rows.
///
/// ```
/// use botwerk_engine::ricochet::BoardSize;
///
/// let size: BoardSize = "12x8".parse().unwrap();
/// assert_eq!((size.width(), size.height()), (12, 8));
/// assert_eq!(size.cells().last().unwrap().to_string(), "l8");
/// assert_eq!("32x3".parse::<BoardSize>().unwrap().cells().count(), 96);
/// assert!("33x10".parse::<BoardSize>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

impl BoardSize {
    /// The size of boards of printed sections.
    pub const PRINTED: Self = Self {
        width: SIDE as u8,
        height: SIDE as u8,
    };

    /// Returns the size of a board with these numbers of columns and rows, or `None` unless both are from 3
    /// to 32.
    pub fn new(width: usize, height: usize) -> Option<Self> {
        let side = |cells: usize| {
            let side = u8::try_from(cells).ok();
            side.filter(|side| (MIN_SIDE..=MAX_SIDE as u8).contains(side))
        };
        Some(Self {
            width: side(width)?,
            height: side(height)?,
        })
    }

    /// Returns the number of columns.
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Returns the number of rows.
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Returns `true` if the cell is on the board.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.column() < self.width() && cell.row() < self.height()
    }

    /// Returns the cells of the board, row by row from the north-west.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> {
        let rows = 0..self.height();
        rows.flat_map(move |row| self.cells_of_row(row))
    }

    /// Returns the cells of a row from the west.
    pub(super) fn cells_of_row(self, row: usize) -> impl DoubleEndedIterator<Item = Cell> {
        (0..self.width()).filter_map(move |column| Cell::new(row, column))
    }

    /// Returns the next cell in a direction, or `None` at the frame.
    ///
    /// ```
    /// use botwerk_engine::ricochet::{BoardSize, Direction};
    ///
    /// let east = "p1".parse().unwrap();
    /// let next = |size: &str| size.parse::<BoardSize>().unwrap().neighbour(east, Direction::East);
    /// assert_eq!(next("16x16"), None);
    /// assert_eq!(next("18x16"), "q1".parse().ok());
    /// ```
    pub const fn neighbour(self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (row, column) = (cell.row(), cell.column());
        match direction {
            Direction::North if row > 0 => Cell::new(row - 1, column),
            Direction::East if column + 1 < self.width() => Cell::new(row, column + 1),
            Direction::South if row + 1 < self.height() => Cell::new(row + 1, column),
            Direction::West if column > 0 => Cell::new(row, column - 1),
            _ => None,
        }
    }

    /// Returns the smallest grid in which the board lies.
    pub const fn grid(self) -> Grid {
        if self.width() <= SIDE && self.height() <= SIDE {
            Grid::Side16
        } else {
            Grid::Side32
        }
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for BoardSize {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut scan = Scanner::new("size", text);
        let size = read_size(&mut scan)?;
        scan.finish()?;
        Ok(size)
    }
}

/// Reads a size at the cursor.
pub(super) fn read_size(scan: &mut Scanner<'_>) -> Result<BoardSize, ParseError> {
    let before = scan.clone();
    let expected = || before.expected("a size from `3x3` to `32x32`");
    let width = scan.number().map_err(|_| expected())?;
    scan.expect("x").map_err(|_| expected())?;
    let height = scan.number().map_err(|_| expected())?;
    BoardSize::new(width as usize, height as usize).ok_or_else(expected)
}

/// Why no robot ever stands on a cell (RR-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Closure {
    /// The cell is part of the centre block.
    Centre,
    /// The cell of a board without a centre block has walls on all sides.
    Walled,
    /// The cell is outside of the board.
    Outside,
}

/// The end of a sentence about the cell.
impl fmt::Display for Closure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Centre => "is part of the centre block",
            Self::Walled => "has walls on all sides",
            Self::Outside => "is outside of the board",
        })
    }
}
