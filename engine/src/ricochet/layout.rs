//! Layouts: a board with its targets, from printed sections or cell by cell (RR-1, RR-3).

use std::fmt::{self, Write};
use std::str::FromStr;

use arrayvec::ArrayVec;

use super::board::{Board, BoardError};
use super::board_size::{BoardSize, Closure, read_size};
use super::cell::Cell;
use super::sections::{Arrangement, TARGETS, read_diagonal};
use super::target::{Target, read_target};
use crate::notation::{ParseError, Scanner};

/// The prefix of a board of 16x16 cells round the centre block that is given cell by cell.
const FREE: &str = "cells:";

/// The prefix of the size of any other board.
const SIZED: &str = "size:";

/// A board and its targets.
///
/// The text of printed sections is `4B-3C-1A-2A`. That of a free board is `cells:`, 256 hexadecimal digits
/// of walls (1 north, 2 east, 4 south, 8 west), its diagonals or `-`, and its targets:
/// `cells:9111...46:c4/r,d5\g:r:c12,*:h5`. That of a board without a centre block has its size and the walls of
/// its own cells: `size:12x8:9111...46:-:r:c7`.
///
/// ```
/// use botwerk_engine::ricochet::Layout;
///
/// let layout: Layout = "1A-2A-3A-4A".parse().unwrap();
/// assert_eq!(layout.targets().len(), 17);
/// let free: Layout = layout.to_free().to_string().parse().unwrap();
/// assert_eq!(free.board(), layout.board());
/// assert_ne!(free, layout);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Layout {
    arrangement: Option<Arrangement>,
    board: Board,
    targets: ArrayVec<Target, TARGETS>,
}

/// The error of targets that do not fit a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// The walls or diagonals are not a board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// There are no targets, or too many.
    #[error("targets: expected 1 to 17, found {0}")]
    Count(usize),
    /// A target is where no robot ever stands (RR-1).
    #[error("targets: {0} {1} (RR-1)")]
    OnClosed(Cell, Closure),
    /// A target is on a diagonal, on which no slide ends (RR-5).
    #[error("targets: {0} has a diagonal (RR-5)")]
    OnDiagonal(Cell),
    /// Two targets are on one cell.
    #[error("targets: {0} has two targets")]
    Repeated(Cell),
}

impl Layout {
    /// Creates the layout of a free board.
    ///
    /// # Errors
    /// Returns an error unless there are 1 to 17 targets on different cells, none of them closed
    /// or with a diagonal.
    pub fn new(board: Board, targets: &[Target]) -> Result<Self, LayoutError> {
        if targets.is_empty() || targets.len() > TARGETS {
            return Err(LayoutError::Count(targets.len()));
        }
        for (index, Target { cell, .. }) in targets.iter().enumerate() {
            if let Some(closure) = board.closure(*cell) {
                return Err(LayoutError::OnClosed(*cell, closure));
            }
            if board.diagonal(*cell).is_some() {
                return Err(LayoutError::OnDiagonal(*cell));
            }
            if targets[..index].iter().any(|other| other.cell == *cell) {
                return Err(LayoutError::Repeated(*cell));
            }
        }
        Ok(Self {
            arrangement: None,
            board,
            targets: targets.iter().copied().collect(),
        })
    }

    /// Returns the arrangement of printed sections, or `None` for a free board.
    pub fn arrangement(&self) -> Option<Arrangement> {
        self.arrangement
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the targets in their fixed order.
    pub fn targets(&self) -> &[Target] {
        &self.targets
    }

    /// Returns the same board and targets as a free board.
    pub fn to_free(&self) -> Self {
        Self {
            arrangement: None,
            ..self.clone()
        }
    }

    /// Returns the cells on which robots may start: all but closed cells, targets and diagonals (RR-2).
    pub fn start_cells(&self) -> impl Iterator<Item = Cell> {
        self.board.size().cells().filter(|cell| {
            !self.board.is_closed(*cell)
                && self.board.diagonal(*cell).is_none()
                && self.targets.iter().all(|target| target.cell != *cell)
        })
    }
}

impl From<Arrangement> for Layout {
    fn from(arrangement: Arrangement) -> Self {
        Self {
            arrangement: Some(arrangement),
            board: arrangement.board(),
            targets: arrangement.targets().into_iter().collect(),
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(arrangement) = self.arrangement {
            return arrangement.fmt(f);
        }
        let mut text = String::with_capacity(512);
        match self.board.size_without_centre() {
            None => text.push_str(FREE),
            Some(size) => write!(text, "{SIZED}{size}:")?,
        }
        for cell in self.board.size().cells() {
            write!(text, "{:x}", self.board.walls(cell))?;
        }
        let mut separator = ':';
        for (cell, diagonal) in self.board.diagonals() {
            write!(text, "{separator}{cell}{diagonal}")?;
            separator = ',';
        }
        if separator == ':' {
            text.push_str(":-");
        }
        separator = ':';
        for target in &self.targets {
            write!(text, "{separator}{target}")?;
            separator = ',';
        }
        f.write_str(&text)
    }
}

impl FromStr for Layout {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut scan = Scanner::new("board", text);
        let size = if scan.accept(FREE) {
            None
        } else if scan.accept(SIZED) {
            let size = read_size(&mut scan)?;
            scan.expect(":")?;
            Some(size)
        } else {
            let arrangement: Result<Arrangement, _> = text.parse();
            return arrangement.map(Self::from);
        };
        let layout = read_free(&mut scan, size)?;
        scan.finish()?;
        let canonical = layout.to_string();
        if canonical == text {
            Ok(layout)
        } else {
            Err(ParseError::not_canonical("board", text, &canonical))
        }
    }
}

fn read_free(scan: &mut Scanner<'_>, size: Option<BoardSize>) -> Result<Layout, ParseError> {
    let before = scan.clone();
    let count = size.unwrap_or(BoardSize::PRINTED).cells().count();
    let walls = read_walls(scan, count)?;
    scan.expect(":")?;
    let mut diagonals = Vec::new();
    if !scan.accept("-") {
        loop {
            diagonals.push(read_diagonal(scan)?);
            if !scan.accept(",") {
                break;
            }
        }
    }
    let board = Board::from_walls(size, &walls, diagonals);
    let board = board.map_err(|error| before.expected(error.to_string()))?;
    scan.expect(":")?;
    let before = scan.clone();
    let mut targets = vec![read_target(scan)?];
    while scan.accept(",") {
        targets.push(read_target(scan)?);
    }
    Layout::new(board, &targets).map_err(|error| before.expected(error.to_string()))
}

/// Reads this number of hexadecimal digits of walls at the cursor.
fn read_walls(scan: &mut Scanner<'_>, count: usize) -> Result<Vec<u8>, ParseError> {
    let mut walls = Vec::with_capacity(count);
    for _ in 0..count {
        let digit = scan
            .rest()
            .bytes()
            .next()
            .filter(|it| !it.is_ascii_uppercase());
        let digit = digit.and_then(|digit| char::from(digit).to_digit(16));
        let expected = || scan.expected(format!("{count} hexadecimal digits of walls"));
        walls.push(digit.ok_or_else(expected)? as u8);
        scan.advance(1);
    }
    Ok(walls)
}
