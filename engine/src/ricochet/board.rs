//! Boards: the walls and diagonals of every cell (RR-1, RR-5).

use std::fmt;
use std::sync::Arc;

use super::board_size::{BoardSize, Closure};
use super::cell::{CELLS, CENTRE, Cell, Direction};
use super::robot::Robot;

/// All four sides of a cell.
const ALL_SIDES: u8 = 0b1111;

/// The slope of a diagonal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Slope {
    /// From the south-west corner to the north-east corner: turns east to north and west to south.
    Rising,
    /// From the north-west corner to the south-east corner: turns east to south and west to north.
    Falling,
}

impl Slope {
    /// Returns the sign of the slope, `/` or `\`.
    pub const fn sign(self) -> char {
        match self {
            Self::Rising => '/',
            Self::Falling => '\\',
        }
    }

    /// Returns the slope with this sign.
    pub const fn from_sign(sign: char) -> Option<Self> {
        match sign {
            '/' => Some(Self::Rising),
            '\\' => Some(Self::Falling),
            _ => None,
        }
    }

    /// Returns the slope after a quarter turn of the board.
    pub const fn turned(self) -> Self {
        match self {
            Self::Rising => Self::Falling,
            Self::Falling => Self::Rising,
        }
    }
}

/// A diagonal, which turns robots of other colours (RR-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Diagonal {
    /// The slope.
    pub slope: Slope,
    /// The robot that passes: one of the four colours, or silver.
    pub robot: Robot,
}

impl Diagonal {
    /// Returns the direction of a robot after the diagonal has turned it.
    pub const fn turn(self, direction: Direction) -> Direction {
        match (self.slope, direction) {
            (Slope::Rising, Direction::East) | (Slope::Falling, Direction::West) => {
                Direction::North
            }
            (Slope::Rising, Direction::North) | (Slope::Falling, Direction::South) => {
                Direction::East
            }
            (Slope::Rising, Direction::West) | (Slope::Falling, Direction::East) => {
                Direction::South
            }
            (Slope::Rising, Direction::South) | (Slope::Falling, Direction::North) => {
                Direction::West
            }
        }
    }
}

impl fmt::Display for Diagonal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.slope.sign(), self.robot)
    }
}

/// The walls and diagonals of a board.
///
/// ```
/// use botwerk_engine::ricochet::{Arrangement, Cell, Direction};
///
/// let arrangement: Arrangement = "4B-3C-1A-2A".parse().unwrap();
/// let board = arrangement.board();
/// let corner: Cell = "a1".parse().unwrap();
/// assert!(board.has_wall(corner, Direction::North));
/// assert!(!board.can_be_crossed(corner, Direction::North));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    /// The walls and diagonal of each cell of its grid. The cells around the board have walls on all sides.
    cells: Arc<[u8]>,
    /// The size of a board without a centre block; `None` for 16x16 cells round one.
    size: Option<BoardSize>,
}

/// The error of walls and diagonals that are not a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A wall is given from one of its two cells only.
    #[error(
        "walls: {cell} has a wall on side {side}, but the cell behind it has none; give every wall from both sides"
    )]
    OneSided {
        /// The cell with the wall.
        cell: Cell,
        /// The side of the wall.
        side: Direction,
    },
    /// The frame has a gap (RR-1).
    #[error("walls: {cell} has no wall on side {side}; the frame must be closed (RR-1)")]
    OpenFrame {
        /// The cell without a wall.
        cell: Cell,
        /// The side of the frame.
        side: Direction,
    },
    /// A robot could enter the centre block (RR-1).
    #[error(
        "walls: {cell} has no wall on side {side}, behind which the closed centre block lies; add it (RR-1)"
    )]
    OpenCentre {
        /// The cell next to the centre block.
        cell: Cell,
        /// The side of the missing wall.
        side: Direction,
    },
    /// The walls are not those of all cells.
    #[error("walls: expected those of {expected} cells, found {found}")]
    WallCount {
        /// Number of cells of the board.
        expected: usize,
        /// Number of cells with walls.
        found: usize,
    },
    /// A diagonal is where no robot ever stands.
    #[error("diagonals: {cell} {closure} (RR-1)")]
    DiagonalOnClosed {
        /// The cell.
        cell: Cell,
        /// Why no robot stands there.
        closure: Closure,
    },
    /// Two diagonals are on one cell.
    #[error("diagonals: {cell} has two diagonals")]
    TwoDiagonals {
        /// The cell.
        cell: Cell,
    },
    /// The colour of a diagonal is not that of a robot with a colour.
    #[error("diagonals: {cell} has the colour of the transparent robot, which has none")]
    Colourless {
        /// The cell.
        cell: Cell,
    },
}

