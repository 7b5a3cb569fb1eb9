//! Seats.

use std::collections::BTreeSet;

use super::point::Point;

/// A player's side of the field, in clockwise order, which is also the order of lists (DR-4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Seat {
    South,
    West,
    North,
    East,
}

impl Seat {
    pub(crate) const ALL: [Self; 4] = [Self::South, Self::West, Self::North, Self::East];

    pub(crate) fn letter(self) -> char {
        match self {
            Self::South => 'S',
            Self::West => 'W',
            Self::North => 'N',
            Self::East => 'E',
        }
    }

    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|seat| seat.letter().to_string() == text)
            .ok_or_else(|| format!("`{text}` is not a valid seat"))
    }

    /// Returns the left neighbour (DR-9).
    pub(crate) fn clockwise(self) -> Self {
        match self {
            Self::South => Self::West,
            Self::West => Self::North,
            Self::North => Self::East,
            Self::East => Self::South,
        }
    }

    pub(crate) fn opposite(self) -> Self {
        self.clockwise().clockwise()
    }

    /// Returns all four seats clockwise, starting with this one.
    pub(crate) fn clockwise_order(self) -> [Self; 4] {
        let second = self.clockwise();
        let third = second.clockwise();
        [self, second, third, third.clockwise()]
    }

    /// Returns the transmitter of this seat whose column contains a square (DR-5).
    pub(crate) fn column(self, at: Point) -> i32 {
        match self {
            Self::South => at.x + 1,
            Self::West => at.y + 1,
            Self::North => 10 - at.x,
            Self::East => 10 - at.y,
        }
    }

    /// Returns the number of squares between a square and this seat's edge.
    pub(crate) fn distance(self, at: Point) -> i32 {
        match self {
            Self::South => 9 - at.y,
            Self::West => at.x,
            Self::North => at.y,
            Self::East => 9 - at.x,
        }
    }
}

/// Formats seats without separators, such as `SWN`.
pub(crate) fn seats_text(seats: &BTreeSet<Seat>) -> String {
    seats.iter().map(|seat| seat.letter()).collect()
}

/// Parses seats such as `SWN`.
pub(crate) fn parse_seats(text: &str) -> Result<BTreeSet<Seat>, String> {
    text.chars()
        .map(|letter| Seat::parse(&letter.to_string()))
        .collect()
}
