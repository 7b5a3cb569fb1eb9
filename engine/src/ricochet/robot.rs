//! The robots and their cells (RR-2, RR-9).

use std::fmt;

use super::cell::Cell;

/// Maximum number of robots on a board.
pub const MAX_ROBOTS: usize = 6;

/// A robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Robot {
    /// The red robot.
    Red,
    /// The green robot.
    Green,
    /// The blue robot.
    Blue,
    /// The yellow robot.
    Yellow,
    /// The silver robot, which has no target of its colour (RR-2).
    Silver,
    /// The transparent robot, which goes through walls (RR-9).
    Transparent,
}

impl Robot {
    /// All robots, in the order of their indices.
    pub const ALL: [Self; MAX_ROBOTS] = [
        Self::Red,
        Self::Green,
        Self::Blue,
        Self::Yellow,
        Self::Silver,
        Self::Transparent,
    ];

    /// The robots with targets and diagonals of their colour.
    pub const COLOURED: [Self; 4] = [Self::Red, Self::Green, Self::Blue, Self::Yellow];

    /// Returns the index, 0 to 5.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the robot with this index, or `None` above 5.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    /// Returns the letter of the robot.
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'r',
            Self::Green => 'g',
            Self::Blue => 'b',
            Self::Yellow => 'y',
            Self::Silver => 's',
            Self::Transparent => 't',
        }
    }

    /// Returns the robot with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|robot| robot.letter() == letter)
    }

    /// Returns the name of the robot, such as `red`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Yellow => "yellow",
            Self::Silver => "silver",
            Self::Transparent => "transparent",
        }
    }
}

impl fmt::Display for Robot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The cells of the robots on the board.
///
/// ```
/// use botwerk_engine::ricochet::{Cell, Robot, Robots};
///
/// let cell: Cell = "c12".parse().unwrap();
/// let robots = Robots::EMPTY.with(Robot::Red, cell);
/// assert_eq!(robots.cell(Robot::Red), Some(cell));
/// assert_eq!(robots.robot_on(cell), Some(Robot::Red));
/// assert_eq!(robots.to_string(), "r:c12");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Robots([Option<Cell>; MAX_ROBOTS]);

impl Robots {
    /// No robots.
    pub const EMPTY: Self = Self([None; MAX_ROBOTS]);

    /// Returns the cell of a robot, or `None` if it is not on the board.
    pub const fn cell(&self, robot: Robot) -> Option<Cell> {
        self.0[robot.index()]
    }

    /// Returns these robots with one of them on another cell.
    pub const fn with(mut self, robot: Robot, cell: Cell) -> Self {
        self.0[robot.index()] = Some(cell);
        self
    }

    /// Returns the robot on a cell.
    pub fn robot_on(&self, cell: Cell) -> Option<Robot> {
        self.iter().find(|(_, on)| *on == cell).map(|it| it.0)
    }

    /// Returns `true` if a robot is on the cell.
    pub fn is_occupied(&self, cell: Cell) -> bool {
        self.0.contains(&Some(cell))
    }

    /// Returns the robots on the board with their cells, in the order of their indices.
    pub fn iter(&self) -> impl Iterator<Item = (Robot, Cell)> {
        let cells = self.0;
        let on_board = move |robot: Robot| Some((robot, cells[robot.index()]?));
        Robot::ALL.into_iter().filter_map(on_board)
    }

    /// Returns the number of robots on the board.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Returns `true` if no robot is on the board.
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }
}

impl fmt::Display for Robots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (robot, cell)) in self.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{robot}:{cell}")?;
        }
        Ok(())
    }
}