impl Board {
    /// Creates the board with these walls, four bits a cell (1 north, 2 east, 4 south, 8 west), and
    /// diagonals. Higher bits of the walls are ignored, and so are the walls of the centre block's own cells,
    /// on which no robot ever stands: they are closed on all sides.
    ///
    /// # Errors
    /// Returns an error unless every wall is given from both sides, the frame is closed and so are the cells
    /// round the centre block towards it (RR-1), and there is at most one diagonal on every other cell.
    pub fn new(
        walls: &[u8; CELLS],
        diagonals: impl IntoIterator<Item = (Cell, Diagonal)>,
    ) -> Result<Self, BoardError> {
        let mut cells = walls.map(|sides| sides & ALL_SIDES);
        for cell in CENTRE {
            cells[cell.index()] = ALL_SIDES;
        }
        let board = Self {
            cells: Arc::new(cells),
            size: None,
        };
        board.checked(diagonals)
    }

    /// Creates the board of another size without a centre block, or one of 16x16 cells with any centre. The
    /// walls are those of its cells, row by row from the north-west.
    ///
    /// # Errors
    /// Returns an error unless there are walls for every cell, every wall is given from both sides, the frame is
    /// closed, and there is at most one diagonal on every cell that is not walled on all sides.
    ///
    /// ```
    /// use botwerk_engine::ricochet::{Board, BoardSize, Closure};
    ///
    /// let size: BoardSize = "3x3".parse().unwrap();
    /// let board = Board::with_size(size, &[9, 1, 3, 8, 0, 2, 12, 4, 6], []).unwrap();
    /// assert_eq!(board.closure("c3".parse().unwrap()), None);
    /// assert_eq!(board.closure("d3".parse().unwrap()), Some(Closure::Outside));
    /// ```
    pub fn with_size(
        size: BoardSize,
        walls: &[u8],
        diagonals: impl IntoIterator<Item = (Cell, Diagonal)>,
    ) -> Result<Self, BoardError> {
        let expected = size.cells().count();
        if walls.len() != expected {
            let found = walls.len();
            return Err(BoardError::WallCount { expected, found });
        }
        let mut cells = vec![ALL_SIDES; size.grid().cells()];
        for (cell, sides) in size.cells().zip(walls) {
            cells[cell.index()] = sides & ALL_SIDES;
        }
        let board = Self {
            cells: cells.into(),
            size: Some(size),
        };
        board.checked(diagonals)
    }

    /// Creates the board of this size without a centre block, or without a size that of 16x16 cells round one.
    /// The walls are those of its cells, row by row from the north-west.
    ///
    /// # Errors
    /// Returns an error as [`Board::new`] and [`Board::with_size`] do.
    pub fn from_walls(
        size: Option<BoardSize>,
        walls: &[u8],
        diagonals: impl IntoIterator<Item = (Cell, Diagonal)>,
    ) -> Result<Self, BoardError> {
        match (size, walls.try_into()) {
            (None, Ok(walls)) => Self::new(walls, diagonals),
            (size, _) => Self::with_size(size.unwrap_or(BoardSize::PRINTED), walls, diagonals),
        }
    }

    /// Checks the walls and adds the diagonals.
    fn checked(
        mut self,
        diagonals: impl IntoIterator<Item = (Cell, Diagonal)>,
    ) -> Result<Self, BoardError> {
        for cell in self.size().cells() {
            self.check_walls(cell)?;
        }
        for (cell, diagonal) in diagonals {
            self.add_diagonal(cell, diagonal)?;
        }
        Ok(self)
    }

    /// Returns the size.
    pub fn size(&self) -> BoardSize {
        self.size.unwrap_or(BoardSize::PRINTED)
    }

    /// Returns the size of a board without a centre block, or `None` for 16x16 cells round one.
    pub const fn size_without_centre(&self) -> Option<BoardSize> {
        self.size
    }

