//! The printed sections and the boards that consist of them (MR-2 to MR-4).

use std::sync::OnceLock;

use serde::Deserialize;

use super::board::{Board, Cell, SIDE};
use super::space::{SPACES, Space};

/// The text of the ruleset: the printed sections of both sides, as JSON.
pub const RULESET: &str = include_str!("ruleset.json");

/// Number of arrangements of the four sections of one side: 4! orders with 4 rotations per section
/// (MR-3).
pub const ARRANGEMENTS: u32 = 24 * 256;

/// Number of cells on each side of a section.
const SECTION: usize = SIDE / 2;

/// The side that all four sections show (MR-2).
///
/// ```
/// use botwerk_engine::micro_robots::{ARRANGEMENTS, Side};
///
/// assert_eq!(ARRANGEMENTS, 6144);
/// assert_ne!(Side::Black.board(0), Side::Copper.board(0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side printed in black.
    Black,
    /// The side printed in copper.
    Copper,
}

impl Side {
    /// Returns the option value that names this side.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::Copper => "copper",
        }
    }

    /// Returns the board of one of the 6144 arrangements (MR-3).
    ///
    /// `arrangement` is `order * 256 + turns`: `order` counts the 24 permutations of the sections
    /// over the quarters NW, NE, SW, SE lexicographically, and `turns` holds two bits per quarter,
    /// NW lowest: the clockwise quarter turns of its section.
    ///
    /// # Panics
    /// Panics if `arrangement` is not below [`ARRANGEMENTS`].
    pub fn board(self, arrangement: u32) -> Board {
        assert!(
            arrangement < ARRANGEMENTS,
            "there are {ARRANGEMENTS} arrangements"
        );
        let sections = &sections()[self as usize];
        let order = permutation(arrangement / 256);
        let placeholder = sections[0][0][0];
        let mut spaces = [placeholder; SPACES];
        for (quarter, section) in order.into_iter().enumerate() {
            let turns = arrangement >> (2 * quarter) & 3;
            for row in 0..SECTION {
                for column in 0..SECTION {
                    let (y, x) = rotate(row, column, turns);
                    let cell =
                        Cell::new(quarter / 2 * SECTION + row, quarter % 2 * SECTION + column);
                    if let Some(cell) = cell {
                        spaces[cell.index()] = sections[section][y][x];
                    }
                }
            }
        }
        Board::new(spaces).expect("the four sections of a side hold every space once")
    }
}

/// Returns the unrotated row and column of the space that is at (row, column) after `turns`
/// clockwise quarter turns.
fn rotate(row: usize, column: usize, turns: u32) -> (usize, usize) {
    (0..turns).fold((row, column), |(row, column), _| {
        (SECTION - 1 - column, row)
    })
}

/// Returns the `index`-th permutation of 0..4 in lexicographic order.
fn permutation(index: u32) -> [usize; 4] {
    let mut remaining = vec![0, 1, 2, 3];
    let mut index = index as usize;
    [6, 2, 1, 1].map(|block| {
        let picked = remaining.remove(index / block);
        index %= block;
        picked
    })
}

type Section = [[Space; SECTION]; SECTION];

/// Returns the four sections of each side, which are parsed once.
fn sections() -> &'static [[Section; 4]; 2] {
    static SECTIONS: OnceLock<[[Section; 4]; 2]> = OnceLock::new();
    SECTIONS.get_or_init(|| {
        let ruleset: Ruleset = serde_json::from_str(RULESET).expect("ruleset.json is valid");
        [ruleset.sides.black, ruleset.sides.copper].map(|side| side.map(|text| section(&text)))
    })
}

fn section(text: &str) -> Section {
    let mut spaces = text
        .split(" / ")
        .flat_map(|row| row.split(' '))
        .map(|space| space.parse::<Space>().expect("ruleset.json names spaces"));
    let mut next = || spaces.next().expect("a section has nine spaces");
    std::array::from_fn(|_| std::array::from_fn(|_| next()))
}

#[derive(Deserialize)]
struct Ruleset {
    sides: Sides,
}

#[derive(Deserialize)]
struct Sides {
    black: [String; 4],
    copper: [String; 4],
}
