//! Cells of the board and the four directions (RR-1, RR-4).

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::notation::{ParseError, Scanner};

/// Number of cells on each side of a board of printed sections (RR-1).
pub const SIDE: usize = 16;

/// Number of cells of a board of printed sections.
pub const CELLS: usize = SIDE * SIDE;

/// Maximum number of cells on a side of a board (RR-1).
pub const MAX_SIDE: usize = 2 * SIDE;

/// Number of cells of the largest board.
pub const MAX_CELLS: usize = MAX_SIDE * MAX_SIDE;

/// The cells of the closed centre block, on which no robot ever stands (RR-1).
pub const CENTRE: [Cell; 4] = [Cell(119), Cell(120), Cell(135), Cell(136)];

/// A cell. Its text is a column from west to east, lettered as in spreadsheets (`a` to `z`, `aa` to `af`), and a
/// row number from the north.
///
/// Cells have the same numbers on boards of every size. Those of the first 16 columns and rows are 0 to 255, row by
/// row from the north-west corner. Then come the quarters of 16x16 cells in the north-east, south-west and
/// south-east of a larger board, each row by row.
///
/// ```
/// use botwerk_engine::ricochet::Cell;
///
/// let cell: Cell = "c12".parse().unwrap();
/// assert_eq!((cell.column(), cell.row(), cell.index()), (2, 11, 178));
/// assert_eq!(cell.to_string(), "c12");
/// let east: Cell = "aa1".parse().unwrap();
/// assert_eq!((east.column(), east.row(), east.index()), (26, 0, 266));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// Returns the cell with this number, or `None` above 1023.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < MAX_CELLS {
            Some(Self(index as u16))
        } else {
            None
        }
    }

    /// Returns the cell in `row` (0 is north) and `column` (0 is west), or `None` if one of them is above 31.
    pub const fn new(row: usize, column: usize) -> Option<Self> {
        if row < MAX_SIDE && column < MAX_SIDE {
            let quarter = row / SIDE * 2 + column / SIDE;
            Some(Self(
                (quarter * CELLS + row % SIDE * SIDE + column % SIDE) as u16,
            ))
        } else {
            None
        }
    }

    /// Returns the number, 0 to 1023: 256 for each quarter before that of the cell, and 16 for each row before it
    /// within the quarter.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the row; 0 is north.
    pub const fn row(self) -> usize {
        self.index() / (2 * CELLS) * SIDE + self.index() % CELLS / SIDE
    }

    /// Returns the column; 0 is west.
    pub const fn column(self) -> usize {
        self.index() / CELLS % 2 * SIDE + self.index() % SIDE
    }

    /// Returns `true` if the cell is part of the centre block.
    pub const fn is_centre(self) -> bool {
        matches!(self.0, 119 | 120 | 135 | 136)
    }
}

/// The text of a column: `a` to `z`, then `aa` and so on, as in spreadsheets.
pub(super) struct ColumnLetters(pub(super) usize);

impl fmt::Display for ColumnLetters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(before) = (self.0 / LETTERS).checked_sub(1) {
            write!(f, "{}", Self(before))?;
        }
        write!(f, "{}", char::from(b'a' + (self.0 % LETTERS) as u8))
    }
}

/// Number of letters of the alphabet.
const LETTERS: usize = 26;

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", ColumnLetters(self.column()), self.row() + 1)
    }
}

impl FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut scan = Scanner::new("cell", text);
        let cell = read_cell(&mut scan)?;
        scan.finish()?;
        Ok(cell)
    }
}

/// The expectation of a parser that finds no cell.
const EXPECTED_CELL: &str = "a cell from `a1` to `af32`";

/// Reads a cell at the cursor.
pub(super) fn read_cell(scan: &mut Scanner<'_>) -> Result<Cell, ParseError> {
    let before = scan.clone();
    let expected = || before.expected(EXPECTED_CELL);
    let letters = scan.rest().bytes().take_while(u8::is_ascii_lowercase);
    // No column has more than two letters.
    let letters: ArrayVec<u8, 2> = letters.take(2).collect();
    let column = letters.iter().fold(0, |column, letter| {
        column * LETTERS + usize::from(letter - b'a') + 1
    });
    let column = column.checked_sub(1).ok_or_else(expected)?;
    scan.advance(letters.len());
    let row = scan.number().map_err(|_| expected())? as usize;
    row.checked_sub(1)
        .and_then(|row| Cell::new(row, column))
        .ok_or_else(expected)
}

/// A direction in which a robot slides (RR-4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Towards row 1.
    North,
    /// Towards the last column.
    East,
    /// Towards the last row.
    South,
    /// Towards column a.
    West,
}

impl Direction {
    /// All directions, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Returns the index, 0 to 3, clockwise from north.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the opposite direction.
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
        }
    }

    /// Returns `true` for east and west.
    pub const fn is_horizontal(self) -> bool {
        matches!(self, Self::East | Self::West)
    }

    /// Returns the direction after a clockwise quarter turn of the board.
    pub const fn turned(self) -> Self {
        match self {
            Self::North => Self::East,
            Self::East => Self::South,
            Self::South => Self::West,
            Self::West => Self::North,
        }
    }

    /// Returns the letter of the direction.
    pub const fn letter(self) -> char {
        match self {
            Self::North => 'N',
            Self::East => 'E',
            Self::South => 'S',
            Self::West => 'W',
        }
    }

    /// Returns the direction with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|direction| direction.letter() == letter)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_read_back_from_its_text_and_number() {
        for index in 0..MAX_CELLS {
            let cell = Cell::from_index(index).unwrap();
            assert_eq!(cell.to_string().parse(), Ok(cell));
            assert_eq!(Cell::new(cell.row(), cell.column()), Some(cell));
            assert_eq!(cell.index(), index);
        }
        assert_eq!(Cell::from_index(MAX_CELLS), None);
        for text in [
            "", "a", "a0", "a33", "ag1", "A1", "a01", "a1 ", "1a", "aaa1", "é1",
        ] {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
    }

    #[test]
    fn columns_are_lettered_as_in_spreadsheets() {
        let letters = [0, 15, 25, 26, 31, 51, 52, 701, 702].map(|it| ColumnLetters(it).to_string());
        assert_eq!(
            letters,
            ["a", "p", "z", "aa", "af", "az", "ba", "zz", "aaa"]
        );
    }

    #[test]
    fn cells_of_the_first_16_columns_and_rows_are_numbered_row_by_row() {
        for row in 0..SIDE {
            for column in 0..SIDE {
                let cell = Cell::new(row, column).unwrap();
                assert_eq!(cell.index(), row * SIDE + column);
            }
        }
    }
}

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
