//! The actions of Ricochet Robots, with their notation and numbers.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::cell::{CELLS, Cell, Direction, Grid, MAX_CELLS, read_cell};
use super::robot::{MAX_ROBOTS, Robot};
use super::target::{Target, read_target};
use crate::notation::{ParseError, Scanner};
use crate::race::notation::{MAX_ANNOUNCEMENT, read_announcement, read_argument, read_seat};
use crate::seat::{MAX_SEATS, Seat};

/// Maximum number of moves that can be announced and shown.
pub const MAX_MOVES: usize = MAX_ANNOUNCEMENT as usize;

/// One atomic action; ordered by its number.
///
/// ```
/// use botwerk_engine::ricochet::Action;
///
/// assert_eq!("say 5".parse(), Ok(Action::Say(5)));
/// let step: Action = "tE-+".parse().unwrap();
/// assert_eq!(Action::from_number(step.number()), Some(step));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Chance: the start cell of a robot is `start r:c12` (RR-2).
    Start {
        /// The robot.
        robot: Robot,
        /// Its start cell.
        cell: Cell,
    },
    /// Chance: the next target is `draw r:e2` (RR-3).
    Draw(Target),
    /// A seat announces a number of moves, `say 5` (RR-19).
    Say(u8),
    /// A seat declines to announce any more in this round, `pass` (RR-23).
    Pass,
    /// The next move of a show, `rN` (RR-20).
    Step(Move),
    /// The show ends here, `end` (RR-20).
    End,
    /// The referee abandons the round, `break` (RR-22).
    Break,
    /// The referee ends the overtime of a race, `close` (RR-7).
    Close,
    /// The referee: the seat did not show its solution in time, `late 1` (RR-21).
    Late(Seat),
    /// The referee: the seat leaves the match, `leave 1` (RR-27).
    Leave(Seat),
}

/// Number of kinds of targets: the four colours and the vortex.
const TARGET_KINDS: usize = Robot::COLOURED.len() + 1;
/// Number of moves of each robot except the transparent one.
const DIRECTIONS: usize = Direction::ALL.len();
/// Number of combinations of choices in one move of the transparent robot.
const CHOICES: usize = 256;

// Numbers of actions, in this order without gaps.
const START: usize = 0;
const DRAW: usize = START + MAX_ROBOTS * CELLS;
const SAY: usize = DRAW + TARGET_KINDS * CELLS;
const PASS: usize = SAY + MAX_MOVES;
const STEP: usize = PASS + 1;
const TRANSPARENT: usize = STEP + (MAX_ROBOTS - 1) * DIRECTIONS;
const END: usize = TRANSPARENT + DIRECTIONS * CHOICES;
const BREAK: usize = END + 1;
const CLOSE: usize = BREAK + 1;
const LATE: usize = CLOSE + 1;
const LEAVE: usize = LATE + MAX_SEATS;

/// Number of cells outside of the smaller grid, whose actions come after all others.
const OUTER_CELLS: usize = MAX_CELLS - CELLS;
const OUTER_START: usize = LEAVE + MAX_SEATS;
const OUTER_DRAW: usize = OUTER_START + MAX_ROBOTS * OUTER_CELLS;
const END_OF_ACTIONS: usize = OUTER_DRAW + TARGET_KINDS * OUTER_CELLS;

/// Returns the number of actions on boards in a grid.
pub(super) const fn action_count(grid: Grid) -> u32 {
    let count = match grid {
        Grid::Side16 => OUTER_START,
        Grid::Side32 => END_OF_ACTIONS,
    };
    count as u32
}

impl Action {
    /// Returns the dense number: start (by robot, then cell), draw (by colour, the vortex last, then cell),
    /// say, pass, moves (by robot, then direction, then the choices of the transparent robot), end, break,
    /// close, late, leave. Start and draw on cells beyond the first 16 columns or rows come after all others.
    pub fn number(self) -> u32 {
        let number = match self {
            Self::Start { robot, cell } => match cell.index().checked_sub(CELLS) {
                None => START + robot.index() * CELLS + cell.index(),
                Some(outer) => OUTER_START + robot.index() * OUTER_CELLS + outer,
            },
            Self::Draw(Target { cell, robot }) => {
                let kind = robot.map_or(TARGET_KINDS - 1, Robot::index);
                match cell.index().checked_sub(CELLS) {
                    None => DRAW + kind * CELLS + cell.index(),
                    Some(outer) => OUTER_DRAW + kind * OUTER_CELLS + outer,
                }
            }
            Self::Say(number) => SAY + number as usize - 1,
            Self::Pass => PASS,
            Self::Step(step) => step_number(step),
            Self::End => END,
            Self::Break => BREAK,
            Self::Close => CLOSE,
            Self::Late(seat) => LATE + seat.index(),
            Self::Leave(seat) => LEAVE + seat.index(),
        };
        number as u32
    }

