//! The containers of a whole hand, named at once (DR-10).

use std::fmt;

use super::hand::ColourCounts;
use super::ruleset::HAND_SIZE;
use super::stone::Colour;
use crate::notation::{ParseError, Scanner};

/// The number of stones drawn from each container, seven in total; written `v2,b1,r3,g1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Draws(ColourCounts);

/// All values, sorted.
static ALL: [Draws; Draws::COUNT] = all();

const fn all() -> [Draws; Draws::COUNT] {
    let mut draws = [Draws(ColourCounts([0; 4])); Draws::COUNT];
    let mut index = 0;
    let mut violet = 0;
    while violet <= HAND_SIZE {
        let mut blue = 0;
        while violet + blue <= HAND_SIZE {
            let mut red = 0;
            while violet + blue + red <= HAND_SIZE {
                let grey = HAND_SIZE - violet - blue - red;
                draws[index] = Draws(ColourCounts([violet, blue, red, grey]));
                index += 1;
                red += 1;
            }
            blue += 1;
        }
        violet += 1;
    }
    draws
}

impl Draws {
    /// Number of values.
    pub const COUNT: usize = 120;

    /// Returns the draws with these counts, or `None` if their sum is not seven.
    pub fn new(counts: ColourCounts) -> Option<Self> {
        let draws = Self(counts);
        ALL.binary_search(&draws).is_ok().then_some(draws)
    }

    /// Returns all values in order.
    pub fn all() -> impl Iterator<Item = Self> {
        ALL.into_iter()
    }

    /// Returns the index among all values.
    pub fn index(self) -> usize {
        ALL.binary_search(&self).unwrap_or_default()
    }

    /// Returns the draws with this index, or `None` if it is out of range.
    pub fn from_index(index: usize) -> Option<Self> {
        ALL.get(index).copied()
    }

    /// Returns the number of stones of each colour.
    pub const fn counts(self) -> ColourCounts {
        self.0
    }

    /// Reads draws at the cursor.
    pub(super) fn read(scan: &mut Scanner<'_>) -> Result<Self, ParseError> {
        let before = scan.clone();
        let counts = ColourCounts::read(scan)?;
        Self::new(counts).ok_or_else(|| before.expected("seven stones such as `v2,b1,r3,g1`"))
    }
}

impl fmt::Display for Draws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl ColourCounts {
    /// Reads counts by colour at the cursor, at least one.
    pub(super) fn read(scan: &mut Scanner<'_>) -> Result<Self, ParseError> {
        let mut counts = Self::default();
        let mut colours = Colour::ALL.into_iter();
        loop {
            let colour = colours.find(|colour| scan.rest().starts_with(colour.letter()));
            let Some(colour) = colour else {
                return Err(scan.expected("a colour's letter and a number, in the order `v b r g`"));
            };
            scan.expect(colour.letter())?;
            let before = scan.clone();
            let number = scan.number()?;
            if !(1..=u32::from(HAND_SIZE)).contains(&number) {
                return Err(before.expected(format!("a number from 1 to {HAND_SIZE}")));
            }
            counts.0[colour.index()] = number as u8;
            if !scan.accept(",") {
                return Ok(counts);
            }
        }
    }
}

/// The counts as `v2,b1`, without zeros.
impl fmt::Display for ColourCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colours = Colour::ALL
            .into_iter()
            .filter(|colour| self.count(*colour) > 0);
        let parts: Vec<_> = colours
            .map(|colour| format!("{}{}", colour.letter(), self.count(colour)))
            .collect();
        f.write_str(&parts.join(","))
    }
}