    /// Returns `true` if no robot ever stands on a cell (RR-1).
    pub fn is_closed(&self, cell: Cell) -> bool {
        match self.size {
            None => cell.is_centre() || !BoardSize::PRINTED.contains(cell),
            Some(_) => self.walls(cell) == ALL_SIDES,
        }
    }

    /// Returns why no robot ever stands on a cell, or `None` if one can (RR-1).
    pub fn closure(&self, cell: Cell) -> Option<Closure> {
        let closure = match self.size {
            _ if !self.size().contains(cell) => Closure::Outside,
            None => Closure::Centre,
            Some(_) => Closure::Walled,
        };
        self.is_closed(cell).then_some(closure)
    }

    fn check_walls(&self, cell: Cell) -> Result<(), BoardError> {
        for side in Direction::ALL {
            let is_closed = self.has_wall(cell, side);
            match self.neighbour(cell, side) {
                None if !is_closed => return Err(BoardError::OpenFrame { cell, side }),
                Some(next) if self.size.is_none() && next.is_centre() && !is_closed => {
                    return Err(BoardError::OpenCentre { cell, side });
                }
                Some(next) if is_closed && !self.has_wall(next, side.opposite()) => {
                    return Err(BoardError::OneSided { cell, side });
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn add_diagonal(&mut self, cell: Cell, diagonal: Diagonal) -> Result<(), BoardError> {
        if let Some(closure) = self.closure(cell) {
            return Err(BoardError::DiagonalOnClosed { cell, closure });
        }
        if diagonal.robot == Robot::Transparent {
            return Err(BoardError::Colourless { cell });
        }
        if self.diagonal(cell).is_some() {
            return Err(BoardError::TwoDiagonals { cell });
        }
        // 1 to 10 in the upper four bits: twice the robot, and the slope.
        let code = 1 + 2 * diagonal.robot.index() as u8 + diagonal.slope as u8;
        Arc::make_mut(&mut self.cells)[cell.index()] |= code << 4;
        Ok(())
    }

    /// Returns the next cell in a direction, or `None` at the frame.
    pub fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        self.size().neighbour(cell, direction)
    }

    /// Returns the walls of a cell: 1 north, 2 east, 4 south, 8 west; all of them outside of the board.
    pub fn walls(&self, cell: Cell) -> u8 {
        self.entry(cell) & ALL_SIDES
    }

    /// Returns `true` if the cell has a wall on this side.
    pub fn has_wall(&self, cell: Cell, side: Direction) -> bool {
        self.entry(cell) >> side.index() & 1 == 1
    }

    /// Returns the diagonal of a cell.
    pub fn diagonal(&self, cell: Cell) -> Option<Diagonal> {
        let code = usize::from(self.entry(cell) >> 4).checked_sub(1)?;
        let slope = [Slope::Rising, Slope::Falling][code % 2];
        let robot = Robot::from_index(code / 2)?;
        Some(Diagonal { slope, robot })
    }

    /// Returns the walls and diagonal of a cell in one byte.
    pub(super) fn entry(&self, cell: Cell) -> u8 {
        self.cells.get(cell.index()).copied().unwrap_or(ALL_SIDES)
    }

    /// Returns all diagonals, row by row from the north-west.
    pub fn diagonals(&self) -> impl Iterator<Item = (Cell, Diagonal)> {
        let cells = self.size().cells();
        cells.filter_map(|cell| Some((cell, self.diagonal(cell)?)))
    }

    /// Returns `true` if the transparent robot can go through the wall on this side of the cell: it is
    /// neither part of the frame nor next to a cell that no robot enters, as in the centre block (RR-10).
    pub fn can_be_crossed(&self, cell: Cell, side: Direction) -> bool {
        match self.neighbour(cell, side) {
            Some(next) => {
                self.has_wall(cell, side) && !self.is_closed(next) && !self.is_closed(cell)
            }
            None => false,
        }
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Board(")?;
        for cell in self.size().cells() {
            write!(f, "{:x}", self.walls(cell))?;
        }
        for (cell, diagonal) in self.diagonals() {
            write!(f, ",{cell}{diagonal}")?;
        }
        f.write_str(")")
    }
}
