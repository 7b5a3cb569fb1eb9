//! Cells of the board and the four directions (RR-1, RR-4).

use std::fmt;
use std::str::FromStr;

use crate::notation::{ParseError, Scanner};

/// Number of cells on each side of the board (RR-1).
pub const SIDE: usize = 16;

/// Number of cells of the board.
pub const CELLS: usize = SIDE * SIDE;

/// The cells of the closed centre block, on which no robot ever stands (RR-1).
pub const CENTRE: [Cell; 4] = [Cell(119), Cell(120), Cell(135), Cell(136)];

/// A cell, numbered row by row from the north-west corner: 0 to 255. Its text is a column letter from west
/// to east and a row number from the north.
///
/// ```
/// use botwerk_engine::ricochet::Cell;
///
/// let cell: Cell = "c12".parse().unwrap();
/// assert_eq!((cell.column(), cell.row()), (2, 11));
/// assert_eq!(cell.to_string(), "c12");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Returns the cell with this index.
    pub const fn from_index(index: u8) -> Self {
        Self(index)
    }

    /// Returns the cell in `row` (0 is north) and `column` (0 is west), or `None` outside of the board.
    pub const fn new(row: usize, column: usize) -> Option<Self> {
        if row < SIDE && column < SIDE {
            Some(Self((row * SIDE + column) as u8))
        } else {
            None
        }
    }

    /// Returns all cells, row by row from the north-west.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..=u8::MAX).map(Self)
    }

    /// Returns the index, 0 to 255, row by row from the north-west.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the row; 0 is north.
    pub const fn row(self) -> usize {
        self.0 as usize / SIDE
    }

    /// Returns the column; 0 is west.
    pub const fn column(self) -> usize {
        self.0 as usize % SIDE
    }

    /// Returns `true` if the cell is part of the centre block.
    pub const fn is_centre(self) -> bool {
        matches!(self.0, 119 | 120 | 135 | 136)
    }

    /// Returns the next cell in a direction, or `None` at the frame.
    pub const fn neighbour(self, direction: Direction) -> Option<Self> {
        let (row, column) = (self.row(), self.column());
        match direction {
            Direction::North if row > 0 => Some(Self(self.0 - SIDE as u8)),
            Direction::East if column + 1 < SIDE => Some(Self(self.0 + 1)),
            Direction::South if row + 1 < SIDE => Some(Self(self.0 + SIDE as u8)),
            Direction::West if column > 0 => Some(Self(self.0 - 1)),
            _ => None,
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a' + self.column() as u8);
        write!(f, "{letter}{}", self.row() + 1)
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
const EXPECTED_CELL: &str = "a cell from `a1` to `p16`";

/// Reads a cell at the cursor.
pub(super) fn read_cell(scan: &mut Scanner<'_>) -> Result<Cell, ParseError> {
    let before = scan.clone();
    let expected = || before.expected(EXPECTED_CELL);
    let letter = scan.rest().bytes().next();
    let column = letter.filter(|letter| (b'a'..=b'p').contains(letter));
    let column = usize::from(column.ok_or_else(expected)? - b'a');
    scan.advance(1);
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
    /// Towards column p.
    East,
    /// Towards row 16.
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
    fn every_cell_is_read_back_from_its_text() {
        for cell in Cell::all() {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        for text in ["", "a", "a0", "a17", "q1", "A1", "a01", "a1 ", "1a"] {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
    }

    #[test]
    fn neighbour_in_the_opposite_direction_leads_back() {
        for cell in Cell::all() {
            for direction in Direction::ALL {
                let next = cell.neighbour(direction);
                let back = next.and_then(|next| next.neighbour(direction.opposite()));
                assert_eq!(next.is_some(), back == Some(cell), "{cell} {direction}");
            }
        }
    }
}
