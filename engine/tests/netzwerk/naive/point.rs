//! A point of the lattice that squares and energy fields share (NW-2).

use std::fmt;

/// A point by its file and rank, counted from 1; ordered by rank, then file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Point {
    pub(crate) rank: i32,
    pub(crate) file: i32,
}

impl Point {
    pub(crate) fn new(file: i32, rank: i32) -> Self {
        Self { rank, file }
    }

    /// Returns the point offset by files and ranks.
    pub(crate) fn plus(self, files: i32, ranks: i32) -> Self {
        Self::new(self.file + files, self.rank + ranks)
    }

    /// Returns the four diagonal neighbours: the energy fields of a square, or the squares of an
    /// energy field. Some may be outside the board.
    pub(crate) fn corners(self) -> [Self; 4] {
        [(-1, -1), (1, -1), (-1, 1), (1, 1)].map(|(files, ranks)| self.plus(files, ranks))
    }

    pub(crate) fn is_square(self) -> bool {
        self.file % 2 == 0 && self.rank % 2 == 0
    }

    pub(crate) fn is_field(self) -> bool {
        self.file % 2 == 1 && self.rank % 2 == 1
    }

    /// Parses a text such as `b2`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let error = || format!("`{text}` is not a valid point");
        let mut letters = text.chars();
        let file = letters.next().ok_or_else(error)?;
        let rank: i32 = letters.as_str().parse().map_err(|_| error())?;
        let point = Self::new(file as i32 - 'a' as i32 + 1, rank);
        if file.is_ascii_lowercase() && point.to_string() == text {
            Ok(point)
        } else {
            Err(error())
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file as u8 - 1);
        write!(f, "{file}{}", self.rank)
    }
}