    /// Returns the action with this number, or `None` if the number is out of range.
    pub fn from_number(number: u32) -> Option<Self> {
        let number = number as usize;
        match number {
            START..DRAW => Some(Self::Start {
                robot: Robot::from_index((number - START) / CELLS)?,
                cell: Cell::from_index((number - START) % CELLS)?,
            }),
            DRAW..SAY => Some(Self::Draw(Target {
                cell: Cell::from_index((number - DRAW) % CELLS)?,
                robot: Robot::COLOURED.get((number - DRAW) / CELLS).copied(),
            })),
            SAY..PASS => Some(Self::Say((number - SAY + 1) as u8)),
            PASS => Some(Self::Pass),
            STEP..TRANSPARENT => {
                let robot = Robot::from_index((number - STEP) / DIRECTIONS)?;
                let direction = Direction::ALL[(number - STEP) % DIRECTIONS];
                Some(Self::Step(Move::new(robot, direction)))
            }
            TRANSPARENT..END => Some(Self::Step(Move {
                robot: Robot::Transparent,
                direction: Direction::ALL[(number - TRANSPARENT) / CHOICES],
                choices: Choices::from_bits(((number - TRANSPARENT) % CHOICES) as u8),
            })),
            END => Some(Self::End),
            BREAK => Some(Self::Break),
            CLOSE => Some(Self::Close),
            LATE..LEAVE => Seat::new(number - LATE).map(Self::Late),
            LEAVE..OUTER_START => Seat::new(number - LEAVE).map(Self::Leave),
            OUTER_START..OUTER_DRAW => Some(Self::Start {
                robot: Robot::from_index((number - OUTER_START) / OUTER_CELLS)?,
                cell: Cell::from_index(CELLS + (number - OUTER_START) % OUTER_CELLS)?,
            }),
            OUTER_DRAW..END_OF_ACTIONS => Some(Self::Draw(Target {
                cell: Cell::from_index(CELLS + (number - OUTER_DRAW) % OUTER_CELLS)?,
                robot: Robot::COLOURED
                    .get((number - OUTER_DRAW) / OUTER_CELLS)
                    .copied(),
            })),
            _ => None,
        }
    }
}

fn step_number(step: Move) -> usize {
    let direction = step.direction.index();
    match step.robot {
        Robot::Transparent => TRANSPARENT + direction * CHOICES + usize::from(step.choices.bits()),
        robot => STEP + robot.index() * DIRECTIONS + direction,
    }
}

/// Returns every move of a robot, in the order of their numbers, whether it is legal or not.
pub(super) fn steps(robot: Robot) -> impl Iterator<Item = Move> {
    let choices = if robot == Robot::Transparent {
        u8::MAX
    } else {
        0
    };
    Direction::ALL.into_iter().flat_map(move |direction| {
        (0..=choices).map(move |bits| Move {
            robot,
            direction,
            choices: Choices::from_bits(bits),
        })
    })
}

impl Ord for Action {
    fn cmp(&self, other: &Self) -> Ordering {
        self.number().cmp(&other.number())
    }
}

impl PartialOrd for Action {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { robot, cell } => write!(f, "start {robot}:{cell}"),
            Self::Draw(target) => write!(f, "draw {target}"),
            Self::Say(number) => write!(f, "say {number}"),
            Self::Pass => f.write_str("pass"),
            Self::Step(step) => step.fmt(f),
            Self::End => f.write_str("end"),
            Self::Break => f.write_str("break"),
            Self::Close => f.write_str("close"),
            Self::Late(seat) => write!(f, "late {seat}"),
            Self::Leave(seat) => write!(f, "leave {seat}"),
        }
    }
}

/// The expectation of a parser that finds no action.
const EXPECTED_ACTION: &str = "a move such as `rN`, `start`, `draw`, `say`, `pass`, `end`, `break`, `close`, `late` or `leave`";

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut scan = Scanner::new("action", text);
        let action = match scan.until(" ") {
            "start" => {
                scan.expect(" ")?;
                let (robot, cell) = read_robot(&mut scan)?;
                Self::Start { robot, cell }
            }
            "draw" => Self::Draw(read_argument(&mut scan, read_target)?),
            "say" => Self::Say(read_argument(&mut scan, read_announcement)?),
            "pass" => Self::Pass,
            "end" => Self::End,
            "break" => Self::Break,
            "close" => Self::Close,
            "late" => Self::Late(read_argument(&mut scan, read_seat)?),
            "leave" => Self::Leave(read_argument(&mut scan, read_seat)?),
            _ => return read_only_step(text).map(Self::Step),
        };
        scan.finish()?;
        Ok(action)
    }
}

