//! The printed sections and the boards that consist of four of them (RR-1).

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use serde::Deserialize;

use super::board::{Board, Diagonal, Slope};
use super::board_size::BoardSize;
use super::cell::{CELLS, Cell, Direction, SIDE, read_cell};
use super::robot::Robot;
use super::target::Target;
use crate::notation::{ParseError, Scanner};

/// The text of the ruleset: the walls, diagonals and targets of the 16 printed sections, as JSON.
pub const RULESET: &str = include_str!("ruleset.json");

/// Number of targets on a board of printed sections (RR-3).
pub const TARGETS: usize = 17;

/// Number of cells on each side of a section.
const SECTION_SIDE: usize = SIDE / 2;

/// Number of orders of the four sections.
const ORDERS: usize = 24;

/// One side of a printed section, such as `4B`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Section {
    number: u8,
    side: u8,
}

impl Section {
    /// Returns the side with this letter of the section with this number, or `None` unless they are 1 to 4
    /// and `A` to `D`.
    pub fn new(number: u8, side: char) -> Option<Self> {
        let is_section = (1..=4).contains(&number) && ('A'..='D').contains(&side);
        is_section.then_some(Self {
            number,
            side: side as u8,
        })
    }

    /// Returns the number, 1 to 4.
    pub const fn number(self) -> u8 {
        self.number
    }

    /// Returns the letter of the side, `A` to `D`.
    pub const fn side(self) -> char {
        self.side as char
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.side())
    }
}

/// Four sections, one of each number, in the order north-west, north-east, south-east, south-west.
///
/// ```
/// use botwerk_engine::ricochet::Arrangement;
///
/// let arrangement: Arrangement = "4B-3C-1A-2A".parse().unwrap();
/// assert_eq!(arrangement.to_string(), "4B-3C-1A-2A");
/// assert_eq!(arrangement.targets().len(), 17);
/// assert_eq!(Arrangement::count("ABCD"), 4 * 1536);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrangement([Section; 4]);

impl Arrangement {
    /// Returns the number of arrangements of sections with these sides. Up to turning the board, a quarter
    /// of them differ: 96 with two sides, 1536 with four (RR-1).
    pub const fn count(sides: &str) -> usize {
        ORDERS * sides.len().pow(4)
    }

    /// Returns one of the arrangements of sections with these sides, letters from `A` to `D`: four digits
    /// of base `sides.len()` choose the sides, from the north-west, and the rest the order of the numbers.
    /// Returns `None` if `index` is not below [`count`](Self::count) or a side does not exist.
    pub fn from_index(sides: &str, index: usize) -> Option<Self> {
        let letters: Vec<char> = sides.chars().collect();
        let mut rest = index;
        let mut picked = ['A'; 4];
        for letter in &mut picked {
            *letter = *letters.get(rest.checked_rem(letters.len())?)?;
            rest /= letters.len();
        }
        let mut numbers = vec![1, 2, 3, 4];
        let mut sections = [Section::new(1, 'A')?; 4];
        for (place, block) in [6, 2, 1, 1].into_iter().enumerate() {
            let number = numbers.get(rest / block).copied()?;
            numbers.remove(rest / block);
            rest %= block;
            sections[place] = Section::new(number, picked[place])?;
        }
        Some(Self(sections))
    }

    /// Returns the sections: north-west, north-east, south-east, south-west.
    pub const fn sections(&self) -> [Section; 4] {
        self.0
    }

    /// Returns the board.
    pub fn board(&self) -> Board {
        let mut walls = [0; CELLS];
        let mut diagonals = Vec::new();
        for (quarter, section) in self.0.into_iter().enumerate() {
            let printed = printed(section);
            for (index, sides) in printed.walls.iter().enumerate() {
                let drawn = Cell::new(index / SECTION_SIDE, index % SECTION_SIDE);
                let (Some(drawn), sides) = (drawn, *sides) else {
                    continue;
                };
                let cell = turned_cell(drawn, quarter);
                for side in Direction::ALL {
                    if sides >> side.index() & 1 == 1 {
                        add_wall(&mut walls, cell, turned_direction(side, quarter));
                    }
                }
            }
            for (drawn, diagonal) in &printed.diagonals {
                let mut diagonal = *diagonal;
                for _ in 0..quarter {
                    diagonal.slope = diagonal.slope.turned();
                }
                diagonals.push((turned_cell(*drawn, quarter), diagonal));
            }
        }
        Board::new(&walls, diagonals).expect("the printed sections form valid boards")
    }

    /// Returns the 17 targets: those of each section in the order of the ruleset.
    pub fn targets(&self) -> Vec<Target> {
        let mut targets = Vec::with_capacity(TARGETS);
        for (quarter, section) in self.0.into_iter().enumerate() {
            let printed = printed(section).targets.iter();
            targets.extend(printed.map(|target| Target {
                cell: turned_cell(target.cell, quarter),
                ..*target
            }));
        }
        targets
    }
}

