//! Instances as JSON lines.

use botwerk_engine::ricochet::{
    Board, BoardError, BoardSize, Cell, CrossingCost, Diagonal, MAX_ROBOTS, Robot, Robots,
    SlideRules, Slope, Target,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::instance::{Instance, InstanceError};

/// An instance as one line of JSON.
///
/// `walls` is 256 hexadecimal digits, cell = row * 16 + column from the north-west, with bits 1 north,
/// 2 east, 4 south, 8 west, given from both sides. A board without a centre block has its `size`, such as
/// `"12x8"`, and as many digits as cells; its cell = row * width + column. `diagonals` lists `[cell, "/" or "\\", colour index]`.
/// `robots` are cells in the order red, green, blue, yellow, then silver. `target` is a cell and the index
/// of its robot, or -1 for any. `transparent` is the index in `robots` of the transparent robot, or null.
///
/// ```
/// use botwerk_agents::ricochet::solver::InstanceLine;
///
/// let line = r#"{"walls":"91","diagonals":[],"robots":[0],"target":{"pos":9,"robot":0}}"#;
/// let error = line.parse::<InstanceLine>().unwrap().instance().unwrap_err();
/// assert_eq!(error.to_string(), "walls: expected 256 hexadecimal digits, found 2 characters");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstanceLine {
    /// Any value, which the answer repeats.
    #[serde(default)]
    pub id: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    size: Option<String>,
    walls: String,
    #[serde(default)]
    diagonals: Vec<(i64, String, i64)>,
    robots: Vec<i64>,
    target: TargetEntry,
    #[serde(default)]
    ricochet_rule: bool,
    #[serde(default)]
    transparent: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    crossing_cost: Option<String>,
    #[serde(default)]
    stop_on_diagonal: bool,
    /// The known minimum, which the solver does not use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
    /// The known minimum if crossing is always a surcharge, which the solver does not use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_surcharge: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct TargetEntry {
    pos: i64,
    robot: i64,
}

/// The error of a line that is not an instance.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The size is not one of a board.
    #[error("size: expected a text from `3x3` to `32x32`, found `{0}`")]
    Size(String),
    /// The walls are not one hexadecimal digit for each cell.
    #[error("walls: expected {expected} hexadecimal digits, found {found}")]
    Walls {
        /// Number of cells.
        expected: usize,
        /// What was found.
        found: String,
    },
    /// A number is not the index of a cell.
    #[error("{field}: expected a cell from 0 to {max}, found {found}")]
    Cell {
        /// The field with the number.
        field: &'static str,
        /// The largest index.
        max: usize,
        /// The number.
        found: i64,
    },
    /// The sign of a diagonal is unknown.
    #[error("diagonals: expected `/` or `\\`, found `{0}`")]
    Slope(String),
    /// The colour of a diagonal is unknown.
    #[error("diagonals: expected a colour from 0 to 4, found {0}")]
    Colour(i64),
    /// The number of robots is not 1 to 6.
    #[error("robots: expected 1 to 6 cells, found {0}")]
    RobotCount(usize),
    /// Six robots need a transparent one.
    #[error("transparent: expected the index of the transparent robot, since there are six robots")]
    TooManyColours,
    /// A number is not the index of a robot.
    #[error("{field}: expected the index of a robot, 0 to {max}, found {found}")]
    Index {
        /// The field with the number.
        field: &'static str,
        /// The largest index.
        max: usize,
        /// The number.
        found: i64,
    },
    /// The price of crossing is unknown.
    #[error("crossing_cost: expected `replaces` or `surcharge`, found `{0}`")]
    CrossingCost(String),
    /// The walls or diagonals are not a board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The robots or the target do not fit the board.
    #[error(transparent)]
    Instance(#[from] InstanceError),
}

impl std::str::FromStr for InstanceLine {
    type Err = serde_json::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        serde_json::from_str(text)
    }
}

impl InstanceLine {
    /// Returns the instance.
    ///
    /// # Errors
    /// Returns an error that names the field whose value is invalid.
    pub fn instance(&self) -> Result<Instance, LineError> {
        let free = self.size()?;
        let size = free.unwrap_or(BoardSize::PRINTED);
        let walls = self.walls(size)?;
        let diagonals = self.diagonals.iter().map(|entry| diagonal(size, entry));
        let diagonals: Vec<_> = diagonals.collect::<Result<_, _>>()?;
        let board = Board::from_walls(free, &walls, diagonals)?;
        let (robots, names) = self.robots(size)?;
        let pos = cell(size, "target", self.target.pos)?;
        let robot = match self.target.robot {
            -1 => None,
            index => Some(named("target", &names, index)?),
        };
        let target = Target { cell: pos, robot };
        let rules = SlideRules {
            stop_on_diagonal: self.stop_on_diagonal,
            crossing_cost: self.crossing_cost()?,
            ..SlideRules::default()
        };
        // Diagonals hold no robots, unless slides may end there.
        let instance = Instance::with_rules(board, robots, target, rules)?;
        Ok(instance.with_ricochet_rule(self.ricochet_rule))
    }

    /// Returns the size of a board without a centre block.
    fn size(&self) -> Result<Option<BoardSize>, LineError> {
        let size = self.size.as_ref().map(|text| {
            let size = text.parse();
            size.map_err(|_| LineError::Size(text.clone()))
        });
        size.transpose()
    }