/// Reads a text that is a move and nothing else.
fn read_only_step(text: &str) -> Result<Move, ParseError> {
    let mut scan = Scanner::new("action", text);
    let step = read_move(&mut scan).map_err(|mut error| {
        if error.offset < 2 {
            error = ParseError::new("action", text, 0, EXPECTED_ACTION);
        }
        error
    })?;
    scan.finish()?;
    Ok(step)
}

/// Reads a robot with its cell, such as `r:c12`, at the cursor.
pub(super) fn read_robot(scan: &mut Scanner<'_>) -> Result<(Robot, Cell), ParseError> {
    let letter = scan.rest().chars().next().and_then(Robot::from_letter);
    let robot = letter.ok_or_else(|| scan.expected("a robot: r, g, b, y, s or t"))?;
    scan.advance(1);
    scan.expect(":")?;
    Ok((robot, read_cell(scan)?))
}

/// Maximum number of choices in a slide that can be taken with `+`; further ones are `-` (RR-13).
pub const MAX_CHOICES: usize = 8;

/// The choices of the transparent robot in one slide, in order: to go through a wall or to pass a diagonal
/// (`+`), or to stop or be turned (`-`). Further choices are `-`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Choices(u8);

impl Choices {
    /// All choices are `-`.
    pub const NONE: Self = Self(0);

    /// Creates the choices of which bit `i` is set if choice `i` is `+`.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// Returns the bits: bit `i` is set if choice `i` is `+`.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns `true` if choice `index` is `+`.
    pub const fn is_plus(self, index: usize) -> bool {
        index < MAX_CHOICES && self.0 >> index & 1 == 1
    }

    /// Returns the number of choices up to the last `+`.
    pub const fn len(self) -> usize {
        MAX_CHOICES - self.0.leading_zeros() as usize
    }

    /// Returns `true` if all choices are `-`.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A move: a robot, a direction and the choices of the transparent robot. Its text is `rN`, or `tE-+`.
///
/// ```
/// use botwerk_engine::ricochet::{Direction, Move, Robot};
///
/// let step: Move = "tE-+".parse().unwrap();
/// assert_eq!((step.robot, step.direction), (Robot::Transparent, Direction::East));
/// assert!(step.choices.is_plus(1));
/// assert_eq!(step.to_string(), "tE-+");
/// assert!("tE+-".parse::<Move>().is_err());
/// assert!("rE+".parse::<Move>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The robot.
    pub robot: Robot,
    /// The direction in which it starts.
    pub direction: Direction,
    /// The choices of the transparent robot; none for others.
    pub choices: Choices,
}

impl Move {
    /// Creates the move of a robot without choices.
    pub const fn new(robot: Robot, direction: Direction) -> Self {
        Self {
            robot,
            direction,
            choices: Choices::NONE,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.robot, self.direction)?;
        for index in 0..self.choices.len() {
            let sign = if self.choices.is_plus(index) {
                '+'
            } else {
                '-'
            };
            write!(f, "{sign}")?;
        }
        Ok(())
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut scan = Scanner::new("move", text);
        let step = read_move(&mut scan)?;
        scan.finish()?;
        Ok(step)
    }
}

/// Reads a move at the cursor.
pub(super) fn read_move(scan: &mut Scanner<'_>) -> Result<Move, ParseError> {
    let letter = scan.rest().chars().next().and_then(Robot::from_letter);
    let robot = letter.ok_or_else(|| scan.expected("a robot: r, g, b, y, s or t"))?;
    scan.advance(1);
    let letter = scan.rest().chars().next();
    let direction = letter.and_then(Direction::from_letter);
    let direction = direction.ok_or_else(|| scan.expected("a direction: N, E, S or W"))?;
    scan.advance(1);
    let choices = if robot == Robot::Transparent {
        read_choices(scan)?
    } else {
        Choices::NONE
    };
    Ok(Move {
        robot,
        direction,
        choices,
    })
}

fn read_choices(scan: &mut Scanner<'_>) -> Result<Choices, ParseError> {
    let mut bits = 0;
    for index in 0..MAX_CHOICES {
        let before = scan.clone();
        if scan.accept("+") {
            bits |= 1 << index;
        } else if scan.accept("-") {
            let rest = scan.rest().trim_start_matches('-');
            if !rest.starts_with('+') {
                return Err(before.expected("no `-` after the last `+`"));
            }
        } else {
            break;
        }
    }
    Ok(Choices(bits))
}
