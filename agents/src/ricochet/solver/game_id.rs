//! The game ids and game dumps of the program `DriftingDroids`, in which positions are passed around.

use botwerk_engine::ParseError;
use botwerk_engine::notation::Scanner;
use botwerk_engine::ricochet::{Arrangement, Cell, GameDump, Robot, Robots, Section, Target};

use super::instance::Instance;

/// Reads a position from a game id such as `0765+41+2E21BD0F+1C`: four sections clockwise from the north-west
/// (0 to 3 are 1A to 4A, 4 to 7 are 1B to 4B, and so on), the number of robots and the robot of the target
/// (F for the vortex), the cells of the robots, and the cell of the target, all hexadecimal.
///
/// # Errors
/// Returns an error if the text is not a game id, or its position is not possible.
///
/// ```
/// use botwerk_agents::ricochet::solver::instance_of_game_id;
///
/// let instance = instance_of_game_id("0765+41+2E21BD0F+1C").unwrap();
/// assert_eq!(instance.target().to_string(), "g:m2");
/// assert_eq!(instance.robots().to_string(), "r:o3,g:b3,b:n12,y:p1");
/// ```
pub fn instance_of_game_id(text: &str) -> Result<Instance, ParseError> {
    let mut scan = Scanner::new("game id", text);
    let before = scan.clone();
    let mut sections = Vec::new();
    for _ in 0..4 {
        let index = digit(&mut scan)?;
        let side = char::from(b'A' + index / 4);
        sections.extend(Section::new(index % 4 + 1, side).map(|section| section.to_string()));
    }
    let arrangement: Result<Arrangement, ParseError> = sections.join("-").parse();
    let arrangement =
        arrangement.map_err(|_| before.expected("four sections with different numbers"))?;
    scan.expect("+")?;
    let before = scan.clone();
    let count = usize::from(digit(&mut scan)?);
    if !(1..=5).contains(&count) {
        return Err(before.expected("a number of robots from 1 to 5"));
    }
    let before = scan.clone();
    let robot = match digit(&mut scan)? {
        15 => None,
        index => {
            let robot = Robot::from_index(index.into()).filter(|robot| robot.index() < count);
            Some(robot.ok_or_else(|| before.expected("one of the robots, or F"))?)
        }
    };
    scan.expect("+")?;
    let mut robots = Robots::EMPTY;
    for robot in &Robot::ALL[..count] {
        let before = scan.clone();
        let cell = cell(&mut scan)?;
        if robots.is_occupied(cell) {
            return Err(before.expected("a cell without a robot"));
        }
        robots = robots.with(*robot, cell);
    }
    scan.expect("+")?;
    let before = scan.clone();
    let target = Target {
        cell: cell(&mut scan)?,
        robot,
    };
    if !arrangement.targets().contains(&target) {
        return Err(before.expected("the cell of a target of the robot"));
    }
    scan.finish()?;
    let instance = Instance::new(arrangement.board(), robots, target);
    instance.map_err(|error| ParseError::new("game id", text, 0, error.to_string()))
}

/// Reads a position from a [`GameDump`], without the ricochet rule.
///
/// # Errors
/// Returns an error if the text is not a game dump, its position contradicts itself, or no target is open.
pub fn instance_of_game_dump(text: &str) -> Result<Instance, ParseError> {
    let dump = GameDump::parse(text)?;
    let error = |expected: String| ParseError::new("game dump", text.trim_start(), 0, expected);
    let target = dump.target.ok_or_else(|| error("an open target".into()))?;
    let instance = Instance::new(dump.board, dump.robots, target);
    instance.map_err(|fault| error(fault.to_string()))
}

/// Reads a hexadecimal digit.
fn digit(scan: &mut Scanner<'_>) -> Result<u8, ParseError> {
    let digit = scan
        .rest()
        .chars()
        .next()
        .and_then(|digit| digit.to_digit(16));
    let digit = digit.ok_or_else(|| scan.expected("a hexadecimal digit"))?;
    scan.advance(1);
    Ok(digit as u8)
}

fn cell(scan: &mut Scanner<'_>) -> Result<Cell, ParseError> {
    let before = scan.clone();
    let (row, column) = (digit(scan)?, digit(scan)?);
    let cell = Cell::new(row.into(), column.into());
    cell.ok_or_else(|| before.expected("a row and a column"))
}
