//! Boards: the walls and diagonals of every cell (RR-1, RR-5).

use std::fmt;

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
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board([u8; CELLS]);

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
    /// A diagonal is on the centre block.
    #[error("diagonals: {cell} is part of the centre block (RR-1)")]
    DiagonalOnCentre {
        /// The cell of the centre block.
        cell: Cell,
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
        let mut board = Self(walls.map(|sides| sides & ALL_SIDES));
        for cell in CENTRE {
            board.0[cell.index()] = ALL_SIDES;
        }
        for cell in Cell::all() {
            board.check_walls(cell)?;
        }
        for (cell, diagonal) in diagonals {
            board.add_diagonal(cell, diagonal)?;
        }
        Ok(board)
    }

    fn check_walls(&self, cell: Cell) -> Result<(), BoardError> {
        for side in Direction::ALL {
            let is_closed = self.has_wall(cell, side);
            match cell.neighbour(side) {
                None if !is_closed => return Err(BoardError::OpenFrame { cell, side }),
                Some(next) if next.is_centre() && !is_closed => {
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
        if cell.is_centre() {
            return Err(BoardError::DiagonalOnCentre { cell });
        }
        if diagonal.robot == Robot::Transparent {
            return Err(BoardError::Colourless { cell });
        }
        if self.diagonal(cell).is_some() {
            return Err(BoardError::TwoDiagonals { cell });
        }
        // 1 to 10 in the upper four bits: twice the robot, and the slope.
        let code = 1 + 2 * diagonal.robot.index() as u8 + diagonal.slope as u8;
        self.0[cell.index()] |= code << 4;
        Ok(())
    }

    /// Returns the walls of a cell: 1 north, 2 east, 4 south, 8 west.
    pub const fn walls(&self, cell: Cell) -> u8 {
        self.0[cell.index()] & ALL_SIDES
    }

    /// Returns `true` if the cell has a wall on this side.
    pub const fn has_wall(&self, cell: Cell, side: Direction) -> bool {
        self.0[cell.index()] >> side.index() & 1 == 1
    }

    /// Returns the diagonal of a cell.
    pub fn diagonal(&self, cell: Cell) -> Option<Diagonal> {
        let code = usize::from(self.0[cell.index()] >> 4).checked_sub(1)?;
        let slope = [Slope::Rising, Slope::Falling][code % 2];
        let robot = Robot::from_index(code / 2)?;
        Some(Diagonal { slope, robot })
    }

    /// Returns all diagonals, in the order of their cells.
    pub fn diagonals(&self) -> impl Iterator<Item = (Cell, Diagonal)> {
        Cell::all().filter_map(|cell| Some((cell, self.diagonal(cell)?)))
    }

    /// Returns `true` if the transparent robot can go through the wall on this side of the cell: it is
    /// neither part of the frame nor of the centre block (RR-10).
    pub const fn can_be_crossed(&self, cell: Cell, side: Direction) -> bool {
        match cell.neighbour(side) {
            Some(next) => self.has_wall(cell, side) && !next.is_centre() && !cell.is_centre(),
            None => false,
        }
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Board(")?;
        for cell in Cell::all() {
            write!(f, "{:x}", self.walls(cell))?;
        }
        for (cell, diagonal) in self.diagonals() {
            write!(f, ",{cell}{diagonal}")?;
        }
        f.write_str(")")
    }
}