/// Adds a wall to both cells that it separates: a wall on the seam blocks the next section as well.
fn add_wall(walls: &mut [u8; CELLS], cell: Cell, side: Direction) {
    walls[cell.index()] |= 1 << side.index();
    if let Some(next) = BoardSize::PRINTED.neighbour(cell, side) {
        walls[next.index()] |= 1 << side.opposite().index();
    }
}

/// Returns the cell on the board of one that is drawn in the north-west, after clockwise quarter turns.
fn turned_cell(drawn: Cell, turns: usize) -> Cell {
    (0..turns).fold(drawn, |cell, _| {
        let turned = Cell::new(cell.column(), SIDE - 1 - cell.row());
        turned.unwrap_or(cell)
    })
}

fn turned_direction(drawn: Direction, turns: usize) -> Direction {
    (0..turns).fold(drawn, |direction, _| direction.turned())
}

impl fmt::Display for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [nw, ne, se, sw] = self.0;
        write!(f, "{nw}-{ne}-{se}-{sw}")
    }
}

impl FromStr for Arrangement {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut scan = Scanner::new("board", text);
        let mut sections: Vec<Section> = Vec::with_capacity(4);
        for place in 0..4 {
            if place > 0 {
                scan.expect("-")?;
            }
            let before = scan.clone();
            let section = read_section(&mut scan)?;
            if sections.iter().any(|other| other.number == section.number) {
                return Err(before.expected("one section of each number from 1 to 4"));
            }
            sections.push(section);
        }
        scan.finish()?;
        let sections = sections.try_into();
        sections.map(Self).map_err(|_| {
            // The loop pushes four sections.
            ParseError::new("board", text, 0, "four sections")
        })
    }
}

fn read_section(scan: &mut Scanner<'_>) -> Result<Section, ParseError> {
    let mut chars = scan.rest().chars();
    let number = chars.next().and_then(|digit| digit.to_digit(10));
    let section = number
        .zip(chars.next())
        .and_then(|(number, side)| Section::new(number as u8, side));
    let section = section.ok_or_else(|| scan.expected("a section from `1A` to `4D`"))?;
    scan.advance(2);
    Ok(section)
}

/// One side of a section as it is drawn in the north-west corner.
struct PrintedSection {
    walls: Vec<u8>,
    diagonals: Vec<(Cell, Diagonal)>,
    targets: Vec<Target>,
}

/// Returns the printed content of a section; the ruleset is parsed once.
fn printed(section: Section) -> &'static PrintedSection {
    static SECTIONS: OnceLock<BTreeMap<Section, PrintedSection>> = OnceLock::new();
    let sections = SECTIONS.get_or_init(|| {
        let ruleset: Ruleset = serde_json::from_str(RULESET).expect("ruleset.json is valid");
        let sections = ruleset.sections.iter();
        let parse = |(name, texts): (&String, &SectionTexts)| {
            let section = read_section(&mut Scanner::new("section", name));
            (section.expect("ruleset.json names sections"), texts.parse())
        };
        sections.map(parse).collect()
    });
    &sections[&section]
}

#[derive(Deserialize)]
struct Ruleset {
    sections: BTreeMap<String, SectionTexts>,
}

/// The texts of one side of a section: eight rows of hexadecimal digits, and lists separated by blanks.
#[derive(Deserialize)]
struct SectionTexts {
    walls: String,
    diagonals: String,
    targets: String,
}

impl SectionTexts {
    fn parse(&self) -> PrintedSection {
        let digits = self.walls.chars().filter_map(|digit| digit.to_digit(16));
        let diagonals = self.diagonals.split_whitespace();
        let targets = self.targets.split_whitespace();
        PrintedSection {
            walls: digits.map(|sides| sides as u8).collect(),
            diagonals: diagonals
                .map(|text| {
                    read_diagonal(&mut Scanner::new("diagonal", text))
                        .expect("ruleset.json names diagonals")
                })
                .collect(),
            targets: targets
                .map(|text| text.parse().expect("ruleset.json names targets"))
                .collect(),
        }
    }
}

/// Reads a diagonal with its cell, such as `c4/r`, at the cursor.
pub(super) fn read_diagonal(scan: &mut Scanner<'_>) -> Result<(Cell, Diagonal), ParseError> {
    let cell = read_cell(scan)?;
    let slope = scan.rest().chars().next().and_then(Slope::from_sign);
    let slope = slope.ok_or_else(|| scan.expected("`/` or `\\`"))?;
    scan.advance(1);
    let robot = scan.rest().chars().next().and_then(Robot::from_letter);
    let robot = robot.filter(|robot| *robot != Robot::Transparent);
    let robot = robot.ok_or_else(|| scan.expected("`r`, `g`, `b`, `y` or `s`"))?;
    scan.advance(1);
    Ok((cell, Diagonal { slope, robot }))
}
