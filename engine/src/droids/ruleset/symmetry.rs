//! The symmetries of maps, which make seats equivalent (DR-23).

use super::json_cursor::JsonCursor;
use crate::droids::side::{Side, Sides};
use crate::droids::square::{Square, Squares};

/// The symmetry of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    /// No symmetry: seats differ.
    None,
    /// A half turn: S and N are equivalent, as are W and E.
    HalfTurn,
    /// A quarter turn: all seats are equivalent.
    QuarterTurn,
    /// Reflections in both diagonals: all seats are equivalent.
    Diagonal,
}

/// A rotation or reflection of the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Motion {
    /// A half turn.
    Half,
    /// A quarter turn, clockwise.
    Quarter,
    /// A reflection in the diagonal from the north-west.
    Main,
    /// A reflection in the diagonal from the north-east.
    Anti,
}

impl Motion {
    /// Returns the image of a square.
    pub(super) fn square(self, square: Square) -> Square {
        let last = Square::SIDE - 1;
        let (x, y) = (square.x(), square.y());
        let (x, y) = match self {
            Self::Half => (last - x, last - y),
            Self::Quarter => (last - y, x),
            Self::Main => (y, x),
            Self::Anti => (last - y, last - x),
        };
        Square::at(x, y).unwrap_or(square)
    }

    /// Returns the image of a set of squares.
    pub(super) fn squares(self, squares: Squares) -> Squares {
        squares.map(|square| self.square(square)).collect()
    }

    /// Returns the image of a side.
    pub(super) fn side(self, side: Side) -> Side {
        use Side::{East, North, South, West};
        match (self, side) {
            (Self::Half, side) => side.opposite(),
            (Self::Quarter | Self::Anti, North) | (Self::Main, South) => East,
            (Self::Quarter | Self::Main, East) | (Self::Anti, West) => South,
            (Self::Quarter | Self::Anti, South) | (Self::Main, North) => West,
            (Self::Quarter | Self::Main, West) | (Self::Anti, East) => North,
        }
    }

    /// Returns the name for messages.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Half => "the half turn",
            Self::Quarter => "the quarter turn",
            Self::Main => "the reflection in the diagonal from the north-west",
            Self::Anti => "the reflection in the diagonal from the north-east",
        }
    }
}

impl Symmetry {
    /// All symmetries.
    pub const ALL: [Self; 4] = [
        Self::None,
        Self::HalfTurn,
        Self::QuarterTurn,
        Self::Diagonal,
    ];

    /// Returns the name in ruleset files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::HalfTurn => "half-turn",
            Self::QuarterTurn => "quarter-turn",
            Self::Diagonal => "diagonal",
        }
    }

    /// Returns the motions that generate the symmetry and map seats in play to seats in play.
    pub(super) fn motions(self, seats: Sides) -> Vec<Motion> {
        // A half turn is two quarter turns, and the product of both reflections.
        let motions: &[Motion] = match self {
            Self::None => &[],
            Self::HalfTurn => &[Motion::Half],
            Self::QuarterTurn => &[Motion::Quarter, Motion::Half],
            Self::Diagonal => &[Motion::Main, Motion::Anti, Motion::Half],
        };
        let keeps_seats =
            |motion: &&Motion| seats.map(|side| motion.side(side)).collect::<Sides>() == seats;
        let mut motions: Vec<_> = motions.iter().filter(keeps_seats).copied().collect();
        if motions.len() > 1 {
            motions.retain(|motion| *motion != Motion::Half);
        }
        motions
    }

    /// Returns what objects lack to be as symmetric as the map for these seats in play.
    pub(in crate::droids) fn missing_objects(self, seats: Sides, squares: Squares) -> Vec<String> {
        let missing = |motion: Motion| {
            let square = motion.squares(squares).difference(squares).next()?;
            let (name, motion) = (self.name(), motion.name());
            Some(format!(
                "not symmetric ({name}): {motion} requires an object on {square}"
            ))
        };
        self.motions(seats)
            .into_iter()
            .filter_map(missing)
            .collect()
    }

    /// Reports objects that are not as symmetric as the map.
    pub(super) fn check_objects(self, seats: Sides, squares: Squares, cursor: &JsonCursor<'_>) {
        for message in self.missing_objects(seats, squares) {
            cursor.report(message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dr_23_motions_map_sides_as_they_map_squares() {
        // A square on the side's edge.
        let edge = |side: Side| {
            let last = Square::SIDE - 1;
            let middle = Square::SIDE / 2;
            let (x, y) = match side {
                Side::South => (middle, last),
                Side::West => (0, middle),
                Side::North => (middle, 0),
                Side::East => (last, middle),
            };
            Square::at(x, y).unwrap()
        };
        for motion in [Motion::Half, Motion::Quarter, Motion::Main, Motion::Anti] {
            for side in Side::ALL {
                let image = motion.square(edge(side));
                assert_eq!(motion.side(side).distance(image), 0, "{motion:?} {side}");
            }
        }
    }
}