    fn walls(&self, size: BoardSize) -> Result<Vec<u8>, LineError> {
        let expected = size.cells().count();
        let error = |found| LineError::Walls { expected, found };
        let digit = |digit: char| {
            let value = digit.to_digit(16).map(|value| value as u8);
            value.ok_or_else(|| error(format!("`{digit}`")))
        };
        let walls: Vec<u8> = self.walls.chars().map(digit).collect::<Result<_, _>>()?;
        if walls.len() != expected {
            return Err(error(format!("{} characters", walls.len())));
        }
        Ok(walls)
    }

    /// Returns the robots, and the robot of each index.
    fn robots(&self, size: BoardSize) -> Result<(Robots, Vec<Robot>), LineError> {
        let count = self.robots.len();
        if !(1..=MAX_ROBOTS).contains(&count) {
            return Err(LineError::RobotCount(count));
        }
        let mut names: Vec<Robot> = Robot::ALL[..count].to_vec();
        if let Some(index) = self.transparent {
            named("transparent", &names, index)?;
            // Five robots without a transparent one are the colours and silver.
            names = Robot::ALL[..count.min(MAX_ROBOTS - 1)].to_vec();
            names.resize(count, Robot::Transparent);
            names[index as usize] = Robot::Transparent;
            if count == MAX_ROBOTS && index as usize != MAX_ROBOTS - 1 {
                return Err(LineError::Index {
                    field: "transparent",
                    max: MAX_ROBOTS - 1,
                    found: index,
                });
            }
        } else if count == MAX_ROBOTS {
            return Err(LineError::TooManyColours);
        }
        let mut robots = Robots::EMPTY;
        for (robot, number) in names.iter().zip(&self.robots) {
            let cell = cell(size, "robots", *number)?;
            if robots.is_occupied(cell) {
                return Err(InstanceError::Occupied {
                    robot: *robot,
                    cell,
                }
                .into());
            }
            robots = robots.with(*robot, cell);
        }
        Ok((robots, names))
    }

    fn crossing_cost(&self) -> Result<CrossingCost, LineError> {
        match &self.crossing_cost {
            None => Ok(CrossingCost::default()),
            Some(name) => {
                CrossingCost::from_name(name).ok_or_else(|| LineError::CrossingCost(name.clone()))
            }
        }
    }
}

impl From<&Instance> for InstanceLine {
    /// Writes an instance whose robots are the first ones in the order of their colours, and the transparent
    /// robot last.
    fn from(instance: &Instance) -> Self {
        let (board, robots) = (instance.board(), instance.robots());
        let size = board.size();
        let number = |cell: Cell| (cell.row() * size.width() + cell.column()) as i64;
        let digit = |cell| char::from_digit(board.walls(cell).into(), 16);
        let index = |wanted: Robot| {
            let index = robots.iter().position(|(robot, _)| robot == wanted);
            index.map_or(-1, |index| index as i64)
        };
        let diagonals = board.diagonals().map(|(cell, diagonal)| {
            let sign = diagonal.slope.sign().to_string();
            (number(cell), sign, diagonal.robot.index() as i64)
        });
        let target = instance.target();
        let rules = instance.slide_rules();
        let has_transparent = robots.cell(Robot::Transparent).is_some();
        Self {
            id: Value::Null,
            size: board.size_without_centre().map(|size| size.to_string()),
            walls: size.cells().filter_map(digit).collect(),
            diagonals: diagonals.collect(),
            robots: robots.iter().map(|(_, cell)| number(cell)).collect(),
            target: TargetEntry {
                pos: number(target.cell),
                robot: target.robot.map_or(-1, index),
            },
            ricochet_rule: instance.ricochet_rule(),
            transparent: has_transparent.then(|| index(Robot::Transparent)),
            crossing_cost: has_transparent.then(|| rules.crossing_cost.name().to_owned()),
            stop_on_diagonal: rules.stop_on_diagonal,
            moves: None,
            moves_surcharge: None,
        }
    }
}

fn cell(size: BoardSize, field: &'static str, number: i64) -> Result<Cell, LineError> {
    let cells = size.width() * size.height();
    let index = usize::try_from(number).ok();
    let index = index.filter(|index| *index < cells);
    let cell = index.and_then(|index| Cell::new(index / size.width(), index % size.width()));
    cell.ok_or(LineError::Cell {
        field,
        max: cells - 1,
        found: number,
    })
}

fn named(field: &'static str, names: &[Robot], number: i64) -> Result<Robot, LineError> {
    let index = usize::try_from(number).ok();
    let robot = index.and_then(|index| names.get(index));
    robot.copied().ok_or(LineError::Index {
        field,
        max: names.len() - 1,
        found: number,
    })
}

fn diagonal(size: BoardSize, entry: &(i64, String, i64)) -> Result<(Cell, Diagonal), LineError> {
    let (pos, sign, colour) = entry;
    let mut signs = sign.chars();
    let slope = signs.next().and_then(Slope::from_sign);
    let slope = slope.filter(|_| signs.next().is_none());
    let slope = slope.ok_or_else(|| LineError::Slope(sign.clone()))?;
    let robot = usize::try_from(*colour).ok().and_then(Robot::from_index);
    let robot = robot.filter(|robot| *robot != Robot::Transparent);
    let robot = robot.ok_or(LineError::Colour(*colour))?;
    Ok((cell(size, "diagonals", *pos)?, Diagonal { slope, robot }))
}
