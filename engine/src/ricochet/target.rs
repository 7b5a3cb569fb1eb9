//! Targets: a cell and the robot that must reach it (RR-3).

use std::fmt;
use std::str::FromStr;

use super::cell::{Cell, read_cell};
use super::robot::Robot;
use crate::notation::{ParseError, Scanner};

/// A target. Its text is the letter of its robot, or `*` for the vortex, and its cell.
///
/// ```
/// use botwerk_engine::ricochet::{Robot, Target};
///
/// let target: Target = "r:c12".parse().unwrap();
/// assert_eq!(target.robot, Some(Robot::Red));
/// assert!(!target.allows(Robot::Blue));
/// assert!("*:h5".parse::<Target>().unwrap().allows(Robot::Blue));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Target {
    /// The cell on which the robot must stop.
    pub cell: Cell,
    /// The robot; `None` is the vortex, which any robot may fulfil (RR-3, RR-12).
    pub robot: Option<Robot>,
}

impl Target {
    /// Returns `true` if the robot may fulfil the target.
    pub fn allows(self, robot: Robot) -> bool {
        self.robot.is_none_or(|own| own == robot)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.robot.map_or('*', Robot::letter);
        write!(f, "{letter}:{}", self.cell)
    }
}

impl FromStr for Target {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut scan = Scanner::new("target", text);
        let target = read_target(&mut scan)?;
        scan.finish()?;
        Ok(target)
    }
}

/// Reads a target at the cursor.
pub(super) fn read_target(scan: &mut Scanner<'_>) -> Result<Target, ParseError> {
    let robot = if scan.accept("*") {
        None
    } else {
        let letter = scan.rest().chars().next();
        let robot = letter.and_then(Robot::from_letter);
        let coloured = robot.filter(|robot| Robot::COLOURED.contains(robot));
        let robot = coloured.ok_or_else(|| scan.expected("a target such as `r:c12` or `*:h5`"))?;
        scan.advance(1);
        Some(robot)
    };
    scan.expect(":")?;
    let cell = read_cell(scan)?;
    Ok(Target { cell, robot })
}
